// The evidence face of a memory with an embedder: questions get their vectors before they are asked,
// texts theirs in the background, and in one session a call waits for the one before, whatever the
// embedder does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openMemory } from 'loci';
import { SessionQueue } from '../../js/session_queue.js';
import { axisEmbedder, liars } from '../support/embedders.js';
import { garden, ids, numbered } from '../support/events.js';

/** Opens a memory with an embedder, closed when the test ends. */
async function open(t, embedder, options) {
  const memory = await openMemory(':memory:', { embedder, embedderTimeout: 50, ...options });
  t.after(() => memory.close());
  return memory;
}

const TEXTS = ['river', 'stone', 'cloud', 'bread'].map((word) => ({
  id: word,
  summary: `a ${word}`,
  content: `One ${word}, by itself.`,
}));

test('the face answers by promise, also what it refuses', async (t) => {
  const { evidence } = await open(t, axisEmbedder());
  for (const answer of [
    evidence.saveMany(TEXTS),
    evidence.get('river'),
    evidence.search(),
    evidence.call({ operation: 'read', event_id: 'river' }),
    evidence.call(5),
  ]) {
    assert.ok(answer instanceof Promise);
    await answer;
  }
  await assert.rejects(evidence.save({}), { code: 'invalid_argument' });
  await assert.rejects(evidence.search(5), { code: 'invalid_argument' });
  await assert.rejects(evidence.search({}, { session: 5 }), { code: 'invalid_argument' });
  await assert.rejects(evidence.search({ query_text: () => 1 }), { code: 'invalid_argument' });
  assert.equal((await evidence.call({ operation: 'save' })).error.code, 'invalid_argument');
  assert.equal(
    (await evidence.call({ operation: 'search', entities: 5 })).error.code,
    'invalid_argument',
  );
});

test('summaries and chunks are embedded in the background, and flush waits for it', async (t) => {
  const embedder = axisEmbedder();
  const memory = await open(t, embedder, { model: 'axes' });
  await memory.evidence.save({ id: 'long', summary: 'a river', content: 'stone '.repeat(200) });
  await memory.evidence.saveMany(TEXTS);
  assert.deepEqual(embedder.calls, []);
  assert.deepEqual((await memory.flush()).warnings, []);
  const { vectors, pending, model } = (await memory.status()).embeddings;
  assert.deepEqual([vectors, pending, model], [11, 0, 'axes']);
});

test('each way to save wakes the background', async (t) => {
  const memory = await open(t, axisEmbedder());
  for (const save of [
    () => memory.evidence.save(TEXTS[0]),
    () => memory.evidence.saveMany(TEXTS.slice(1)),
  ]) {
    await save();
    const end = performance.now() + 5000;
    while ((await memory.status()).embeddings.pending > 0 && performance.now() < end)
      await sleep(5);
    assert.equal((await memory.status()).embeddings.pending, 0);
  }
});

test('a question is embedded, and a blank one is not', async (t) => {
  const embedder = axisEmbedder();
  const { evidence, flush } = await openFilled(t, embedder);
  await flush();
  embedder.calls.length = 0;
  const found = await evidence.search({ query_text: 'what of clouds' });
  assert.equal(ids(found)[0], 'cloud');
  assert.deepEqual([found.warnings, embedder.calls], [[], [['what of clouds']]]);
  await evidence.search({ query_text: ' ' });
  await evidence.search({});
  const bytes = new TextEncoder().encode('stone');
  await evidence.search({ query_text: bytes }, { session: 'bytes' });
  await evidence.search({ query_text: 'river' }, { session: 'own', embedding: [0, 0, 1, 0] });
  assert.deepEqual(embedder.calls, [['what of clouds'], ['stone']]);
  const alone = { model: 'axes' };
  await assert.rejects(evidence.search({ query_text: 'x' }, alone), { code: 'invalid_argument' });
});

async function openFilled(t, embedder, options) {
  const memory = await open(t, embedder, options);
  await memory.evidence.saveMany(TEXTS);
  return { memory, evidence: memory.evidence, flush: () => memory.flush() };
}

for (const [what, liar] of Object.entries(liars)) {
  test(`an embedder that ${what} costs no answer, and a warning says so`, async (t) => {
    let embed = axisEmbedder();
    const { evidence, flush } = await openFilled(t, (texts) => embed(texts));
    await flush();
    embed = liar;
    const { events, warnings } = await evidence.search({ query_text: 'cloud' });
    assert.deepEqual(ids({ events }), ['cloud']);
    assert.equal(warnings.length, 1, JSON.stringify(warnings));
  });
}

