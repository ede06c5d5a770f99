// Where a browser keeps a store: on OPFS; where it has none, as pages in IndexedDB; where nothing may
// be kept, in memory. Which it is, and why, is told by `memory.persistence`.
//
// A browser that has OPFS and refuses it keeps nothing at all here (a private window, site data
// blocked): pages in IndexedDB would be gone as well, so that rung is left out then.

/**
 * Chooses the rung. Opens nothing.
 * @returns {Promise<{mode: 'opfs' | 'indexeddb' | 'memory', reason: string}>} `reason` for people
 */
export async function chooseRung() {
  if (!navigator.locks) {
    return {
      mode: 'memory',
      reason: 'this browser has no Web Locks, so no tab could own the store',
    };
  }
  if (hasHandles()) {
    const refusal = await refusalOf(() => navigator.storage.getDirectory());
    if (!refusal) return { mode: 'opfs', reason: "kept in the site's private file system" };
    return { mode: 'memory', reason: `the browser refuses to keep files here: ${refusal}` };
  }
  const lack = 'this browser has no sync access handles on OPFS';
  const refusal = await refusalOf(probeIndexedDb);
  if (!refusal) return { mode: 'indexeddb', reason: lack };
  return { mode: 'memory', reason: `${lack}, and refuses IndexedDB: ${refusal}` };
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
