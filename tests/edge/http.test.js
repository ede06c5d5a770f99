// The worker of demo/edge in workerd: every route, and what a request can have wrong.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMemory } from 'loci';
import { startWorker } from './http_server.js';

const kettle = { category: 'kitchen', name: 'Kettle', content: 'The kettle whistles at dawn.' };
const stove = { category: 'kitchen', name: 'Stove', content: 'See [[kitchen:Kettle]].' };
const notes = Array.from({ length: 30 }, (_, i) => ({
  category: 'notes',
  name: `n${i}`,
  content: `note ${i} on the harbour`,
}));

const hooks = [];
let server;
before(async () => {
  server = await startWorker({ after: (hook) => hooks.push(hook) });
});
after(() => Promise.all(hooks.map((hook) => hook())));

const namesOf = ({ items }) => items.map(({ name }) => name);

/** The reply to a request that must fail with this status and code. */
async function refused(status, code, asking) {
  const response = await asking;
  const body = await response.clone().json();
  assert.deepEqual([response.status, body.error?.code], [status, code], JSON.stringify(body));
  assert.equal(typeof body.error.message, 'string');
  assert.deepEqual(Object.keys(body), ['error']);
  return response;
}

const send = (method, path, body, headers = { 'content-type': 'application/json' }) =>
  server.fetch(path, { method, body, headers, duplex: 'half' });

test('items are added, found, read, listed and removed', async () => {
  const { action, revision } = await server.done('POST', '/agents/cook/items', kettle);
  assert.deepEqual([action, revision], ['added', 1]);
  const many = await server.done('POST', '/agents/cook/items/batch', { items: [stove, ...notes] });
  assert.deepEqual([many.added, many.updated], [31, 0]);
  const found = await server.done('POST', '/agents/cook/retrieve', { query: 'stove', limit: 1 });
  assert.deepEqual(namesOf(found), ['Stove', 'Kettle']);
  const item = await server.done('GET', '/agents/cook/items/kitchen/Kettle');
  assert.equal(item.content, kettle.content);
  const listed = await server.done('GET', '/agents/cook/items?category=notes&limit=2&offset=3');
  assert.deepEqual(namesOf(listed), ['n3', 'n4']);
  const gone = await server.done('DELETE', '/agents/cook/items/notes/n3');
  assert.equal(gone.removed, true);
  await refused(404, 'unknown_item', send('GET', '/agents/cook/items/notes/n3'));
  await refused(404, 'unknown_item', send('DELETE', '/agents/cook/items/notes/n3'));
  const status = await server.done('GET', '/agents/cook/status');
  assert.deepEqual([status.items, status.persistence.mode], [31, 'durable-object']);
});

test('an agent is deleted with all that it has, and can begin anew', async () => {
  await server.done('POST', '/agents/leaver/items/batch', { items: [kettle, ...notes] });
  await server.done('POST', '/agents/stayer/items', stove);
  assert.deepEqual(await server.done('DELETE', '/agents/leaver'), { removed: true });
  for (const [method, path] of [
    ['GET', '/status'],
    ['GET', '/items'],
    ['DELETE', ''],
  ]) {
    await refused(404, 'unknown_agent', send(method, `/agents/leaver${path}`));
  }
  assert.deepEqual(namesOf(await server.done('GET', '/agents/stayer/items')), ['Stove']);
  const { revision } = await server.done('POST', '/agents/leaver/items', stove);
  assert.equal(revision, 1);
  assert.deepEqual(namesOf(await server.done('GET', '/agents/leaver/items')), ['Stove']);
  await refused(405, 'method_not_allowed', send('GET', '/agents/leaver'));
});

test('a name may hold whatever a name may hold', async () => {
  const names = ['50% off', 'a/b', 'Café am Fluß', '朝の散歩', 'who? me & you + him'];
  const items = names.map((name) => ({ category: 'odd', name, content: name }));
  await server.done('POST', '/agents/odd/items/batch', { items });
  for (const name of names) {
    const path = `/agents/odd/items/odd/${encodeURIComponent(name)}`;
    assert.equal((await server.done('GET', path)).name, name);
    assert.equal((await server.done('DELETE', path)).removed, true);
  }
});

test('vectors come with items and with questions', async () => {
  const model = 'compass';
  const north = { category: 'way', name: 'north', content: 'up', embedding: [1, 0], model };
  const east = { category: 'way', name: 'east', content: 'right', embedding: [0, 1] };
  await server.done('POST', '/agents/way/items', north);
  await server.done('POST', '/agents/way/items/batch', { items: [east], model });
  const question = { query: 'where', embedding: [0.1, 1], model };
  const found = await server.done('POST', '/agents/way/retrieve', question);
  assert.deepEqual([found.embeddingUsed, namesOf(found)[0]], [true, 'east']);
  const other = { ...north, model: 'sundial' };
  await refused(409, 'model_mismatch', send('POST', '/agents/way/items', JSON.stringify(other)));
  const wide = { ...north, embedding: [1, 2, 3] };
  await refused(422, 'dimension_mismatch', send('POST', '/agents/way/items', JSON.stringify(wide)));
  const none = { ...north, embedding: [0, 0] };
  await refused(422, 'invalid_vector', send('POST', '/agents/way/items', JSON.stringify(none)));
});

