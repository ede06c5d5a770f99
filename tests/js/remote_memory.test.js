// What crosses to a worker is all of a memory, and the tabs know of the engine what they must.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemory } from 'loci';
import { EmbeddingMemory } from '../../js/embedding_memory.js';
import { Memory } from '../../js/memory.js';
import { Evidence } from '../../js/evidence.js';
import { callMethod } from '../../js/faces.js';
import { METHODS, OWN_METHODS } from '../../js/methods.js';
import { Palace } from '../../js/palace.js';
import { RemoteMemory } from '../../js/remote_memory.js';
import { FORMAT } from '../../js/tabs/protocol.js';

const methodsOf = ({ prototype }) =>
  Object.getOwnPropertyNames(prototype)
    .filter((name) => typeof Object.getOwnPropertyDescriptor(prototype, name).value === 'function')
    .sort();

/** A line that remembers the calls, and answers what it is told to. */
function lineOf(answer = () => 'answered') {
  const calls = [];
  const call = async (given) => {
    calls.push(given);
    return answer(given);
  };
  return { calls, call, close: async () => calls.push('close'), persistence: { mode: 'memory' } };
}

test('a remote memory has every method of a memory', () => {
  assert.deepEqual(methodsOf(RemoteMemory), methodsOf(Memory));
  const crossing = [...OWN_METHODS, 'reembed', 'close', 'constructor'].sort();
  assert.deepEqual(crossing, methodsOf(Memory));
  assert.deepEqual(methodsOf(EmbeddingMemory), crossing);
});

for (const [face, type, count] of [
  ['evidence', Evidence, 11],
  ['palace', Palace, 19],
]) {
  test(`the ${face} face is the same on every kind of memory`, async () => {
    const memory = await openMemory(':memory:');
    const asking = new EmbeddingMemory(memory, { embedder: () => [], lock: (work) => work() });
    const remote = new RemoteMemory(lineOf(), () => 0);
    const own = methodsOf(type).filter((name) => name !== 'constructor');
    assert.equal(own.length, count);
    for (const each of [memory, asking, remote]) {
      assert.ok(each[face] instanceof type);
      for (const name of own) assert.equal(typeof each[face][name], 'function', name);
    }
    const crossing = own.filter((name) => name !== 'call');
    const sent = crossing.map((name) => `${face}${name[0].toUpperCase()}${name.slice(1)}`);
    const known = Object.keys(METHODS).filter((name) => METHODS[name].face === face);
    assert.deepEqual(known.sort(), sent.sort());
    await asking.close();
  });
}

test('the tabs know the format of the engine', async () => {
  const memory = await openMemory(':memory:');
  assert.equal(memory.contract().formatVersion, FORMAT);
  memory.close();
});

test('what writes or delivers goes with a key of its own', async () => {
  const writes = Object.keys(METHODS).filter((name) => METHODS[name].writes);
  assert.deepEqual(writes, [
    'add',
    'addMany',
    'remove',
    'importBytes',
    'importMarkdown',
    'putEmbeddings',
    'replaceEmbeddings',
    'evidenceSave',
    'evidenceSaveMany',
    'evidenceRemove',
    'palaceAddDrawer',
    'palaceAddDrawers',
    'palaceUpdateDrawer',
    'palaceDeleteDrawer',
    'palaceAddCloset',
    'palaceRemoveCloset',
    'palaceCreateTunnel',
    'palaceDeleteTunnel',
  ]);
  const line = lineOf();
  const memory = new RemoteMemory(line, () => 0);
  const argumentOf = {
    importBytes: new Uint8Array(1),
    loadSegmenter: { words: new Uint8Array(1) },
  };
  const delivers = ['evidenceSearch', 'evidenceExpand', 'evidenceNearby'];
  for (const name of [...Object.keys(METHODS), 'add']) {
    await callMethod(memory, name, [argumentOf[name] ?? []]);
  }
  const keys = line.calls.filter(({ key }) => key !== undefined).map(({ method }) => method);
  assert.deepEqual(keys.sort(), [...writes, ...delivers, 'add'].sort());
  assert.equal(new Set(line.calls.map(({ key }) => key)).size, keys.length + 1);
});

test('the clock is the caller’s, and is asked once a call', async () => {
  const line = lineOf();
  let now = 0;
  const memory = new RemoteMemory(line, () => ++now);
  await memory.revision();
  await memory.addMany(new Set());
  assert.deepEqual(
    line.calls.map((call) => call.now),
    [1, 2],
  );
  const broken = new RemoteMemory(line, () => 'noon');
  await assert.rejects(broken.revision(), { code: 'invalid_argument', message: /clock/ });
});

