// Embeddings from outside, with an item or later: what is stored, what an item keeps and loses, and
// what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails, errorOf } from '../support/errors.js';
import { newStore } from '../support/temp_store.js';

const open = (options) => openMemory(':memory:', { clock: () => 1.7e12, ...options });
const item = (name, fields = {}) => ({ category: 'a', name, content: `about ${name}`, ...fields });
const vectorsOf = (memory) => memory.status().embeddings.vectors;
const pendingOf = (memory) => memory.pendingEmbeddings().entries.map(({ name }) => name);
const cosines = (memory, embedding, options = {}) =>
  Object.fromEntries(
    memory
      .retrieve('%', { embedding, ...options })
      .items.map(({ name, cosScore }) => [name, cosScore]),
  );
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);

/** Entries for all that is pending, with the vectors that `of` gives their names. */
const entriesFor = (memory, of) =>
  memory.pendingEmbeddings({ limit: 1000 }).entries.map(({ text: _text, ...key }) => ({
    ...key,
    embedding: of(key.name),
  }));

test('a vector comes with its item, and is found', async () => {
  const memory = await open();
  memory.add(item('east', { embedding: [1, 0] }));
  memory.add(item('north', { embedding: Float32Array.of(0, 2) }));
  memory.addMany([item('both', { embedding: Float64Array.of(3, 3) }), item('none')]);
  const { embeddings } = memory.status();
  assert.deepEqual(embeddings, { model: null, width: 2, vectors: 3, pending: 1 });
  const { items, embeddingUsed, ...rest } = memory.retrieve('east', { embedding: [0, 5] });
  assert.ok(embeddingUsed && !('embeddingReason' in rest));
  const found = Object.fromEntries(items.map(({ name, cosScore }) => [name, cosScore]));
  assert.deepEqual(Object.keys(found).sort(), ['both', 'east', 'north']);
  close(found.north, 1);
  close(found.both, Math.SQRT1_2);
  assert.equal(found.east, null);
});

test('a vector stands behind a long text as well', async () => {
  const memory = await open();
  const long = 'é'.repeat(200_000);
  memory.add(item('long', { content: long, embedding: [3, 4] }));
  memory.addMany([item('longer', { content: `${long}${long}`, embedding: [4, 3] })]);
  const found = cosines(memory, [3, 4]);
  close(found.long, 1);
  close(found.longer, 0.96);
  const { items } = memory.retrieve(long, { embedding: [3, 4], limit: 1 });
  close(items[0].cosScore, 1);
});

test('an item’s vector is not shown with it', async () => {
  const memory = await open();
  memory.add(item('one', { embedding: [1, 2] }));
  assert.ok(!('embedding' in memory.get('a', 'one')));
  assert.ok(!('embedding' in memory.retrieve('one').items[0]));
});

test('what has no vector for its text is pending', async () => {
  const memory = await open();
  memory.addMany([item('one'), item('two', { embedding: [1] }), item('three')]);
  const { entries, next, pending, warnings } = memory.pendingEmbeddings();
  assert.deepEqual([next, pending, warnings], [null, 2, []]);
  assert.deepEqual(
    entries.map(({ hash, ...entry }) => entry),
    ['one', 'three'].map((name) => ({
      face: 'wiki',
      category: 'a',
      name,
      text: `${name}\nabout ${name}`,
    })),
  );
  for (const { hash } of entries) assert.match(hash, /^[0-9a-f]{16}$/);
  const all = memory.pendingEmbeddings({ all: true });
  assert.deepEqual(
    all.entries.map(({ name }) => name),
    ['one', 'two', 'three'],
  );
  assert.equal(all.pending, 2);
});

test('what is pending comes in lists of any length', async () => {
  const memory = await open();
  memory.addMany(Array.from({ length: 1005 }, (_, i) => item(`n${i}`)));
  for (const limit of [1, 7, 64, 1000]) {
    const names = [];
    for (let after = 0; after !== null;) {
      const page = memory.pendingEmbeddings({ limit, after });
      assert.ok(page.entries.length <= limit);
      names.push(...page.entries.map(({ name }) => name));
      after = page.next;
    }
    assert.deepEqual(
      names,
      Array.from({ length: 1005 }, (_, i) => `n${i}`),
    );
  }
  assert.equal(memory.pendingEmbeddings().entries.length, 100);
  assert.deepEqual(memory.pendingEmbeddings({ limit: 0 }).entries, []);
  const clamped = memory.pendingEmbeddings({ limit: 5000 });
  assert.equal(clamped.entries.length, 1000);
  assert.equal(clamped.warnings[0].code, 'limit_clamped');
  for (const bad of [
    { limit: -1 },
    { limit: 1.5 },
    { after: -1 },
    { after: 'x' },
    { all: 1 },
    { x: 1 },
  ]) {
    assertFails(() => memory.pendingEmbeddings(bad), 'invalid_argument', Object.keys(bad)[0]);
  }
});

