// Loci through its published API. What counts as its build is `rebuild()` of a filled store; filling
// it (`addMany`, one transaction) is timed beside it.
import { openMemory } from 'loci';
import { indexOfName, itemOf } from '../items.js';

export async function create() {
  let memory;
  return {
    async build(texts) {
      await memory?.close();
      memory = await openMemory(':memory:');
      const start = performance.now();
      await memory.addMany(texts.map(itemOf));
      const filled = performance.now();
      await memory.rebuild();
      return { addMany: filled - start, build: performance.now() - filled };
    },
    search(question, limit) {
      const { items } = memory.retrieve(question, { limit, expandLinks: false });
      return items.map(({ name, content, score }) => ({
        id: indexOfName(name),
        text: content,
        score,
      }));
    },
    /** Adds one more item; for the cost of a single write at this size. */
    add: (content, index) => memory.add(itemOf(content, index)),
    heapBytes: () => memory.status().heapBytes,
  };
}
