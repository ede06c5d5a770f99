// Several handles on one store: one writes, the others are told, and no two copies come of it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../../js/index.js';
import { allItems } from '../../support/store_operations.js';
import { newStore } from '../../support/temp_store.js';

const CHILD = fileURLToPath(new URL('contender_child.js', import.meta.url));
const item = (i) => ({ category: 'parent', name: `name ${i}`, content: 'kept' });
const isBusy = { name: 'MemoryError', code: 'store_busy' };

function startContender(t, path, name, manner) {
  const child = spawn(process.execPath, [CHILD, path, name, manner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function outcomeOf(child) {
  const [said] = await once(child.stdout, 'data');
  return String(said);
}

/** How many items each contender has in the store. */
async function countByName(path) {
  const memory = await openMemory(path);
  assert.deepEqual(memory.check().findings, []);
  const counts = memory.categories().map(({ category, items }) => [category, items]);
  memory.close();
  return Object.fromEntries(counts);
}

test('a second handle in one process is refused, and the first goes on', async (t) => {
  const path = newStore(t);
  const first = await openMemory(path);
  for (let i = 0; i < 20; ++i) {
    first.add(item(i));
    if (i % 5 === 0) await assert.rejects(openMemory(path), isBusy);
  }
  first.close();
  const second = await openMemory(path);
  assert.equal(allItems(second).length, 20);
  assert.throws(() => first.add(item(20)), { code: 'closed' });
  second.close();
});

test('all names of one file are one store', async (t) => {
  const path = newStore(t);
  const directory = dirname(path);
  const linkedDirectory = `${directory}-link`;
  t.after(() => fs.rmSync(linkedDirectory, { force: true }));
  fs.symlinkSync(directory, linkedDirectory);
  fs.symlinkSync(path, `${path}-link`); // before the store is there
  fs.symlinkSync(basename(path), `${path}-relative-link`);
  const names = [
    relative(process.cwd(), path),
    join(directory, '..', basename(directory), basename(path)),
    `${directory}//./${basename(path)}`,
    join(linkedDirectory, basename(path)),
    `${path}-link`,
    `${path}-relative-link`,
  ];
  const first = await openMemory(path);
  first.add(item(0));
  for (const name of names) await assert.rejects(openMemory(name), isBusy, name);
  first.close();
  for (const name of names) {
    const memory = await openMemory(name);
    await assert.rejects(openMemory(path), isBusy, name);
    assert.equal(allItems(memory).length, 1, name);
    memory.close();
  }
});

test('a link that leads nowhere is refused: a store made behind it would have two names', async (t) => {
  const path = newStore(t);
  fs.symlinkSync(path, `${path}-link`);
  await assert.rejects(openMemory(`${path}-link`), {
    code: 'storage_error',
    message: /no such file/,
  });
});

test('two processes that write at once: each has all 20 in', async (t) => {
  for (let round = 0; round < 4; ++round) {
    const path = newStore(t);
    const children = ['one', 'two'].map((name) => startContender(t, path, name, 'once'));
    const outcomes = await Promise.all(children.map(outcomeOf));
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    assert.deepEqual(outcomes, ['added', 'added']);
    assert.deepEqual(await countByName(path), { one: 20, two: 20 });
  }
});

test('processes that ask again have all their items in', async (t) => {
  const path = newStore(t);
  const names = ['four', 'one', 'three', 'two'];
  const children = names.map((name) => startContender(t, path, name, 'retry'));
  assert.deepEqual(await Promise.all(children.map(outcomeOf)), Array(4).fill('added'));
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  assert.deepEqual(await countByName(path), Object.fromEntries(names.map((name) => [name, 20])));
});

test('a holder that is busy is named; killed, it loses the store and nothing it wrote', async (t) => {
  const path = newStore(t);
  const child = startContender(t, path, 'child', 'hold');
  assert.equal(await outcomeOf(child), 'added');
  const told = ({ code, message, detail }) => {
    assert.equal(code, 'store_busy');
    assert.match(message, new RegExp(`held by process ${child.pid}, and in use; try again`));
    assert.deepEqual(detail, { pid: child.pid, host: hostname() });
    return true;
  };
  await Promise.all([
    assert.rejects(openMemory(path), told),
    assert.rejects(openMemory(path, { readOnly: true }), told),
  ]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const memory = await openMemory(path);
  for (let i = 0; i < 20; ++i) memory.add(item(i));
  memory.close();
  assert.deepEqual(await countByName(path), { child: 20, parent: 20 });
});

test('readOnly is a snapshot: refused beside a writer, undisturbed by a later one', async (t) => {
  const path = newStore(t);
  const writer = await openMemory(path);
  writer.add(item(0));
  await assert.rejects(openMemory(path, { readOnly: true }), isBusy);
  writer.close();
  const bytes = fs.readFileSync(path);
  const readers = [
    await openMemory(path, { readOnly: true }),
    await openMemory(path, { readOnly: true }),
  ];
  const later = await openMemory(path);
  later.addMany([item(1), item(2)]);
  later.compact();
  for (const reader of readers) {
    assert.deepEqual(
      allItems(reader).map(({ name }) => name),
      ['name 0'],
    );
    assert.throws(() => reader.add(item(3)), { code: 'read_only' });
    assert.throws(() => reader.addMany([item(3)]), { code: 'read_only' });
    assert.throws(() => reader.compact(), { code: 'read_only' });
    assert.equal(reader.check().ok, true);
    assert.deepEqual(
      Buffer.from(reader.exportBytes()).subarray(100, 4088),
      bytes.subarray(100, 4088),
    );
    reader.close();
  }
  assert.equal(allItems(later).length, 3);
  later.close();
});

test('what a killed process left in the log can be read without writing', async (t) => {
  const path = newStore(t);
  const child = startContender(t, path, 'child', 'hold');
  assert.equal(await outcomeOf(child), 'added');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = ['', '-wal', '-journal'].map((suffix) => fs.readFileSync(path + suffix));
  const reader = await openMemory(path, { readOnly: true });
  assert.equal(allItems(reader).length, 20);
  assert.equal(reader.check().ok, true);
  reader.close();
  assert.deepEqual(
    ['', '-wal', '-journal'].map((suffix) => fs.readFileSync(path + suffix)),
    left,
  );
});
