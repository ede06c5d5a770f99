// Vectors inside a page: Loci, the plain loop and hnswlib, one after the other.

import { openMemory } from '../../js/browser.js';
import { generatedText } from './generated.js';
import { median } from './stats.js';
import * as engines from './vector_engines.js';
import { vectorSet } from './vector_sets.js';

const K = 10;

async function measure(engine, { vectors, questions }, rounds) {
  const texts = vectors.map((_, i) => generatedText(i));
  const result = await engine.build(vectors, texts);
  const found = questions.map((question) => [...engine.search(question, K)]);
  const times = Array.from({ length: rounds }, () => questions)
    .flat()
    .map((question) => {
      const start = performance.now();
      engine.search(question, K);
      return performance.now() - start;
    });
  return { found, result: { ...result, p50: median(times), bytes: engine.bytes() } };
}

/** `{loci, loop, hnswlib}` with their figures, and what each `found`. */
export async function compare(description, rounds) {
  const set = vectorSet(description);
  const { loadHnswlib } = await import('/node_modules/hnswlib-wasm/dist/hnswlib.js');
  const results = { found: {} };
  for (const [name, create] of [
    ['loci', () => engines.loci(openMemory)],
    ['loop', engines.loop],
    ['hnswlib', () => engines.hnswlib(loadHnswlib)],
  ]) {
    const { found, result } = await measure(await create(), set, rounds);
    results[name] = result;
    results.found[name] = found;
  }
  return results;
}
