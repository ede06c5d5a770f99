// A program that ends without close(), in one of the ways that programs end.
//
//   end.js PATH WAY

import process from 'node:process';
import { openMemory } from 'loci';

const WAYS = {
  'runs to its end': () => {},
  'calls process.exit inside a batch': (memory) => {
    const lost = [{ category: 'c', name: 'lost', content: '' }];
    memory.addMany(lost, { onProgress: () => process.exit(0) });
  },
  'ends by an exception': () => {
    process.once('uncaughtException', () => {});
    throw new Error('the end');
  },
  'ends by an exception that nobody catches': () => {
    throw new Error('the end');
  },
  'ends by a rejection that nobody catches': async () => {
    throw new Error('the end');
  },
  'calls Deno.exit': () => globalThis.Deno?.exit(0),
  'calls Deno.exit inside a batch': (memory) => {
    const lost = [{ category: 'c', name: 'lost', content: '' }];
    memory.addMany(lost, { onProgress: () => globalThis.Deno.exit(0) });
  },
  'goes on after an error that it forgives': (memory) => {
    globalThis.addEventListener('error', (event) => event.preventDefault());
    setTimeout(() => memory.add({ category: 'c', name: 'after', content: 'kept' }), 10);
    throw new Error('not the end');
  },
};

const [path, way] = process.argv.slice(2);
const memory = await openMemory(path);
for (let i = 0; i < 300; i++) memory.add({ category: 'c', name: `n${i}`, content: 'kept' });
setTimeout(() => WAYS[way](memory), 1);
