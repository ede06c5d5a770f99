// The memory of an agent of demo/edge when it crashes while several requests use it, or wait for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError } from 'loci';
import { Opened } from '../../demo/edge/opened.js';

const crash = new MemoryError('internal', 'a trap');

/** Memories that are open when the test says so, and how often each was closed. */
function opener(close = () => {}) {
  const opened = [];
  const open = () =>
    new Promise((resolve, reject) => {
      const memory = { closed: 0, close: () => close(++memory.closed) };
      opened.push({ memory, done: () => resolve(memory), fail: reject });
    });
  return { opened, holder: new Opened(open) };
}

test('who hears late of a crash leaves the memory alone that is being opened behind it', async () => {
  const { opened, holder } = opener();
  const first = holder.memory();
  opened[0].done();
  await first;
  holder.failed(crash);
  const second = holder.memory();
  holder.failed(new MemoryError('closed', 'this memory was closed'));
  opened[1].done();
  assert.equal(await second, await holder.memory());
  assert.deepEqual(
    opened.map(({ memory }) => memory.closed),
    [1, 0],
  );
});

test('a failure that is told while an opening fails is of no harm', async () => {
  const { opened, holder } = opener();
  const opening = holder.memory();
  const told = holder.failed(crash);
  opened[0].fail(new MemoryError('storage_error', 'not now'));
  await assert.rejects(opening, { code: 'storage_error' });
  await told;
  const next = holder.memory();
  opened[1].done();
  assert.equal(await next, opened[1].memory);
});

test('a memory that cannot even be closed makes room for the next', async (t) => {
  const logged = t.mock.method(console, 'error', () => {});
  const { opened, holder } = opener(() => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  const first = holder.memory();
  opened[0].done();
  await first;
  await holder.failed(crash);
  assert.equal(logged.mock.callCount(), 1);
  const next = holder.memory();
  opened[1].done();
  assert.equal(await next, opened[1].memory);
});
