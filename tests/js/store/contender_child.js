// A process that wants a store: adds 20 items of its own, as far as it gets the store.
//
//   node contender_child.js PATH NAME once | retry | hold
//
// once: gives up when the store is another's; retry: asks until it is not; hold: keeps the store, by
// calling the memory again and again.
// Says 'added', or the code of the error that stopped it.

import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { openMemory } from '../../../js/index.js';

const [path, name, manner] = process.argv.slice(2);

async function open() {
  for (;;) {
    try {
      return await openMemory(path);
    } catch (error) {
      if (manner !== 'retry' || error.code !== 'store_busy') throw error;
      await sleep(5);
    }
  }
}

try {
  const memory = await open();
  for (let i = 0; i < 20; ++i) memory.add({ category: name, name: `name ${i}`, content: 'kept' });
  if (manner !== 'hold') memory.close();
  writeSync(1, 'added');
  for (; manner === 'hold'; await sleep(200)) memory.revision();
} catch (error) {
  writeSync(1, error.code ?? error.stack);
}
