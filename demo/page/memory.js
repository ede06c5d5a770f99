/**
 * The one place where the page meets Loci: its published entry for browsers, and nothing else.
 *
 * Methods of a memory in OPFS answer by promise, those of one in place at once; the page awaits
 * them all, so that it works with both.
 */

import { MemoryError, evidenceText, openMemory } from '../../js/browser.js';
import { locationFrom } from './location.js';

export { MemoryError, evidenceText };

const MEND = '; “loci repair --store FILE” on the command line keeps what can be read of it';

/** The name of the store that the address of the page names. */
export const storeLocation = () => locationFrom(window.location.search);

/** Opens the store that the address of the page names. */
export function openDemoMemory() {
  return openMemory(storeLocation());
}

/** What a store holds, out of its `status()`: `{notes, events, drawers}`. */
export const countsOf = ({ items, evidence, palace }) => ({
  notes: items,
  events: evidence.events,
  drawers: palace.drawers,
});

/**
 * Opens the bytes of a store beside the real one and counts what it holds, as countsOf, so that a file
 * that cannot be used is refused before anything is replaced. Throws MemoryError, of a damaged file with
 * what mends it: bytes are taken whole or not at all, so that is not for this page to do.
 */
export async function countsIn(bytes) {
  try {
    return await countsOfStore(bytes);
  } catch (error) {
    if (error.code === 'store_damaged')
      error.message = `the file is damaged: ${error.message}${MEND}`;
    throw error;
  }
}

async function countsOfStore(bytes) {
  const candidate = await openMemory({ bytes }, { readOnly: true });
  try {
    const status = await candidate.status();
    if (status.damaged) throw new MemoryError('store_damaged', 'not all of it can be read');
    return countsOf(status);
  } finally {
    await candidate.close();
  }
}