test('a vector comes later, by the hash of its text', async () => {
  const memory = await open();
  memory.addMany([item('one'), item('two')]);
  const { entries } = memory.pendingEmbeddings();
  const { revision } = memory.putEmbeddings([]);
  const put = memory.putEmbeddings(
    entries.map(({ text: _text, ...key }, i) => ({ ...key, embedding: [1 - i, i] })),
    { model: 'mini' },
  );
  assert.deepEqual(put, {
    results: ['one', 'two'].map((name) => ({ face: 'wiki', category: 'a', name, stored: true })),
    stored: 2,
    revision: revision + 1,
    warnings: [],
  });
  assert.equal(memory.revision(), revision + 1);
  assert.deepEqual(pendingOf(memory), []);
  close(cosines(memory, [0, 1]).two, 1);
  assert.deepEqual(memory.status().embeddings.model, 'mini');
});

test('an entry of what is pending comes back as it is, with its vector', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'x', content: 'river' });
  const { entries } = memory.pendingEmbeddings();
  const embedded = entries.map((entry) => ({ ...entry, embedding: [1, 0] }));
  assert.equal(memory.putEmbeddings(embedded).stored, 1);
  memory.add({ category: 'a', name: 'x', content: 'sea' });
  const [{ error }] = memory.putEmbeddings(
    embedded.map(({ hash: _hash, ...rest }) => rest),
  ).results;
  assert.equal(error.code, 'stale_hash');
  const noHash = [{ ...embedded[0], hash: 'river' }];
  assert.throws(() => memory.putEmbeddings(noHash), {
    code: 'invalid_argument',
    message: /^entries\[0\]\.hash must be 16 digits/,
  });
  memory.close();
});

test('entries are judged one by one, and the others are kept', async () => {
  const memory = await open();
  memory.addMany(['good', 'stale', 'bad', 'wide', 'last'].map((name) => item(name)));
  const [good, stale, bad, wide, last] = memory.pendingEmbeddings().entries;
  memory.add(item('stale', { content: 'other words' }));
  const entry = ({ text: _text, ...key }, embedding) => ({ ...key, embedding });
  const { results, stored } = memory.putEmbeddings([
    entry(good, [1, 0]),
    entry(stale, [1, 0]),
    entry(bad, [0, 0]),
    entry(wide, [1, 0, 0]),
    entry({ ...last, name: 'nobody' }, [1, 0]),
    entry({ ...last, category: 'No such' }, [1, 0]),
    entry(last, [0, 1]),
  ]);
  assert.equal(stored, 2);
  assert.deepEqual(
    results.map(({ error }) => error?.code),
    [
      undefined,
      'stale_hash',
      'invalid_vector',
      'dimension_mismatch',
      'unknown_item',
      'unknown_item',
      undefined,
    ],
  );
  assert.match(results[2].error.message, /item a:bad/);
  assert.match(results[3].error.message, /a:wide.* 3 .* 2/);
  assert.deepEqual(pendingOf(memory).sort(), ['bad', 'stale', 'wide']);
  assert.deepEqual(cosines(memory, [1, 0]), { good: 1 });
});

test('without a hash the text is taken for the one that was embedded', async () => {
  const memory = await open();
  memory.add(item('one'));
  const { results } = memory.putEmbeddings([{ category: 'a', name: ' one ', embedding: [1] }]);
  assert.deepEqual(results, [{ face: 'wiki', category: 'a', name: results[0].name, stored: true }]);
  assert.equal(
    memory.putEmbeddings([{ face: 'wiki', category: 'a', name: 'one', hash: null, embedding: [2] }])
      .stored,
    1,
  );
  assert.deepEqual(cosines(memory, [1]), { one: 1 });
});

