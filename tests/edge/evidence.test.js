// The evidence face in a Durable Object, in workerd: texts outlive the object's instance, sessions and
// cursors do not, and hosts that live shorter than a conversation pass what they have on record.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { garden, ids, numbered, openWithTime } from '../support/events.js';
import { CheckWorker } from './support/harness.js';

let worker;
let objects = 0;
const newObject = () => `evidence${objects++}`;
const run = (name, args, object = newObject()) => worker.run(object, name, args);
const call = async (object, ...method) => (await run('calls', [method], object))[0];

before(async (t) => {
  worker = await CheckWorker.start(t, 'evidence_checks.js');
});

test('events are saved and found, once in 15 minutes', async () => {
  const object = newObject();
  const { added, warnings } = await call(object, 'saveMany', garden);
  assert.deepEqual([added, warnings], [garden.length, []]);
  const request = { query_text: 'heron' };
  const first = await call(object, 'search', request);
  assert.ok(first.events.length > 1);
  await run('pass', 899_999, object);
  assert.deepEqual(ids(await call(object, 'search', request)), []);
  await run('pass', 1, object);
  assert.deepEqual(ids(await call(object, 'search', request)), ids(first));
});

test('after an eviction the texts are there, and the sessions are gone', async () => {
  const object = newObject();
  await call(object, 'saveMany', garden);
  const first = await call(object, 'search', { query_text: 'heron' });
  await worker.restart();
  const request = { cursor: first.cursor, concept_id: first.concepts[0].id };
  const { code } = await call(object, 'expand', request);
  assert.equal(code, 'cursor_unknown');
  const again = await call(object, 'search', { query_text: 'heron' });
  assert.deepEqual(again.events, first.events);
  await worker.restart();
  const onRecord = { query_text: 'heron', entities: ['heron'], exclude: ids(first) };
  const { events, reason } = await call(object, 'search', onRecord);
  assert.deepEqual([events, reason], [[], 'nothing_new']);
  assert.deepEqual(await run('check', undefined, object), []);
});

test('many events are committed in parts, and say so', async () => {
  const object = newObject();
  const { added, ids: saved, warnings } = await call(object, 'saveMany', numbered(1050));
  assert.deepEqual([added, saved.length, warnings[0].code], [1050, 1050, 'committed_in_parts']);
  const { evidence } = await run('status', undefined, object);
  assert.deepEqual(evidence, { events: 1050, chunks: 1050 });
});

test('an interruption leaves the parts before it, and a second time completes them', async () => {
  const { thrown, kept, added, same } = await run('interrupted', {
    events: numbered(500),
    at: 350,
  });
  assert.equal(thrown, 'the caller has had enough');
  assert.equal(kept % 100, 0);
  assert.deepEqual([kept + added, same], [500, kept]);
});

test('an event above the limit changes nothing', async () => {
  const object = newObject();
  const content = 'word '.repeat(2_000_000);
  const { code } = await call(object, 'save', { id: 'huge', summary: 's', content });
  assert.equal(code, 'transaction_too_large');
  assert.equal(await call(object, 'get', 'huge'), null);
  assert.equal((await call(object, 'save', garden[0])).action, 'added');
  assert.deepEqual(await run('check', undefined, object), []);
});

test('the answers are those of Node', async () => {
  const object = newObject();
  const list = [
    ['saveMany', garden],
    ['search', { query_text: 'carp and heron' }],
    ['search', {}],
    ['findEntity', { kind: 'concept', name: 'pond' }],
    ['read', { event_id: 'letter', start: 2, limit: 3 }],
    ['chunks', '𠮷'.repeat(900)],
  ];
  const { evidence } = await openWithTime([], { clock: () => 1.7e12 });
  const expected = list.map(([method, ...args]) => evidence[method](...args));
  const given = await run('calls', list, object);
  assert.deepEqual(given.map(withoutCursor), expected.map(withoutCursor));
});

// Its end is of one opening alone.
const withoutCursor = (reply) =>
  reply.cursor ? { ...reply, cursor: reply.cursor.replace(/_[0-9a-f]+$/, '') } : reply;

test('without a clock of the caller’s there is that of the platform', async () => {
  assert.deepEqual(await run('plain'), [1, 0]);
});
