// A program that has a store open all day: adds COUNT items of its own, three at a time, between pauses
// of 1.3 to 2.2 seconds in which others may have the store. Prints a line of JSON for each item that
// was kept, then {done}; on a line at its standard input it answers QUERIES with what it knows by then,
// and ends.
//
//   server.js PATH NAME COUNT SEED

import { writeSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMemory } from 'loci';

import { answersOf, itemOf } from '../../support/shared_store.js';
import { makeRandom } from '../../support/random.js';

const [path, name, count, seed] = process.argv.slice(2);
const random = makeRandom(Number(seed));
const say = (what) => writeSync(1, `${JSON.stringify(what)}\n`);

try {
  const memory = await openMemory(path, { clock: () => 0 });
  for (let i = 0; i < Number(count); ++i) {
    memory.add(itemOf(name, i));
    say({ added: `${name} ${i}` });
    memory.retrieve(`what did ${name} say about water`);
    if (i % 3 === 2) await sleep(1_300 + random(900));
  }
  say({ done: true });
  await new Promise((resolve) => process.stdin.once('data', resolve));
  say({ answers: answersOf(memory) });
  memory.close();
} catch ({ code, message, detail, stack }) {
  say({ error: { code, message, detail, stack } });
}
process.exit(0); // standard input is open
