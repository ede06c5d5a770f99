// What an agent of demo/edge may cost, and what becomes of it when its storage has no room, when it is
// started again, and when it was never written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newFolder } from '../support/temp_store.js';
import { startWorker } from './http_server.js';

const faults = { entry: 'tests/edge/http_faults.js' };
const kettle = { category: 'kitchen', name: 'Kettle', content: 'The kettle whistles at dawn.' };

const numbered = (count, content = (i) => `note ${i} on the harbour`) =>
  Array.from({ length: count }, (_, i) => ({
    category: 'notes',
    name: `n${i}`,
    content: content(i),
  }));

/** Text that is long and says little, and is no two times the same. */
const long = (length, seed) => `${seed} ${'lorem '.repeat(length / 6)}`.slice(0, length);

function assertRefused({ status, body }, expected, code) {
  assert.deepEqual([status, body.error?.code], [expected, code], JSON.stringify(body));
}

/** `{status, body}` of a request whose body comes piece by piece, without its length. */
async function streamed(server, method, path, pieces) {
  const body = new Blob(pieces).stream();
  const response = await server.fetch(path, { method, body, duplex: 'half' });
  return { status: response.status, body: await response.json() };
}

test('a body that is too large is refused, announced or not', async (t) => {
  const vars = { MAX_BODY_BYTES: 1000, MAX_IMPORT_BYTES: 2000 };
  const server = await startWorker(t, { vars });
  const item = { ...kettle, content: long(900, 1) };
  await server.done('POST', '/agents/small/items', item);
  const larger = { ...kettle, content: long(1000, 2) };
  assertRefused(await server.ask('POST', '/agents/small/items', larger), 413, 'too_large');
  assertRefused(await server.ask('POST', '/agents/small/retrieve', larger), 413, 'too_large');
  const files = [{ path: 'wiki/kitchen.md', text: long(1500, 3) }];
  await server.done('POST', '/agents/small/import', { files });
  const pieces = ['{"category": "kitchen", "name": "Big", "content": "', '"}'];
  pieces.splice(1, 0, ...Array.from({ length: 300 }, () => long(1000, 4)));
  assertRefused(await streamed(server, 'POST', '/agents/small/items', pieces), 413, 'too_large');
  assertRefused(await streamed(server, 'PUT', '/agents/small/import', pieces), 413, 'too_large');
  const { body } = await streamed(server, 'POST', '/agents/small/items', [
    '{"category": "kitchen", ',
    '"name": "Small", "content": "spoon"}',
  ]);
  assert.equal(body.action, 'added');
});

test('an agent that is asked too often says when to come again; others do not mind', async (t) => {
  const vars = { REQUESTS_PER_SECOND: 0.5, REQUEST_BURST: 3 };
  const server = await startWorker(t, { vars });
  await server.done('POST', '/agents/busy/items', kettle);
  for (let i = 0; i < 9; i++) {
    assertRefused(await server.ask('GET', '/agents/busy/nothing'), 404, 'not_found'); // wakes nobody
  }
  for (let i = 0; i < 2; i++) await server.done('GET', '/agents/busy/status');
  const response = await server.fetch('/agents/busy/status');
  assertRefused({ status: response.status, body: await response.json() }, 429, 'rate_limited');
  assert.match(response.headers.get('retry-after'), /^[12]$/);
  await server.done('POST', '/agents/idle/items', kettle);
});

test('a limit that is no number is told', async (t) => {
  const server = await startWorker(t, { vars: { MAX_BODY_BYTES: 'many' } });
  assertRefused(await server.ask('GET', '/agents/a/status'), 500, 'not_configured');
});

test('an agent that was never written is unknown, and asking makes no storage', async (t) => {
  const server = await startWorker(t, faults);
  const asked = [
    ['GET', 'status'],
    ['GET', 'items'],
    ['GET', 'items/a/b'],
    ['DELETE', 'items/a/b'],
    ['GET', 'export'],
    ['DELETE', ''],
    ['POST', 'retrieve', { query: 'kettle' }],
  ];
  for (const [method, path, json] of asked) {
    const reply = await server.ask(
      method,
      path ? `/agents/nobody/${path}` : '/agents/nobody',
      json,
    );
    assertRefused(reply, 404, 'unknown_agent');
  }
  assert.deepEqual(await ordered(server, 'nobody', 'tables'), []);
  assertRefused(await server.ask('POST', '/agents/nobody/items', {}), 400, 'invalid_argument');
  assertRefused(await server.ask('GET', '/agents/nobody/status'), 404, 'unknown_agent');
  assertRefused(await server.ask('DELETE', '/agents/nobody'), 404, 'unknown_agent');
  await server.done('POST', '/agents/nobody/items', kettle);
  assert.equal((await server.done('GET', '/agents/nobody/status')).items, 1);
  assert.ok((await ordered(server, 'nobody', 'tables')).includes('loci_page'));
});

