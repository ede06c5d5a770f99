// addMany(): all of it or nothing, whatever the iterable, the items or the callbacks do meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails, errorOf } from '../support/errors.js';
import { newStore } from '../support/temp_store.js';

const item = (name, content = 'river', rest = {}) => ({ category: 'a', name, content, ...rest });
const many = (count, of = (i) => item(`n${i}`)) => Array.from({ length: count }, (_, i) => of(i));
const names = ({ items }) => items.map(({ name }) => name);
const open = (options) => openMemory(':memory:', { clock: () => 1.7e12, ...options });
const everything = (memory) => JSON.stringify([memory.items({ limit: 1000 }), memory.journal()]);

test('addMany takes any iterable', async () => {
  const memory = await open();
  const generated = (function* () {
    yield* many(3);
  })();
  assert.equal(memory.addMany(generated).added, 3);
  assert.equal(memory.addMany(new Set(many(4))).updated, 3);
  assert.equal(memory.addMany(new Map([['k', item('m')]]).values()).added, 1);
  assert.equal(memory.addMany([]).added, 0);
  assert.equal(memory.status().items, 5);
  for (const none of [undefined, null, 5, 'text', {}, item('x')]) {
    assertFails(() => memory.addMany(none), 'invalid_argument', 'items');
  }
});

test('addMany reports its progress, and ends at the total', async () => {
  const memory = await open();
  const calls = [];
  memory.addMany(many(1200), { onProgress: (progress) => calls.push(progress) });
  assert.ok(calls.length >= 3);
  assert.ok(calls.every(({ done }, i) => done > (calls[i - 1]?.done ?? 0)));
  assert.deepEqual(calls.at(-1), { done: 1200, total: 1200 });
  memory.addMany(new Set(many(1)), { onProgress: ({ total }) => assert.equal(total, undefined) });
});

test('long texts cross in small batches', async () => {
  const memory = await open();
  const dones = [];
  const long = 'x'.repeat(2 ** 19);
  const items = many(6, (i) => item(`n${i}`, i % 2 ? long : 'y', { metadata: { long } }));
  memory.addMany(items, { onProgress: ({ done }) => dones.push(done) });
  assert.deepEqual(dones, [1, 2, 3, 4, 5, 6]);
});

test('an item that breaks a rule is named by its place, and nothing is kept', async () => {
  const memory = await open();
  memory.add(item('kept'));
  const before = everything(memory);
  for (const at of [0, 499, 500, 1100]) {
    const spoilt = (fields) => many(1200, (i) => item(`n${i}`, 'x', i === at ? fields : {}));
    const attempt = (fields) => memory.addMany(spoilt(fields));
    assertFails(() => attempt({ content: 5 }), 'invalid_argument', `items[${at}].content`);
    assertFails(
      () => attempt({ metadata: { a: NaN } }),
      'invalid_argument',
      `items[${at}].metadata.a`,
    );
    assertFails(() => attempt({ unheardOf: 1 }), 'invalid_argument', `items[${at}].unheardOf`);
    assertFails(() => attempt({ category: 'No' }), 'invalid_argument', `items[${at}]`, 'category');
    assertFails(() => attempt({ name: 'n'.repeat(513) }), 'too_large', `items[${at}]`, 'name');
  }
  assertFails(() => memory.addMany([item('n'), null]), 'invalid_argument', 'items[1]');
  assert.equal(everything(memory), before);
  assert.deepEqual(names(memory.retrieve('x')), []);
});

test('an iterable or a progress that throws takes all back, and comes out as it is', async () => {
  const memory = await open();
  memory.add(item('kept'));
  const before = everything(memory);
  const broken = function* () {
    yield* many(700, (i) => item(`n${i}`, 'lost'));
    throw new RangeError('mine');
  };
  assert.throws(() => memory.addMany(broken()), RangeError);
  const throwing =
    (wanted) =>
    ({ done }) => {
      if (done >= wanted) throw new RangeError('mine');
    };
  const lost = many(1200, (i) => item(`n${i}`, 'lost'));
  for (const wanted of [1, 1000, 1200]) {
    assert.throws(() => memory.addMany(lost, { onProgress: throwing(wanted) }), RangeError);
  }
  assert.equal(everything(memory), before);
  assert.deepEqual(names(memory.retrieve('lost')), []);
  assert.equal(memory.add(item('next')).revision, 2);
});

test('an iterable is closed when its batch fails', async () => {
  const memory = await open();
  let closed = false;
  const items = (function* () {
    try {
      for (;;) yield item('n', 5);
    } finally {
      closed = true;
    }
  })();
  errorOf(() => memory.addMany(items));
  assert.ok(closed);
});

test('calls made inside a batch are refused, and the batch lives', async () => {
  const memory = await open();
  memory.add(item('kept'));
  const bytes = memory.exportBytes();
  const calls = [
    () => memory.add(item('inner')),
    () => memory.addMany([item('inner')]),
    () => memory.importMarkdown([]),
    () => memory.putEmbeddings([]),
    () => memory.replaceEmbeddings([]),
    () => memory.pendingEmbeddings(),
    () => memory.importBytes(bytes),
    () => memory.exportBytes(),
    () => memory.exportMarkdown(),
    () => memory.get('a', 'kept'),
    () => memory.remove('a', 'kept'),
    () => memory.items(),
    () => memory.categories(),
    () => memory.retrieve('river'),
    () => memory.revision(),
    () => memory.journal(),
    () => memory.status(),
    () => memory.check(),
    () => memory.rebuild(),
    () => memory.compact(),
    () => memory.flush(),
  ];
  const tryAll = () => calls.forEach((call) => assertFails(call, 'store_busy'));
  const items = function* () {
    tryAll();
    yield* many(600);
    tryAll();
  };
  assert.equal(memory.addMany(items(), { onProgress: tryAll }).added, 600);
  assert.equal(memory.revision(), 601);
  assert.deepEqual(memory.check().findings, []);
  memory.addMany(many(1), { onProgress: () => assert.equal(memory.tokenize('a b').length, 2) });
});

test('a memory closed inside a batch keeps nothing of it', async (t) => {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.add(item('kept'));
  assertFails(() => memory.addMany(many(1200), { onProgress: () => memory.close() }), 'closed');
  const again = await openMemory(path);
  assert.deepEqual(names(again.items()), ['kept']);
  again.close();
});