test('an entry of a wrong shape takes all back', async () => {
  const memory = await open();
  memory.addMany([item('one'), item('two')]);
  const [one] = entriesFor(memory, () => [1]);
  for (const [spoilt, ...words] of [
    [{ ...one, name: 5 }, 'entries[1].name'],
    [{ ...one, face: 'attic' }, 'entries[1].face'],
    [{ ...one, hash: 5 }, 'entries[1].hash'],
    [{ ...one, text: 5 }, 'entries[1].text'],
    [{ ...one, txt: 'x' }, 'entries[1].txt'],
    [null, 'entries[1]'],
  ]) {
    assertFails(() => memory.putEmbeddings([one, spoilt]), 'invalid_argument', ...words);
  }
  for (const none of [undefined, null, 5, 'text', {}, one]) {
    assertFails(() => memory.putEmbeddings(none), 'invalid_argument', 'entries');
  }
  for (const bad of [{ model: 5 }, { model: '' }, { model: 'é'.repeat(257) }, { modle: 'x' }]) {
    assertFails(() => memory.putEmbeddings([one], bad), 'invalid_argument', Object.keys(bad)[0]);
  }
  assert.equal(vectorsOf(memory), 0);
});

test('putEmbeddings reports its progress, and what that throws takes all back', async () => {
  const memory = await open();
  memory.addMany(Array.from({ length: 1200 }, (_, i) => item(`n${i}`)));
  const steps = [];
  const wide = new Float32Array(384).fill(1);
  const entries = memory.pendingEmbeddings({ limit: 1000 }).entries;
  const put = (options) =>
    memory.putEmbeddings(
      entries.map(({ text: _text, ...key }) => ({ ...key, embedding: wide })),
      options,
    );
  const throwing = () => {
    throw new RangeError('mine');
  };
  assert.throws(() => put({ onProgress: throwing }), RangeError);
  assert.equal(vectorsOf(memory), 0);
  put({ onProgress: (progress) => steps.push(progress) });
  assert.ok(steps.length >= 2);
  assert.deepEqual(steps.at(-1), { done: 1000, total: 1000 });
  assert.equal(vectorsOf(memory), 1000);
});

test('an item whose text changes loses its vector, in the same step', async () => {
  const memory = await open();
  const before = item('one', { embedding: [1, 0] });
  memory.add(before);
  for (const [fields, keeps] of [
    [{ owner: 'Ada', ts: '2024-01-01', metadata: { page: 1 } }, true],
    [{ sequence: { id: 's', position: 1 } }, true],
    [{ content: '  about one \n' }, true], // the same once it is trimmed
    [{ content: 'about ONE' }, false],
  ]) {
    memory.add(item('one', fields));
    assert.equal(vectorsOf(memory), keeps ? 1 : 0, JSON.stringify(fields));
    assert.deepEqual(cosines(memory, [1, 0]), keeps ? { one: 1 } : {});
    assert.deepEqual(pendingOf(memory), keeps ? [] : ['one']);
  }
  memory.add(before);
  assert.equal(vectorsOf(memory), 1);
  memory.add(item('one', { embedding: [0, 1] }));
  assert.deepEqual(cosines(memory, [0, 1]), { one: 1 });
  memory.remove('a', 'one');
  assert.deepEqual(memory.status().embeddings, {
    model: null,
    width: null,
    vectors: 0,
    pending: 0,
  });
  assert.equal(memory.retrieve('%', { embedding: [0, 1] }).embeddingReason, 'no_vectors');
  memory.add(item('one'));
  assert.deepEqual(pendingOf(memory), ['one']);
});

test('an import of Markdown keeps the vectors of texts that stay', async () => {
  const memory = await open();
  memory.addMany([item('one', { embedding: [1] }), item('two', { embedding: [1] })]);
  const [file] = memory.exportMarkdown();
  const text = file.text.replace('about two', 'about something else');
  memory.importMarkdown([{ path: file.path, text }]);
  assert.deepEqual(pendingOf(memory), ['two']);
});

