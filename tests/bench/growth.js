// How Loci grows: build, query, heap and the cost of one `add`, from a thousand items to a million.
// One kind of text throughout (generated), so that the sizes differ in nothing but size.

import { withChildren } from './child.js';
import { median } from './stats.js';

const QUESTIONS = 100;
const ADDS = 200;

async function measure(child, size, rounds) {
  const builds = [];
  const p50s = [];
  for (let round = 0; round < rounds; round++) {
    builds.push(await child.call('build', 'generated', size));
    p50s.push(median(await child.call('query', round * QUESTIONS, QUESTIONS)));
  }
  const memory = await child.call('memory');
  return {
    size,
    addMany: median(builds.map(({ addMany }) => addMany)),
    build: median(builds.map(({ build }) => build)),
    p50: median(p50s),
    heap: memory.wasm,
    add: median(await child.call('add', ADDS)),
  };
}

/** One row a size: `{size, addMany, build, p50, add}` in ms (medians) and `heap` in bytes. */
export async function growth({ sizes, rounds, progress }) {
  const rows = [];
  for (const size of sizes) {
    progress(`growth: ${size} items`);
    const roundsHere = size > 100_000 ? 1 : rounds;
    rows.push(await withChildren(['loci'], ([child]) => measure(child, size, roundsHere)));
  }
  return rows;
}
