// Fills a store until the file system takes no more, as `ulimit -f` makes it: then reads, removes as
// far as that goes, and says how it went.
//
//   node limited_child.js PATH

import { openMemory } from '../../../js/index.js';
import { allItems } from '../../support/store_operations.js';

process.on('SIGXFSZ', () => {}); // so that the write fails instead

const memory = await openMemory(process.argv[2], { durability: 'relaxed' });
const told = { added: 0, removed: 0 };
try {
  for (; ; ++told.added) {
    memory.add({ category: 'long', name: `name ${told.added}`, content: 'x'.repeat(10_000) });
  }
} catch ({ code, message }) {
  told.error = { code, message };
}
told.readable = allItems(memory).length;
for (let i = 0; i < 5; ++i) {
  try {
    told.removed += memory.remove('long', `name ${i}`).removed;
  } catch {
    break; // the log had no room even for that
  }
}
console.log(JSON.stringify(told));
memory.close();
