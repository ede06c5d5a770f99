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

/**
 * Opens the bytes of a store beside the real one and counts what it holds, `{notes, events}`, so that a
 * file that cannot be used is refused before anything is replaced. Throws MemoryError.
 */
export async function countsIn(bytes) {
  const candidate = await openMemory({ bytes }, { readOnly: true });
  try {
    const { items, evidence, damaged } = await candidate.status();
    if (damaged) throw new MemoryError('store_damaged', 'the store in this file is damaged');
    return { notes: items, events: evidence.events };
  } finally {
    await candidate.close();
  }
}
