// Format 3 kept embeddings; all else is as in format 2.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { make } from '../../data/make_format_v3.js';
import { hasItsChecksum, pageCount, pageOf, testData } from '../../support/database_pages.js';
import { NOW, examine, expected } from '../../support/format_stores.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v3.db');
const embeddings = [
  ['note', 'Plain', [0, 0.5, -2, 0.25]],
  ['person', '山田 太郎', [1e-30, -0.125, 0, 3e38]],
  ['turn', 'turn 7', [1, 1, 1, 1]],
];

/** Asserts that a memory holds what the file does. */
function examineAll(memory, version) {
  examine(memory, version, { revision: 35 });
  assert.deepEqual(memory.status().embeddings, {
    model: 'модель 1',
    width: 4,
    vectors: embeddings.length,
    pending: expected.length - embeddings.length,
  });
  for (const [category, name, embedding] of embeddings) {
    const [best] = memory.retrieve('', { embedding, categories: [category] }).items;
    assert.deepEqual([best.category, best.name], [category, name]);
    assert.ok(best.cosScore > 1 - 1e-12, `${name}: ${best.cosScore}`);
  }
  const [pending] = memory.pendingEmbeddings({ limit: 1 }).entries;
  assert.equal(pending.hash, 'b00b103333f2c943', pending.text);
}

test('a store of format 3 opens, from its file and from its bytes', async (t) => {
  for (const [place, options, version] of [
    [storeOf(t, stored), {}, NOW],
    [storeOf(t, stored), { readOnly: true }, 3],
    [{ bytes: stored }, {}, NOW],
    [{ bytes: stored }, { readOnly: true }, NOW],
  ]) {
    const memory = await openMemory(place, options);
    examineAll(memory, version);
    memory.close();
  }
});

test('its embeddings are those of the texts that it has', async (t) => {
  const memory = await openMemory(storeOf(t, stored));
  const embedding = [1, 0, 0, 0];
  const hashes = new Map(
    memory.pendingEmbeddings({ all: true }).entries.map(({ name, hash }) => [name, hash]),
  );
  for (const [category, name] of embeddings) {
    const entry = { category, name, hash: hashes.get(name), embedding };
    assert.equal(memory.putEmbeddings([entry]).stored, 1, name);
  }
  assert.deepEqual(memory.check().findings, []);
  memory.close();
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 60_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examineAll(memory, NOW);
  memory.close();
});
