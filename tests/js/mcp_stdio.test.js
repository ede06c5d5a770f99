// Case 50: `loci mcp` over stdin and stdout: only messages come out, whatever goes in, and however slowly they are
// read; and when the host is gone the store is closed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openMemory } from '../../js/index.js';
import { StdioTransport } from '../../js/mcp/stdio.js';
import { newCli } from '../support/cli.js';
import { messageIn, newRawHost, newStdioHost, request, toolCall } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

/** A folder with a store of items. */
async function folderWith(t, items) {
  const folder = newFolder(t);
  const memory = await openMemory(join(folder, 'memory.loci'), { durability: 'relaxed' });
  memory.addMany(items);
  memory.close();
  return folder;
}

const files = (folder) => fs.readdirSync(folder).sort();

test('a host adds and finds, and the store is closed when it leaves', async (t) => {
  const folder = newFolder(t);
  const { call, client, errors } = await newStdioHost(t, folder);
  await call('memory_add', { category: 'garden', name: 'peas', content: 'Sow early.' });
  const { data } = await call('memory_retrieve', { query: 'when to sow' });
  assert.equal(data.items[0].content, 'Sow early.');
  await client.close();
  assert.equal(errors(), '');
  assert.deepEqual(files(folder), ['memory.loci']);
  const memory = await openMemory(join(folder, 'memory.loci'), { readOnly: true });
  assert.equal(memory.get('garden', 'peas').content, 'Sow early.');
  memory.close();
});

test('a store into which nothing was written is not left behind', async (t) => {
  const folder = newFolder(t);
  const { client, call } = await newStdioHost(t, folder);
  await call('memory_retrieve', { query: 'anything' });
  await client.close();
  assert.deepEqual(files(folder), []);
});

const GARBAGE = [
  'what is this?\n',
  '\n',
  '   \r\n',
  '{"jsonrpc": "2.0"\n',
  '[]\n',
  'null\n',
  '"\u2028"\n',
  '{"jsonrpc":"1.0","id":7,"result":{}}\n',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}\n',
  '{"jsonrpc":"2.0","id":99,"result":{}}\n',
  '{"jsonrpc":"2.0","method":"notifications/none"}\n',
  Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]),
  `${'['.repeat(100_000)}\n`,
];

test('garbage is passed over, and said on stderr', async (t) => {
  const { write, next, child, errors } = newRawHost(t, newFolder(t));
  for (const [at, text] of GARBAGE.entries()) {
    write(text);
    write(request(at, 'ping'));
    assert.deepEqual(await next(), { jsonrpc: '2.0', id: at, result: {} }, JSON.stringify(text));
  }
  child.stdin.end();
  const [status] = await once(child, 'close');
  assert.equal(status, 0);
  assert.match(errors(), /^loci: no message: what is this\?$/m);
  assert.ok(errors().length < 5000, 'and in few words');
});

test('a request that is none is answered as such, if it says who asks', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  for (const wrong of ['{"id":5,"method":3}\n', '{"id":"x","jsonrpc":"2.0","method":["a"]}\n']) {
    write(wrong);
    const { id, error } = await next();
    assert.deepEqual([id, error.code], [JSON.parse(wrong).id, -32600]);
  }
  write(request(6, 'no/such'));
  assert.equal((await next()).error.code, -32601);
  write(request(7, 'tools/call', { name: 3 }));
  assert.ok((await next()).error);
});

test('a message may arrive in any pieces, and many at once', async (t) => {
  const { write, next } = newRawHost(t, newFolder(t));
  const bytes = Buffer.from(
    toolCall(1, 'memory_add', { category: 'a', name: '水', content: 'やる 🌱' }),
  );
  for (const byte of bytes) {
    write(Buffer.from([byte]));
    if (byte > 0x7f) await sleep(1);
  }
  assert.equal((await next()).result.structuredContent.added, 1);
  write(Array.from({ length: 50 }, (_, id) => request(id, 'ping')).join(''));
  for (let id = 0; id < 50; id += 1) assert.equal((await next()).id, id);
  write(toolCall(60, 'memory_retrieve', { query: '水' }));
  assert.equal((await next()).result.structuredContent.items[0].content, 'やる 🌱');
});

test('no text breaks a line: line ends of all kinds come as they were kept', async (t) => {
  const content = 'a\u2028b\u2029c\u0085d\r\ne\nf\u000bg\fh\u0000i';
  const folder = await folderWith(t, [{ category: 'a', name: 'ends', content }]);
  const { write, child } = newRawHost(t, folder);
  write(toolCall(1, 'memory_retrieve', { query: 'ends' }));
  const [bytes] = await once(child.stdout, 'data');
  const text = bytes.toString();
  assert.doesNotMatch(text.slice(0, -1), /[\n\r\u2028\u2029\u0085]/);
  assert.equal(messageIn(text).result.structuredContent.items[0].content, content);
});

/** A module that logs without end from a signal on. */
const CHATTER = `
  const log = () => { console.log('debug'); console.info('told'); console.table([1]); };
  process.once('SIGUSR2', () => setInterval(log, 2));
`;

