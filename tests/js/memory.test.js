// Each method of an open memory, and what it leaves behind when it fails. Retrieval has a file of
// its own (retrieve.test.js), so have batches, Markdown, arguments, limits and runtimes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../support/errors.js';
import { newStore } from '../support/temp_store.js';

const item = (name, content = 'river', rest = {}) => ({ category: 'a', name, content, ...rest });
const many = (count, of = (i) => item(`n${i}`)) => Array.from({ length: count }, (_, i) => of(i));
const names = ({ items }) => items.map(({ name }) => name);
const open = (options) => openMemory(':memory:', { clock: () => 1.7e12, ...options });
const everything = (memory) => JSON.stringify([memory.items({ limit: 1000 }), memory.journal()]);

test('add, get, remove', async () => {
  const memory = await open();
  const added = memory.add(item('one', ' river ', { owner: 'Ada' }));
  assert.deepEqual(added, {
    category: 'a',
    name: 'one',
    ts: '2023-11-14T22:13:20.000Z',
    action: 'added',
    revision: 1,
    warnings: [],
  });
  assert.equal(memory.get('a', ' one\n').content, 'river');
  assert.equal(memory.add(item('one', 'stone')).action, 'updated');
  assert.equal(memory.get('a', 'one').owner, null);
  assert.deepEqual(memory.remove('a', 'one'), { removed: true, revision: 3, warnings: [] });
  assert.deepEqual(memory.remove('a', 'one'), { removed: false, revision: 3, warnings: [] });
  assert.equal(memory.get('a', 'one'), null);
  assert.equal(memory.get('no such', '[['), null);
});

test('items come by category, then as they were added; a replaced one is the last', async () => {
  const memory = await open();
  const keys = ['b:x', 'a:y', 'a:x', 'b:w', 'a:y', '_:z', 'a-:v', '0:u'].map((key) =>
    key.split(':'),
  );
  for (const [category, name] of keys) memory.add({ category, name, content: '' });
  const stored = memory.items().items.map(({ category, name }) => `${category}:${name}`);
  assert.deepEqual(stored, ['0:u', '_:z', 'a:x', 'a:y', 'a-:v', 'b:x', 'b:w']);
  assert.deepEqual(names(memory.items({ category: 'b' })), ['x', 'w']);
  assert.deepEqual(names(memory.items({ limit: 2, offset: 1 })), names(memory.items()).slice(1, 3));
  assert.deepEqual(names(memory.items({ offset: 2 ** 53 })), []);
  assert.deepEqual(memory.categories()[2], { category: 'a', items: 2 });
});

test('the journal tells each mutation once, with its time', async () => {
  let now = 0;
  const memory = await open({ clock: () => now });
  memory.add(item('one', 'x', { owner: 'Ada', sourceConv: 'c1', ts: '2001-01-01' }));
  now = 60_000;
  memory.add(item('one', 'y'));
  now = 120_000;
  memory.remove('a', 'one');
  memory.remove('a', 'one');
  const { entries } = memory.journal();
  const told = entries.map(({ revision, ts, action, owner }) => [revision, ts, action, owner]);
  assert.deepEqual(told, [
    [1, '1970-01-01T00:00:00.000Z', 'add', 'Ada'],
    [2, '1970-01-01T00:01:00.000Z', 'update', null],
    [3, '1970-01-01T00:02:00.000Z', 'remove', null],
  ]);
  assert.deepEqual(memory.journal({ since: 2 }).entries, entries.slice(2));
  assert.deepEqual(memory.journal({ limit: 1 }).entries, entries.slice(0, 1));
  assert.equal(memory.compact({ keepJournal: 1 }).journalRemoved, 2);
  assert.deepEqual(memory.journal().entries, entries.slice(2));
  assert.equal(memory.revision(), 3);
});

test('revisions go on after the whole journal was cut', async () => {
  const memory = await open();
  memory.addMany(many(3));
  memory.compact({ keepJournal: 0 });
  const bytes = memory.exportBytes();
  const copy = await openMemory({ bytes });
  assert.equal(copy.revision(), 3);
  assert.equal(copy.add(item('four')).revision, 4);
});

