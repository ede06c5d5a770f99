// Work that takes long: told how far it is, stopped when the host asks, and in the way of nobody.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { newHost, newRawHost, request, toolCall } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

const itemsTo = (count) =>
  Array.from({ length: count }, (_, i) => {
    return { category: 'log', name: `entry ${i}`, content: `number ${i} of many` };
  });

const CANCELLED = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

async function newMemory(t) {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  return memory;
}

test('a host that asks is told how far a call is', async (t) => {
  const { call } = await newHost(t, await newMemory(t));
  const seen = [];
  const onprogress = ({ progress, total }) => seen.push([progress, total]);
  const { data } = await call('memory_add', { items: itemsTo(250) }, { onprogress });
  assert.equal(data.added, 250);
  assert.deepEqual(seen, [
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
});

test('a host that does not ask is told nothing', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  write(toolCall(1, 'memory_add', { items: itemsTo(250) }));
  assert.equal((await next()).id, 1);
});

test('progress comes with the token of its call', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  write(toolCall(1, 'memory_add', { items: itemsTo(150) }, { progressToken: 'a token' }));
  for (const progress of [100, 150]) {
    const { method, params } = await next();
    assert.equal(method, 'notifications/progress');
    assert.deepEqual(params, { progressToken: 'a token', progress, total: 150 });
  }
  assert.equal((await next()).id, 1);
});

test('a call that the host takes back stops, is not answered, and keeps whole parts', async (t) => {
  const memory = await newMemory(t);
  const { call, logs, connection } = await newHost(t, memory);
  const stop = new AbortController();
  const onprogress = ({ progress }) => progress >= 300 && stop.abort('enough');
  const options = { onprogress, signal: stop.signal };
  await assert.rejects(call('memory_add', { items: itemsTo(5000) }, options), /enough/);
  await connection.settled();
  const { items } = memory.status();
  assert.ok(items >= 300 && items < 5000, `${items} items`);
  assert.equal(items % 100, 0);
  assert.deepEqual(logs, []);
  assert.ok((await call('memory_retrieve', { query: 'number' })).data);
});

test('a call is taken back over stdio while it works', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  write(toolCall(1, 'memory_add', { items: itemsTo(10_000) }, { progressToken: 1 }));
  await next();
  write(`${JSON.stringify(CANCELLED)}\n${request(2, 'ping')}`);
  let message;
  do {
    message = await next();
    assert.notEqual(message.id, 1, 'it is not answered');
  } while (message.id !== 2);
  write(toolCall(3, 'memory_add', { category: 'a', name: 'b', content: 'c' }));
  assert.ok((await next()).result.structuredContent.revision < 10_000);
});

test('what is taken back before it began is not done', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  write(toolCall(1, 'memory_add', { items: itemsTo(200) }) + `${JSON.stringify(CANCELLED)}\n`);
  write(request(2, 'ping'));
  assert.equal((await next()).id, 2);
  write(toolCall(3, 'mempalace_list_rooms', { none: 1 }));
  assert.equal((await next()).id, 3);
  write(toolCall(4, 'memory_retrieve', { query: 'number' }));
  assert.deepEqual((await next()).result.structuredContent.items, []);
});

test('a host that leaves stops what it began', async (t) => {
  const memory = await newMemory(t);
  const { call, client, connection } = await newHost(t, memory);
  const onprogress = () => client.close();
  await assert.rejects(call('memory_add', { items: itemsTo(5000) }, { onprogress }), /closed/i);
  await connection.settled();
  assert.ok(memory.status().items < 5000);
});

test('others are answered while it works', async (t) => {
  const memory = await newMemory(t);
  const { call } = await newHost(t, memory);
  const other = await newHost(t, memory);
  const order = [];
  await Promise.all([
    call('memory_add', { items: itemsTo(3000) }).then(() => order.push('long')),
    other.call('memory_retrieve', { query: 'number' }).then(() => order.push('short')),
  ]);
  assert.deepEqual(order, ['short', 'long']);
});

test('where a part fails, the sentence says what is kept', async (t) => {
  const memory = await newMemory(t);
  const { call } = await newHost(t, memory);
  const items = itemsTo(250);
  items[220].category = 'No Slug';
  const { isError, text } = await call('memory_add', { items });
  assert.ok(isError);
  assert.match(text, /^Error invalid_argument: .*category.* \(the first 200 items are kept\)\n$/);
  assert.equal(memory.status().items, 200);
  items[20].category = 'No Slug';
  const { text: none } = await call('memory_add', { items });
  assert.doesNotMatch(none, /are kept/);
});
