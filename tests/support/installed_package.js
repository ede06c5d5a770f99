// The package as users have it: what `npm pack` packs, installed into a folder of its own. A file that
// the package forgets is missing there too.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { root } from '../../bindings/toolchain/record.js';
import { run } from '../../bindings/toolchain/shell.js';

/**
 * Packs into `folder`, without the package's scripts, which would build the module again.
 * @returns {Promise<{archive: string, size: number, unpackedSize: number, files: {path: string, size: number}[]}>}
 */
export async function packInto(folder) {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename, size, unpackedSize, files }] = JSON.parse(
    await run('npm', pack, { cwd: root }),
  );
  return { archive: join(folder, filename), size, unpackedSize, files };
}

/**
 * A new folder with `files` and the package, installed as npm does it where there is no network.
 * @param {Record<string, string>} files path in the folder to text
 * @returns {Promise<string>} the folder, which the caller removes
 */
export async function newProject(files = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'loci-project-'));
  const manifest = JSON.stringify({ name: 'project', private: true, type: 'module' });
  await writeFiles(folder, { 'package.json': manifest, ...files });
  const { archive } = await packInto(folder);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], { cwd: folder });
  await rm(archive);
  return folder;
}

/** Writes texts into files of `folder`, and makes the folders they are in. */
export async function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
