// Format 2 keeps the answers of keyed writes; all else is as in format 1.

import assert from 'node:assert/strict';
import test from 'node:test';

import { NodeHost } from '../../../bindings/hosts/node.js';
import { openMemory } from '../../../js/index.js';
import { make } from '../../data/make_format_v2.js';
import { hasItsChecksum, pageCount, pageOf, testData } from '../../support/database_pages.js';
import { NOW, examine } from '../../support/format_stores.js';
import { call, importInto, openRaw } from '../../support/raw_engine.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const stored = testData('format_v2.db');
const answers = {
  'tab 1, call 1': { removed: false, revision: 34, warnings: [] },
  ключ: { added: 0, problems: [{ path: 'ä.md', line: 1, what: '山' }], revision: 34 },
};

function assertAnswers(engine, expected) {
  for (const key of Object.keys(answers)) {
    const answer = expected[key];
    assert.deepEqual(call(engine, 'claim', key), answer ? { answer } : null, key);
  }
}

test('a store of format 2 opens, from its file and from its bytes', async (t) => {
  for (const [place, options, version] of [
    [storeOf(t, stored), {}, NOW],
    [storeOf(t, stored), { readOnly: true }, 2],
    [{ bytes: stored }, {}, NOW],
  ]) {
    const memory = await openMemory(place, options);
    examine(memory, version);
    memory.close();
  }
});

test('its answers are found, and only in the store itself, not in its bytes', async (t) => {
  const engine = await openRaw(new NodeHost(storeOf(t, stored)));
  assertAnswers(engine, answers);
  importInto(engine, stored);
  assertAnswers(engine, answers);
  engine.close();
  const other = await openRaw(null);
  assert.deepEqual(importInto(other, stored), { revision: 34, warnings: [] });
  assertAnswers(other, {});
  other.close();
});

test('the file is small, sound, and what its script makes', async (t) => {
  assert.ok(stored.length < 48_000);
  for (let number = 1; number <= pageCount(stored); ++number) {
    assert.ok(hasItsChecksum(pageOf(stored, number)), `page ${number}`);
  }
  const path = newStore(t);
  await make(path);
  const memory = await openMemory(path);
  examine(memory, NOW);
  memory.close();
  const engine = await openRaw(new NodeHost(path));
  assertAnswers(engine, answers);
  engine.close();
});
