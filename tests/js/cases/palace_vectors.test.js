// CASES.md 41, 42 and 43 for drawers and closets. Case 23: palace_ranking.test.js

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../../support/errors.js';

const drawer = (id, text, embedding) => ({ id, wing: 'w', room: 'r', text, embedding });
const closet = (text, embedding) => ({ wing: 'w', room: 'r', sourceFile: 'a.md', text, embedding });
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}`);
const width = (size) => Array.from({ length: size }, (_, i) => Math.sin(i + 1));

/** What a question with this vector finds, and why by words alone. */
function ask(palace, embedding, options = {}) {
  const {
    results,
    fallback,
    fallback_reason: reason,
  } = palace.search({ query: 'river' }, { embedding, ...options });
  return { ids: results.map(({ id }) => id), fallback, reason, results };
}

test('41: another width is an error in a write, and words alone in a question', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer(drawer('known', 'river', width(384)));
  const writes = [
    () => palace.addDrawer(drawer('new', 'river', width(768))),
    () => palace.addDrawers([drawer('new', 'river', width(768))]),
    () => palace.updateDrawer('known', { embedding: width(768) }),
    () => palace.addCloset(closet('river', width(768))),
  ];
  for (const write of writes) assertFails(write, 'dimension_mismatch', '768', '384');
  for (const [embedding, expected] of [
    [width(768), 'dimension_mismatch'],
    [[], 'invalid_vector'],
    [[width(384)], 'invalid_vector'],
    ['x', 'invalid_vector'],
  ]) {
    const { ids, fallback, reason } = ask(palace, embedding);
    assert.deepEqual([ids, fallback, reason], [['known'], 'bm25_only', expected]);
  }
  assert.deepEqual(ask(palace, width(384)).fallback, undefined);
  assert.equal(palace.listDrawers().total, 1);
});

test('42: another model is words alone, until its vectors are there', async () => {
  const memory = await openMemory(':memory:');
  const { palace } = memory;
  palace.addDrawer(drawer('known', 'river', [1, 0]), { model: 'first' });
  palace.addCloset(closet('water', [1, 0]), { model: 'first' });
  const reasonOf = (model) => ask(palace, [0, 1], { model }).reason;
  assert.deepEqual(
    [reasonOf('second'), reasonOf('first'), reasonOf()],
    ['model_mismatch', undefined, undefined],
  );
  assertFails(
    () => palace.addDrawer(drawer('new', 'x', [1, 0]), { model: 'second' }),
    'model_mismatch',
    'first',
    'second',
  );
  const before = ask(palace, [0, 1], { model: 'first' });
  const embedder = async (texts) => {
    assert.deepEqual(ask(palace, [0, 1], { model: 'first' }), before);
    assert.equal(reasonOf('second'), 'model_mismatch');
    return texts.map(() => [0, 1]);
  };
  await memory.reembed(embedder, { model: 'second' });
  assert.equal(reasonOf('first'), 'model_mismatch');
  near(ask(palace, [0, 1], { model: 'second' }).results[0].distance, 0);
  assert.equal(memory.status().embeddings.vectors, 2);
});

test('43: numbers that are no vector are refused with the key, and words alone as a question', async () => {
  const memory = await openMemory(':memory:');
  const { palace } = memory;
  palace.addDrawer(drawer('known', 'river', [1, 0]));
  for (const bad of [[NaN, 0], [Infinity, 0], [0, 0], Float32Array.of(NaN, 1)]) {
    assertFails(() => palace.addDrawer(drawer('new', 'x', bad)), 'invalid_vector', 'new');
    assertFails(() => palace.updateDrawer('known', { embedding: bad }), 'invalid_vector', 'known');
    assertFails(() => palace.addCloset(closet('x', bad)), 'invalid_vector', 'a.md');
    const { ids, reason } = ask(palace, bad);
    assert.deepEqual([ids, reason], [['known'], 'invalid_vector']);
  }
  assert.deepEqual(memory.status().embeddings.vectors, 1);
});

test('43: the largest and the smallest numbers are as good as any', async () => {
  for (const size of [1e38, 1e-38, 1e-45]) {
    const { palace } = await openMemory(':memory:');
    palace.addDrawer(drawer('diagonal', 'x', [size, size]));
    palace.addDrawer(drawer('straight', 'y', [size, 0]));
    const [first, second] = ask(palace, [1, 0]).results;
    assert.deepEqual([first.id, second.id], ['straight', 'diagonal'], `${size}`);
    near(first.distance, 0);
    near(second.distance, 1 - Math.SQRT1_2);
  }
});

test('vectors come later: a drawer and a closet are pending until theirs are put', async () => {
  const memory = await openMemory(':memory:');
  const { palace } = memory;
  palace.addDrawer(drawer('known', 'river'));
  palace.addCloset(closet('water'));
  const { entries } = memory.pendingEmbeddings();
  assert.deepEqual(
    entries.map(({ face, id, closet: key, text }) => [face, id ?? key, text]),
    [
      ['palace', 'known', 'river'],
      ['palace', { wing: 'w', room: 'r', sourceFile: 'a.md' }, 'water'],
    ],
  );
  const { results } = memory.putEmbeddings(
    entries.map(({ text: _text, ...entry }) => ({ ...entry, embedding: [1, 0] })),
  );
  assert.ok(results.every(({ error }) => !error));
  assert.deepEqual(memory.pendingEmbeddings().entries, []);
  near(ask(palace, [1, 0]).results[0].distance, 0);
});
