// Has a store, with one item of its own in it. Prints {added}, then at each line at its standard input
// does what it says: 'add' another item, and print how many items there are; 'stop' being busy.
//
//   holder.js PATH idle | busy

import { writeSync } from 'node:fs';
import process from 'node:process';
import { openMemory } from 'loci';

const [path, manner] = process.argv.slice(2);
const say = (what) => writeSync(1, `${JSON.stringify(what)}\n`);

const memory = await openMemory(path);
memory.add({ category: 'holder', name: 'added', content: 'kept' });
const calls = manner === 'busy' && setInterval(() => memory.revision(), 200);
say({ added: true });

process.stdin.on('data', (line) => {
  if (String(line).trim() === 'stop') return clearInterval(calls);
  memory.add({ category: 'holder', name: 'added later', content: 'kept' });
  say({ items: memory.status().items });
});
