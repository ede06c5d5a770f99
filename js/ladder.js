// Where a browser keeps a store: on OPFS; where it has none, as pages in IndexedDB; where nothing may
// be kept, in memory. Which it is, and why, is told by `memory.persistence`.
//
// A browser that has OPFS and refuses it keeps nothing at all here (a private window, site data
// blocked): pages in IndexedDB would be gone as well, so that rung is left out then.
//
// A browser may learn OPFS with an update. A store that lies in IndexedDB by then stays there: on OPFS
// it would be empty, and what it holds out of sight.
//
// Tested by tests/browser/ladder.test.js.

import { pagesExist } from '../bindings/hosts/indexed_db.js';
import { storeExists } from '../bindings/hosts/opfs.js';

/**
 * Chooses the rung of the store `name`. Opens nothing.
 * @returns {Promise<{mode: 'opfs' | 'indexeddb' | 'memory', reason: string}>} `reason` for people
 */
export async function chooseRung(name) {
  if (!navigator.locks) {
    return {
      mode: 'memory',
      reason: 'this browser has no Web Locks, so no tab could own the store',
    };
  }
  if (hasHandles()) {
    const refusal = await refusalOf(() => navigator.storage.getDirectory());
    if (refusal) {
      return { mode: 'memory', reason: `the browser refuses to keep files here: ${refusal}` };
    }
    if (await isBegunInIndexedDb(name)) return { mode: 'indexeddb', reason: BEGUN };
    return { mode: 'opfs', reason: "kept in the site's private file system" };
  }
  const refusal = await refusalOf(probeIndexedDb);
  if (!refusal) return { mode: 'indexeddb', reason: LACK };
  return { mode: 'memory', reason: `${LACK}, and refuses IndexedDB: ${refusal}` };
}

const LACK = 'this browser has no sync access handles on OPFS';
const BEGUN = 'begun in IndexedDB when this browser had no sync access handles on OPFS';

async function isBegunInIndexedDb(name) {
  try {
    return !(await storeExists(name)) && (await pagesExist(name));
  } catch {
    return false; // opening it tells what is wrong
  }
}

const hasHandles = () =>
  typeof navigator.storage?.getDirectory === 'function' &&
  typeof globalThis.FileSystemFileHandle?.prototype.createSyncAccessHandle === 'function';

async function refusalOf(attempt) {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    return error?.message || String(error);
  }
}

// Listing is refused where opening is, and makes nothing.
async function probeIndexedDb() {
  if (!globalThis.indexedDB) throw new Error('it is absent');
  await indexedDB.databases?.();
}
