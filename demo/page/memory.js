/**
 * The one place where the page meets Loci: its published entry for browsers, and nothing else.
 *
 * Methods of a memory in OPFS answer by promise, those of one in place at once; the page awaits
 * them all, so that it works with both.
 */

import { MemoryError, evidenceText, openMemory } from '../../js/browser.js';
import { locationFrom } from './location.js';

export { MemoryError, evidenceText };

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
 * that cannot be used is refused before anything is replaced. Throws MemoryError.
 */
export async function countsIn(bytes) {
  const candidate = await openMemory({ bytes }, { readOnly: true });
  try {
    const status = await candidate.status();
    if (status.damaged) throw new MemoryError('store_damaged', 'the store in this file is damaged');
    return countsOf(status);
  } finally {
    await candidate.close();
  }
}
