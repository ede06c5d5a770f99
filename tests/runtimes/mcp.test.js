// `loci mcp` under Deno and Bun, over stdio and over HTTP, as hosts start it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { newHttpHost, newHttpServer, newStdioHost } from '../support/mcp.js';
import { bun, deno } from '../support/runtimes.js';
import { newFolder } from '../support/temp_store.js';

const RUNTIMES = { Deno: [deno, 'run', '-A'], Bun: [bun, 'run'] };
const CONTENT = 'Sow early.\u2028Water at dawn. 🌱';

/** Keeps something, finds it, and makes a mistake. */
async function use(call) {
  await call('memory_add', { category: 'garden', name: 'peas', content: CONTENT });
  const { data } = await call('memory_retrieve', { query: 'when to sow' });
  assert.equal(data.items[0].content, CONTENT);
  const { text } = await call('memory_retrieve', { question: 'when' });
  assert.match(text, /^Error invalid_argument: question is unknown here/);
}

for (const [name, runtime] of Object.entries(RUNTIMES)) {
  test(`${name} serves a host over stdio, and closes the store when it leaves`, async (t) => {
    const folder = newFolder(t);
    const { call, client, errors } = await newStdioHost(t, folder, runtime);
    await use(call);
    await client.close();
    assert.equal(errors(), '');
    assert.deepEqual(fs.readdirSync(folder), ['memory.loci']);
  });

  test(`${name} serves hosts over HTTP, until it is told to end`, async (t) => {
    const folder = newFolder(t);
    const { child, address } = await newHttpServer(t, folder, runtime);
    const { call } = await newHttpHost(t, address);
    await use(call);
    const { status } = await fetch(address, { headers: { origin: 'https://example.org' } });
    assert.equal(status, 403);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.deepEqual(fs.readdirSync(folder), ['memory.loci']);
  });
}