test('two agents know nothing of each other', async () => {
  await server.done('POST', '/agents/left/items', kettle);
  await server.done('POST', '/agents/right/items', stove);
  const [left, right] = await Promise.all(
    ['left', 'right'].map((id) => server.done('GET', `/agents/${id}/items`)),
  );
  assert.deepEqual([namesOf(left), namesOf(right)], [['Kettle'], ['Stove']]);
});

test('many ask one agent at once, the first of all included', async () => {
  const adding = notes.map((note) => server.done('POST', '/agents/crowd/items', note));
  const revisions = (await Promise.all(adding)).map(({ revision }) => revision);
  assert.deepEqual(
    revisions.sort((a, b) => a - b),
    notes.map((_, i) => i + 1),
  );
  const asking = notes.map(({ content: query }) =>
    server.done('POST', '/agents/crowd/retrieve', { query, limit: 1 }),
  );
  assert.deepEqual(
    (await Promise.all(asking)).map(namesOf),
    notes.map(({ name }) => [name]),
  );
});

test('an export of one agent is the store of another, and one in Node', async () => {
  await server.done('POST', '/agents/source/items/batch', { items: [kettle, stove, ...notes] });
  const response = await server.fetch('/agents/source/export');
  assert.equal(response.headers.get('content-type'), 'application/vnd.sqlite3');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = { 'content-type': 'application/octet-stream' };
  for (const method of ['PUT', 'POST']) {
    await server.done('POST', `/agents/copy-${method}/items`, { ...kettle, name: 'goes' });
    const imported = await send(method, `/agents/copy-${method}/import?replace=true`, bytes, type);
    const { revision, items: count, replaced } = await imported.json();
    assert.deepEqual([revision, count, replaced], [32, 32, 1]);
    const items = await server.done('GET', `/agents/copy-${method}/items?limit=1000`);
    assert.deepEqual(items, await server.done('GET', '/agents/source/items?limit=1000'));
  }
  const memory = await openMemory({ bytes });
  const question = { query: 'harbour kettle', explain: true };
  const { query, ...options } = question;
  const here = memory.retrieve(query, options);
  const there = await server.done('POST', '/agents/copy-PUT/retrieve', question);
  assert.equal(JSON.stringify(there), JSON.stringify(here));
  memory.close();
});

test('a store takes the place of items only where that was asked for', async () => {
  await server.done('POST', '/agents/giver/items', stove);
  const bytes = await server.exported('giver');
  const put = (query = '') => send('PUT', `/agents/keeper/import${query}`, bytes, {});
  const first = await (await put()).json();
  assert.deepEqual([first.items, first.replaced], [1, 0]);
  await server.done('POST', '/agents/keeper/items', kettle);
  for (const query of ['', '?replace=false', '?replace']) {
    const { error } = await (await refused(409, 'not_empty', put(query))).json();
    assert.match(error.message, /holds 2 items.*replace=true/);
  }
  const files = { files: [] };
  await server.done('POST', '/agents/keeper/import', files); // merging needs no leave
  assert.equal((await server.done('GET', '/agents/keeper/status')).items, 2);
  await server.done('DELETE', '/agents/keeper/items/kitchen/Kettle');
  await server.done('DELETE', '/agents/keeper/items/kitchen/Stove');
  assert.equal((await put()).status, 200);
});

test('an export as Markdown is merged into another agent', async () => {
  await server.done('POST', '/agents/written/items/batch', { items: [kettle, stove] });
  const exported = await server.done('GET', '/agents/written/export?format=markdown');
  assert.deepEqual(
    exported.files.map(({ path }) => path),
    ['wiki/kitchen.md'],
  );
  await server.done('POST', '/agents/reader/items', { ...kettle, name: 'Own' });
  const merged = await server.done('POST', '/agents/reader/import', exported);
  assert.deepEqual([merged.added, merged.problems], [2, []]);
  const items = await server.done('GET', '/agents/reader/items');
  assert.deepEqual(namesOf(items), ['Own', 'Kettle', 'Stove']);
  await refused(400, 'invalid_argument', server.fetch('/agents/written/export?format=html'));
});

test('nobody gets in without the token', async () => {
  const path = '/agents/cook/status';
  const without = await refused(401, 'unauthorized', fetch(new URL(path, server.address)));
  assert.equal(without.headers.get('www-authenticate'), 'Bearer realm="loci"');
  const wrong = server.fetch(path, { headers: { authorization: 'Bearer moss' } });
  const { headers } = await refused(401, 'unauthorized', wrong);
  assert.match(headers.get('www-authenticate'), /error="invalid_token"/);
  await refused(401, 'unauthorized', fetch(new URL('/nothing', server.address)));
});

