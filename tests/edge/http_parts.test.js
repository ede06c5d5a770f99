// The parts of demo/edge that need no worker to run in.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MemoryError, openMemory } from 'loci';
import { authorize } from '../../demo/edge/authorization.js';
import { discard, readBytes, readJson, readStoreOrJson } from '../../demo/edge/bodies.js';
import { Refusal, STATUS, toResponse } from '../../demo/edge/errors.js';
import { DEFAULTS, TokenBucket, limitsOf } from '../../demo/edge/limits.js';
import { Opened } from '../../demo/edge/opened.js';
import { agentOf, findRoute } from '../../demo/edge/paths.js';
import { ROUTES, SNAPSHOT, answer } from '../../demo/edge/routes.js';

const post = (body, headers = {}) =>
  new Request('https://edge.test/', { method: 'POST', body, headers, duplex: 'half' });

/** A body that comes in chunks and announces nothing; `seen` counts what was asked of it. */
function streamed(chunks, seen = { chunks: 0, cancelled: false }) {
  const body = new ReadableStream(
    {
      pull(controller) {
        if (seen.chunks === chunks.length) return controller.close();
        controller.enqueue(chunks[seen.chunks++]);
      },
      cancel: () => (seen.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return post(body);
}

const refusal = (status, code) => (error) => {
  assert.ok(error instanceof Refusal, `no Refusal, but ${error?.stack}`);
  assert.deepEqual([error.status, error.code], [status, code], error.message);
  return true;
};

test('every code of the contract has a status', async () => {
  const memory = await openMemory(':memory:');
  const codes = Object.keys(memory.contract().errors);
  memory.close();
  assert.deepEqual(
    codes.filter((code) => !(STATUS[code] >= 400)),
    [],
  );
});

test('a failure is one shape, whatever was thrown', async (t) => {
  const logged = t.mock.method(console, 'error', () => {});
  const shapeOf = async (error) => {
    const response = toResponse(error);
    return [response.status, response.headers.get('retry-after'), (await response.json()).error];
  };
  const full = new MemoryError('storage_full', 'no room', { committed: 100 });
  const told = { code: 'storage_full', message: 'no room', detail: { committed: 100 } };
  assert.deepEqual(await shapeOf(full), [507, null, told]);
  const busy = { code: 'store_busy', message: 'held' };
  assert.deepEqual(await shapeOf(new MemoryError(busy.code, busy.message)), [503, '1', busy]);
  const refused = new Refusal(429, 'rate_limited', 'slower', { 'retry-after': '7' });
  const slower = { code: 'rate_limited', message: 'slower' };
  assert.deepEqual(await shapeOf(refused), [429, '7', slower]);
  const overloaded = Object.assign(new Error('queue'), { overloaded: true });
  assert.equal((await shapeOf(overloaded))[0], 503);
  assert.equal(logged.mock.callCount(), 0);
  const [status, , error] = await shapeOf(new TypeError('secret of the house'));
  assert.deepEqual([status, error.code], [500, 'internal']);
  assert.doesNotMatch(error.message, /secret/);
  assert.equal(logged.mock.callCount(), 1);
  assert.equal((await shapeOf(undefined))[0], 500);
});

test('only the token gets in', async () => {
  const ask = (authorization, token = 'tide-5') =>
    authorize(new Request('https://edge.test/', { headers: { authorization } }), token);
  await ask('Bearer tide-5');
  await ask('bearer  tide-5');
  for (const wrong of ['Bearer tide-6', 'Bearer tide-55', 'Bearer tide', 'Bearer TIDE-5']) {
    await assert.rejects(ask(wrong), refusal(401, 'unauthorized'), wrong);
  }
  for (const none of ['', 'tide-5', 'Bearer', 'Basic tide-5']) {
    await assert.rejects(ask(none), refusal(401, 'unauthorized'), none);
  }
  await assert.rejects(ask('Bearer tide-6'), (error) =>
    /^Bearer realm="loci", error="invalid_token"$/.test(error.headers['www-authenticate']),
  );
  await assert.rejects(ask(''), { headers: { 'www-authenticate': 'Bearer realm="loci"' } });
});

test('without a token that is set, nobody gets in', async () => {
  for (const token of [undefined, '']) {
    const headers = { authorization: 'Bearer ' };
    const asking = authorize(new Request('https://edge.test/', { headers }), token);
    await assert.rejects(asking, refusal(500, 'not_configured'));
    await assert.rejects(asking, /wrangler secret put LOCI_TOKEN.*\.dev\.vars/);
  }
});

test('limits are those of the environment, else the defaults, and never nonsense', () => {
  assert.deepEqual(limitsOf({}), DEFAULTS);
  assert.equal(limitsOf({ MAX_BODY_BYTES: '10' }).MAX_BODY_BYTES, 10);
  assert.equal(limitsOf({ REQUESTS_PER_SECOND: 0.2 }).REQUESTS_PER_SECOND, 0.2);
  for (const bad of ['', 'many', '-1', '0', '0.5', 'Infinity']) {
    assert.throws(() => limitsOf({ REQUEST_BURST: bad }), refusal(500, 'not_configured'), bad);
  }
});

test('what is deployed has the limits that hold anyway', () => {
  const file = readFileSync(new URL('../../demo/edge/wrangler.toml', import.meta.url), 'utf8');
  const [, vars] = file.split('[vars]');
  const entries = vars.matchAll(/^(\w+) = ([\d_]+)$/gm);
  const set = Object.fromEntries(
    Array.from(entries, ([, name, value]) => [name, Number(value.replaceAll('_', ''))]),
  );
  assert.deepEqual(set, DEFAULTS);
});

test('a bucket gives its burst at once, then so much a second', () => {
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0);
  const isOpen = (now) => {
    try {
      bucket.take(now);
      return true;
    } catch (error) {
      return refusal(429, 'rate_limited')(error) && false;
    }
  };
  assert.deepEqual([0, 0, 0, 0].map(isOpen), [true, true, true, false]);
  assert.deepEqual([499, 500, 500].map(isOpen), [false, true, false]);
  assert.deepEqual([60_000, 60_000, 60_000, 60_000].map(isOpen), [true, true, true, false]);
  assert.equal(isOpen(59_000), false, 'a clock that goes back gives nothing');
});

test('a bucket says how long to wait, in whole seconds', () => {
  const bucket = new TokenBucket({ burst: 1, perSecond: 0.2 }, 0);
  bucket.take(0);
  const waiting = (seconds) => ({ headers: { 'retry-after': seconds } });
  assert.throws(() => bucket.take(0), waiting('5'));
  assert.throws(() => bucket.take(3900), waiting('2'));
  bucket.take(5000);
});

test('a body is read up to its limit', async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i);
  assert.deepEqual(await readBytes(post(bytes), 1000), bytes);
  const parts = [bytes.subarray(0, 1), bytes.subarray(1, 700), bytes.subarray(700)];
  assert.deepEqual(await readBytes(streamed(parts), 1000), bytes);
  assert.equal((await readBytes(new Request('https://edge.test/'), 1000)).length, 0);
});

