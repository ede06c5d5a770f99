// Where the engine can run: from any form of the module, in a worker, under a policy that forbids
// code from strings, without a network; and what it does while its memory grows.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { MemoryError, openMemory } from 'loci';
import { newStore } from '../support/temp_store.js';

const url = new URL('../../build/wasm/loci.wasm', import.meta.url);
const bytes = await readFile(url);
const module = await WebAssembly.compile(bytes);

async function answerOf(location, options) {
  const memory = await openMemory(location, options);
  memory.add({ category: 'a', name: 'b', content: 'river', ts: '2024-01-01' });
  const answer = JSON.stringify(memory.retrieve('river', { explain: true }));
  memory.close();
  return answer;
}

const expected = await answerOf(':memory:');

for (const [what, wasm] of [
  ['a module', () => module],
  ['a Uint8Array', () => new Uint8Array(bytes)],
  ['a Buffer', () => bytes],
  ['an ArrayBuffer', () => new Uint8Array(bytes).buffer],
  ['a view into a larger buffer', () => new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ['a DataView', () => new DataView(new Uint8Array(bytes).buffer)],
  ['a URL', () => url],
  ['the text of a URL', () => url.href],
  ['a Response', () => new Response(bytes, { headers: { 'content-type': 'application/wasm' } })],
  ['a Response of another type', () => new Response(bytes)],
]) {
  test(`case 53: the wasm may be ${what}`, async () => {
    assert.equal(await answerOf(':memory:', { wasm: wasm() }), expected);
  });
}

const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

for (const [what, wasm] of [
  ['no wasm at all', new Uint8Array([1, 2, 3])],
  ['empty', new Uint8Array(0)],
  ['half of the file', bytes.subarray(0, bytes.length / 2)],
  ['an answer with no module', () => new Response('not found', { status: 404 })],
  ['a path', 'loci.wasm'],
  ['a file that is not there', pathToFileURL('/no/such/loci.wasm')],
  ['an address in the network', 'https://example.invalid/loci.wasm'],
  ['a number', 5],
  ['null', null],
  ['another module', emptyModule],
]) {
  test(`a wasm that is ${what} is refused in words`, async () => {
    const given = typeof wasm === 'function' ? wasm() : wasm;
    const error = await openMemory(':memory:', { wasm: given }).catch((reason) => reason);
    assert.ok(error instanceof MemoryError, `${error?.stack}`);
    assert.equal(error.code, 'invalid_argument');
    assert.match(error.message, /wasm/);
  });
}

test('case 53: the package fetches nothing', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => assert.fail('fetched');
  try {
    assert.equal(await answerOf(':memory:', { wasm: url }), expected);
  } finally {
    globalThis.fetch = fetch;
  }
});

const entry = JSON.stringify(new URL('../../js/index.js', import.meta.url).href);

// Sets `answer` to what `answerOf` gives, with the module in `wasm`, if there is one.
const program = `
  const { openMemory } = await import(${entry});
  delete globalThis.fetch;
  const memory = await openMemory(':memory:', { wasm });
  memory.add({ category: 'a', name: 'b', content: 'river', ts: '2024-01-01' });
  const answer = JSON.stringify(memory.retrieve('river', { explain: true }));
  memory.close();
`;

/** What a script prints in a process where code cannot be made from strings. */
async function printedBy(script) {
  const forbidden = `try { new Function('return 1')(); throw 1; } catch (e) { if (e === 1) throw e; }`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module'];
  return (await promisify(execFile)(process.execPath, [...args, '-e', forbidden + script])).stdout;
}

test('case 53: no code is made from strings', async () => {
  const script = `const wasm = undefined; ${program} process.stdout.write(answer);`;
  assert.equal(await printedBy(script), expected);
});

test('case 53: a worker opens a memory from a module that it was handed', async () => {
  const inWorker = `
    const { parentPort, workerData: wasm } = require('node:worker_threads');
    (async () => { ${program} parentPort.postMessage(answer); })();
  `;
  const script = `
    import { readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    const module = new WebAssembly.Module(readFileSync(new URL(${JSON.stringify(url.href)})));
    const worker = new Worker(${JSON.stringify(inWorker)}, { eval: true, workerData: module, execArgv: [] });
    worker.on('message', (answer) => process.stdout.write(answer));
  `;
  assert.equal(await printedBy(script), expected);
});

test('case 53: results stay right while the heap grows during a call', async (t) => {
  for (const location of [':memory:', newStore(t)]) {
    const memory = await openMemory(location);
    memory.add({ category: 'a', name: 'first', content: 'river' });
    const sizes = [memory.status().heapBytes];
    for (const megabytes of [1, 6]) {
      const content = `stone ${'€'.repeat((megabytes << 20) / 3)} end${megabytes}`;
      const { warnings } = memory.add({ category: 'a', name: `long ${megabytes}`, content });
      assert.deepEqual(warnings, []);
      assert.equal(memory.get('a', `long ${megabytes}`).content, content);
      const [found] = memory.retrieve(`end${megabytes}`, { limit: 1 }).items;
      assert.equal(found.content, content);
      sizes.push(memory.status().heapBytes);
    }
    assert.ok(
      sizes.every((size, i) => i === 0 || size > sizes[i - 1]),
      `${sizes}`,
    );
    const bytes = memory.exportBytes();
    memory.importBytes(bytes);
    assert.equal(memory.items().items.length, 3);
    assert.deepEqual(memory.check().findings, []);
    memory.close();
  }
});

test('exported bytes do not change when the memory goes on', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'b', content: 'river' });
  const bytes = memory.exportBytes();
  const copy = bytes.slice();
  memory.addMany(
    Array.from({ length: 2000 }, (_, i) => ({
      category: 'a',
      name: `${i}`,
      content: 'x'.repeat(900),
    })),
  );
  assert.deepEqual(bytes, copy);
});

test('memories share nothing', async () => {
  const [one, two] = await Promise.all([openMemory(':memory:'), openMemory(':memory:')]);
  one.add({ category: 'a', name: 'b', content: 'river' });
  assert.equal(two.status().items, 0);
  one.close();
  assert.equal(two.retrieve('river').items.length, 0);
});
