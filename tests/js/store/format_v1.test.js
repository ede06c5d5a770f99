// Every format we claim to read stands in tests/data as a file, and is read.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { make, steps } from '../../data/make_format_v1.js';
import { hasItsChecksum, pageCount, pageOf, testData } from '../../support/database_pages.js';
import { allItems } from '../../support/store_operations.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v1.db');
const plain = { owner: null, sourceConv: null, metadata: null, sequence: null };
const at = (step) => new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + step, 678)).toISOString();

/** What the store holds, written out: the script that made it may change, its file does not. */
const expected = [
  {
    ...plain,
    category: 'note',
    name: 'All fields',
    content: 'First line.\n\nSee [[person:Ada Lovelace]] and [[note:Plain]].',
    owner: 'agent-7',
    sourceConv: 'conversation 12',
    ts: '2025-12-24T18:30:00.000Z',
    metadata: { tags: ['a', 'b'], depth: { n: 1.5, none: null }, ключ: true },
    sequence: { id: 'chat-1', position: 0 },
  },
  { ...plain, category: 'note', name: 'Empty owner', content: '', owner: '', ts: at(5) },
  {
    ...plain,
    category: 'note',
    name: 'Long',
    content: 'overflow page '.repeat(400).trim(),
    ts: at(6),
  },
  {
    ...plain,
    category: 'note',
    name: 'Plain',
    content: 'The lighthouse keeper now plays go.',
    ts: at(8),
  },
  {
    ...plain,
    category: 'person',
    name: 'Ada Lovelace',
    content: 'Wrote the first program.',
    ts: at(3),
  },
  {
    ...plain,
    category: 'person',
    name: '山田 太郎',
    content: '東京に住んでいる。猫が好き。',
    ts: at(4),
  },
  ...Array.from({ length: 23 }, (_, i) => ({
    ...plain,
    category: 'turn',
    name: `turn ${i}`,
    content: `Turn number ${i} of the talk about ${['tea', 'rain', 'go'][i % 3]}.`,
    ts: at(9),
    sequence: { id: 'talk', position: i },
  })),
];

function examine(memory) {
  assert.deepEqual(memory.check(), { ok: true, findings: [], warnings: [] });
  assert.deepEqual(allItems(memory), expected);
  assert.equal(memory.status().formatVersion, 1);
  assert.equal(memory.revision(), 34);
  const { entries } = memory.journal();
  assert.equal(entries.length, 21, 'cut to 20, and one more');
  assert.equal(entries[0].revision, 14);
  assert.deepEqual(entries.at(-1), {
    revision: 34,
    ts: at(11),
    action: 'remove',
    category: 'turn',
    name: 'turn 23',
    owner: null,
    sourceConv: null,
  });
}

test('a store of format 1 opens, from its file and from its bytes', async (t) => {
  for (const [place, options] of [
    [storeOf(t, stored), {}],
    [storeOf(t, stored), { readOnly: true }],
    [{ bytes: stored }, {}],
  ]) {
    const memory = await openMemory(place, options);
    examine(memory);
    const [hit] = memory.retrieve('lighthouse').items;
    assert.equal(hit.content, 'The lighthouse keeper now plays go.');
    memory.close();
  }
});

test('it takes new writes, and goes on counting', async (t) => {
  const path = storeOf(t, stored);
  const memory = await openMemory(path);
  assert.equal(memory.add({ category: 'note', name: 'New', content: 'later' }).revision, 35);
  memory.remove('note', 'New');
  memory.compact({ keepJournal: 0 });
  memory.close();
  const again = await openMemory(path);
  assert.equal(again.revision(), 36);
  assert.deepEqual(allItems(again), expected);
  again.close();
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 40_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examine(memory);
  memory.close();
  assert.equal(steps.length, 12);
});