test('what is no vector is refused by name, and its text with it', async () => {
  const memory = await open();
  for (const bad of [
    [],
    [[1]],
    ['1'],
    'no',
    5,
    true,
    {},
    { length: 1, 0: 1 },
    [1, , 2],
    [NaN, 0],
    [Infinity, 0],
    [0, 0],
    [-0],
    new Float32Array(3),
    new Float32Array(8193).fill(1),
    Int8Array.of(1, 2),
    Buffer.from([1, 2, 3, 4]),
    BigInt64Array.of(1n),
    new ArrayBuffer(8),
    new DataView(new ArrayBuffer(8)),
  ]) {
    const message = assertRefused(() => memory.add(item('one', { embedding: bad })));
    assert.match(message, /item a:one/);
    assert.match(message, /make a Float32Array|is all zeros|holds NaN or an infinity/);
    const many = [item('zero', { embedding: [1] }), item('one', { embedding: bad })];
    assert.match(
      assertRefused(() => memory.addMany(many)),
      /items\[1\].*a:one/,
    );
  }
  assert.equal(memory.status().items, 0);
  memory.add(item('absent', { embedding: null }));
  memory.add(item('widest', { embedding: new Float32Array(8192).fill(1) }));
  assert.equal(vectorsOf(memory), 1);
});

function assertRefused(call) {
  const { code, message } = errorOf(call);
  assert.equal(code, 'invalid_vector');
  return message;
}

test('another width is an error that names both, until no vector is left', async () => {
  const memory = await open();
  memory.add(item('one', { embedding: [1, 0] }));
  const wide = item('two', { embedding: [1, 0, 0] });
  assertFails(() => memory.add(wide), 'dimension_mismatch', 'a:two', '3', '2', 'reembed');
  assert.equal(memory.get('a', 'two'), null);
  memory.remove('a', 'one');
  memory.add(wide);
  assert.equal(memory.status().embeddings.width, 3);
});

test('the first model stamps the store, and another is an error that names both', async () => {
  const memory = await open();
  memory.add(item('zero', { embedding: [1, 0] }));
  assert.equal(memory.status().embeddings.model, null);
  memory.add(item('one', { embedding: [1, 0] }), { model: 'mini' });
  assert.equal(memory.status().embeddings.model, 'mini');
  memory.add(item('two', { embedding: [1, 0] }));
  memory.add(item('three'), { model: 'other' }); // which brings no vector
  const other = { model: 'other' };
  const four = item('four', { embedding: [0, 1] });
  for (const call of [
    () => memory.add(four, other),
    () => memory.addMany([four], other),
    () => memory.putEmbeddings([{ category: 'a', name: 'three', embedding: [0, 1] }], other),
  ]) {
    assertFails(call, 'model_mismatch', "'other'", "'mini'");
  }
  assert.equal(memory.get('a', 'four'), null);
  assert.equal(vectorsOf(memory), 3);
  for (const name of ['zero', 'one', 'two']) memory.remove('a', name);
  memory.add(four, other);
  assert.equal(memory.status().embeddings.model, 'other');
});

test('the model of a memory is that of its calls, where they name none', async () => {
  const memory = await open({ model: 'mini' });
  memory.addMany([item('one', { embedding: [1, 0] }), item('two')]);
  assert.equal(memory.status().embeddings.model, 'mini');
  const other = { model: 'other' };
  assertFails(() => memory.add(item('x', { embedding: [1, 0] }), other), 'model_mismatch');
  assert.equal(memory.retrieve('one', { embedding: [1, 0] }).embeddingUsed, true);
  const { embeddingReason } = memory.retrieve('one', { embedding: [1, 0], ...other });
  assert.equal(embeddingReason, 'model_mismatch');
  for (const model of ['', 5, null, {}, 'é'.repeat(257), new Uint8Array(1)]) {
    const told = { code: 'invalid_argument', message: /^model / };
    await assert.rejects(open({ model }), told);
  }
  await open({ model: 'm'.repeat(512) });
});

test('a question’s vector that cannot be used is passed over, with the reason', async () => {
  const memory = await open();
  memory.add(item('one'));
  const reasonOf = (options) => {
    const found = memory.retrieve('one', options);
    assert.equal(found.items.length, 1);
    assert.equal(found.items[0].cosScore, null);
    assert.equal(found.embeddingUsed, false);
    return found.embeddingReason;
  };
  assert.equal(reasonOf({}), 'none');
  assert.equal(reasonOf({ embedding: null }), 'none');
  assert.equal(reasonOf({ embedding: [1, 0] }), 'no_vectors');
  memory.putEmbeddings([{ category: 'a', name: 'one', embedding: [1, 0] }], { model: 'mini' });
  assert.equal(reasonOf({ embedding: [1, 0, 0] }), 'dimension_mismatch');
  assert.equal(reasonOf({ embedding: [1, 0], model: 'other' }), 'model_mismatch');
  for (const bad of [[], [[1, 0]], 'no', [0, 0], [NaN, 1], {}, new Uint8Array(8), 5]) {
    assert.equal(reasonOf({ embedding: bad }), 'invalid_vector');
  }
  const proxy = new Proxy([1, 0], {
    get() {
      throw new Error('mine');
    },
  });
  assert.equal(reasonOf({ embedding: proxy }), 'invalid_vector');
});