test('calls of one session run in their order, while the embedder is awaited', async (t) => {
  const waits = [];
  const slow = (texts) =>
    new Promise((resolve) => waits.push(() => resolve(axisEmbedder()(texts))));
  const memory = await openMemory(':memory:');
  memory.evidence.saveMany(garden);
  const bytes = memory.exportBytes();
  const asking = await open(t, slow, { readOnly: true, embedderTimeout: 5000 });
  await asking.close();
  const { evidence } = await openReadOnly(t, bytes, slow);
  const order = [];
  const ask = (what, promise) => promise.then((reply) => (order.push(what), reply));
  const query_text = 'carp and pond';
  const calls = [
    ask('first', evidence.search({ query_text })),
    ask('second', evidence.search({ query_text }, { session: 'default' })),
    ask('blank', evidence.search({}, { session: new TextEncoder().encode('default') })),
    ask('read', evidence.read({ event_id: 'roses' })),
    ask('other', evidence.search({}, { session: 'other' })),
  ];
  await calls[4];
  assert.deepEqual(order, ['other']);
  for (let i = 0; i < 2; i++) {
    while (waits.length === 0) await sleep(1);
    waits.shift()();
    await calls[i];
  }
  const [first, second, blank] = await Promise.all(calls);
  assert.deepEqual(order, ['other', 'first', 'second', 'blank', 'read']);
  const seen = [...ids(first), ...ids(second), ...ids(blank)];
  assert.equal(new Set(seen).size, seen.length);
  assert.equal(seen.length, garden.length);
});

async function openReadOnly(t, bytes, embedder) {
  const options = { embedder, embedderTimeout: 5000, readOnly: true };
  const memory = await openMemory({ bytes }, options);
  t.after(() => memory.close());
  return memory;
}

test('what waits is asked as it was given', async (t) => {
  const { evidence } = await openFilled(t, axisEmbedder());
  const request = { entities: [], query_text: 'river' };
  const options = { session: 'a' };
  const answers = [evidence.search(request, options), evidence.search(request, options)];
  request.query_text = 'cloud';
  request.entities.push('nobody');
  options.session = 'b';
  const [first] = await Promise.all(answers);
  assert.equal(ids(first)[0], 'river');
  assert.ok(ids(await evidence.search({}, { session: 'b' })).includes('river'));
});

test('a call that fails stops no other of its session', async (t) => {
  const { evidence } = await openFilled(t, axisEmbedder());
  const failing = evidence.expand({ cursor: 'x', concept_id: 'y' });
  const following = evidence.search({ query_text: 'river' });
  await assert.rejects(failing, { code: 'cursor_unknown' });
  assert.equal(ids(await following)[0], 'river');
});

test('sixty searches at once hand over everything once', async (t) => {
  const memory = await open(t, axisEmbedder());
  await memory.evidence.saveMany(numbered(100));
  const ask = (_, i) => memory.evidence.search(i % 2 ? { query_text: 'river' } : {});
  const replies = await Promise.all(Array.from({ length: 60 }, ask));
  const seen = replies.flatMap(ids);
  assert.equal(seen.length, 100);
  assert.equal(new Set(seen).size, 100);
});

test('closing answers what was asked, without the embedder', async (t) => {
  const { memory, evidence } = await openFilled(t, () => new Promise(() => {}), {
    embedderTimeout: 60_000,
  });
  const asked = [1, 2].map(() => evidence.search({ query_text: 'river' }));
  await sleep(5);
  await memory.close();
  const [first, second] = await Promise.all(asked);
  assert.equal(ids(first)[0], 'river');
  assert.ok(!ids(second).includes('river'));
  await assert.rejects(evidence.search(), { code: 'closed' });
  assert.equal((await evidence.call({ operation: 'search' })).error.code, 'closed');
});

test('a queue runs one session in order, sessions side by side, and forgets what is over', async () => {
  const queue = new SessionQueue();
  const order = [];
  const work = (what, milliseconds) => async () => {
    await sleep(milliseconds);
    order.push(what);
    if (what === 'fails') throw new Error('it did');
  };
  const failing = queue.run('a', work('fails', 20));
  const calls = [queue.run('a', work('next', 1)), queue.run('b', work('beside', 1))];
  await assert.rejects(failing, { message: 'it did' });
  await Promise.all(calls);
  assert.deepEqual(order, ['beside', 'fails', 'next']);
  await sleep(1);
  const again = queue.run('a', async () => order.push('at once'));
  assert.equal(order.at(-1), 'at once');
  await again;
});
