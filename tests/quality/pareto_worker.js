// A store of Loci in a process of its own, for what one way to find forms of words costs.

import { openMemory } from 'loci';
import { answer } from '../bench/answer.js';
import { questions, texts } from '../bench/corpus.js';
import { itemOf } from '../bench/items.js';
import { median } from '../bench/stats.js';

const WARM_UP = 200; // ms that the compiler gets

const forms = process.argv[2];
let memory;
let source;
let size;

const ask = (question) => memory.retrieve(question, { limit: 10, expandLinks: false });

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

answer({
  /** Fills a new store with `newSize` texts: ms of `addMany` and of `rebuild`, bytes of `heap`. */
  async build(newSource, newSize) {
    [source, size] = [newSource, newSize];
    memory?.close();
    memory = await openMemory(':memory:', { forms });
    const items = texts(source, size).map(itemOf);
    const addMany = timeOf(() => memory.addMany(items));
    const build = timeOf(() => memory.rebuild());
    return { addMany, build, heap: memory.status().heapBytes };
  },
  /** The median of ms over `count` whole questions, beginning at question `from`. */
  query(from, count) {
    const asked = questions(source, size, from, count);
    const until = performance.now() + WARM_UP;
    do asked.forEach(ask);
    while (performance.now() < until);
    return median(asked.map((question) => timeOf(() => ask(question))));
  },
});
