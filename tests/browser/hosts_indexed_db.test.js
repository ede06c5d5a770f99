// What is particular to the host of IndexedDB: it answers at once, and keeps later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  QUOTA_BYTES,
  clearSiteData,
  openHostPage,
  openSmallPage,
  startWorker,
} from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';

const TERMINATIONS = 50;
const PAGES = 60;

for (const browser of browsers) {
  test(`${browser.name}: the host of IndexedDB`, async (t) => {
    const page = await openHostPage(t, browser);
    const worker = await startWorker(page);

    await t.test('a commit is one strict transaction, and none where nothing changed', async () => {
      assert.deepEqual(await worker.run(countTransactions), [
        'nothing: ',
        'two pages: strict',
        'again: ',
        'shorter: strict',
        'the log and the journal: ',
        'two settled at once: strict',
      ]);
    });

    await t.test('what was settled is there after the next opening, whatever came before', () =>
      worker.run(settleAndReopen),
    );

    await t.test('what was not settled is not there', async () => {
      assert.equal(await worker.run(leaveUnsettled), 'settled');
    });

    await t.test('a file grows without being copied', async () => {
      // 32 MiB in steps of 4 KiB; copied each time, that would be 128 GiB.
      const ms = await worker.run(growInSmallSteps);
      assert.ok(ms < 5000, `${ms} ms`);
    });

    await t.test('an owner that another one has replaced keeps nothing', async () => {
      assert.deepEqual(await worker.run(settleBesideSuccessor), [
        'busy',
        'busy',
        'settled',
        'by new',
      ]);
    });

    await t.test('who opens to read only replaces nobody', async () => {
      assert.deepEqual(await worker.run(settleBesideReader), ['done', 'before']);
    });

    await t.test('an owner for whose token there is no room is one nevertheless', async () => {
      assert.deepEqual(await worker.run(replaceWithoutRoom), ['busy', 'done', 'by new']);
    });

    await t.test('what fails in the middle keeps nothing', async () => {
      assert.deepEqual(await worker.run(failAtSecondPage), ['failed', 'before']);
    });

    await t.test('in the middle of a transaction of the engine nothing is kept', async () => {
      assert.deepEqual(await worker.run(settleWithJournal), ['failed', 'failed', 'before']);
    });

    await t.test('without room nothing is kept, then or later', async () => {
      assert.deepEqual(await worker.run(settleWithoutRoom), ['full', 'full', 'before']);
    });

    await t.test(
      'the engine can be settled behind each commit, and when it is closed',
      async () => {
        const other = await startWorker(page);
        assert.equal(await other.run(addAndSettle, ['first', 'second']), 2);
        await other.terminate(); // without closing
        assert.equal(await worker.run(addAndSettle, ['third']), 3);
        assert.deepEqual(await worker.run(closeAndReopen), { ok: true, items: 4 });
      },
    );

    await t.test('when the data is cleared, the owner can see it, and keeps nothing', async () => {
      await worker.run(async ({ IndexedDbHost, kept }) => {
        kept.host = await IndexedDbHost.open('cleared');
      });
      const isPresent = ({ kept }) => kept.host.isPresent();
      assert.equal(await worker.run(isPresent), true);
      await clearSiteData(page);
      await waitUntil(async () => !(await worker.run(isPresent)));
      assert.equal(await worker.run(writeAndSettle), 'failed');
    });

    await t.test('a worker that is terminated leaves the old state or the new', async () => {
      assert.deepEqual(await terminateWhileSettling(page), []);
    });
  });
}

for (const browser of browsers) {
  test(`${browser.name}: pages in IndexedDB meet the quota`, async (t) => {
    const page = await openSmallPage(t, browser);
    const { run } = await startWorker(page);
    await run(keepBefore, 'small');
    assert.deepEqual(await run(settleRandom, 2 * QUOTA_BYTES), ['full', 'before']);
    assert.deepEqual(await run(settleRandom, 100_000), ['done', '\0\0\0\0\0\0']);
  });
}

async function waitUntil(condition) {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it never came to be');
    await sleep(20);
  }
}

