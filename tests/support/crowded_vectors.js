// A store whose vectors have an index that does not fit into the heap it is opened in.

import { openMemory } from 'loci';
import { moduleWithAtMost } from './small_heap.js';
import { newStore } from './temp_store.js';

const PAGES = 110; // of 64 KB: enough for all but the index, which takes more than 5 MB

/** Item `i` is found by `word<i>` and by its embedding. */
export const crowd = Array.from({ length: 4000 }, (_, i) => ({
  category: 'crowd',
  name: `n${i}`,
  content: `word${i} common`,
  embedding: Float32Array.from({ length: 1024 }, (_, j) => Math.sin(i * 31 + j)),
}));

/** The crowd in a file, opened where there is room for its texts alone. */
export async function openCrowded(t) {
  const path = newStore(t);
  const roomy = await openMemory(path);
  roomy.addMany(crowd);
  roomy.close();
  const memory = await openMemory(path, { wasm: moduleWithAtMost(PAGES) });
  t.after(() => memory.close());
  return memory;
}
