// Makes format_v1.db, a store of format 1 as its first writers left it: every kind of value that the
// tables hold, removed rows, a journal that was cut. The file is committed and never made anew, so
// that every later Loci proves it reads what the first one wrote. The same bytes come out each time.
//
//   node tests/data/make_format_v1.js FILE

import { pathToFileURL } from 'node:url';

import { openMemory } from '../../js/index.js';

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** What the store is filled with, in order. */
export const steps = [
  ['add', { category: 'note', name: 'Plain', content: 'The lighthouse keeper plays chess.' }],
  [
    'add',
    {
      category: 'note',
      name: 'All fields',
      content: 'First line.\n\nSee [[person:Ada Lovelace]] and [[note:Plain]].',
      owner: 'agent-7',
      sourceConv: 'conversation 12',
      ts: '2025-12-24T18:30:00.000Z',
      metadata: { tags: ['a', 'b'], depth: { n: 1.5, none: null }, 'ключ': true },
      sequence: { id: 'chat-1', position: 0 },
    },
  ],
  ['add', { category: 'note', name: 'Gone', content: 'Removed before the store was closed.' }],
  ['add', { category: 'person', name: 'Ada Lovelace', content: 'Wrote the first program.' }],
  ['add', { category: 'person', name: '山田 太郎', content: '東京に住んでいる。猫が好き。' }],
  ['add', { category: 'note', name: 'Empty owner', content: '', owner: '' }],
  ['add', { category: 'note', name: 'Long', content: 'overflow page '.repeat(400).trim() }],
  ['remove', 'note', 'Gone'],
  ['add', { category: 'note', name: 'Plain', content: 'The lighthouse keeper now plays go.' }],
  [
    'addMany',
    Array.from({ length: 24 }, (_, i) => ({
      category: 'turn',
      name: `turn ${i}`,
      content: `Turn number ${i} of the talk about ${['tea', 'rain', 'go'][i % 3]}.`,
      sequence: { id: 'talk', position: i },
    })),
  ],
  ['compact', { keepJournal: 20 }],
  ['remove', 'turn', 'turn 23'],
];

/** Fills the store; its clock advances by a second with each step. */
export async function make(path) {
  let now = START;
  const memory = await openMemory(path, { clock: () => now });
  for (const [method, ...args] of steps) {
    memory[method](...args);
    now += 1000;
  }
  memory.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2]);
