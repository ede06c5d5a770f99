// The user's cache of fetched parts: one folder a part and version, complete or absent.
//
// A folder is filled under a temporary name and renamed at the end, so an interrupted or
// concurrent set-up leaves no half of one.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from './steps.js';

/** Where fetched parts are kept, outside of any checkout. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loci');

/**
 * Fills the cache folder `name` unless it is there.
 * @param fill called with a temporary folder to write to; what it leaves there is kept.
 */
export async function fillOnce(name, fill) {
  const target = join(cacheFolder, name);
  if (existsSync(target)) return;
  await withTemporaryFolder(async (folder) => {
    await fill(folder);
    if (!existsSync(target)) renameSync(folder, target);
  });
}

/** Calls `work` with a fresh folder inside the cache and removes what is left of it. */
export async function withTemporaryFolder(work) {
  removeAbandoned();
  const random = Math.random().toString(36).slice(2, 10);
  const folder = join(cacheFolder, `tmp-${process.pid}-${random}`);
  mkdirSync(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the temporary folders of set-ups that were killed: no process has their number. */
function removeAbandoned() {
  const names = existsSync(cacheFolder) ? readdirSync(cacheFolder) : [];
  for (const name of names) {
    const owner = /^tmp-(\d+)-/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) {
      rmSync(join(cacheFolder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** SHA-256 over the sorted list of (relative path, SHA-256 of content) of the files in `folder`. */
export function treeDigest(folder) {
  const lines = filesBelow(folder).map(
    (path) => `${path} ${sha256(readFileSync(join(folder, path)))}\n`,
  );
  return sha256(lines.sort().join(''));
}

/** SHA-256 of bytes or text, as hex. */
export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Throws unless the content of `folder` has the pinned digest. */
export function verify(folder, part, pinned) {
  const found = treeDigest(folder);
  if (found === pinned) return;
  throw new SetupError(
    `${part} is not what this version of Loci was made with:\n  content ${found}\n  pinned  ${pinned}`,
    'run it again; if it stays so, the source has changed, and bindings/toolchain/pins.js says what to do.',
  );
}

function filesBelow(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    return entry.isDirectory() ? filesBelow(folder, `${path}/`) : [path];
  });
}
