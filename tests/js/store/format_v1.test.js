// Every format we claim to read stands in tests/data as a file, and is read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { make, steps } from '../../data/make_format_v1.js';
import {
  PAGE_SIZE,
  hasItsChecksum,
  pageCount,
  pageOf,
  testData,
} from '../../support/database_pages.js';
import { NOW, examine, expected } from '../../support/format_stores.js';
import { allItems } from '../../support/store_operations.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v1.db');

test('a store of format 1 opens, from its file and from its bytes', async (t) => {
  for (const [place, options, version] of [
    [storeOf(t, stored), {}, NOW],
    [storeOf(t, stored), { readOnly: true }, 1],
    [{ bytes: stored }, {}, NOW],
    [{ bytes: stored }, { readOnly: true }, NOW],
  ]) {
    const memory = await openMemory(place, options);
    examine(memory, version);
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

test('opened for writing, it becomes a store of the present format, for good', async (t) => {
  const path = storeOf(t, stored);
  (await openMemory(path)).close();
  const reader = await openMemory(path, { readOnly: true });
  examine(reader, NOW);
  reader.close();
});

test('read only, its file stays as it is, and its bytes are of format 1', async (t) => {
  const path = storeOf(t, stored);
  const reader = await openMemory(path, { readOnly: true });
  const bytes = reader.exportBytes();
  assert.equal(bytes[63], 1, 'its version'); // the first page tells of no log, and so differs
  assert.deepEqual(Buffer.from(bytes.subarray(PAGE_SIZE)), stored.subarray(PAGE_SIZE));
  reader.close();
  assert.deepEqual(readFileSync(path), stored);
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 40_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examine(memory, NOW);
  memory.close();
  assert.equal(steps.length, 12);
});