test('a body that announces too much is not read', async () => {
  const seen = { chunks: 0, cancelled: false };
  const { body } = streamed([new Uint8Array(1)], seen);
  const headers = new Headers({ 'content-length': '1001' });
  await assert.rejects(readBytes({ headers, body }, 1000), refusal(413, 'too_large'));
  assert.equal(seen.chunks, 0);
});

test('a body that announces nothing is left at the first byte too many', async () => {
  const seen = { chunks: 0, cancelled: false };
  const chunks = Array.from({ length: 100 }, () => new Uint8Array(300));
  const request = streamed(chunks, seen);
  await assert.rejects(readBytes(request, 1000), refusal(413, 'too_large'));
  assert.deepEqual(seen, { chunks: 4, cancelled: false });
  await discard(request);
  assert.deepEqual(seen, { chunks: 100, cancelled: false });
});

test('what was refused is read to its end, but not for ever', async () => {
  const seen = { chunks: 0, cancelled: false };
  const chunks = Array.from({ length: 100 }, () => new Uint8Array(2 ** 20));
  await discard(streamed(chunks, seen));
  assert.ok(seen.cancelled && seen.chunks < 20, JSON.stringify(seen));
  await discard(new Request('https://edge.test/'));
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) });
  await discard({ body: broken });
});

test('a body in JSON is an object in UTF-8', async () => {
  assert.deepEqual(await readJson(post('{"a": ["é"]}'), 100), { a: ['é'] });
  const bad = ['', '{"a"', '[]', 'null', '"a"', '1', Uint8Array.of(0x7b, 0xff, 0x7d)];
  for (const body of bad) {
    await assert.rejects(readJson(post(body), 100), refusal(400, 'invalid_argument'), body);
  }
});

test('an import is told by its first bytes, whatever its type says', async () => {
  const store = new TextEncoder().encode('SQLite format 3\0 and pages');
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const headers = { 'content-type': type };
    assert.deepEqual(await readStoreOrJson(post(store, headers), 100), store);
    assert.deepEqual(await readStoreOrJson(post('{"files": []}', headers), 100), { files: [] });
  }
  for (const body of ['', 'SQLite format 3', '[]']) {
    const reading = readStoreOrJson(post(body), 100);
    await assert.rejects(reading, refusal(400, 'invalid_argument'), body);
  }
  await assert.rejects(readStoreOrJson(post('hello'), 100), /no Loci store and no JSON/);
});

