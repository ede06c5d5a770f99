// How surely a memory covers a question: `confidence` of each retrieval, and the floor `minConfidence`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';

const NOTES = {
  kettle: 'The kettle stands in the left cupboard.',
  tomatoes: 'Water the tomatoes at dawn, never at noon.',
  boat: 'The boat lies at the north jetty until October.',
  bees: 'The bees swarmed on the second of May.',
  key: 'The spare key hangs behind the barn door.',
  stove: 'The stove burns birch, not spruce.',
};

async function openNotes(options) {
  const memory = await openMemory(':memory:', options);
  for (const [name, content] of Object.entries(NOTES)) {
    memory.add({ category: 'notes', name, content });
  }
  return memory;
}

const COVERED = 'where does the kettle stand in the cupboard?';
const HALF = 'where does the kettle of the submarine whistle?';

for (const profile of ['default', 'reference']) {
  test(`${profile}: a question that is covered is told from one that is not`, async () => {
    const memory = await openNotes({ profile });
    const sureOf = (query) => memory.retrieve(query).confidence;
    assert.ok(sureOf(COVERED) > 0.5, `${sureOf(COVERED)}`);
    assert.ok(sureOf(HALF) < sureOf(COVERED), `${sureOf(HALF)}`);
    for (const query of ['zebra crossing', '', '!?']) assert.equal(sureOf(query), 0, query);
    for (const query of [COVERED, HALF, 'the', 'kettle '.repeat(500), 'the the the']) {
      assert.ok(sureOf(query) >= 0 && sureOf(query) <= 1, query);
    }
    assert.equal((await openMemory(':memory:', { profile })).retrieve('kettle').confidence, 0);
  });
}

test('below the floor the result says so, and is the same otherwise', async () => {
  const memory = await openNotes();
  for (const query of [COVERED, HALF, 'zebra crossing']) {
    const plain = memory.retrieve(query);
    assert.ok(!('reason' in plain));
    const below = memory.retrieve(query, { minConfidence: Math.min(1, plain.confidence + 1e-9) });
    assert.deepEqual(below, { ...plain, reason: 'low_confidence' });
    const { confidence: minConfidence } = plain;
    assert.deepEqual(
      memory.retrieve(query, { minConfidence }),
      plain,
      'the floor itself is enough',
    );
    assert.deepEqual(memory.retrieve(query, { minConfidence: 0 }), plain);
  }
  assert.equal(memory.retrieve('!?', { minConfidence: 1 }).reason, 'no_query_terms');
});

test('it is of the memory and the question, not of how much is asked for', async () => {
  const memory = await openNotes();
  const { confidence } = memory.retrieve(HALF);
  for (const options of [
    { limit: 1 },
    { limit: 0 },
    { budgetTokens: 0 },
    { explain: true },
    { expandLinks: false },
    { context: 'off' },
  ]) {
    assert.equal(memory.retrieve(HALF, options).confidence, confidence, JSON.stringify(options));
  }
});

test('a filter leaves out what it leaves out', async () => {
  const memory = await openNotes();
  memory.add({ category: 'other', name: 'teapot', content: 'A teapot.' });
  const sureOf = (categories) => memory.retrieve(COVERED, { categories }).confidence;
  assert.ok(sureOf(['notes']) > 0.5);
  assert.equal(sureOf(['other']), 0);
  assert.equal(sureOf([]), 0);
});
