// Makes format_v5.db: the store of make_format_v4.js with what format 5 added, a palace. Committed and
// never made anew, for the same reason.
//
//   node tests/data/make_format_v5.js FILE

import { pathToFileURL } from 'node:url';

import { openMemory } from '../../js/index.js';
import { make as makeEvents } from './make_format_v4.js';

const NOW = Date.UTC(2026, 0, 2, 5, 0, 0, 123);
const MODEL = { model: 'модель 1' };

/** What is filed, in order: a drawer of each kind, one that changes, one that moves, one that goes. */
const drawers = [
  {
    id: 'all fields',
    wing: 'My Wing',
    room: 'Tea Room',
    text: '  Steep for 4 minutes.\r\n\r\nNo longer.  \n',
    hall: 'facts',
    sourceFile: 'notes/tea.md',
    chunkIndex: 0,
    authoredAt: '2025-12-24T19:30:00+01:00',
    filedAt: '2026-01-01T00:00:00Z',
    metadata: { ключ: [1, { n: null }] },
    embedding: [1, 0, 0, 0],
  },
  { wing: 'my-wing', room: '東京', text: '猫がいる。'.repeat(400), filedAt: null },
  { id: 'edited', wing: 'other', room: 'TEA_ROOM', text: 'As it was.', embedding: [0, 0, 0, 1] },
  { id: 'moves', wing: 'other', room: 'rain', text: 'It moves.', embedding: [0, 1e-30, 3e38, 0] },
  { id: 'gone', wing: 'gone', room: 'gone', text: 'It goes.' },
  { id: 'edited', wing: 'other', room: 'tea room', text: 'As it is.' },
];
const closets = [
  {
    wing: 'my wing',
    room: 'tea room',
    sourceFile: 'notes/tea.md',
    text: 'How long tea steeps.',
    embedding: [0, 0.5, -2, 0.25],
  },
  { wing: 'early', room: 'cellar', sourceFile: 'notes/later.md', text: 'It has no drawers yet.' },
];

/** Fills the store: there are eleven revisions more. */
export async function make(path) {
  await makeEvents(path);
  const memory = await openMemory(path, { clock: () => NOW });
  for (const drawer of drawers) memory.palace.addDrawer(drawer, MODEL);
  for (const closet of closets) memory.palace.addCloset(closet, MODEL);
  memory.palace.updateDrawer('moves', { wing: 'My_Wing', room: 'rain', hall: 'events' });
  memory.palace.createTunnel({
    from: { wing: 'other', room: 'tea room' },
    to: { wing: 'my wing', room: '東京' },
    label: 'both warm',
  });
  memory.palace.deleteDrawer('gone');
  memory.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await make(process.argv[2]);
