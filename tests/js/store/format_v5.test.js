// Format 5 keeps a palace; all else is as in format 4.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { make } from '../../data/make_format_v5.js';
import { hasItsChecksum, pageCount, pageOf, testData } from '../../support/database_pages.js';
import { examine, expected } from '../../support/format_stores.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v5.db');
const REVISION = 53;
const now = '2026-01-02T05:00:00.123Z';
const plain = {
  hall: null,
  sourceFile: null,
  chunkIndex: null,
  authoredAt: null,
  filedAt: now,
  metadata: null,
};

/** What it holds, written out, in order of filing. */
const drawers = [
  {
    id: 'all fields',
    wing: 'My Wing',
    room: 'Tea Room',
    text: '  Steep for 4 minutes.\r\n\r\nNo longer.  \n',
    hall: 'facts',
    sourceFile: 'notes/tea.md',
    chunkIndex: 0,
    authoredAt: '2025-12-24T18:30:00Z',
    filedAt: '2026-01-01T00:00:00Z',
    metadata: { ключ: [1, { n: null }] },
  },
  {
    ...plain,
    id: 'drawer_79675cb5aa723fb2',
    wing: 'My Wing',
    room: '東京',
    text: '猫がいる。'.repeat(400),
    filedAt: null,
  },
  { ...plain, id: 'moves', wing: 'My Wing', room: 'rain', text: 'It moves.', hall: 'events' },
  { ...plain, id: 'edited', wing: 'other', room: 'Tea Room', text: 'As it is.' },
];
const tunnel = {
  id: 'tunnel_52',
  from: { wing: 'other', room: 'Tea Room' },
  to: { wing: 'My Wing', room: '東京' },
  label: 'both warm',
  createdAt: now,
};
const VECTORS = 7 + 3; // those of format 4, two drawers and a closet
const PENDING = { items: expected.length, events: 8, drawers: drawers.length, closets: 2 };

/** Asserts that a memory holds what the file does. */
function examineAll(memory) {
  examine(memory, 5, { revision: REVISION });
  assert.deepEqual(memory.palace.listDrawers().drawers, drawers);
  for (const drawer of drawers) assert.deepEqual(memory.palace.getDrawer(drawer.id), drawer);
  assert.equal(memory.palace.getDrawer('gone'), null);
  assert.deepEqual(memory.palace.taxonomy(), {
    'My Wing': { 'Tea Room': 1, 東京: 1, rain: 1 },
    other: { 'Tea Room': 1 },
  });
  assert.deepEqual(memory.palace.listTunnels().tunnels, [tunnel]);
  const { wings, rooms, tunnels, closets } = memory.status().palace;
  assert.deepEqual(
    { wings, rooms, tunnels, closets },
    { wings: 2, rooms: 3, tunnels: 1, closets: 2 },
  );
  examineEmbeddings(memory);
}

function examineEmbeddings(memory) {
  assert.deepEqual(memory.status().embeddings, {
    model: 'модель 1',
    width: 4,
    vectors: VECTORS,
    pending: Object.values(PENDING).reduce((sum, count) => sum + count) - VECTORS,
  });
  const pending = memory.pendingEmbeddings({ limit: 1000 }).entries;
  const ofPalace = pending.filter(({ face }) => face === 'palace');
  assert.deepEqual(
    ofPalace.map(({ id, closet }) => id ?? closet.sourceFile),
    [drawers[1].id, 'edited', 'notes/later.md'],
  );
}

test('a store of format 5 opens, from its file and from its bytes', async (t) => {
  for (const [place, options] of [
    [storeOf(t, stored), {}],
    [storeOf(t, stored), { readOnly: true }],
    [{ bytes: stored }, {}],
    [{ bytes: stored }, { readOnly: true }],
  ]) {
    const memory = await openMemory(place, options);
    examineAll(memory);
    memory.close();
  }
});

test('it goes on as it was: a closet lifts its file, and the last drawer takes what it left', async (t) => {
  const memory = await openMemory(storeOf(t, stored));
  const { results } = memory.palace.search({ query: 'steep' }, { embedding: [1, 0, 0, 0] });
  assert.equal(results[0].id, 'all fields');
  assert.equal(results[0].matched_via, 'drawer+closet');
  const removed = memory.palace.deleteDrawer('edited');
  assert.equal(removed.tunnelsRemoved, 1);
  assert.equal(removed.revision, REVISION + 1);
  assert.equal(memory.palace.deleteDrawer('all fields').closetsRemoved, 1);
  assert.deepEqual(memory.check().findings, []);
  memory.close();
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 200_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examineAll(memory);
  memory.close();
});
