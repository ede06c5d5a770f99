// What the set-up fetches, and the digests it must have.
//
// A digest is that of the unpacked content (see treeDigest in cache.js), so a part passes however
// it was packed, and nothing else does. To move to another version: change it here, run the
// set-up, and copy the digest from its message after looking at what came.

/** Oldest compiler on PATH that is used as it is; anything older is passed over. */
export const oldestEmcc = [3, 1, 60];

/** Oldest native clang++ that compiles the C++20 of src. */
export const oldestClang = 17;

/**
 * The private compiler prefix, for systems whose own packages are too old. `revision` goes up when
 * the way it is laid changes, so that a cache laid the old way is not taken for the new one.
 */
export const compiler = { version: '3.1.69', suite: 'trixie', acorn: '8.14.1', revision: 1 };

export const parts = {
  // Its own sources, from which a build generates sqlite3.c (third_party.cmake).
  sqlite: {
    version: '3.46.1',
    digest: '4f45d894451ed19873e7fbdec0b56d2be7520d79b22810e85f34e076a77fc239',
    suite: 'trixie',
    debianSource: 'sqlite3',
    files: ['main.mk', 'VERSION', 'manifest', 'manifest.uuid', 'src', 'tool', 'ext'],
    unused: ['*/test', 'ext/jni', 'ext/wasm'],
  },
  json: {
    version: '3.11.3',
    digest: 'a26eabc8794b5b7c30b14843217c6efd158ce9187d2e61e9a984874adfcc2af0',
    suite: 'trixie',
    debianPackage: 'nlohmann-json3-dev',
  },
  catch2: {
    version: '3.7.1',
    digest: '3746789b7c2c86ed6fec48bbe065b03093331e6145489052a3801f30cc7843bd',
    suite: 'trixie',
    debianSource: 'catch2',
  },
  unicode: {
    version: '15.0.0',
    digest: '5e05f2b93aa2771f8a74c5e01f37655d23db0a43b9d3a5599dc7a880382690ee',
    suite: 'bookworm',
    debianPackage: 'unicode-data',
    files: ['UnicodeData.txt', 'CaseFolding.txt', 'CompositionExclusions.txt', 'Scripts.txt'],
  },
  // Its dictionary and model of Chinese, for the tests of the segmenter.
  jieba: {
    version: '3.5.8',
    digest: '74e14a314adbf5706fb9a86f008494465f6ab3460fa4e8ee645328b9ae8f664f',
    npmPackage: 'nodejieba@3.5.8',
    folder: 'submodules/cppjieba/dict',
    files: ['jieba.dict.utf8', 'hmm_model.utf8'],
  },
};