test('nobody gets in where no token was set', async (t) => {
  const open = await startWorker(t, { token: null });
  await refused(500, 'not_configured', open.fetch('/agents/cook/status'));
  await refused(500, 'not_configured', fetch(new URL('/agents/cook/status', open.address)));
});

test('a path that is none, and a method that it does not take', async () => {
  await refused(404, 'not_found', server.fetch('/'));
  await refused(404, 'not_found', server.fetch('/agents/cook/nothing'));
  await refused(400, 'invalid_argument', server.fetch('/agents/a%20b/status'));
  await refused(400, 'invalid_argument', server.fetch('/agents/cook/items/a/%FF'));
  const wrong = await refused(405, 'method_not_allowed', send('PATCH', '/agents/cook/items', '{}'));
  assert.equal(wrong.headers.get('allow'), 'GET, POST');
  const { status, headers } = await server.fetch('/agents/cook/retrieve', { method: 'HEAD' });
  assert.deepEqual([status, headers.get('allow')], [405, 'POST']);
});

test('a body that is no JSON object, or holds what the memory refuses', async () => {
  await server.done('POST', '/agents/strict/items', kettle);
  const bad = ['', '{', 'null', '[]', '"a"', '{"category": "a"}', '{"name": 1}', '{"x": 1}'];
  for (const body of bad) {
    await refused(400, 'invalid_argument', send('POST', '/agents/strict/items', body));
    await refused(400, 'invalid_argument', send('POST', '/agents/strict/items/batch', body));
    await refused(400, 'invalid_argument', send('POST', '/agents/strict/retrieve', body));
    await refused(400, 'invalid_argument', send('PUT', '/agents/strict/import', body));
  }
  const second = JSON.stringify({ items: [stove, { ...stove, category: 'No Such' }] });
  const reply = send('POST', '/agents/strict/items/batch', second);
  await refused(400, 'invalid_argument', reply);
  const long = { ...kettle, name: 'n'.repeat(513) };
  await refused(413, 'too_large', send('POST', '/agents/strict/items', JSON.stringify(long)));
  await refused(400, 'invalid_argument', server.fetch('/agents/strict/items?limit=many'));
  await refused(400, 'invalid_argument', server.fetch('/agents/strict/items?limit='));
  await refused(400, 'invalid_argument', server.fetch('/agents/strict/items?colour=red'));
  const { items, revision } = await server.done('GET', '/agents/strict/status');
  assert.deepEqual([items, revision], [1, 1]);
});

test('names of the language itself are names like any other', async () => {
  const metadata = '{"__proto__": {"a": 1}, "constructor": 2}';
  const item = `{"category": "__proto__", "name": "constructor", "content": "x", "metadata": ${metadata}}`;
  const added = await send('POST', '/agents/proto/items', item);
  assert.equal(added.status, 200, await added.text());
  const got = await server.fetch('/agents/proto/items/__proto__/constructor');
  assert.match(await got.text(), /"metadata":\{"__proto__":\{"a":1\},"constructor":2\}/);
  await refused(404, 'unknown_item', server.fetch('/agents/proto/items/constructor/toString'));
});

test('an import that is broken changes nothing', async () => {
  await server.done('POST', '/agents/whole/items/batch', { items: [kettle, ...notes] });
  const bytes = await server.exported('whole');
  const before = await server.done('GET', '/agents/whole/items?limit=1000');
  const type = { 'content-type': 'application/vnd.sqlite3' };
  const path = '/agents/whole/import?replace=true';
  const flipped = bytes.slice();
  flipped[Math.floor(bytes.length / 2)] ^= 1;
  const broken = {
    foreign: [new TextEncoder().encode('SQLite format 3\0'.padEnd(4096)), 'unsupported_format'],
    cut: [bytes.subarray(0, bytes.length - 5000), 'store_damaged'],
    flipped: [flipped, 'store_damaged'],
  };
  for (const [name, [body, code]] of Object.entries(broken)) {
    await refused(422, code, send('PUT', path, body, type)).catch((error) =>
      assert.fail(`${name}: ${error.message}`),
    );
  }
  assert.deepEqual(await server.done('GET', '/agents/whole/items?limit=1000'), before);
  const found = await server.done('POST', '/agents/whole/retrieve', { query: 'kettle' });
  assert.deepEqual(namesOf(found), ['Kettle']);
});

test('a member of a batch that is refused takes the whole batch back', async () => {
  const items = [...notes.slice(0, 3), { category: 'notes', name: '' }];
  await server.done('POST', '/agents/batch/items', kettle);
  const response = await send('POST', '/agents/batch/items/batch', JSON.stringify({ items }));
  const { error } = await response.json();
  assert.match(error.message, /items\[3\]/);
  assert.equal((await server.done('GET', '/agents/batch/status')).items, 1);
});
