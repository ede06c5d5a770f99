// The evidence face: searches by words and vector over events of three chunks, from a thousand to a
// hundred thousand, each event with four vectors of 384 numbers.

import { withChildren } from './child.js';
import { median } from './stats.js';

const SEARCHES = 40;
const SAVES = 50;
const WORKER = 'evidence_worker.js';

async function measure(child, size) {
  const { save, open, first } = await child.call('fill', size);
  const p50 = async (kind) => median(await child.call('times', kind, size, SEARCHES));
  return {
    size,
    save,
    open,
    first,
    both: await p50('both'),
    words: await p50('words'),
    vector: await p50('vector'),
    newest: await p50('newest'),
    expand: median(await child.call('expandTimes', size, SEARCHES)),
    ...(await child.call('memory')),
    saveOne: median(await child.call('saveTimes', size, SAVES)),
  };
}

/**
 * One row a size: ms to `save` all, to `open` the store again, and of the `first` search; medians of
 * a search by words and vector (`both`), by `words`, by `vector`, without either (`newest`), of
 * `expand` and of `saveOne`; bytes of `heap` and `store`.
 */
export async function evidence({ sizes, progress }) {
  const rows = [];
  for (const size of sizes) {
    progress(`evidence: ${size} events`);
    rows.push(await withChildren(['loci'], ([child]) => measure(child, size), WORKER));
  }
  return rows;
}
