// What tests/data/format_v*.db hold, which is the same in each.

import assert from 'node:assert/strict';

import { allItems } from './store_operations.js';

/** The format that this Loci writes. */
export const NOW = 5;

const plain = { owner: null, sourceConv: null, metadata: null, sequence: null };
const at = (step) => new Date(Date.UTC(2026, 0, 2, 3, 4, 5 + step, 678)).toISOString();

/** What the stores hold, written out: the scripts that made them may change, their files do not. */
export const expected = [
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

/** Asserts that a memory holds that, in tables of the format `version`. */
export function examine(memory, version, { revision = 34 } = {}) {
  assert.deepEqual(memory.check(), { ok: true, findings: [], warnings: [] });
  assert.deepEqual(allItems(memory), expected);
  assert.equal(memory.status().formatVersion, version);
  assert.equal(memory.revision(), revision);
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
