// Tabs take turns to embed, and go on without where they get none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { embeddingLock } from '../../js/embedding_lock.js';

/** Web Locks as far as they are used here. */
class Locks {
  names = [];
  #last = Promise.resolve();

  request(name, { signal }, work) {
    this.names.push(name);
    return new Promise((resolve, reject) => {
      let isGranted = false;
      signal.addEventListener('abort', () => isGranted || reject(signal.reason));
      const turn = this.#last.then(() => {
        if (signal.aborted) return undefined;
        isGranted = true;
        return work();
      });
      this.#last = turn.catch(() => {});
      turn.then(resolve, reject);
    });
  }
}

function withLocks(t, locks) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
  t.after(() => {
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else delete globalThis.navigator;
  });
}

test('tabs of one store take turns', async (t) => {
  const locks = new Locks();
  withLocks(t, locks);
  const order = [];
  const work = (tab) => async () => {
    order.push(`${tab} begins`);
    await sleep(5);
    order.push(`${tab} ends`);
    return tab;
  };
  const tabs = ['one', 'two'].map((tab) => embeddingLock('opfs:notes', 1000)(work(tab)));
  assert.deepEqual(await Promise.all(tabs), ['one', 'two']);
  assert.deepEqual(order, ['one begins', 'one ends', 'two begins', 'two ends']);
  assert.deepEqual(locks.names, ['loci-embedding:notes', 'loci-embedding:notes']);
});

test('one that does not get its turn goes on without, once', async (t) => {
  withLocks(t, new Locks());
  let frozen;
  const lock = embeddingLock('opfs:notes', 10);
  const first = lock(() => new Promise((resolve) => (frozen = resolve)));
  let runs = 0;
  const [answer] = await Promise.all([lock(async () => ++runs), sleep(100)]); // its timer holds nothing up
  assert.equal(answer, 1);
  frozen();
  await first;
  await sleep(5);
  assert.equal(runs, 1);
});

test('what the work throws comes out, and the work is not done again', async (t) => {
  withLocks(t, new Locks());
  let runs = 0;
  const failing = async () => {
    runs++;
    throw new RangeError('mine');
  };
  await assert.rejects(embeddingLock('opfs:notes', 1000)(failing), RangeError);
  assert.equal(runs, 1);
});

test('without locks, or where nothing is shared, there are no turns', async (t) => {
  withLocks(t, undefined);
  assert.equal(await embeddingLock('opfs:notes', 10)(async () => 1), 1);
  withLocks(t, new Locks());
  for (const location of [':memory:', 'notes.loci', { bytes: new Uint8Array() }]) {
    assert.equal(await embeddingLock(location, 10)(async () => 1), 1);
  }
});