test('a clock that throws or gives no number changes nothing', async () => {
  let clock = () => 0;
  const memory = await openMemory(':memory:', { clock: () => clock() });
  memory.add(item('kept'));
  const failing = [
    () => {
      throw new RangeError('mine');
    },
    () => NaN,
    () => '5',
    () => 5n,
    () => undefined,
    () => 1e300,
  ];
  for (const bad of failing) {
    const items = function* () {
      clock = () => 0;
      yield* many(600);
      clock = bad;
    };
    for (const call of [() => memory.add(item('lost')), () => memory.addMany(items())]) {
      clock = bad;
      assert.throws(
        call,
        (error) => error instanceof RangeError || error.code === 'invalid_argument',
      );
    }
    clock = () => 0;
    assert.deepEqual(names(memory.items()), ['kept']);
  }
});

test('a clock far out is cut to what a time stamp can say', async () => {
  for (const [now, ts] of [
    [-8.64e15, '0001-01-01T00:00:00.000Z'],
    [8.64e15, '9999-12-31T23:59:59.999Z'],
    [1.9, '1970-01-01T00:00:00.001Z'],
  ]) {
    const memory = await openMemory(':memory:', { clock: () => now });
    assert.equal(memory.add(item('n')).ts, ts);
    assert.equal(memory.journal().entries[0].ts, ts);
  }
});

test('status tells figures that are true', async () => {
  const memory = await open();
  const empty = memory.status();
  assert.deepEqual([empty.items, empty.terms, empty.revision], [0, 0, 0]);
  memory.addMany(many(500, (i) => item(`n${i}`, 'river '.repeat(50) + i)));
  const full = memory.status();
  assert.equal(full.items, 500);
  assert.equal(full.terms, 1001); // river, n0 to n499, 0 to 499
  assert.equal(full.revision, 500);
  const journal = full.storeBytes - memory.exportBytes().length;
  assert.ok(journal >= 0 && journal <= 65536, `${journal}`);
  assert.ok(full.indexBytes > empty.indexBytes && full.indexBytes < full.heapBytes);
  assert.ok(full.storeBytes > 500 * 300);
  assert.deepEqual([full.damaged, full.readOnly, full.warnings], [false, false, []]);
  assert.equal(full.persistence, memory.persistence);
  assert.ok(Object.isFrozen(memory.persistence));
});

test('a batch that replaces everything leaves no journal of its size in memory', async () => {
  const memory = await open();
  const batch = many(3000, (i) => item(`n${i}`, 'x'.repeat(400)));
  memory.addMany(batch);
  memory.addMany(batch);
  const journal = memory.status().storeBytes - memory.exportBytes().length;
  assert.ok(journal <= 65536, `${journal}`);
});

test('rebuild gives the index that was there', async () => {
  const memory = await open();
  memory.addMany(many(300, (i) => item(`n${i}`, `river stone ${i % 7}`)));
  for (let i = 0; i < 300; i += 3) memory.remove('a', `n${i}`);
  const before = memory.retrieve('river 3 stone', { explain: true, limit: 1000 });
  assert.equal(memory.rebuild().items, 200);
  assert.equal(
    JSON.stringify(memory.retrieve('river 3 stone', { explain: true, limit: 1000 })),
    JSON.stringify(before),
  );
});

test('a removed or replaced text is gone from every path, and scores are as if it had never been', async () => {
  const memory = await open();
  const never = await open();
  memory.addMany([item('A', 'alpha river'), item('B', 'beta river'), item('C', 'gamma river')]);
  memory.remove('a', 'A');
  memory.add(item('B', 'delta river'));
  never.addMany([item('C', 'gamma river'), item('B', 'delta river')]);
  for (const query of ['alpha', 'beta', 'A']) {
    assert.deepEqual(names(memory.retrieve(query, { limit: 1 })), [], query);
  }
  const scores = (m) =>
    m.retrieve('delta gamma river').items.map(({ name, score }) => [name, score]);
  assert.deepEqual(scores(memory), scores(never));
  assert.deepEqual(scores(memory), scores(await openMemory({ bytes: memory.exportBytes() })));
  assert.ok(!memory.exportMarkdown()[0].text.includes('alpha'));
});