test('an agent whose storage is full says so, still answers, and goes on with room', async (t) => {
  const server = await startWorker(t, faults);
  await server.done('POST', '/agents/full/items', kettle);
  await ordered(server, 'full', 'fill');
  const more = { ...kettle, name: 'Stove' };
  assertRefused(await server.ask('POST', '/agents/full/items', more), 507, 'storage_full');
  const batch = { items: numbered(5) };
  assertRefused(await server.ask('POST', '/agents/full/items/batch', batch), 507, 'storage_full');
  const found = await server.done('POST', '/agents/full/retrieve', { query: 'kettle dawn' });
  assert.deepEqual(
    found.items.map(({ name }) => name),
    ['Kettle'],
  );
  await ordered(server, 'full', 'empty');
  await server.done('POST', '/agents/full/items', more);
  const { items, revision } = await server.done('GET', '/agents/full/status');
  assert.deepEqual([items, revision], [2, 2]);
});

test('a text that one transaction cannot take is refused, and nothing has changed', async (t) => {
  const server = await startWorker(t, { vars: { MAX_BODY_BYTES: 2 ** 24 } });
  await server.done('POST', '/agents/text/items', kettle);
  const item = { ...kettle, content: long(9 * 2 ** 20, 1) };
  const reply = await server.ask('POST', '/agents/text/items', item);
  assertRefused(reply, 413, 'transaction_too_large');
  const { content } = await server.done('GET', '/agents/text/items/kitchen/Kettle');
  assert.equal(content, kettle.content);
});

test('a long batch is kept in parts, and says so', async (t) => {
  const server = await startWorker(t);
  const { added, warnings } = await server.done('POST', '/agents/parts/items/batch', {
    items: numbered(250),
  });
  assert.equal(added, 250);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['committed_in_parts'],
  );
  const items = [...numbered(150), { category: 'notes', name: '' }];
  const reply = await server.ask('POST', '/agents/broken/items/batch', { items });
  assertRefused(reply, 400, 'invalid_argument');
  assert.deepEqual(reply.body.error.detail, { committed: 100 });
  assert.equal((await server.done('GET', '/agents/broken/status')).items, 100);
});

test('agents remember when the worker is started again', async (t) => {
  const persist = newFolder(t);
  const first = await startWorker(t, { persist });
  const items = numbered(400);
  await first.done('POST', '/agents/kept/items/batch', { items });
  await first.done('DELETE', '/agents/kept/items/notes/n7');
  const question = { query: 'note 399', limit: 3, explain: true };
  const found = await first.done('POST', '/agents/kept/retrieve', question);
  await first.stop();
  const second = await startWorker(t, { persist });
  assert.deepEqual(await second.done('POST', '/agents/kept/retrieve', question), found);
  const { items: count, revision } = await second.done('GET', '/agents/kept/status');
  assert.deepEqual([count, revision], [399, 401]);
  assertRefused(await second.ask('GET', '/agents/other/status'), 404, 'unknown_agent');
});

test('an agent whose store is damaged says so, and gives out what there is', async (t) => {
  const persist = newFolder(t);
  const first = await startWorker(t, { ...faults, persist });
  await first.done('POST', '/agents/hurt/items/batch', { items: numbered(90) });
  await first.stop();
  const second = await startWorker(t, { ...faults, persist });
  await ordered(second, 'hurt', 'damage');
  assert.equal((await second.done('GET', '/agents/hurt/status')).damaged, true);
  const asked = await second.ask('POST', '/agents/hurt/retrieve', { query: 'harbour' });
  assertRefused(asked, 500, 'store_damaged');
  const adding = await second.ask('POST', '/agents/hurt/items', kettle);
  assertRefused(adding, 500, 'store_damaged');
  await second.done('POST', '/agents/sound/items', kettle);
  const body = await second.exported('sound');
  const path = '/agents/hurt/import?replace=true';
  const importing = await second.fetch(path, { method: 'PUT', body }); // which is no fault of the body
  assertRefused({ status: importing.status, body: await importing.json() }, 500, 'store_damaged');
  const { files } = await second.done('GET', '/agents/hurt/export?format=markdown');
  assert.ok(Array.isArray(files));
  assert.ok((await second.exported('hurt')).length > 4096);
});

test('an agent whose store is damaged, or cannot even be opened, can be deleted', async (t) => {
  const persist = newFolder(t);
  const first = await startWorker(t, { ...faults, persist });
  const orders = ['damage', 'wreck'];
  for (const id of orders) {
    await first.done('POST', `/agents/${id}/items/batch`, { items: numbered(90) });
  }
  await first.stop();
  const second = await startWorker(t, { ...faults, persist });
  for (const id of orders) {
    await ordered(second, id, id);
    const asked = await second.ask('POST', `/agents/${id}/retrieve`, { query: 'harbour' });
    assert.equal(asked.status, 500);
    assert.deepEqual(await second.done('DELETE', `/agents/${id}`), { removed: true });
    assert.deepEqual(await ordered(second, id, 'tables'), []);
    await second.done('POST', `/agents/${id}/items`, kettle);
    assert.equal((await second.done('GET', `/agents/${id}/status`)).items, 1);
  }
});

/** What an agent of http_faults.js answers an order. */
async function ordered(server, id, order) {
  const response = await server.fetch(`/agents/${id}/status`, { headers: { 'x-test': order } });
  return (await response.json()).result;
}
