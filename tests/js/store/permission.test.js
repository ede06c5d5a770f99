// Paths that cannot be a store, and media that may not be written: the error says which and why.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { openMemory } from '../../../js/index.js';
import { openFilled } from '../../support/full_medium.js';
import { allItems } from '../../support/store_operations.js';
import { newStore } from '../../support/temp_store.js';

const NOBODY = 65534;
const CHILD = fileURLToPath(new URL('limited_child.js', import.meta.url));
const item = { category: 'note', name: 'name', content: 'kept' };
const onUnix = { skip: process.platform === 'win32' && 'needs the permissions of Unix' };

async function storeWithItem(t) {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.add(item);
  memory.close();
  return path;
}

/** Runs `action` without the rights of root, whom no permission binds. */
async function unprivileged(action) {
  const isRoot = process.geteuid() === 0;
  if (isRoot) process.seteuid(NOBODY);
  try {
    return await action();
  } finally {
    if (isRoot) process.seteuid(0);
  }
}

function refused(path, code, message, options) {
  return assert.rejects(openMemory(path, options), { name: 'MemoryError', code, message });
}

test('a path that cannot be a store', async (t) => {
  const path = newStore(t);
  await refused(dirname(path), 'storage_error', /is not a file/);
  await refused(join(dirname(path), 'absent', 'store'), 'storage_error', /there is no folder/);
  await refused(`${path}\0`, 'storage_error', /null bytes/);
  await refused(join(dirname(path), 'x'.repeat(300)), 'storage_error', /name too long/);
  await refused(path, 'storage_error', /no such file/, { readOnly: true });
  fs.writeFileSync(path, '');
  await refused(join(path, 'store'), 'storage_error', /not a directory/);
  assert.deepEqual(fs.readdirSync(dirname(path)), ['store']);
});

test('a file that may not be written is read_only, and readOnly reads it', onUnix, async (t) => {
  const path = await storeWithItem(t);
  fs.chmodSync(path, 0o444);
  fs.chmodSync(dirname(path), 0o777);
  await unprivileged(async () => {
    await refused(path, 'read_only', /permission denied/);
    const reader = await openMemory(path, { readOnly: true });
    assert.equal(allItems(reader)[0].content, 'kept');
    assert.throws(() => reader.add(item), { code: 'read_only' });
    reader.close();
  });
  assert.deepEqual(fs.readdirSync(dirname(path)), ['store'], 'no lock is left');
});

test('so is one in a directory that may not be written', onUnix, async (t) => {
  const path = await storeWithItem(t);
  fs.chmodSync(path, 0o666);
  fs.chmodSync(dirname(path), 0o555);
  await unprivileged(async () => {
    await refused(path, 'read_only', /permission denied.*store\.lock/);
    const reader = await openMemory(path, { readOnly: true });
    assert.equal(reader.check().ok, true);
    reader.close();
    await refused(join(dirname(path), 'new'), 'read_only', /permission denied/);
  });
});

test('a file that may not be read is refused', onUnix, async (t) => {
  const path = await storeWithItem(t);
  fs.chmodSync(dirname(path), 0o777);
  fs.chmodSync(path, 0o000);
  await unprivileged(async () => {
    await refused(path, 'read_only', /permission denied/);
    await refused(path, 'read_only', /permission denied/, { readOnly: true });
  });
});

test('a file system that takes no more: storage_full, and nothing is lost', onUnix, async (t) => {
  const path = await storeWithItem(t);
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-c', `ulimit -f 1500 && exec '${process.execPath}' '${CHILD}' '${path}'`],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  const memory = await openFilled(path, JSON.parse(stdout));
  memory.add(item);
  memory.close();
});
