// What the entry for browsers refuses, as far as it needs no browser for that.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { MemoryError, openMemory } from '../../js/browser.js';
import { toMovable } from '../../js/module.js';

const refused = (promise, message) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof MemoryError, `${error?.stack}`);
    assert.equal(error.code, 'invalid_argument');
    assert.match(error.message, message);
    return true;
  });

test('a store name that has no place is refused with its location', async () => {
  await refused(openMemory(`opfs:${'long'.repeat(100)}`), /^location opfs:long.*: .* at most 200$/);
  await refused(openMemory('opfs:bad\ud800'), /^location opfs:bad.*well-formed/);
});

test('every other text is a name, and nothing else is', async () => {
  for (const name of ['\n', 'a\nb', ' ', ':', '..']) {
    await refused(openMemory(`opfs:${name}`), /cannot be opened in a shared or service worker/);
  }
  for (const location of ['opfs:', 'opfs', 'notes', '', 5, null, Symbol('opfs:a'), ['opfs:a']]) {
    await refused(openMemory(location), /^location must be 'opfs:<name>'/);
  }
});

test('a memory in place has no use for exclusive', async () => {
  const told = /^exclusive is for 'opfs:<name>'/;
  await refused(openMemory(':memory:', { exclusive: true }), told);
  await refused(openMemory({ bytes: new Uint8Array() }, { exclusive: true }), told);
  const wasm = await readFile(new URL('../../build/wasm/loci.wasm', import.meta.url));
  const memory = await openMemory(':memory:', { exclusive: false, broker: null, wasm });
  assert.equal(memory.persistence.mode, 'memory');
  memory.close();
});

test('a module for a worker is made movable, or refused in words', async () => {
  assert.equal(
    await toMovable(new URL('https://example.org/a/../loci.wasm')),
    'https://example.org/loci.wasm',
  );
  assert.equal(new Uint8Array(await toMovable(new Response(Uint8Array.of(1, 2))))[1], 2);
  const read = new Response('read');
  await read.text();
  await refused(toMovable(read), /^wasm cannot be read as a module: Body/);
  await refused(toMovable(new Response('', { status: 404 })), /: the Response answered 404$/);
  await refused(toMovable('http://['), /^wasm is no URL: /);
  for (const wasm of [5, null, () => 1]) await refused(toMovable(wasm), /^wasm must be a /);
});
