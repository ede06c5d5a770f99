// Where the tabs of a store keep the dictionary that they share: beside the store's own files, under
// the hash of its bytes. It is no part of the store: what becomes of it costs no data.

import { fileIn, orAbsent, storeDirectory } from './opfs_directory.js';

const PREFIX = 'dictionary-';

/**
 * The bytes that were kept under `hash`, or null where there are none. They may be damaged: what
 * wrote them may have been killed.
 * @returns {Promise<Uint8Array | null>}
 */
export async function readDictionary(store, hash) {
  const directory = await orAbsent(storeDirectory(store));
  const file = directory && (await fileIn(directory, PREFIX + hash));
  return file && new Uint8Array(await file.arrayBuffer());
}

/** Keeps `bytes` under `hash`, in place of any others. Only in workers, of a store that is there. */
export async function keepDictionary(store, hash, bytes) {
  const directory = await storeDirectory(store);
  const name = PREFIX + hash;
  const known = await fileIn(directory, name);
  if (known?.size !== bytes.length) await write(directory, name, bytes);
  for await (const other of directory.keys()) {
    if (other.startsWith(PREFIX) && other !== name) await directory.removeEntry(other);
  }
}

async function write(directory, name, bytes) {
  const file = await directory.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
  } finally {
    handle.close();
  }
}