test('the model of a memory goes with each call that takes one and names none', async () => {
  const line = lineOf(() => ({}));
  const memory = new RemoteMemory(line, () => 0, 'mini');
  await memory.add({ name: 'n' });
  await memory.add({ name: 'n' }, { model: 'other' });
  await memory.retrieve('q', { limit: 5 });
  await memory.putEmbeddings([], { onProgress: () => {} });
  await memory.items();
  assert.deepEqual(
    line.calls.map(({ args: [, options] }) => options && { ...options }),
    [
      { model: 'mini' },
      { model: 'other' },
      { limit: 5, model: 'mini' },
      { model: 'mini' },
      undefined,
    ],
  );
  await memory.palace.updateDrawer('id', { text: 't' });
  await memory.palace.updateDrawer('id');
  await memory.palace.updateDrawer('id', {}, { model: 'other' });
  assert.deepEqual(
    line.calls.slice(-3).map(({ args }) => args.map((each) => each && { ...Object(each) })),
    [
      [{ 0: 'i', 1: 'd' }, { text: 't' }, { model: 'mini' }],
      [{ 0: 'i', 1: 'd' }, undefined, { model: 'mini' }],
      [{ 0: 'i', 1: 'd' }, {}, { model: 'other' }],
    ],
  );
  const bare = new RemoteMemory(line, () => 0);
  await bare.add({ name: 'n' });
  assert.deepEqual(line.calls.at(-1).args.length, 1);
});

test('vectors cross as copies of floats, and what is none as false', async () => {
  const line = lineOf();
  const memory = new RemoteMemory(line, () => 0);
  const embedding = [1, 2];
  const sent = memory.putEmbeddings([
    { name: 'n', embedding },
    { name: 'm', embedding: ['no'] },
  ]);
  embedding[0] = 9;
  await sent;
  const [[first, second]] = line.calls[0].args;
  assert.deepEqual(first.embedding, Float32Array.of(1, 2));
  assert.equal(second.embedding, false);
});

test('vectors of an event cross the same way, each by itself', async () => {
  const line = lineOf();
  const { evidence } = new RemoteMemory(line, () => 0);
  const summaryEmbedding = [1, 2];
  const chunkEmbeddings = [[3, 4], null, ['no'], , Float64Array.of(5, 6)];
  const saved = evidence.save({ summary: '', content: '', summaryEmbedding, chunkEmbeddings });
  chunkEmbeddings[0][0] = summaryEmbedding[0] = 9;
  await saved;
  const [event] = line.calls[0].args;
  assert.deepEqual(event.summaryEmbedding, Float32Array.of(1, 2));
  const floats = [Float32Array.of(3, 4), null, false, null, Float32Array.of(5, 6)];
  assert.deepEqual(event.chunkEmbeddings, floats);
});

test('reembed computes here, and sends what it has made in one call', async () => {
  const pages = {
    status: { embeddings: { vectors: 0, pending: 2 } },
    pendingEmbeddings: {
      entries: ['n', 'm'].map((name) => ({ category: 'a', name, hash: name, text: name })),
      next: null,
    },
    replaceEmbeddings: { stored: 2 },
  };
  const line = lineOf(({ method }) => pages[method]);
  const memory = new RemoteMemory(line, () => 0, 'mini');
  const embedder = (texts) => texts.map(() => [1]);
  assert.deepEqual(await memory.reembed(embedder, { model: 'new' }), { stored: 2 });
  const { method, args, key } = line.calls.at(-1);
  assert.deepEqual([method, args[0].length, args[1].model], ['replaceEmbeddings', 2, 'new']);
  assert.ok(key);
  await memory.add({ name: 'n' });
  assert.equal(line.calls.at(-1).args[1].model, 'new');
  const ended = assert.rejects(
    memory.reembed(() => new Promise(() => {})),
    { code: 'closed' },
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  await memory.close();
  await ended;
});

test('status tells of this tab, not of the one that leads', async () => {
  const line = lineOf(() => ({ items: 1, persistence: { mode: 'elsewhere' } }));
  const status = await new RemoteMemory(line, () => 0).status();
  assert.deepEqual(status, { items: 1, persistence: { mode: 'memory' } });
});

test('what onProgress throws ends the batch and comes out of the call', async () => {
  const line = lineOf(async ({ progress }) => {
    assert.equal(await progress({ done: 1 }), true);
    assert.equal(await progress({ done: 2 }), false);
    throw new Error('the batch was taken back');
  });
  const seen = [];
  const onProgress = ({ done }) => {
    seen.push(done);
    if (done === 2) throw new RangeError('enough');
  };
  const memory = new RemoteMemory(line, () => 0);
  await assert.rejects(memory.addMany([], { onProgress }), {
    name: 'RangeError',
    message: 'enough',
  });
  assert.deepEqual(seen, [1, 2]);
});