test('an agent is named by its path', () => {
  const at = (path) => agentOf(new URL(path, 'https://edge.test'));
  assert.deepEqual(at('/agents/ada/items'), { id: 'ada', path: 'items' });
  assert.deepEqual(at('/agents/a%2Db.7_/items/c/d?x=1'), { id: 'a-b.7_', path: 'items/c/d' });
  assert.deepEqual(at('/agents/ada'), { id: 'ada', path: '' });
  assert.equal(at(`/agents/${'a'.repeat(128)}/items`).id.length, 128);
  for (const id of ['a'.repeat(129), 'a%20b', 'a%2Fb', '.hidden', '%E4', '%00']) {
    assert.throws(() => at(`/agents/${id}/items`), refusal(400, 'invalid_argument'), id);
  }
  for (const path of ['/', '/agents', '/agents/', '/agents/ada/', '/agents//items', '/x/a/b']) {
    assert.throws(() => at(path), refusal(404, 'not_found'), path);
  }
  assert.throws(() => at('/'), {
    message: 'there is nothing at /; ask behind /agents/<id>/, as /agents/ada/status',
  });
});

const asked = (method, path) => ({ method, url: `https://edge.test/agents/ada/${path}?x=1` });

test('a route is found by method and path, with what its names stand for', () => {
  const found = (method, path) => findRoute(ROUTES, asked(method, path), path);
  assert.equal(found('POST', 'items/batch').route.pattern, 'items/batch');
  const { parameters } = found('GET', 'items/notes/a%2Fb%20%C3%A9');
  assert.deepEqual(parameters, { category: 'notes', name: 'a/b é' });
  for (const path of ['nothing', 'items/', 'items/a/b/c', 'items//b', 'items/batch/', 'status/']) {
    assert.throws(() => found('GET', path), refusal(404, 'not_found'), path);
  }
  assert.throws(() => found('GET', 'items/a/%FF'), refusal(400, 'invalid_argument'));
  assert.throws(() => found('GET', 'nothing'), {
    message:
      'there is nothing at /agents/ada/nothing; behind /agents/ada there are POST retrieve, ' +
      'GET items, GET items/:category/:name, GET status, GET export, POST items, ' +
      'POST items/batch, DELETE items/:category/:name, PUT import, POST import, ' +
      'DELETE /agents/ada',
  });
  assert.throws(() => findRoute(SNAPSHOT, { method: 'GET', url: 'https://edge.test/' }, ''), {
    message:
      'there is nothing at /; there are POST retrieve, GET items, GET items/:category/:name, ' +
      'GET status',
  });
});

test('a method that a path does not take is refused with those that it takes', () => {
  const allowed = (method, path, routes = ROUTES) => {
    try {
      return findRoute(routes, asked(method, path), path);
    } catch (error) {
      return refusal(405, 'method_not_allowed')(error) && error.headers.allow;
    }
  };
  assert.equal(allowed('PATCH', 'items'), 'GET, POST');
  assert.equal(allowed('POST', 'items/a/b'), 'GET, DELETE');
  assert.equal(allowed('GET', 'retrieve'), 'POST');
  assert.equal(allowed('GET', ''), 'DELETE');
  assert.equal(allowed('GET', 'import'), 'PUT, POST');
  assert.equal(allowed('PATCH', 'status', SNAPSHOT), 'GET');
});

test('a request that cannot be answered opens nothing', async () => {
  const open = () => assert.fail('it was opened');
  const how = { routes: ROUTES, limits: limitsOf({}), open };
  await assert.rejects(answer(post('{'), 'retrieve', how), refusal(400, 'invalid_argument'));
  await assert.rejects(answer(post('{}'), 'status', how), refusal(405, 'method_not_allowed'));
});

test('a memory is opened once, and again only after it has failed', async () => {
  let opened = 0;
  const isFailing = () => opened === 1;
  const holder = new Opened(async () => {
    opened++;
    if (isFailing()) throw new MemoryError('storage_error', 'not now');
    return openMemory(':memory:');
  });
  await assert.rejects(holder.memory(), { code: 'storage_error' });
  await holder.failed(new MemoryError('storage_error', 'not now'));
  const [first, second] = await Promise.all([holder.memory(), holder.memory()]);
  assert.equal(first, second);
  await holder.failed(new MemoryError('too_large', 'a text'));
  assert.equal(await holder.memory(), first);
  await holder.failed(new MemoryError('internal', 'a trap'));
  const third = await holder.memory();
  assert.notEqual(third, first);
  assert.throws(() => first.revision(), { code: 'closed' });
  assert.equal(opened, 3);
});
