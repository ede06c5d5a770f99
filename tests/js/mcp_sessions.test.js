// What was delivered is remembered by connection, and by the sessions that a host names.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { HUT } from '../support/cli.js';
import { newHost } from '../support/mcp.js';

async function hutMemory(t) {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  memory.evidence.saveMany(
    HUT.map(({ written_at: writtenAt, ...event }) => ({ ...event, writtenAt })),
  );
  return memory;
}

const search = async ({ call }, more = {}) => {
  const { data } = await call('memory_database_search', {
    operation: 'search',
    query_text: 'pump',
    ...more,
  });
  return data;
};

const idsOf = ({ events }) => events.map(({ id }) => id);

test('a connection is given nothing twice, and another one has all to itself', async (t) => {
  const memory = await hutMemory(t);
  const host = await newHost(t, memory);
  const given = idsOf(await search(host));
  assert.equal(given.length, 2);
  const again = await search(host);
  assert.deepEqual([idsOf(again), again.reason], [[], 'nothing_new']);
  assert.deepEqual(idsOf(await search(await newHost(t, memory))), given);
});

test('agents that share a connection name their sessions', async (t) => {
  const host = await newHost(t, await hutMemory(t));
  const given = idsOf(await search(host, { session: 'one' }));
  assert.deepEqual(idsOf(await search(host, { session: 'one' })), []);
  assert.deepEqual(idsOf(await search(host, { session: 'two' })), given);
  assert.deepEqual(idsOf(await search(host)), given);
});

test('a cursor is of its session', async (t) => {
  const memory = await hutMemory(t);
  const host = await newHost(t, memory);
  const { cursor, concepts } = await search(host, { query_text: 'leak', session: 'one' });
  const expand = { operation: 'expand', cursor, concept_id: concepts[0].id };
  const { text } = await host.call('memory_database_search', expand);
  assert.match(text, /^Error cursor_unknown/);
  const { isError } = await host.call('memory_database_search', { ...expand, session: 'one' });
  assert.ok(!isError);
});

test('all four operations lead on from each other', async (t) => {
  const { call } = await newHost(t, await hutMemory(t));
  const ask = async (request) => (await call('memory_database_search', request)).data;
  const found = await ask({ operation: 'search', query_text: 'leak valve' });
  const { cursor, concepts } = found;
  const near = await ask({ operation: 'nearby', cursor, event_id: 'hut_ch01_e01', before: 0 });
  assert.deepEqual(idsOf(near), idsOf(found).includes('hut_ch01_e02') ? [] : ['hut_ch01_e02']);
  const wide = await ask({ operation: 'expand', cursor, concept_id: concepts[0].id, limit: 8 });
  assert.deepEqual(idsOf(wide), []);
  const read = await ask({ operation: 'read', event_id: 'hut_ch01_e01', limit: 8 });
  assert.deepEqual([read.text, read.next], ['The pump', 8]);
});
