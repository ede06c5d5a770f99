// Cases of the group "Scoring" and the filter case: no number that is none, the same answer always.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { inEveryWay, namesOf } from '../../support/memories.js';

/** Asserts that all figures of a retrieval are sound, and that the parts add up to the whole. */
function assertSound({ items, dropped }) {
  for (const { score, bm25Score, context, terms, tokensEst, source } of [...items, ...dropped]) {
    assert.ok(tokensEst >= 0);
    if (source === 'link' && score === null) continue;
    assert.ok(Number.isFinite(score) && score > 0, `${score}`);
    assert.equal(score, bm25Score);
    for (const { tf, df, idf, weight } of terms) {
      assert.ok(tf >= 1 && df >= 1 && idf > 0 && weight > 0);
    }
    const { own, neighbours, sequence, coverage } = context;
    assert.ok(coverage >= 0);
    assert.deepEqual([neighbours, sequence, own + coverage], [0, 0, bm25Score]);
    assert.equal(
      terms.reduce((sum, { weight }) => sum + weight, 0),
      own,
    );
  }
}

for (const [what, items, query] of [
  ['one item', ['river'], 'river'],
  ['one item, the query repeated', ['river'], 'river river river'],
  ['all scores equal', Array(30).fill('river'), 'river'],
  ['a term in every item', ['river a', 'river b', 'river c'], 'river'],
  ['a term in all but one', ['river a', 'river b', 'stone'], 'river'],
  ['empty items', ['', '', 'river'], 'river n0 n1'],
  ['one long and many short', ['river '.repeat(5000), 'river', 'river'], 'river'],
  [
    'a thousand terms',
    ['river'],
    Array.from({ length: 1000 }, (_, i) => `w${i}`).join(' ') + ' river',
  ],
]) {
  test(`case 17: ${what}: every figure is sound`, () =>
    inEveryWay(items, (memory) => {
      const result = memory.retrieve(query, { explain: true, limit: 1000 });
      assert.ok(result.items.length > 0);
      assertSound(result);
    }));
}

test('case 17: an empty memory, and one emptied', async () => {
  const memory = await openMemory(':memory:');
  assert.deepEqual(namesOf(memory, 'river'), []);
  memory.add({ category: 'a', name: 'n', content: 'river' });
  memory.remove('a', 'n');
  assert.deepEqual(namesOf(memory, 'river'), []);
  assert.ok(!('reason' in memory.retrieve('river')));
  memory.add({ category: 'a', name: 'n', content: 'river' });
  assertSound(memory.retrieve('river', { explain: true }));
});

test('case 17: links without a score have null, and no terms', () =>
  inEveryWay(
    [
      { category: 'a', name: 'hub', content: 'river [[a:leaf]]' },
      { category: 'a', name: 'leaf', content: '' },
    ],
    (memory) => {
      const [, leaf] = memory.retrieve('river', { explain: true }).items;
      const { source, score, bm25Score, cosScore, via, terms, matchedTerms } = leaf;
      assert.deepEqual(
        [source, score, bm25Score, cosScore, via, terms, matchedTerms],
        ['link', null, null, null, 'hub', [], []],
      );
    },
  ));

test('case 18: twelve identical texts, a hundred runs, the same bytes', async () => {
  const items = Array.from({ length: 12 }, (_, i) => ({
    category: i % 3 ? 'b' : 'a',
    name: `same ${String.fromCharCode(107 - i)}`,
    content: 'river stone cloud [[a:gone]]',
    ts: '2024-01-01',
  }));
  const options = { explain: true, limit: 5, budgetTokens: 20 };
  const answers = new Set();
  await inEveryWay(items, (memory) => {
    for (let run = 0; run < 100; run++) {
      answers.add(JSON.stringify({ ...memory.retrieve('stone river', options), revision: 0 }));
    }
  });
  assert.equal(answers.size, 1);
});

test('case 18: equal scores come in the order of the store', () => {
  const items = ['b:x', 'a:z', 'a:y', '_:w', 'a-:v'].map((key) => {
    const [category, name] = key.split(':');
    return { category, name, content: 'river' };
  });
  return inEveryWay(items, (memory) => {
    const stored = memory.items().items.map(({ name }) => name);
    assert.deepEqual(namesOf(memory, 'river'), stored);
    assert.deepEqual(namesOf(memory, 'river', { limit: 2 }), stored.slice(0, 2));
  });
});

test('case 18: a history of changes leaves no trace in scores', async () => {
  const plain = await openMemory(':memory:', { clock: () => 0 });
  const eventful = await openMemory(':memory:', { clock: () => 0 });
  const items = Array.from({ length: 60 }, (_, i) => ({
    category: 'a',
    name: `n${i}`,
    content: `river ${'stone '.repeat(i % 5)}${i}`,
  }));
  plain.addMany(items);
  for (const item of items) {
    eventful.add({ ...item, content: 'old words of the river' });
    eventful.add({ ...item, name: `${item.name} gone` });
    eventful.add(item);
    eventful.remove('a', `${item.name} gone`);
  }
  const answer = (memory) =>
    JSON.stringify({ ...memory.retrieve('river stone 7', { explain: true }), revision: 0 });
  assert.equal(answer(eventful), answer(plain));
});

test('case 25: a filter that keeps one of five hundred finds the one', () => {
  const items = Array.from({ length: 500 }, (_, i) => ({
    category: 'many',
    name: `n${i}`,
    content: 'river river stone',
    ts: '2024-06-01',
  }));
  items.push({
    category: 'one',
    name: 'far',
    content: `river ${'word '.repeat(300)}`,
    ts: '2020-01-01',
  });
  return inEveryWay(items, (memory) => {
    for (const options of [
      { categories: ['one'] },
      { categories: ['one', 'none'] },
      { before: '2020-01-02' },
      { before: '2024-06-01' },
      { since: '2020-01-01', before: '2020-01-01T00:00:00.001Z' },
      { since: '2020-01-01T01:00:00+01:00', before: '2021-01-01' },
    ]) {
      assert.deepEqual(namesOf(memory, 'river stone', { ...options, limit: 1 }), ['far']);
    }
    assert.deepEqual(namesOf(memory, 'river', { categories: [] }), []);
    assert.deepEqual(namesOf(memory, 'river', { since: '2024-06-01T00:00:00.001Z' }), []);
    assert.deepEqual(namesOf(memory, 'river', { categories: ['one'], since: '2021-01-01' }), []);
  });
});

test('case 25: statistics are those of the whole store, and links pass the filter', () =>
  inEveryWay(
    [
      { category: 'a', name: 'hub', content: 'river [[b:leaf]]', ts: '2024-01-01' },
      { category: 'b', name: 'leaf', content: 'river', ts: '2020-01-01' },
    ],
    (memory) => {
      const scoreOf = (options) =>
        memory.retrieve('river', options).items.find(({ name }) => name === 'hub').score;
      assert.equal(scoreOf({ categories: ['a'] }), scoreOf({}));
      assert.deepEqual(namesOf(memory, 'river', { categories: ['a'] }), ['hub', 'leaf']);
      assert.deepEqual(namesOf(memory, 'river', { since: '2023-01-01' }), ['hub', 'leaf']);
    },
  ));