async function countTransactions({ IndexedDbHost, put, LOG, JOURNAL }) {
  const host = await IndexedDbHost.open('transactions');
  const { prototype } = IDBDatabase;
  const { transaction } = prototype;
  let seen = [];
  prototype.transaction = function (stores, mode, options) {
    seen.push(options?.durability);
    return transaction.call(this, stores, mode, options);
  };
  const result = [];
  const observe = async (what, change) => {
    seen = [];
    await change();
    await host.settle();
    result.push(`${what}: ${seen.join()}`);
  };
  await observe('nothing', () => {});
  await observe('two pages', () => put(host, 0, 'twice', 65_534));
  await observe('again', () => {});
  await observe('shorter', () => host.truncate(0, 100));
  await observe('the log and the journal', () => {
    for (const file of [LOG, JOURNAL]) {
      put(host, file, 'x', 0);
      host.truncate(file, 0);
    }
  });
  await observe('two settled at once', () => {
    put(host, 0, 'once', 0);
    host.settle();
  });
  prototype.transaction = transaction;
  host.close();
  return result;
}

/** Random changes, some settled, against a model, with a new opening after each settling. */
async function settleAndReopen({ IndexedDbHost }) {
  let state = 7;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  let model = new Uint8Array();
  for (let round = 1; round <= 25; ++round) {
    const host = await IndexedDbHost.open('reopened');
    const held = new Uint8Array(model.length + 1);
    const got = host.read(0, held, 0);
    if (got !== model.length || model.some((byte, i) => byte !== held[i])) {
      throw new Error(`round ${round}: ${got} bytes instead of ${model.length}, or others`);
    }
    for (let i = 0; i < 6; ++i) {
      const [offset, count] = [random(900_000), random(200_000) + 1];
      const isCut = random(3) === 0;
      const next = new Uint8Array(isCut ? offset : Math.max(model.length, offset + count));
      next.set(model.subarray(0, next.length));
      if (isCut) host.truncate(0, offset);
      else host.write(0, next.subarray(offset, offset + count).fill(round), offset);
      model = next;
      if (random(3) === 0) await host.settle();
    }
    host.close();
    await host.settle();
  }
}

async function leaveUnsettled({ IndexedDbHost, put, get }) {
  const host = await IndexedDbHost.open('unsettled');
  put(host, 0, 'settled', 0);
  await host.settle();
  put(host, 0, 'changed', 0);
  const again = await IndexedDbHost.open('unsettled');
  const found = get(again, 0, 9, 0);
  again.close();
  host.close();
  return found;
}

/** An owner is frozen, another one takes its place, and the first one wakes up. */
async function settleBesideSuccessor({ IndexedDbHost, outcomeOf, put, get }) {
  const frozen = await IndexedDbHost.open('replaced');
  put(frozen, 0, 'settled', 0);
  await frozen.settle();
  put(frozen, 0, 'asleep!', 0);
  const next = await IndexedDbHost.open('replaced');
  const outcomes = [await outcomeOf(frozen.settle()), await outcomeOf(frozen.settle())];
  outcomes.push(get(next, 0, 7, 0));
  put(next, 0, 'by new!', 0);
  await next.settle();
  frozen.close();
  next.close();
  const again = await IndexedDbHost.open('replaced');
  outcomes.push(get(again, 0, 6, 0));
  again.close();
  return outcomes;
}

async function settleBesideReader({ IndexedDbHost, outcomeOf, put, get }) {
  const host = await IndexedDbHost.open('read');
  put(host, 0, 'before', 0);
  await host.settle();
  const reader = await IndexedDbHost.open('read', { readOnly: true });
  put(host, 0, 'after!', 0);
  const outcomes = [await outcomeOf(host.settle()), get(reader, 0, 6, 0)];
  reader.close();
  host.close();
  return outcomes;
}

async function replaceWithoutRoom({ IndexedDbHost, outcomeOf, put, get }) {
  const frozen = await IndexedDbHost.open('no token');
  put(frozen, 0, 'asleep', 0);
  const { prototype } = IDBObjectStore;
  const original = prototype.put;
  prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const next = await IndexedDbHost.open('no token').finally(() => (prototype.put = original));
  const outcomes = [await outcomeOf(frozen.settle())];
  put(next, 0, 'by new', 0);
  outcomes.push(await outcomeOf(next.settle()));
  frozen.close();
  next.close();
  const again = await IndexedDbHost.open('no token');
  outcomes.push(get(again, 0, 6, 0));
  again.close();
  return outcomes;
}

async function failAtSecondPage({ IndexedDbHost, outcomeOf, put, get }) {
  const host = await IndexedDbHost.open('halfway');
  put(host, 0, 'before', 0);
  await host.settle();
  const { prototype } = IDBObjectStore;
  const original = prototype.put;
  let puts = 0;
  prototype.put = function (...args) {
    if (++puts === 2) throw new Error('it fails');
    return original.apply(this, args);
  };
  put(host, 0, 'after!', 0);
  put(host, 0, 'second', 65_536);
  const outcome = await outcomeOf(host.settle());
  prototype.put = original;
  host.close();
  const again = await IndexedDbHost.open('halfway');
  const found = get(again, 0, 6, 0);
  again.close();
  return [outcome, found];
}

