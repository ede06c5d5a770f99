// CASES.md 16, 23, 41, 42 and 43, and the kinds of failure around them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../../support/errors.js';

const item = (name, content, embedding) => ({ category: 'a', name, content, embedding });
const names = ({ items }) => items.map(({ name }) => name);
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}`);

async function openWith(items, options) {
  const memory = await openMemory(':memory:', { clock: () => 0, ...options });
  memory.addMany(items);
  return memory;
}

test('16: two matching items with orthogonal vectors both come back', async () => {
  const memory = await openWith([item('x', 'river', [1, 0]), item('y', 'river', [0, 1])]);
  for (const fusion of ['minmax', 'rrf']) {
    for (const fusionWeight of [0, 0.5, 1, undefined]) {
      const found = memory.retrieve('river', { embedding: [0, 1], fusion, fusionWeight });
      assert.deepEqual(names(found).sort(), ['x', 'y'], `${fusion} ${fusionWeight}`);
    }
  }
  const [best] = memory.retrieve('river', { embedding: [0, 1] }).items;
  assert.equal(best.name, 'y');
});

test('16: the weight is honoured from 0 to 1, and nothing else is a weight', async () => {
  const memory = await openWith([
    item('words', 'river river river', [1, 0.2]),
    item('meaning', 'stone', [0, 1]),
    item('both', 'river and much else that is no such word', [0.9, 1]),
  ]);
  const ask = (fusionWeight, fusion) =>
    memory.retrieve('river', { embedding: [0, 1], fusionWeight, fusion, explain: true }).items;
  for (const fusion of ['minmax', 'rrf']) {
    assert.equal(ask(1, fusion)[0].name, 'words');
    assert.equal(ask(0, fusion)[0].name, 'meaning');
    for (const weight of [0, 0.25, 0.5, 1]) {
      for (const { score, shares } of ask(weight, fusion)) {
        near(shares.bm25 + shares.cosine, score);
        if (weight === 0) assert.equal(shares.bm25, 0);
        if (weight === 1) assert.equal(shares.cosine, 0);
      }
    }
    const { fusionWeight } = memory.contract().options.retrieve;
    assert.deepEqual(ask(undefined, fusion), ask(fusionWeight, fusion));
  }
  for (const bad of [-0.1, 1.1, NaN, Infinity, '0.5', null]) {
    assertFails(() => ask(bad), 'invalid_argument', 'fusionWeight');
  }
  for (const bad of ['sum', 5, null]) {
    assertFails(() => ask(0.5, bad), 'invalid_argument', 'fusion');
  }
});

test('23: cosines are exact, and what points away is no candidate', async () => {
  const memory = await openWith([
    item('same', 'one', [1, 0]),
    item('away', 'two', [-1, 0]),
    item('aslant', 'three', [3, 4]),
    item('across', 'four', [0, 1]),
  ]);
  const { items } = memory.retrieve('%', { embedding: [2, 0] });
  assert.deepEqual(names({ items }), ['same', 'aslant']);
  near(items[0].cosScore, 1);
  near(items[1].cosScore, 0.6);
  const found = memory.retrieve('two', { embedding: [2, 0] }).items;
  const away = found.find(({ name }) => name === 'away'); // by its word alone
  assert.deepEqual([away.cosScore, away.bm25Score > 0], [null, true]);
});

test('23: the nearest pass the filters first', async () => {
  const near500 = Array.from({ length: 500 }, (_, i) => item(`n${i}`, 'x', [1, i / 1e5]));
  const memory = await openWith(near500);
  memory.add({ ...item('far', 'x', [1, 9]), category: 'b' });
  const found = memory.retrieve('%', { embedding: [1, 0], categories: ['b'], limit: 1 });
  assert.deepEqual(names(found), ['far']);
});

test('41: another width is an error in a write, and words alone in a question', async () => {
  const width = (size) => Array.from({ length: size }, (_, i) => Math.sin(i + 1));
  const memory = await openWith([item('known', 'river', width(384))]);
  const write = () => memory.add(item('new', 'river', width(768)));
  assertFails(write, 'dimension_mismatch', 'a:new', '768', '384');
  for (const [embedding, reason] of [
    [width(768), 'dimension_mismatch'],
    [[], 'invalid_vector'],
    [[width(384)], 'invalid_vector'],
    [[1], 'dimension_mismatch'],
    ['x', 'invalid_vector'],
    [{ length: 384 }, 'invalid_vector'],
  ]) {
    const found = memory.retrieve('river', { embedding });
    assert.deepEqual(
      [names(found), found.embeddingUsed, found.embeddingReason],
      [['known'], false, reason],
    );
    assert.equal(found.items[0].cosScore, null);
  }
  for (const embedding of [[], [width(384)]]) {
    assertFails(() => memory.add(item('new', 'river', embedding)), 'invalid_vector', 'a:new');
  }
  assert.equal(memory.retrieve('river', { embedding: width(384) }).embeddingUsed, true);
});

test('42: another model is words alone, until its vectors are there', async () => {
  const memory = await openWith([]);
  memory.add(item('known', 'river', [1, 0]), { model: 'first' });
  const ask = (model) => memory.retrieve('river', { embedding: [0, 1], model });
  assert.deepEqual(
    [ask('second').embeddingUsed, ask('second').embeddingReason, names(ask('second'))],
    [false, 'model_mismatch', ['known']],
  );
  assert.equal(ask('first').embeddingUsed, true);
  assert.equal(ask(undefined).embeddingUsed, true);
  const before = ask('first');
  const embedder = async (texts) => {
    assert.deepEqual(ask('first'), before);
    assert.equal(ask('second').embeddingReason, 'model_mismatch');
    return texts.map(() => [0, 1]);
  };
  await memory.reembed(embedder, { model: 'second' });
  assert.equal(ask('first').embeddingReason, 'model_mismatch');
  near(ask('second').items[0].cosScore, 1);
});

test('43: numbers that are no vector are refused with the key, and words alone as a question', async () => {
  const memory = await openWith([item('known', 'river', [1, 0])]);
  for (const bad of [
    [NaN, 0],
    [Infinity, 0],
    [-Infinity, 1],
    [0, 0],
    [-0, 0],
    Float32Array.of(NaN, 1),
    new Float64Array(2),
  ]) {
    assertFails(() => memory.add(item('new', 'x', bad)), 'invalid_vector', 'item a:new');
    const put = () => memory.putEmbeddings([{ category: 'a', name: 'known', embedding: bad }]);
    assert.equal(put().results[0].error.code, 'invalid_vector');
    const found = memory.retrieve('river', { embedding: bad });
    assert.deepEqual([names(found), found.embeddingReason], [['known'], 'invalid_vector']);
  }
  assert.equal(memory.status().embeddings.vectors, 1);
});

test('43: the largest and the smallest numbers are as good as any', async () => {
  for (const size of [1e38, 3.4e38, 1e308, 1e-30, 1e-38, 1e-42, 1e-45, 1e-310, 5e-324]) {
    for (const kind of [Array, Float64Array, Float32Array]) {
      const is32 = kind === Float32Array;
      if (is32 && !(Math.fround(size) > 0 && Math.fround(size) < Infinity)) continue;
      const memory = await openWith([
        item('diagonal', 'x', kind.from([size, size])),
        item('straight', 'x', kind.from([size, 0])),
      ]);
      const [first, second] = memory.retrieve('%', { embedding: [1, 0] }).items;
      assert.deepEqual([first.name, second.name], ['straight', 'diagonal'], `${size}`);
      near(first.cosScore, 1);
      near(second.cosScore, Math.SQRT1_2);
      const { items } = memory.retrieve('%', { embedding: kind.from([size, size]) });
      assert.equal(items[0].name, 'diagonal');
      near(items[0].cosScore, 1);
    }
  }
});
