// What tests expect of a store that was filled until its medium took no more.

import assert from 'node:assert/strict';

import { openMemory } from '../../js/index.js';
import { allItems } from './store_operations.js';

/**
 * Opens the store at `path`, which held one item before, and compares it with what
 * tests/js/store/limited_child.js told of filling it.
 * @returns the memory, open
 */
export async function openFilled(path, { added, error, removed, readable }) {
  assert.equal(error.code, 'storage_full', error.message);
  assert.ok(added > 10, `${added} added`);
  assert.equal(readable, added + 1);
  const memory = await openMemory(path);
  assert.deepEqual(memory.check().findings, []);
  assert.equal(allItems(memory).length, added + 1 - removed);
  return memory;
}
