// A quota that is used up, as a page and its tabs meet it: writes are refused with storage_full, all
// that was acknowledged stays and can be read, removing works, and when there is room again, so does
// writing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openHostPage, openSmallPage, startWorker } from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';

const MEBIBYTE = 2 ** 20;
const whole = '/js/worker.js';
const withoutHandles = '/tests/browser/fixtures/ladder/worker.js?handles';

for (const browser of browsers) {
  test(`${browser.name}: a full quota, however the browser says it`, async (t) => {
    const page = await openHostPage(t, browser);
    for (const way of ['thrown', 'short', 'unsigned']) {
      await t.test(way, async () => {
        const setRoom = (bytes) => evaluate(page, tellRoom, bytes ?? 'Infinity');
        await meetQuota(t, page, `/tests/browser/fixtures/quota/worker.js?${way}`, way, {
          limit: () => setRoom(MEBIBYTE / 2),
          exhaust: () => setRoom(0),
          empty: () => setRoom(),
        });
      });
    }
  });

  test(`${browser.name}: the browser's own quota`, async (t) => {
    const page = await openSmallPage(t, browser);
    const { run } = await startWorker(page);
    await run(({ takeRoom }, bytes) => takeRoom(bytes), 4 * MEBIBYTE);
    await meetQuota(t, page, whole, 'real', {
      limit: () => {}, // it is small anyway
      exhaust: () => {},
      empty: () => run(({ returnRoom }) => returnRoom()),
    });
  });

  test(`${browser.name}: a commit that IndexedDB has no room for`, async (t) => {
    const page = await openSmallPage(t, browser);
    const other = await openPage(t, { browser: page.browser() }, page.url());
    const { run } = await startWorker(page);
    await run(({ takeRoom }, bytes) => takeRoom(bytes), 7 * MEBIBYTE);
    for (const tab of [page, other]) await open(tab, 'pages', withoutHandles);
    assert.equal(await tryToAdd(page, 'before'), 'added');
    const { added, code } = await evaluate(other, addUntilRefused, 'batch', 100, 20_000);
    assert.equal(code, 'storage_full');
    const kept = ['before', ...added];
    for (const tab of [page, other]) {
      assert.deepEqual(await namesIn(tab), kept);
      assert.equal(await find(tab, 'before'), 'before');
    }
    await run(({ returnRoom }) => returnRoom());
    for (const [tab, name] of [
      [other, 'by one'],
      [page, 'by the other'],
    ]) {
      await waitUntil(async () => (await tryToAdd(tab, name)) === 'added');
      kept.push(name);
    }
    assert.equal(await remove(other, kept.shift()), true);
    for (const tab of [other, page]) await evaluate(tab, () => globalThis.memory.close());
    await open(page, 'pages', withoutHandles);
    assert.deepEqual(await namesIn(page), kept);
    assert.deepEqual(await findings(page), []);
  });
}

// Both browsers take their time to notice that there is room again for IndexedDB.
async function waitUntil(condition) {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it never came to be');
    await sleep(500);
  }
}

/**
 * What a leader, `page`, and a follower go through: the room is limited, what is left of it is taken
 * away, and there is room again.
 */
async function meetQuota(t, page, worker, name, { limit, exhaust, empty }) {
  const other = await openPage(t, { browser: page.browser() }, page.url());
  assert.equal((await open(page, name, worker)).role, 'leader');
  assert.equal((await open(other, name, worker)).role, 'follower');
  const kept = ['first', 'second', 'third'];
  for (const one of kept) assert.equal(await tryToAdd(page, one), 'added');
  await limit();
  const large = await evaluate(other, addUntilRefused, 'large', 1, 20_000);
  await exhaust();
  const small = await evaluate(page, addUntilRefused, 'small', 1, 10); // into what the last one left
  assert.deepEqual([large.code, small.code], ['storage_full', 'storage_full']);
  kept.push(...large.added, ...small.added);
  for (const tab of [page, other]) {
    assert.deepEqual(await namesIn(tab), kept);
    assert.equal(await find(tab, 'second'), 'second');
  }
  for (const tab of [other, page]) assert.equal(await remove(tab, kept.shift()), true);
  assert.deepEqual(await namesIn(other), kept);
  await empty();
  for (const [tab, one] of [
    [other, 'there is room'],
    [page, 'there is more'],
  ]) {
    assert.equal(await tryToAdd(tab, one), 'added');
    kept.push(one);
  }
  for (const tab of [other, page]) await evaluate(tab, () => globalThis.memory.close());
  await open(page, name, whole);
  assert.deepEqual(await namesIn(page), kept);
  assert.deepEqual(await findings(page), []);
  await evaluate(page, () => globalThis.memory.close());
  await other.close();
}

function tellRoom(bytes) {
  globalThis.worker.postMessage({ type: 'room', bytes: Number(bytes) });
}

function open(page, name, url) {
  const here = async (store, address) => {
    const { openMemory } = await import('/js/browser.js');
    globalThis.worker = new Worker(address, { type: 'module' });
    globalThis.memory = await openMemory(`opfs:${store}`, { worker: globalThis.worker });
    return globalThis.memory.persistence;
  };
  return evaluate(page, here, name, url);
}

/** 'added', or the code of what it failed by. */
function tryToAdd(page, name) {
  const here = (given) =>
    globalThis.memory.add({ category: 'note', name: given, content: given }).then(
      ({ action }) => action,
      ({ code }) => code,
    );
  return evaluate(page, here, name);
}

/**
 * Adds `count` texts of `size` characters at once, over and over, until they are refused: the names of
 * the others, and the code of it.
 */
async function addUntilRefused(prefix, count, size) {
  const added = [];
  const text = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(size / 2)); // which does not compress well
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  for (;;) {
    const names = Array.from({ length: count }, (_, i) => `${prefix} ${added.length + i}`);
    const items = names.map((name) => ({ category: 'note', name, content: text() }));
    try {
      await globalThis.memory.addMany(items);
      added.push(...names);
    } catch ({ code }) {
      return { added, code };
    }
  }
}

function namesIn(page) {
  return evaluate(page, async () => {
    const names = [];
    for (;;) {
      const { items } = await globalThis.memory.items({ offset: names.length, limit: 100 });
      names.push(...items.map(({ name }) => name));
      if (items.length < 100) return names;
    }
  });
}

/** The name of the best hit. */
function find(page, query) {
  const here = async (asked) => {
    const { items } = await globalThis.memory.retrieve(asked, { limit: 1 });
    return items[0]?.name;
  };
  return evaluate(page, here, query);
}

function remove(page, name) {
  const here = async (given) => (await globalThis.memory.remove('note', given)).removed;
  return evaluate(page, here, name);
}

function findings(page) {
  return evaluate(page, async () => (await globalThis.memory.check()).findings);
}
