// Fills a store until the file system takes no more, as `ulimit -f` makes it: then reads, removes as
// far as that goes, and says how it went.
//
//   limited_child.js PATH

import process from 'node:process';
import { openMemory } from 'loci';

import { allItems } from '../../support/store_operations.js';

ignoreSignal('SIGXFSZ'); // so that the write fails instead

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

// Node heeds again what its parent ignored; Deno does not know the signal.
function ignoreSignal(name) {
  try {
    process.on(name, () => {});
  } catch {
    // The parent's word holds.
  }
}
