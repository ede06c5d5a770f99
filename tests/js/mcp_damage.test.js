// A damaged store through the tools: what it holds is refused, its state is told, and what to do.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { newCli } from '../support/cli.js';
import { newStdioHost } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

/** Keeps a store in `folder`, of which a bit of a text is turned. */
async function damagedFolder(t, folder = newFolder(t)) {
  const path = join(folder, 'memory.loci');
  const memory = await openMemory(path);
  memory.add({ category: 'garden', name: 'valve', content: 'Runs for 20 minutes.' });
  const place = { wing: 'Garden', room: 'water' };
  memory.palace.addDrawers([{ ...place, text: 'The valve sticks.' }]);
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

test('a server that idles lets `loci repair` have the store, and goes on with what was saved', async (t) => {
  const { folder, loci } = newCli(t);
  const { call } = await newStdioHost(t, await damagedFolder(t, folder));
  assert.equal((await call('mempalace_status', {})).data.damaged, true);
  const { status, output, errors } = await loci(['repair']);
  assert.match(output, /^repaired: kept 0 items, 0 events, 1 drawer /);
  assert.deepEqual([status, errors], [1, ''], 'one item was lost');
  const { data } = await call('mempalace_search', { query: 'valve' });
  assert.deepEqual(
    data.results.map(({ text }) => text),
    ['The valve sticks.'],
  );
  const kept = await call('memory_add', { category: 'garden', name: 'valve', content: '20 min.' });
  assert.ok(!kept.isError, kept.text);
  assert.match((await loci(['check'])).output, /^sound: 1 item/);
});
