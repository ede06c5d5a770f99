// A memory on a file gives its store up while it is idle, when another process asks, and takes it back
// with its next call.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openMemory } from 'loci';
import { allItems } from '../support/store_operations.js';
import { newStore } from '../support/temp_store.js';

const CONTENDER = fileURLToPath(new URL('store/contender_child.js', import.meta.url));
const item = (i) => ({ category: 'mine', name: `name ${i}`, content: `heron ${i}` });

async function openFor(t, path, options) {
  const memory = await openMemory(path, options);
  t.after(() => memory.close());
  return memory;
}

/** Another process that adds 20 items to the store, or says what error it met. */
async function contend(t, path, manner) {
  const child = spawn(process.execPath, [CONTENDER, path, 'other', manner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  if (manner !== 'hold' && child.exitCode === null) await once(child, 'exit');
  return { said: String(said), child };
}

const namesIn = (path) => fs.readdirSync(dirname(path)).sort();

test('an idle memory keeps its store until somebody asks', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  memory.add(item(0));
  await sleep(1_600);
  assert.ok(namesIn(path).includes('store.lock'));
  const { said } = await contend(t, path, 'once');
  assert.equal(said, 'added');
  assert.deepEqual(namesIn(path), ['store'], 'given up');
  assert.equal(memory.retrieve('heron').items.length, 1);
  assert.equal(memory.status().items, 21);
  assert.ok(namesIn(path).includes('store.lock'), 'taken back');
  memory.add(item(1));
  assert.deepEqual(memory.check().findings, []);
});

test('calls keep the store, a second after the last of them it goes', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  const contender = contend(t, path, 'once');
  let last;
  for (let i = 0; i < 6; ++i) {
    memory.add(item(i));
    last = performance.now();
    await sleep(400);
  }
  assert.equal((await contender).said, 'added');
  const idle = performance.now() - last;
  assert.ok(idle > 900 && idle < 3_500, `${idle} ms`);
  assert.equal(memory.status().items, 26);
});

test('a memory that was given up is closed without being opened again', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  memory.add(item(0));
  assert.equal((await contend(t, path, 'once')).said, 'added');
  memory.close();
  memory.close();
  assert.throws(() => memory.status(), { code: 'closed' });
  const again = await openFor(t, path);
  assert.equal(again.status().items, 21);
});

test('a call waits for the store, then says who has it, and the next tries again', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  memory.add(item(0));
  const { said, child } = await contend(t, path, 'hold');
  assert.equal(said, 'added');
  const begun = performance.now();
  assert.throws(() => memory.add(item(1)), {
    code: 'store_busy',
    message: new RegExp(`held by process ${child.pid}, and in use`),
    detail: { pid: child.pid, host: hostname() },
  });
  assert.ok(performance.now() - begun >= 5_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  memory.add(item(1));
  assert.equal(allItems(memory).length, 22);
});

test('a second memory of this thread is refused also while the first is given up', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  assert.equal((await contend(t, path, 'once')).said, 'added');
  await assert.rejects(openMemory(path), {
    code: 'store_busy',
    message: /in this process already/,
  });
  memory.close();
  await openFor(t, path);
});

test('another file in place of the store is not taken for it', async (t) => {
  const path = newStore(t);
  const memory = await openFor(t, path);
  memory.add(item(0));
  assert.equal((await contend(t, path, 'once')).said, 'added');
  fs.renameSync(path, `${path}-moved`);
  fs.writeFileSync(path, '');
  for (let i = 0; i < 2; ++i) {
    assert.throws(() => memory.retrieve('heron'), {
      code: 'storage_error',
      message: /was removed or replaced while others could have it; open it anew$/,
    });
  }
  assert.deepEqual([fs.readFileSync(path).length, namesIn(path)], [0, ['store', 'store-moved']]);
  fs.renameSync(`${path}-moved`, path);
  assert.equal(memory.status().items, 21);
});

test('an opening that fails while others wait gives the store back', async (t) => {
  const path = newStore(t);
  const bytes = fs.readFileSync(new URL('../../package.json', import.meta.url));
  fs.writeFileSync(path, bytes);
  await assert.rejects(openMemory(path), { name: 'MemoryError' });
  assert.deepEqual(namesIn(path), ['store']);
  assert.deepEqual(fs.readFileSync(path), bytes);
});

test('the timer keeps no program alive', async (t) => {
  const path = newStore(t);
  const script = `
    import { openMemory } from 'loci';
    await openMemory(${JSON.stringify(path)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  assert.deepEqual(namesIn(path), ['store']);
});
