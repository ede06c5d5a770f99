// Makes format_v4.db: the store of make_format_v3.js with what format 4 added, events. Committed and
// never made anew, for the same reason.
//
//   node tests/data/make_format_v4.js FILE

import { pathToFileURL } from 'node:url';

import { openMemory } from '../../js/index.js';
import { make as makeEmbeddings } from './make_format_v3.js';

const NOW = Date.UTC(2026, 0, 2, 4, 0, 0, 123);
const MODEL = { model: 'модель 1' };

/** What is saved, in order: an event of each kind, one that changes, and one that goes. */
const events = [
  {
    id: 'sea_ch1_e2',
    summary: 'The keeper lights the lamp.',
    content: 'At dusk the keeper lit the lamp.\r\n\r\nThen a game of go.  \n',
    entities: [
      { kind: 'person', id: 'keeper', name: 'Ada  Lovelace' },
      { kind: 'concept', name: 'Gö' },
    ],
    writtenAt: '2025-12-24T19:30:00+01:00',
    summaryEmbedding: [1, 0, 0, 0],
    chunkEmbeddings: [[0, 0.5, -2, 0.25]],
  },
  { summary: '', content: '', writtenAt: null },
  {
    id: '東京 の 猫',
    summary: '猫の一日',
    content: '猫がいる。'.repeat(400),
    entities: [
      { kind: 'concept', name: '猫' },
      { kind: 'person', id: 'other', name: 'Ada Lovelace' },
      { kind: 'concept', name: 'Gö' },
    ],
    chunkEmbeddings: [null, [0, 0, 1e-30, 3e38], null],
  },
  { id: 'gone', summary: 's', content: 'c', entities: [{ kind: 'concept', name: 'rain' }] },
  {
    id: 'edited',
    summary: 'It changes.',
    content: 'As it was.',
    summaryEmbedding: [0, 0, 0, 1],
    chunkEmbeddings: [[1, 1, 1, 1]],
  },
  { id: 'edited', summary: 'It changes.', content: 'As it is.' },
];

/** Fills the store. No item changes, but there are seven revisions more. */
export async function make(path) {
  await makeEmbeddings(path);
  const memory = await openMemory(path, { clock: () => NOW });
  for (const event of events) memory.evidence.save(event, MODEL);
  memory.evidence.remove('gone');
  memory.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2]);
