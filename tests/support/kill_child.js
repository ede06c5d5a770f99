// The process that kill_loop.js kills, in any runtime: opens the store, says what it found, and writes until it ends.
// Each line of JSON is on its way before the next write begins.
//
//   kill_child.js PATH DURABILITY SEED

import { writeSync } from 'node:fs';
import process from 'node:process';

import { openMemory } from 'loci';

import { describeStore, operations } from './store_operations.js';

const [path, durability, seed] = process.argv.slice(2);
const say = (what) => writeSync(1, `${JSON.stringify(what)}\n`);

const memory = await openMemory(path, { durability });
say({ found: describeStore(memory), findings: memory.check().findings });
let done = 0;
for (const { method, args } of operations(Number(seed))) {
  memory[method](...args);
  say({ done: ++done });
}
