// Where a store lies in the origin private file system: <root>/loci/<encoded name>/. Works in pages
// and workers alike; nothing here opens a handle that locks.

import { HostError } from './codes.js';
import { encodeStoreName } from './store_name.js';

/** The files of a store, in the order of codes.js, and the spare one, which is given up when full. */
export const FILE_NAMES = ['db', 'db-wal', 'db-journal'];
export const SPARE_NAME = 'spare';

const LOCI = 'loci';

function storage() {
  const found = globalThis.navigator?.storage;
  if (typeof found?.getDirectory === 'function') return found;
  throw new HostError('refused', 'this browser has no origin private file system here');
}

/**
 * The directory of the store `name`. Without `create`, rejects with a NotFoundError where it is
 * absent.
 */
export async function storeDirectory(name, { create = false } = {}) {
  const encoded = encodeStoreName(name);
  const root = await storage().getDirectory();
  const loci = await root.getDirectoryHandle(LOCI, { create });
  return loci.getDirectoryHandle(encoded, { create });
}

/** The file `fileName` of `directory` as it is now, or null where there is none. */
export async function fileIn(directory, fileName) {
  const handle = await orAbsent(directory.getFileHandle(fileName));
  return handle && orAbsent(handle.getFile());
}

/** What `promise` gives, or null where the file or directory is absent. */
export async function orAbsent(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error?.name === 'NotFoundError') return null;
    throw error;
  }
}
