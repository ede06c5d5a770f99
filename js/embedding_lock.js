// One tab at a time embeds what is pending, so that no text is embedded twice. That only saves work:
// vectors are kept by the hash of their text, whoever brings them. So a tab that does not get its turn,
// since another one is frozen with it, goes on without.
//
// Tested by tests/js/embedding_lock.test.js and tests/browser/tabs_embeddings.test.js.

import { embeddingName } from './tabs/protocol.js';

const SCHEME = 'opfs:';

/**
 * @param {unknown} location of openMemory()
 * @param {number} patience milliseconds to wait for a turn
 * @returns {(work: () => Promise) => Promise} runs `work` when this tab has its turn
 */
export function embeddingLock(location, patience) {
  const locks = globalThis.navigator?.locks;
  const isShared = typeof location === 'string' && location.startsWith(SCHEME);
  if (!isShared || !locks) return (work) => work();
  const name = embeddingName(location.slice(SCHEME.length));
  return (work) => inTurn(locks, name, patience, work);
}

async function inTurn(locks, name, patience, work) {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}