test('adding and removing without end leaves store and heap flat after compact', async () => {
  const memory = await open();
  const batch = many(1000, (i) => item(`n${i}`, `river ${i} stone ${i * 7} and some more words`));
  const round = () => {
    memory.addMany(batch);
    for (const { name } of batch) memory.remove('a', name);
    memory.compact({ keepJournal: 0 });
    const { storeBytes, heapBytes, indexBytes } = memory.status();
    return { storeBytes, heapBytes, indexBytes };
  };
  round();
  const early = round();
  let late;
  for (let i = 0; i < 18; i++) late = round();
  assert.equal(late.storeBytes, early.storeBytes);
  assert.equal(late.indexBytes, early.indexBytes);
  assert.ok(late.heapBytes <= early.heapBytes * 1.1, `${early.heapBytes} -> ${late.heapBytes}`);
});

test('close, twice, and everything after it', async () => {
  const memory = await open();
  const calls = [
    'add',
    'addMany',
    'get',
    'remove',
    'items',
    'categories',
    'retrieve',
    'revision',
    'journal',
  ];
  calls.push(
    'status',
    'check',
    'rebuild',
    'compact',
    'flush',
    'exportBytes',
    'exportMarkdown',
    'importMarkdown',
  );
  calls.push('tokenize', 'estTokens', 'parseLinks');
  memory.close();
  memory.close();
  for (const name of calls) assertFails(() => memory[name]([]), 'closed', 'open it again');
  assertFails(() => memory.importBytes(new Uint8Array(9)), 'closed');
  assert.equal(memory.persistence.mode, 'memory');
  assert.ok(memory.contract().limits.limit > 0);
});

test('Symbol.dispose closes', async () => {
  const memory = await open();
  memory[Symbol.dispose]();
  assertFails(() => memory.status(), 'closed');
});

test('a read-only memory answers everything and changes nothing', async (t) => {
  const path = newStore(t);
  const writer = await openMemory(path);
  writer.addMany(many(20));
  const bytes = writer.exportBytes();
  writer.close();
  for (const location of [path, { bytes }]) {
    const memory = await openMemory(location, { readOnly: true });
    const before = everything(memory);
    const writes = [
      () => memory.add(item('new')),
      () => memory.addMany([item('new')]),
      () => memory.remove('a', 'n1'),
      () => memory.importMarkdown([]),
      () => memory.importBytes(bytes),
      () => memory.compact(),
    ];
    for (const write of writes) assertFails(write, 'read_only', 'readOnly');
    assert.equal(memory.status().readOnly, true);
    assert.equal(names(memory.retrieve('river')).length, 10);
    assert.equal(memory.check().ok, true);
    assert.ok(memory.exportBytes().length > 0);
    assert.ok(memory.exportMarkdown().length > 0);
    assert.equal(everything(memory), before);
    memory.close();
  }
  await assert.rejects(
    openMemory(newStore(t), { readOnly: true }),
    ({ code }) => code === 'read_only' || code === 'storage_error',
  );
});

test('an opening that fails leaves the store free', async (t) => {
  const path = newStore(t);
  (await openMemory(path)).close();
  for (const step of ['load', 'open', 'ready']) {
    const onProgress = (progress) => {
      if (progress.step === step) throw new RangeError('mine');
    };
    await assert.rejects(openMemory(path, { onProgress }), RangeError);
  }
  await assert.rejects(openMemory(path, { profile: 'fast' }), { code: 'invalid_argument' });
  const memory = await openMemory(path);
  await assert.rejects(openMemory(path), { code: 'store_busy' });
  memory.close();
});

test('bad locations and options are named', async () => {
  for (const location of [undefined, null, 5, '', [], {}, 'opfs:notes']) {
    await assert.rejects(
      openMemory(location),
      ({ code, message }) => code === 'invalid_argument' && /location/.test(message),
    );
  }
  for (const [options, word] of [
    [null, 'options'],
    ['text', 'options'],
    [{ clock: 5 }, 'clock'],
    [{ onProgress: {} }, 'onProgress'],
    [{ readOnly: 'yes' }, 'readOnly'],
    [{ profile: 5 }, 'profile'],
    [{ durability: null }, 'durability'],
    [{ forms: 'all' }, 'forms'],
  ]) {
    await assert.rejects(
      openMemory(':memory:', options),
      ({ code, message }) => code === 'invalid_argument' && message.includes(word),
    );
  }
  for (const bytes of [undefined, null, 'text', [1]]) {
    await assert.rejects(openMemory({ bytes }), { code: 'invalid_argument' });
  }
});
