// Memories in Durable Objects, in workerd: kept over restarts, with the answers of Node, each commit
// whole whatever fails, and each object for itself.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { openMemory } from 'loci';
import { BROKEN, FULL } from './support/failing_storage.js';
import { CheckWorker } from './support/harness.js';
import { answersOf, notes } from './support/notes.js';

const MANY = 10_000;
const QUESTIONS = 100;
const COLD = 120; // milliseconds
const IDLE_HEAP = 8 << 20;
const clock = () => 1.7e12;

let worker;
let objects = 0;
const newObject = () => `memory${objects++}`;
const run = (name, args, object = newObject()) => worker.run(object, name, args);

before(async (t) => {
  worker = await CheckWorker.start(t, 'memory_checks.js');
});

/** `status()`, or what else is called, in the object. */
const call = (object, ...method) => run('calls', [method], object);

async function answersOfNode(count) {
  const memory = await openMemory(':memory:', { clock });
  memory.addMany(notes(count));
  return answersOf(memory, QUESTIONS);
}

test('10 000 items are there after a restart, with the answers of Node', async (t) => {
  const object = newObject();
  const { added, warnings } = await run('fill', { count: MANY }, object);
  assert.equal(added, MANY);
  assert.deepEqual(warnings[0].detail, { parts: MANY / 100 });
  const expected = await answersOfNode(MANY);
  assert.equal(await run('answers', QUESTIONS, object), expected);
  const filled = await call(object, 'status');
  assert.equal(filled.persistence.mode, 'durable-object');
  assert.equal(filled.persistence.persisted, true);

  const times = [];
  for (let i = 0; i < 3; i++) {
    await worker.restart();
    const start = performance.now();
    const { items } = await call(object, 'retrieve', 'kalo ren', { limit: 3 });
    times.push(performance.now() - start);
    assert.ok(items.length > 0);
  }
  const cold = Math.min(...times);
  t.diagnostic(`cold start to first answer: ${cold.toFixed()} ms (target ${COLD} ms)`);
  assert.equal(await run('answers', QUESTIONS, object), expected);
  const { heapBytes, indexBytes } = await call(object, 'status');
  const idle = heapBytes - indexBytes;
  t.diagnostic(`heap beside the index: ${(idle / 2 ** 20).toFixed(1)} MiB, index ${indexBytes}`);
  const grown = filled.heapBytes - filled.indexBytes;
  t.diagnostic(`the same after adding all at once: ${(grown / 2 ** 20).toFixed(1)} MiB`);
  assert.ok(idle <= IDLE_HEAP, `${idle} bytes`);
  assert.ok(grown <= IDLE_HEAP, `${grown} bytes after adding`);
});

test('a commit writes the pages that it changed, a row each', async () => {
  const object = newObject();
  await run('fill', { count: 500 }, object);
  for (const index of [500, 501, 502]) {
    const { rowsWritten, changes, changed } = await run('written', index, object);
    assert.equal(rowsWritten, changed);
    assert.equal(changes, changed);
    assert.ok(changed >= 2 && changed <= 8, `${changed} pages`);
  }
});

for (const [words, message, code] of [
  ['a failure', BROKEN, 'storage_error'],
  ['no room', FULL, 'storage_full'],
]) {
  test(`${words} at any statement of a commit leaves the old state and a memory to use`, async () => {
    const object = newObject();
    await run('fill', { count: 30 }, object);
    const { outcomes, after } = await run('failedWrites', message, object);
    assert.ok(outcomes.length >= 3, `${outcomes.length} statements`);
    for (const outcome of outcomes) assert.deepEqual(outcome, { code, isOld: true });
    assert.equal(after, true);
  });
}

test('a memory in a transaction that is rolled back writes no more until it is opened anew', async () => {
  const { refused, next, isOld, later } = await run('transactionAround');
  assert.equal(refused, 'it is taken back');
  assert.deepEqual([next, isOld, later], ['storage_error', true, 'ok']);
});

test('a full store can be read, made smaller, and filled again when there is room', async () => {
  const { added, items, found, removed, again, later, check } = await run('fullStore');
  assert.deepEqual([added[0].code, items, found], ['storage_full', 300, 3]);
  assert.ok(removed.every(Boolean));
  assert.deepEqual([again, later], ['ok', 'ok']);
  assert.deepEqual(check.findings, []);
});

for (const [change, items, step] of [
  ['importBytes', 150, 1],
  ['importBytes', 8000, 61],
  ['replaceEmbeddings', 100, 1],
  ['replaceEmbeddings', 1500, 61],
]) {
  for (const once of [true, false]) {
    const what = once ? 'a statement fails' : 'all fail from a statement on';
    test(`${change} of ${items} items is all or nothing when ${what}`, async () => {
      const outcomes = await run('stagedChange', { change, items, step, once });
      assert.ok(outcomes.length > 8, `${outcomes.length} tries`);
      assert.deepEqual(outcomes.pop(), { thrown: 'ok', isOld: false, isNextOld: false });
      for (const [i, { thrown, isOld, isNextOld }] of outcomes.entries()) {
        assert.equal(thrown.code, 'storage_error', `at ${i * step}`);
        assert.ok(isOld && isNextOld, `at ${i * step}`);
      }
    });
  }
}

