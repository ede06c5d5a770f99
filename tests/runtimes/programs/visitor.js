// A program of the command line kind: opens the store, adds items, closes it. Prints, as a line of
// JSON, {added} or {error}.
//
//   visitor.js PATH NAME FIRST COUNT

import process from 'node:process';
import { openMemory } from 'loci';

import { itemOf } from '../../support/shared_store.js';

const [path, name, first, count] = process.argv.slice(2);

async function visit() {
  const memory = await openMemory(path, { clock: () => 0 });
  const numbers = Array.from({ length: Number(count) }, (_, i) => Number(first) + i);
  for (const i of numbers) memory.add(itemOf(name, i));
  memory.close();
  return { added: numbers.length };
}

const told = await visit().catch(({ code, message, detail }) => ({
  error: { code, message, detail },
}));
console.log(JSON.stringify(told));
