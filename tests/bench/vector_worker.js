// One searcher of vectors in its own process; see child.js.

import { openMemory } from 'loci';
import { answer } from './answer.js';
import { texts } from './corpus.js';
import * as engines from './vector_engines.js';
import { vectorSet } from './vector_sets.js';

const K = 10;
const CREATE = {
  loci: () => engines.loci(openMemory),
  loop: engines.loop,
  orama: engines.orama,
};
const engine = await CREATE[process.argv[2]]();
let set;

function heap() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function timesOf(questions, search) {
  const times = [];
  for (const question of questions) {
    const start = performance.now();
    const found = search(question);
    if (found instanceof Promise) await found;
    times.push(performance.now() - start);
  }
  return times;
}

answer({
  /** Makes the set and indexes it: `{build, filled?}` in ms, and the `bytes` that it takes. */
  async build(description, source) {
    set = vectorSet(description);
    const contents = texts(source, set.vectors.length);
    const before = heap();
    const times = await engine.build(set.vectors, contents);
    return { ...times, bytes: engine.bytes?.() ?? heap() - before };
  },
  /** The nearest vectors of every question, as indices. */
  async nearest() {
    const found = [];
    for (const question of set.questions) found.push([...(await engine.search(question, K))]);
    return found;
  },
  /** Milliseconds of each search. */
  times: () => timesOf(set.questions, (question) => engine.search(question, K)),
  /** Milliseconds of each retrieval by words and vector together. */
  timesOfBoth: (words) =>
    timesOf(
      set.questions.map((question, i) => [question, words[i % words.length]]),
      ([question, asked]) => engine.searchBoth(question, asked, K),
    ),
});
