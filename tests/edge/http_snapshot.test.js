// The worker of a snapshot, demo/edge/snapshot.js, in workerd.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemory } from 'loci';
import { startWorker } from './http_server.js';

const items = [
  { category: 'kitchen', name: 'Kettle', content: 'The kettle whistles at dawn.' },
  { category: 'kitchen', name: 'Stove', content: 'See [[kitchen:Kettle]].' },
];

async function exported() {
  const memory = await openMemory(':memory:');
  memory.addMany(items);
  const bytes = memory.exportBytes();
  memory.close();
  return bytes;
}

const snapshotWorker = (t, snapshot, more) =>
  startWorker(t, { entry: 'demo/edge/snapshot.js', snapshot, ...more });

test('a snapshot answers as the memory that it was taken of', async (t) => {
  const snapshot = await exported();
  const server = await snapshotWorker(t, snapshot);
  const memory = await openMemory({ bytes: snapshot });
  const query = 'stove at dawn';
  const asked = Array.from({ length: 8 }, () => server.done('POST', '/retrieve', { query }));
  for (const found of await Promise.all(asked)) {
    assert.equal(JSON.stringify(found), JSON.stringify(memory.retrieve(query)));
  }
  assert.deepEqual(await server.done('GET', '/items'), memory.items());
  assert.deepEqual(
    await server.done('GET', '/items/kitchen/Kettle'),
    memory.get('kitchen', 'Kettle'),
  );
  const { readOnly, items: count } = await server.done('GET', '/status');
  assert.deepEqual([readOnly, count], [true, 2]);
  memory.close();
});

test('a snapshot can be read and nothing else, by who has the token', async (t) => {
  const server = await snapshotWorker(t, await exported());
  const refusals = [
    [403, ['POST', '/items', items[0]]],
    [403, ['DELETE', '/items/kitchen/Kettle']],
    [403, ['POST', '/items/batch', { items }]],
    [403, ['PUT', '/import', {}]],
    [405, ['PATCH', '/items']],
    [404, ['GET', '/export']],
    [404, ['GET', '/items/kitchen/Spoon']],
    [400, ['POST', '/retrieve', { limit: 1 }]],
    [400, ['POST', '/retrieve', { query: 'dawn', limit: -1 }]],
  ];
  for (const [expected, asking] of refusals) {
    const { status, body } = await server.ask(...asking);
    assert.equal(status, expected, `${asking}: ${JSON.stringify(body)}`);
    assert.equal(typeof body.error.message, 'string');
    if (status === 403) assert.match(body.error.message, /only be read/);
  }
  assert.equal((await fetch(new URL('/status', server.address))).status, 401);
  const closed = await snapshotWorker(t, await exported(), { token: null });
  assert.equal((await closed.fetch('/status')).status, 500);
});

test('a snapshot that is none says so, each time', async (t) => {
  const server = await snapshotWorker(t, new TextEncoder().encode('no store'));
  for (let i = 0; i < 2; i++) {
    const { status, body } = await server.ask('GET', '/status');
    assert.deepEqual([status, body.error.code], [500, 'unsupported_format']);
  }
});
