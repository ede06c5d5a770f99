// One store, two tool servers and the command line: each has it when it needs it, and none a fork of it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { newCli } from '../support/cli.js';
import { newHttpHost, newHttpServer, newStdioHost } from '../support/mcp.js';

test('two servers and the command line share a store, and see each other', async (t) => {
  const { folder, loci } = newCli(t);
  const stdio = await newStdioHost(t, folder);
  const { address } = await newHttpServer(t, folder);
  const http = await newHttpHost(t, address);
  const add = (call, name) =>
    call('memory_add', { category: 'log', name, content: `written by ${name}` });
  const turns = [];
  for (let i = 0; i < 2; i += 1) {
    turns.push(`stdio ${i}`, `http ${i}`, `cli ${i}`);
    await add(stdio.call, `stdio ${i}`);
    await add(http.call, `http ${i}`);
    const line = ['add', 'log', `cli ${i}`, `written by cli ${i}`];
    const { status, errors } = await loci(line);
    assert.deepEqual([status, errors], [0, '']);
  }
  for (const { call } of [stdio, http]) {
    const { data } = await call('memory_retrieve', { query: 'written', limit: 20 });
    assert.deepEqual(data.items.map(({ name }) => name).sort(), turns.sort());
  }
  assert.match((await loci(['check'])).output, /^sound: 6 items/);
});

test('a store that is held and not given up is said to be busy', async (t) => {
  const { folder } = newCli(t);
  const { call } = await newStdioHost(t, folder);
  await call('memory_add', { category: 'a', name: 'b', content: 'c' });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const holder = await openMemory(join(folder, 'memory.loci'));
  t.after(() => holder.close());
  holder.add({ category: 'a', name: 'd', content: 'e' });
  const busy = setInterval(() => holder.status(), 50); // it is called all the time
  t.after(() => clearInterval(busy));
  const { isError, text } = await call('memory_add', { category: 'a', name: 'f', content: 'g' });
  assert.ok(isError);
  assert.match(text, /^Error store_busy: /);
  clearInterval(busy);
  const { isError: again } = await call('memory_add', { category: 'a', name: 'f', content: 'g' });
  assert.ok(!again, 'once it idles it is given up');
});