for (const [change, items] of [
  ['importBytes', 8000],
  ['replaceEmbeddings', 1500],
]) {
  test(`${change} is all or nothing when the object ends within`, async () => {
    for (const after of [1, 20, 400]) {
      const object = newObject();
      await assert.rejects(run('abortWithin', { change, items, after }, object));
      const [count, , embeddings, findings] = await run('state', null, object);
      const isImport = change === 'importBytes';
      assert.deepEqual([count, findings], [isImport ? 100 : items, []]);
      assert.equal(embeddings.width, isImport ? null : 8);
    }
  });
}

test('1 000 agents in turn keep their memories apart', async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `agent${i}`);
  for (const name of names) {
    const { found, all } = await run('turn', name, name);
    assert.deepEqual(found, [`${name} likes`]);
    assert.deepEqual(all, [`${name} likes`, `${name} has`]);
  }
  await worker.restart();
  for (const name of [names[0], names[999]]) {
    assert.deepEqual((await run('turn', name, name)).all.length, 2);
  }
});

test('an embedder gives texts and questions their vectors', async () => {
  const object = newObject();
  const { embeddingUsed, embeddings } = await run('embedder', null, object);
  assert.equal(embeddingUsed, true);
  assert.equal(embeddings.lastError, null);
  const kept = { model: 'sixteen', width: 16, vectors: 300, pending: 0 };
  assert.deepEqual(embeddings, { ...kept, lastError: null });
  await worker.restart();
  assert.deepEqual((await call(object, 'status')).embeddings, kept);
});

test('the next instance of an object goes on where the last one ended', async () => {
  const object = newObject();
  await run('fill', { count: 100 }, object);
  const answers = await run('answers', 10, object);
  await assert.rejects(run('abort', null, object)); // as after a hibernation, with the memory open
  assert.equal(await run('answers', 10, object), answers);
  assert.equal((await run('fill', { count: 100, first: 100 }, object)).added, 100);
  assert.equal((await call(object, 'check')).ok, true);
});

test('a memory in a Durable Object exports for all runtimes', async () => {
  const object = newObject();
  await run('fill', { count: 200 }, object);
  const bytes = Uint8Array.from(await run('exported', null, object));
  const memory = await openMemory({ bytes }, { clock });
  assert.equal(answersOf(memory, QUESTIONS), await run('answers', QUESTIONS, object));
});

test('what cannot be opened is refused in clear words', async () => {
  const said = await run('refusals');
  for (const name of ['noWasm', 'bytes', 'url', 'memoryWithoutWasm']) {
    assert.match(
      said[name],
      /^invalid_argument: wasm must be .*import wasm from 'loci\/loci\.wasm'/,
    );
  }
  for (const name of ['path', 'nothing']) {
    assert.match(said[name], /^invalid_argument: location must be \{durableObject: ctx\.storage\}/);
  }
  for (const name of ['noStorage', 'null']) {
    assert.match(said[name], /^invalid_argument: durableObject must be ctx\.storage .*SQLite/);
  }
  assert.match(said.absent, /^storage_error: .*it has none yet; open it without readOnly first/);
  assert.equal(said.second, 'store_busy');
});

test('a store that is opened with readOnly is read, and nothing of it is written', async () => {
  const { isSame, refused, bytes, changes } = await run('readOnly');
  assert.deepEqual([isSame, refused, changes], [true, 'read_only', 0]);
  assert.ok(bytes > 8192);
});

test('memories without a place run at the edge as well', async () => {
  const { isSame, modes } = await run('inMemory');
  assert.equal(isSame, true);
  assert.deepEqual(modes, ['memory', 'memory']);
});

test('a store that is larger than a commit can be compacted', async (t) => {
  const object = newObject();
  const large = await run('compacted', { count: 10_000, removed: 1000 }, object);
  assert.ok(large.storeBytes > 10 << 20, `${large.storeBytes} bytes`);
  assert.equal(large.result.storeBytes, large.storeBytes); // what is free stays so
  const small = await run('compacted', { count: 0, removed: 8000, first: 1000 }, object);
  assert.ok(small.result.storeBytes < 4 << 20, `${small.result.storeBytes} bytes`);
  assert.equal(small.status.items, 1000);
  for (const { result, rows, isSame, isNextSame, check } of [large, small]) {
    assert.equal(rows * 4096, result.storeBytes);
    assert.ok(isSame && isNextSame);
    assert.deepEqual(check.findings, []);
  }
  t.diagnostic(`heap of the next memory: ${small.status.heapBytes} bytes`);
});
