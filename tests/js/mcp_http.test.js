// `loci mcp --http`: Streamable HTTP on this machine. Several hosts, each a session; who may not talk is
// refused before anything is read; a host that is gone harms nobody.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { HttpServer } from '../../js/mcp/http.js';
import { Connection } from '../../js/mcp/server.js';
import { newCli } from '../support/cli.js';
import { newHttpHost, newHttpServer } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

const PAGE = 'https://example.org';

/** A server over `memory` in this process: `{address, logs}`. */
async function newServer(t, { origins = [], memory } = {}) {
  const logs = [];
  const log = (text) => logs.push(text);
  const shared = memory ?? (await openMemory(':memory:'));
  const connectTo = () => new Connection({ memory: shared, version: '0.0.0', log });
  const server = new HttpServer({ connect: connectTo, origins, log });
  const address = await server.listen(0);
  t.after(() => server.close());
  return { address, logs, memory: shared };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body));

/** A request as any program could send it: `{status, headers, text}`. */
async function send(
  address,
  { method = 'POST', path = '/mcp', headers = {}, body = INITIALIZE } = {},
) {
  const given = { method, path, headers: { ...HEADERS, ...headers }, agent: false };
  const outgoing = httpRequest(new URL(path, address), given);
  outgoing.end(textOf(method === 'GET' ? '' : body));
  const [incoming] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, text };
}

test('a host over HTTP adds and finds, and the server ends with the store closed', async (t) => {
  const folder = newFolder(t);
  const { child, address, errors } = await newHttpServer(t, folder);
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const { call, transport } = await newHttpHost(t, address);
  await call('memory_add', { category: 'garden', name: 'peas', content: 'Sow early.' });
  const { data } = await call('memory_retrieve', { query: 'when to sow' });
  assert.equal(data.items[0].content, 'Sow early.');
  await transport.terminateSession();
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.equal(errors(), `loci: serving memory.loci at ${address}\n`);
  assert.deepEqual(fs.readdirSync(folder), ['memory.loci']);
});

test('a server with hosts that stay ends all the same', async (t) => {
  const { child, address } = await newHttpServer(t, newFolder(t));
  await newHttpHost(t, address); // it holds a stream open
  const unfinished = connect(new URL(address).port, '127.0.0.1');
  unfinished.on('error', () => {});
  const head = Object.entries({ ...HEADERS, host: 'localhost', 'content-length': 9 });
  unfinished.write(
    `POST /mcp HTTP/1.1\r\n${head.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n{`,
  );
  await newHttpHost(t, address);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('it listens on this machine alone', async (t) => {
  const { address } = await newServer(t);
  const { port, hostname } = new URL(address);
  assert.equal(hostname, '127.0.0.1');
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address: host } of outside) {
    await assert.rejects(once(connect(port, host), 'connect'), { code: 'ECONNREFUSED' });
  }
});

test('another origin, and another host, is refused before a word is read', async (t) => {
  const { address, logs } = await newServer(t, { origins: [PAGE] });
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    { host: 'evil.example', origin: PAGE },
  ]) {
    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
      const { status, headers: answered, text } = await send(address, { method, headers });
      assert.equal(status, 403);
      assert.match(JSON.parse(text).error.message, /is not (allowed|this machine)/);
      assert.equal(answered['access-control-allow-origin'], undefined);
    }
  }
  assert.deepEqual(logs, []);
});

test('a page that was named may ask, and reads the id of its session', async (t) => {
  const { address } = await newServer(t, { origins: [PAGE] });
  const asked = await send(address, {
    method: 'OPTIONS',
    headers: { origin: PAGE, 'access-control-request-method': 'POST' },
    body: '',
  });
  assert.equal(asked.status, 204);
  assert.equal(asked.headers['access-control-allow-origin'], PAGE);
  assert.match(asked.headers['access-control-allow-headers'], /Mcp-Session-Id/);
  const { status, headers } = await send(address, { headers: { origin: PAGE } });
  assert.equal(status, 200);
  assert.equal(headers['access-control-allow-origin'], PAGE);
  assert.match(headers['access-control-expose-headers'], /mcp-session-id/i);
  assert.match(headers['mcp-session-id'], /^[\w-]{36}$/);
});

test('without an introduction nothing is answered, and nothing stays', async (t) => {
  const { address } = await newServer(t);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  assert.equal((await send(address, { body: ping })).status, 400);
  const over = { 'mcp-session-id': 'b7c0a9a0-0000-4000-8000-000000000000' };
  assert.equal((await send(address, { body: ping, headers: over })).status, 404);
  assert.equal((await send(address, { method: 'GET', headers: over })).status, 404);
  assert.equal((await send(address, { path: '/other', body: ping })).status, 404);
  assert.equal((await send(address, { method: 'PUT', body: ping })).status, 405);
});

