// What the host of node:fs (node.js) asks of the file system about the files of a store.

import * as fs from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';

/** The one name of a store: no symbolic links, whether the file exists or not. */
export function canonicalPath(path) {
  if (path.startsWith('file://')) {
    throw new Error('give a path, not a URL; fileURLToPath of node:url makes one of it');
  }
  const absolute = resolve(path);
  if (fs.lstatSync(absolute, { throwIfNoEntry: false })) return fs.realpathSync(absolute);
  const folder = dirname(absolute);
  if (!fs.existsSync(folder)) throw new Error(`there is no folder ${folder}; make it first`);
  return join(fs.realpathSync(folder), basename(absolute));
}

/** Throws where something else than a file is at `path`. */
export function requireFile(path) {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${path} is not a file`);
}

/** So that the names of new files survive a power cut. Windows has no such call, and no need. */
export function flushDirectory(path) {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Size and times of the files at `paths`, as one string to compare; absent ones count as such. */
export function fingerprint(paths) {
  return paths
    .map((path) => fs.statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : '-'))
    .join();
}

/** The bytes of the file at `path`; none where there is no file. */
export function readIfPresent(path) {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** The name of a failure, such as ENOSPC; for some, Deno gives only the system's number. */
export function failureName({ code, message }) {
  if (code !== undefined) return code;
  const number = Number(/\(os error (\d+)\)$/.exec(message)?.[1]);
  return Object.keys(constants.errno).find((name) => constants.errno[name] === number);
}
