// Format 4 keeps events; all else is as in format 3.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { make } from '../../data/make_format_v4.js';
import { hasItsChecksum, pageCount, pageOf, testData } from '../../support/database_pages.js';
import { NOW, examine, expected } from '../../support/format_stores.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v4.db');
const REVISION = 42;
const keeper = { kind: 'person', id: 'keeper', name: 'Ada Lovelace' };
const go = { kind: 'concept', id: 'concept_2', name: 'Gö' };
const now = '2026-01-02T04:00:00.123Z';

/** What it holds, written out, in order of storing. */
const events = [
  {
    id: 'sea_ch1_e2',
    summary: 'The keeper lights the lamp.',
    content: 'At dusk the keeper lit the lamp.\r\n\r\nThen a game of go.  \n',
    entities: [keeper, go],
    writtenAt: '2025-12-24T18:30:00Z',
    chunks: [[0, 57]],
    revision: 36,
  },
  {
    id: 'event_37',
    summary: '',
    content: '',
    entities: [],
    writtenAt: null,
    chunks: [],
    revision: 37,
  },
  {
    id: '東京 の 猫',
    summary: '猫の一日',
    content: '猫がいる。'.repeat(400),
    entities: [
      { kind: 'concept', id: 'concept_3', name: '猫' },
      { kind: 'person', id: 'other', name: 'Ada Lovelace' },
      go,
    ],
    writtenAt: now,
    chunks: [
      [0, 800],
      [680, 1480],
      [1360, 2000],
    ],
    revision: 38,
  },
  {
    id: 'edited',
    summary: 'It changes.',
    content: 'As it is.',
    entities: [],
    writtenAt: now,
    chunks: [[0, 9]],
    revision: 41,
  },
];
const CHUNKS = 5;
const SUMMARIES = 3; // an empty one is no text to embed
const VECTORS = { items: 3, events: 4 };

/** Asserts that a memory holds what the file does, in tables of the format `version`. */
function examineAll(memory, version) {
  examine(memory, version, { revision: REVISION });
  for (const event of events) {
    assert.deepEqual(memory.evidence.get(event.id), event);
  }
  assert.equal(memory.evidence.get('gone'), null);
  assert.deepEqual(memory.status().evidence, { events: events.length, chunks: CHUNKS });
  examineEntities(memory);
  examineEmbeddings(memory);
}

function examineEntities(memory) {
  const mentions = (given) => memory.evidence.findEntity(given).events.map(({ id }) => id);
  assert.deepEqual(mentions({ kind: 'concept', name: 'go' }), ['sea_ch1_e2', '東京 の 猫']);
  assert.deepEqual(mentions({ kind: 'person', name: 'other' }), ['東京 の 猫']);
  assert.equal(memory.evidence.findEntity({ kind: 'concept', name: 'rain' }).entity, null);
}

function examineEmbeddings(memory) {
  const vectors = VECTORS.items + VECTORS.events;
  assert.deepEqual(memory.status().embeddings, {
    model: 'модель 1',
    width: 4,
    vectors,
    pending: expected.length + SUMMARIES + CHUNKS - vectors,
  });
  // Where the others are excluded an event is found by its vectors or not at all.
  for (const { id } of events) {
    const exclude = events.map((event) => event.id).filter((other) => other !== id);
    const request = { exclude, include_delivered: true };
    const { events: found } = memory.evidence.search(request, { embedding: [1, 1, 1, 1] });
    assert.equal(found.length, id === 'event_37' ? 0 : 1, id);
  }
}

test('a store of format 4 opens, from its file and from its bytes', async (t) => {
  for (const [place, options, version] of [
    [storeOf(t, stored), {}, NOW],
    [storeOf(t, stored), { readOnly: true }, 4],
    [{ bytes: stored }, {}, NOW],
    [{ bytes: stored }, { readOnly: true }, NOW],
  ]) {
    const memory = await openMemory(place, options);
    examineAll(memory, version);
    memory.close();
  }
});

test('it goes on counting: no revision, no number of an entity comes again', async (t) => {
  const memory = await openMemory(storeOf(t, stored));
  const entities = [{ kind: 'concept', name: 'rain' }];
  const saved = memory.evidence.save({ summary: 's', content: 'c', entities });
  assert.equal(saved.id, `event_${REVISION + 1}`);
  assert.deepEqual(
    memory.evidence.get(saved.id).entities.map(({ id }) => id),
    ['concept_6'],
  );
  assert.deepEqual(memory.check().findings, []);
  memory.close();
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 120_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examineAll(memory, NOW);
  memory.close();
});
