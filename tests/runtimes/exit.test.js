// A program that ends without close(): the store is one file all the same, in each runtime.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { openMemory } from 'loci';
import { runtimes, startIn } from '../support/programs.js';
import { newStore } from '../support/temp_store.js';

const PROGRAM = fileURLToPath(new URL('programs/end.js', import.meta.url));

const ways = [
  'runs to its end',
  'calls process.exit inside a batch',
  'ends by an exception',
  'ends by an exception that nobody catches',
  'ends by a rejection that nobody catches',
];
const waysOfDeno = ['calls Deno.exit', 'calls Deno.exit inside a batch'];

/** Runs programs/end.js, after which the store is one file with so many items. */
async function assertOneFile(t, runtime, way, items) {
  const path = newStore(t);
  const folder = dirname(path);
  const child = startIn(runtime, folder, [PROGRAM, path, way]);
  const [, signal] = await once(child, 'close');
  assert.equal(signal, null);
  assert.deepEqual(readdirSync(folder), ['store'], child.errors);
  copyFileSync(path, join(folder, 'copy'));
  const copy = await openMemory(join(folder, 'copy'));
  assert.equal(copy.status().items, items);
  copy.close();
}

for (const runtime of Object.keys(runtimes)) {
  for (const way of runtime === 'Deno' ? [...ways, ...waysOfDeno] : ways) {
    test(`${runtime}: a program that ${way} leaves one file with all it acknowledged`, (t) =>
      assertOneFile(t, runtime, way, 300));
  }
}

test('Deno: a program that goes on after an error that it forgives, goes on', (t) =>
  assertOneFile(t, 'Deno', 'goes on after an error that it forgives', 301));
