// Makes format_v3.db: the store of make_format_v2.js with what format 3 added, embeddings. Committed
// and never made anew, for the same reason.
//
//   node tests/data/make_format_v3.js FILE

import { pathToFileURL } from 'node:url';

import { openMemory } from '../../js/index.js';
import { make as makeAnswers } from './make_format_v2.js';

/** Fills the store. No item changes, but there is one revision more. */
export async function make(path) {
  await makeAnswers(path);
  const memory = await openMemory(path);
  const entries = [
    { category: 'note', name: 'Plain', embedding: [0, 0.5, -2, 0.25] },
    { category: 'person', name: '山田 太郎', embedding: [1e-30, -0.125, 0, 3e38] },
    { category: 'turn', name: 'turn 7', embedding: [1, 1, 1, 1] },
  ];
  memory.putEmbeddings(entries, { model: 'модель 1' });
  memory.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2]);