async function growInSmallSteps({ IndexedDbHost }) {
  const host = await IndexedDbHost.open('grown');
  const step = new Uint8Array(4096);
  const start = performance.now();
  for (let at = 0; at < 32 * 2 ** 20; at += step.length) host.write(0, step, at);
  const ms = performance.now() - start;
  host.truncate(0, 0);
  host.close();
  return ms;
}

async function settleWithJournal({ IndexedDbHost, outcomeOf, put, get, JOURNAL }) {
  const host = await IndexedDbHost.open('journal');
  put(host, 0, 'before', 0);
  await host.settle();
  put(host, JOURNAL, 'before', 0);
  put(host, 0, 'halfway', 0);
  const outcomes = [await outcomeOf(host.settle())];
  host.close();
  outcomes.push(await outcomeOf(host.settle()));
  const again = await IndexedDbHost.open('journal');
  outcomes.push(get(again, 0, 9, 0));
  again.close();
  return outcomes;
}

async function settleWithoutRoom({ IndexedDbHost, outcomeOf, put, get }) {
  const host = await IndexedDbHost.open('no room');
  put(host, 0, 'before', 0);
  await host.settle();
  const { prototype } = IDBObjectStore;
  const original = prototype.put;
  prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  put(host, 0, 'after!', 0);
  const outcomes = [await outcomeOf(host.settle())];
  prototype.put = original;
  put(host, 0, 'later!', 0);
  outcomes.push(await outcomeOf(host.settle()));
  host.close();
  const again = await IndexedDbHost.open('no room');
  outcomes.push(get(again, 0, 9, 0));
  again.close();
  return outcomes;
}

function writeAndSettle({ kept: { host }, outcomeOf, put }) {
  put(host, 0, 'x', 0);
  return outcomeOf(host.settle());
}

async function keepBefore({ IndexedDbHost, put }, name) {
  const host = await IndexedDbHost.open(name);
  put(host, 0, 'before', 0);
  host.close();
  await host.settle();
}

/** Adds items, settling behind each; how many there are then. */
async function addAndSettle({ IndexedDbHost, openOn, kept }, names) {
  kept.host = await IndexedDbHost.open('of an engine');
  kept.memory = await openOn(kept.host);
  const content = 'lorem ipsum dolor sit amet '.repeat(4000);
  for (const name of names) {
    kept.memory.add({ category: 'test', name, content });
    await kept.host.settle();
  }
  return kept.memory.status().items;
}

/** Adds one more, which closing keeps. */
async function closeAndReopen({ IndexedDbHost, openOn, kept }) {
  kept.memory.add({ category: 'test', name: 'last', content: 'Not settled yet.' });
  kept.memory.close();
  await kept.host.settle();
  const memory = await openOn(await IndexedDbHost.open('of an engine'));
  const result = { ok: memory.check().ok, items: memory.status().items };
  memory.close();
  return result;
}

/** What settling `size` random bytes gives, and what is at the front afterwards. */
async function settleRandom({ IndexedDbHost, outcomeOf, get }, size) {
  const host = await IndexedDbHost.open('small');
  for (let at = 0; at < size; at += 50_000) {
    host.write(0, crypto.getRandomValues(new Uint8Array(50_000)), at);
  }
  host.write(0, new Uint8Array(6), 0);
  const outcome = await outcomeOf(host.settle());
  host.close();
  const again = await IndexedDbHost.open('small');
  const found = get(again, 0, 6, 0);
  again.close();
  return [outcome, found];
}

/**
 * Each round a worker finds one number on all pages, puts the next one there, begins to settle, and
 * is terminated. What any of them found that was no whole state, in words.
 */
async function terminateWhileSettling(page) {
  const wrong = [];
  for (let round = 0; round <= TERMINATIONS; ++round) {
    const worker = await startWorker(page);
    wrong.push(...(await worker.run(beginToSettle, PAGES)));
    await sleep(round % 4);
    await worker.terminate();
  }
  return wrong;
}

async function beginToSettle({ IndexedDbHost }, pages) {
  const at = (page) => page * 65_536 + 9;
  const host = await IndexedDbHost.open('terminated');
  const view = new Uint8Array(1);
  const found = Array.from({ length: pages }, (_, page) => {
    return host.read(0, view, at(page)) === 1 ? view[0] : 0;
  });
  for (let page = 0; page < pages; ++page) host.write(0, view.fill(found[0] + 1), at(page));
  host.settle();
  return new Set(found).size === 1 ? [] : [found.join()];
}