test('garbage is answered as such', async (t) => {
  const { address } = await newServer(t);
  for (const body of ['{', 'what?', '[]', '{"jsonrpc":"1.0"}', '\u2028', '']) {
    assert.equal((await send(address, { body })).status, 400, body);
  }
  const plain = await send(address, { headers: { 'content-type': 'text/plain' } });
  assert.equal(plain.status, 415);
  assert.equal((await send(address, { headers: { accept: 'text/html' } })).status, 406);
});

test('what is no HTTP at all ends with its connection', async (t) => {
  const { address } = await newServer(t);
  const socket = connect(new URL(address).port, '127.0.0.1');
  socket.write('\u0000\u0001 garbage\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1\.1 400 /);
  const { call } = await newHttpHost(t, address);
  assert.ok((await call('memory_retrieve', { query: 'a' })).data);
});

test('a text of 16 MiB goes in, and a body of more than 64 MiB does not', async (t) => {
  const { address, memory } = await newServer(t);
  const { call } = await newHttpHost(t, address);
  const content = 'lorem '.repeat(2 ** 24 / 6);
  const { isError } = await call('memory_add', { category: 'a', name: 'long', content });
  assert.ok(!isError);
  assert.equal(memory.get('a', 'long').content.length, content.trim().length);
  const { text } = await call('memory_add', {
    category: 'a',
    name: 'b',
    content: `${content}lorem`,
  });
  assert.match(text, /^Error too_large/);
  const { status } = await send(address, {
    headers: { 'content-length': String(2 ** 26 + 1) },
    body: '{',
  });
  assert.equal(status, 413);
});

test('a host that leaves in the middle of an answer harms no other', async (t) => {
  const { address, memory, logs } = await newServer(t);
  memory.add({ category: 'a', name: 'long', content: `word ${'x'.repeat(2 ** 22)}` });
  const first = await newHttpHost(t, address);
  const other = await newHttpHost(t, address);
  const leaving = new AbortController();
  const body = { jsonrpc: '2.0', id: 9, method: 'tools/call' };
  body.params = { name: 'memory_retrieve', arguments: { query: 'word' } };
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...HEADERS, 'mcp-session-id': first.transport.sessionId },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const reader = response.body.getReader();
  await reader.read();
  leaving.abort();
  const { data } = await other.call('memory_retrieve', { query: 'word' });
  assert.equal(data.items.length, 1);
  assert.equal((await first.call('memory_retrieve', { query: 'word' })).data.items.length, 1);
  assert.deepEqual(logs, []);
});

test('of too many hosts the one that was silent for longest is forgotten', async (t) => {
  const { address } = await newServer(t);
  const ids = [];
  for (let i = 0; i < 101; i += 1) ids.push((await send(address)).headers['mcp-session-id']);
  const body = { jsonrpc: '2.0', id: 2, method: 'ping' };
  const statusOf = async (id) =>
    (await send(address, { body, headers: { 'mcp-session-id': id } })).status;
  assert.equal(await statusOf(ids[0]), 404);
  assert.equal(await statusOf(ids[1]), 200);
  await send(address);
  assert.equal(await statusOf(ids[1]), 200, 'it was not silent');
  assert.equal(await statusOf(ids[2]), 404);
});

test('a host that takes its leave is forgotten', async (t) => {
  const { address } = await newServer(t);
  const { transport } = await newHttpHost(t, address);
  const headers = { 'mcp-session-id': transport.sessionId };
  assert.equal((await send(address, { method: 'DELETE', headers, body: '' })).status, 200);
  const body = { jsonrpc: '2.0', id: 2, method: 'ping' };
  assert.equal((await send(address, { body, headers })).status, 404);
});

test('an error inside is told to the log, and not to the host', async (t) => {
  const logs = [];
  const failing = () => {
    throw new TypeError('of the inside');
  };
  const server = new HttpServer({ connect: failing, origins: [], log: (text) => logs.push(text) });
  t.after(() => server.close());
  const { status, text } = await send(await server.listen(0));
  assert.equal(status, 500);
  assert.doesNotMatch(text, /inside/);
  assert.match(logs.join(), /of the inside/);
});

test('a port that is taken is said in a sentence', async (t) => {
  const { address } = await newServer(t);
  const { loci } = newCli(t);
  const { port } = new URL(address);
  const { status, output, errors } = await loci(['mcp', '--http', '--port', port]);
  assert.deepEqual([status, output], [2, '']);
  assert.equal(
    errors,
    `loci: cannot listen on port ${port}: it is taken, and --port names another\n`,
  );
});

test('a host of a page that was named uses the tools', async (t) => {
  const { address } = await newServer(t, { origins: [PAGE] });
  const { call } = await newHttpHost(t, address, { requestInit: { headers: { origin: PAGE } } });
  assert.ok((await call('memory_retrieve', { query: 'a' })).data);
});
