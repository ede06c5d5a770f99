// The palace face: searches by words and vector over drawers in twenty wings, whole and scoped to
// one, and what tells of its structure, from a thousand to a hundred thousand drawers with a vector
// of 384 numbers each.

import { withChildren } from './child.js';
import { median } from './stats.js';

const CALLS = 40;
const SAVES = 50;
const WORKER = 'palace_worker.js';
const KINDS = ['vector', 'union', 'words', 'wing', 'smallWing', 'taxonomy', 'traverse'];

async function measure(child, size) {
  const row = { size, ...(await child.call('fill', size)) };
  for (const kind of KINDS) row[kind] = median(await child.call('times', kind, size, CALLS));
  Object.assign(row, await child.call('memory'));
  return { ...row, saveOne: median(await child.call('saveTimes', size, SAVES)) };
}

/**
 * One row a size: ms to `save` all, to `open` the store again, and of the `first` search; medians of
 * a search by `vector` and words, by both strategies (`union`), by `words` alone, in a twentieth
 * (`wing`) and in one hundred of all (`smallWing`), of `taxonomy` and `traverse`, and of `saveOne`;
 * bytes of `heap` and `store`.
 */
export async function palace({ sizes, progress }) {
  const rows = [];
  for (const size of sizes) {
    progress(`palace: ${size} drawers`);
    rows.push(await withChildren(['loci'], ([child]) => measure(child, size), WORKER));
  }
  return rows;
}