test('vectors are in the file, and in the exported bytes', async (t) => {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.add(item('one', { embedding: [3, 4] }), { model: 'mini' });
  const { embeddings } = memory.status();
  const bytes = memory.exportBytes();
  memory.close();
  const again = await openMemory(path);
  const copy = await openMemory({ bytes });
  const other = await open();
  other.add(item('gone', { embedding: [1, 2, 3] }));
  other.importBytes(bytes);
  for (const opened of [again, copy, other]) {
    assert.deepEqual(opened.status().embeddings, embeddings);
    close(cosines(opened, [1, 0]).one, 0.6);
    opened.close();
  }
});

test('all vectors are replaced in one step, or none', async () => {
  const memory = await open();
  memory.addMany(
    ['one', 'two', 'three'].map((name) => item(name, { embedding: [1, 0] })),
    {
      model: 'mini',
    },
  );
  const { entries } = memory.pendingEmbeddings({ all: true });
  const made = entries.map(({ text: _text, ...key }) => ({ ...key, embedding: [0, 1, 0] }));
  memory.add(item('two', { content: 'other words' }));
  memory.remove('a', 'three');
  const before = memory.status().embeddings;
  const spoil = (embedding) => [made[0], { ...made[0], embedding }];
  const other = { model: 'other' };
  assertFails(() => memory.replaceEmbeddings(spoil([0, 0, 0]), other), 'invalid_vector', 'a:one');
  assertFails(() => memory.replaceEmbeddings(spoil([1]), other), 'dimension_mismatch', 'a:one');
  const throwing = () => {
    throw new RangeError('mine');
  };
  assert.throws(() => memory.replaceEmbeddings(made, { onProgress: throwing }), RangeError);
  assert.deepEqual(memory.status().embeddings, before);
  assert.deepEqual(cosines(memory, [1, 0]), { one: 1 });
  const replaced = memory.replaceEmbeddings(made, other);
  assert.deepEqual([replaced.stored, replaced.skipped], [1, 2]);
  assert.equal(replaced.revision, memory.revision());
  assert.deepEqual(memory.status().embeddings, {
    model: 'other',
    width: 3,
    vectors: 1,
    pending: 1,
  });
  assert.deepEqual(cosines(memory, [0, 1, 0]), { one: 1 });
  assert.equal(memory.replaceEmbeddings([]).stored, 0);
  assert.deepEqual(memory.status().embeddings, {
    model: null,
    width: null,
    vectors: 0,
    pending: 2,
  });
});

test('a memory that is read only takes none, and tells what is pending', async () => {
  const source = await open();
  source.add(item('one'));
  const memory = await openMemory({ bytes: source.exportBytes() }, { readOnly: true });
  assert.deepEqual(pendingOf(memory), ['one']);
  const entry = { category: 'a', name: 'one', embedding: [1] };
  assertFails(() => memory.putEmbeddings([entry]), 'read_only');
  assertFails(() => memory.replaceEmbeddings([entry]), 'read_only');
});

test('ten thousand vectors come in at a sane speed', async (t) => {
  const memory = await open();
  const vector = (i) => Float32Array.from({ length: 384 }, (_, j) => Math.sin(i * 31 + j));
  const items = Array.from({ length: 10_000 }, (_, i) => item(`n${i}`, { embedding: vector(i) }));
  const begun = performance.now();
  memory.addMany(items);
  const took = performance.now() - begun;
  t.diagnostic(`10 000 items with 384 numbers each: ${took.toFixed(0)} ms`);
  assert.ok(took < 10_000, `${took} ms`);
  const [first] = memory.retrieve('%', { embedding: vector(1234) }).items;
  assert.equal(first.name, 'n1234');
});
