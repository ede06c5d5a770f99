// A store whose file goes away under an open memory, and a thread that goes away with its lock.

import assert from 'node:assert/strict';
import { renameSync, rmSync, utimesSync } from 'node:fs';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

import { openMemory } from 'loci';
import { newStore } from '../../support/temp_store.js';

const item = (name) => ({ category: 'c', name, content: 'kept' });

for (const suffix of ['', '-wal']) {
  test(`a write to a store without its FILE${suffix} is refused, and the memory can be saved`, async (t) => {
    const path = newStore(t);
    const memory = await openMemory(path);
    memory.add(item('before'));
    rmSync(path + suffix);
    assert.throws(
      () => memory.add(item('after')),
      (error) => {
        assert.equal(error.code, 'storage_error');
        assert.match(error.message, /removed or replaced/);
        return true;
      },
    );
    assert.ok(memory.get('c', 'before'));
    memory.close();
  });
}

test('another store in place of the file is not written to', async (t) => {
  const path = newStore(t);
  const other = await openMemory(`${path}-other`);
  other.add(item('theirs'));
  other.close();
  const memory = await openMemory(path);
  memory.add(item('ours'));
  renameSync(`${path}-other`, path);
  assert.throws(() => memory.add(item('more')), { code: 'storage_error' });
  memory.close();
  const found = await openMemory(path);
  assert.equal(found.check().ok, true);
  assert.deepEqual(
    found.items().items.map(({ name }) => name),
    ['theirs'],
  );
  found.close();
});

test('the lock of a terminated thread is taken over once its heartbeat has stopped', async (t) => {
  const path = newStore(t);
  const index = new URL('../../../js/index.js', import.meta.url).href;
  const program = `
    const { parentPort } = await import('node:worker_threads');
    const { openMemory } = await import(${JSON.stringify(index)});
    const memory = await openMemory(${JSON.stringify(path)});
    memory.add({ category: 'c', name: 'kept', content: '' });
    parentPort.postMessage('open');
    setInterval(() => {}, 1000);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  await once(worker, 'message');
  await worker.terminate();
  await assert.rejects(openMemory(path), { code: 'store_busy' });
  const earlier = new Date(Date.now() - 11_000);
  utimesSync(`${path}.lock`, earlier, earlier); // in place of waiting
  const memory = await openMemory(path);
  assert.ok(memory.get('c', 'kept'));
  memory.close();
});
