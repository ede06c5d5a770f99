// A damaged store through the tools: what it holds is refused, its state is told, and what to do.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { newStdioHost } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

/** A folder with a store of which a bit of a text is turned. */
async function damagedFolder(t) {
  const folder = newFolder(t);
  const path = join(folder, 'memory.loci');
  const memory = await openMemory(path);
  memory.add({ category: 'garden', name: 'valve', content: 'Runs for 20 minutes.' });
  memory.close();
  const bytes = fs.readFileSync(path);
  bytes[bytes.indexOf('Runs for 20')] ^= 1;
  fs.writeFileSync(path, bytes);
  return folder;
}

test('a damaged store refuses all but its state, and says what to do', async (t) => {
  const { call } = await newStdioHost(t, await damagedFolder(t));
  for (const [tool, args] of [
    ['memory_retrieve', { query: 'minutes' }],
    ['memory_add', { category: 'a', name: 'b', content: 'c' }],
    ['memory_database_search', { operation: 'search' }],
    ['mempalace_search', { query: 'minutes' }],
    ['mempalace_list_wings', {}],
    ['mempalace_add_drawer', { wing: 'a', room: 'b', text: 'c' }],
  ]) {
    const { isError, text } = await call(tool, args);
    assert.ok(isError, tool);
    assert.match(text, /^Error store_damaged: .*repair/, tool);
  }
  const { data, text } = await call('mempalace_status', {});
  assert.equal(data.damaged, true);
  assert.match(text, /^The store is damaged: run `loci repair`\.$/m);
});