test('what is logged, by whomever, goes to stderr', async (t) => {
  const folder = newFolder(t);
  const chatter = join(folder, 'chatter.mjs');
  fs.writeFileSync(chatter, CHATTER);
  const { write, next, child, errors } = newRawHost(t, folder, { first: ['--import', chatter] });
  write(request(0, 'ping'));
  assert.equal((await next()).id, 0);
  child.kill('SIGUSR2');
  for (let id = 1; id < 20; id += 1) {
    write(toolCall(id, 'mempalace_list_rooms', { none: 1 }));
    assert.equal((await next()).id, id);
    await sleep(5);
  }
  assert.match(errors(), /debug\ntold\n/);
});

const LONG = 2 ** 20;

test('a host that reads slowly gets all of 1 MB, and holds the store from nobody', async (t) => {
  const content = `word ${'lorem ipsum '.repeat(LONG / 12)}`;
  const folder = await folderWith(t, [{ category: 'a', name: 'long', content }]);
  const { write, next } = newRawHost(t, folder);
  for (let id = 0; id < 3; id += 1) write(toolCall(id, 'memory_retrieve', { query: 'word' }));
  await sleep(500); // and nothing is read
  const { loci } = newCli(t);
  const store = ['--store', join(folder, 'memory.loci')];
  const added = await loci([...store, 'add', 'a', 'short', 'meanwhile']);
  assert.deepEqual([added.status, added.errors], [0, '']);
  for (let id = 0; id < 3; id += 1) {
    const message = await next();
    assert.equal(message.id, id);
    assert.equal(message.result.structuredContent.items[0].content.length, content.trim().length);
  }
});

test('a host that leaves in the middle of an answer ends the server quietly', async (t) => {
  const content = `word ${'x'.repeat(LONG)}`;
  const folder = await folderWith(t, [{ category: 'a', name: 'long', content }]);
  const { write, child, errors } = newRawHost(t, folder);
  write(toolCall(1, 'memory_retrieve', { query: 'word' }));
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  write(toolCall(2, 'memory_add', { category: 'a', name: 'b', content: 'c' }));
  child.stdin.end();
  const [status, signal] = await once(child, 'close');
  assert.deepEqual([status, signal], [0, null]);
  assert.doesNotMatch(errors(), /at .*\.js/);
  assert.deepEqual(files(folder), ['memory.loci']);
});

test('what a host asked for before it closed its end is done and answered', async (t) => {
  const folder = newFolder(t);
  const { write, next, child } = newRawHost(t, folder);
  const items = Array.from({ length: 950 }, (_, i) => {
    return { category: 'log', name: `entry ${i}`, content: `number ${i}` };
  });
  write(toolCall(1, 'memory_add', { items }));
  child.stdin.end(toolCall(2, 'memory_retrieve', { query: 'number' }));
  const ids = [(await next()).id, (await next()).id];
  assert.deepEqual(ids.sort(), [1, 2]);
  assert.equal(await next(), undefined);
  const memory = await openMemory(join(folder, 'memory.loci'), { readOnly: true });
  assert.equal(memory.status().items, 950);
  memory.close();
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} closes the store`, async (t) => {
    const folder = newFolder(t);
    const { write, next, child } = newRawHost(t, folder);
    write(toolCall(1, 'memory_add', { category: 'a', name: 'b', content: 'c' }));
    await next();
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.deepEqual(files(folder), ['memory.loci']);
  });
}

// ---- The transport by itself ----

/** A transport between two streams, and what it was given and told. */
async function newTransport() {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 100 });
  const seen = { messages: [], errors: [], gone: 0, closed: 0 };
  const transport = new StdioTransport({ input, output, onGone: () => (seen.gone += 1) });
  transport.onmessage = (message) => seen.messages.push(message);
  transport.onerror = (error) => seen.errors.push(error.message);
  transport.onclose = () => (seen.closed += 1);
  await transport.start();
  return { transport, input, output, seen };
}

test('a line that is too long is passed over, and the next one is read', async () => {
  const { input, seen } = await newTransport();
  const piece = Buffer.alloc(2 ** 22, 'x');
  for (let i = 0; i < 17; i += 1) input.write(piece);
  input.write(`\n${request(1, 'ping')}`);
  await sleep(10);
  assert.deepEqual(seen.errors, ['no message: 67108864 bytes or more']);
  assert.deepEqual(
    seen.messages.map(({ id }) => id),
    [1],
  );
});

test('nothing more is read from a host while it does not read', async () => {
  const { transport, input, output, seen } = await newTransport();
  await transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(1000) } });
  input.write(request(2, 'ping'));
  await sleep(10);
  assert.equal(seen.messages.length, 0);
  output.resume();
  await sleep(10);
  assert.equal(seen.messages.length, 1);
});

test('a closed transport is silent, and says once that it is closed', async () => {
  const { transport, input, output, seen } = await newTransport();
  await transport.close();
  await transport.close();
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  input.end(request(2, 'ping'));
  await sleep(10);
  assert.equal(output.read(), null);
  assert.deepEqual(seen, { messages: [], errors: [], gone: 0, closed: 1 });
});

test('a pipe that breaks is told once, and later writes harm nothing', async () => {
  const { transport, output, seen } = await newTransport();
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  output.emit('error', broken);
  assert.deepEqual([seen.gone, seen.errors.length], [1, 1]);
  await transport.close();
  output.emit('error', broken);
  assert.equal(seen.gone, 1);
});
