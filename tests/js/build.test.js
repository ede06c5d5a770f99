// When a build folder is configured anew, and what a build that fails says.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { compile, isConfigured } from '../../bindings/toolchain/build.js';
import { root } from '../../bindings/toolchain/record.js';
import { run } from '../../bindings/toolchain/shell.js';

const folder = await mkdtemp(join(tmpdir(), 'loci-build-'));
after(() => rm(folder, { recursive: true }));

test('a build folder is one of the sources that its cache names', async () => {
  const sources = join(folder, 'here');
  const built = join(sources, 'build');
  await mkdir(built, { recursive: true });
  assert.equal(isConfigured(built, sources), false);
  await writeFile(join(built, 'build.ninja'), '');
  assert.equal(isConfigured(built, sources), false);
  await writeFile(join(built, 'CMakeCache.txt'), `A=1\nCMAKE_HOME_DIRECTORY:INTERNAL=${sources}\n`);
  assert.equal(isConfigured(built, sources), true);
  const moved = join(folder, 'there');
  await rename(sources, moved);
  assert.equal(isConfigured(join(moved, 'build'), moved), false);
  await mkdir(sources); // as of a copy
  assert.equal(isConfigured(join(moved, 'build'), moved), false);
});

test('a build that fails on a built tree shows what the tools printed, and what to do', async () => {
  const script = "console.log('undeclared identifier'); process.exit(3)";
  const work = () => run(process.execPath, ['-e', script]);
  await assert.rejects(compile(work, true), (error) => {
    assert.match(error.message, /failed/);
    assert.match(error.message, /ended with 3\nundeclared identifier/);
    assert.match(error.mend, /remove build\/wasm/);
    return true;
  });
});

test('a build is told of where it is the first, or takes its time', async () => {
  const heard = async (milliseconds, isBuilt) => {
    let text = '';
    const out = { write: (more) => (text += more) };
    const work = () => new Promise((done) => setTimeout(done, milliseconds));
    await compile(work, isBuilt, out);
    return text;
  };
  assert.equal(await heard(1, true), '');
  for (const text of [await heard(1, false), await heard(2_500, true)]) {
    assert.match(text, /^build \[1\/1\] WebAssembly module, .* \.\.\. \d+\.\d s\n$/);
  }
});

test('the module is configured where the parts that only tests need are missing', async () => {
  const fresh = join(folder, 'fresh');
  await mkdir(join(fresh, 'build'), { recursive: true });
  for (const name of ['CMakeLists.txt', 'src', 'bindings', 'tests']) {
    await symlink(join(root, name), join(fresh, name));
  }
  const settings = await readFile(join(root, 'build/setup.cmake'), 'utf8');
  const missing = settings.replace(/(?<=LOCI_(?:CATCH2|JIEBA)_DIR ")/g, '/nowhere');
  await writeFile(join(fresh, 'build/setup.cmake'), missing);
  const toolchain = `-DCMAKE_TOOLCHAIN_FILE=${join(root, 'bindings/toolchain/wasm.cmake')}`;
  const places = ['-S', fresh, '-B', join(fresh, 'build/wasm'), '-G', 'Ninja'];
  await run('cmake', [...places, toolchain, '-DLOCI_WASM=TRUE']);
});
