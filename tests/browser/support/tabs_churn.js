// Tabs that open, reload and close at random while all of them write.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPage } from './page.js';
import { Tab, assertOneLeaderAnEpoch, inspect, watchLeads } from './tabs.js';

const LONGEST_CALL = 10_000;

/** Numbers in [0, 1), the same ones for the same seed. */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Keeps `count` tabs writing for `seconds`, one of which is reloaded, or closed and replaced, every
 * moment. Then: no call took over ten seconds, each acknowledged item is there once, no epoch had two
 * leaders, and nobody has the store any more.
 * @param {object} place {t, launched, server, store, options}
 * @param {{count: number, seconds: number, seed: number}} plan
 * @returns {Promise<{writes: number, ends: number, epochs: number, slowest: number}>} `slowest` call
 *   or opening, in milliseconds
 */
export async function churn(place, { count, seconds, seed }) {
  const { t, launched, server, store } = place;
  const random = randomFrom(seed);
  const witness = await openPage(t, launched, server.url('/blank'));
  const leads = await watchLeads(witness, store);
  await listen(witness, store);
  const open = async () => {
    const tab = new Tab(await openPage(t, launched, server.url('/blank')));
    await start(tab, place);
    return tab;
  };
  // One after the other: the scripts of twenty pages at once would be all that is waited for.
  const tabs = [];
  while (tabs.length < count) tabs.push(await open());
  const end = performance.now() + seconds * 1000;
  let ends = 0;
  for (; performance.now() < end; ends++) {
    const which = Math.floor(random() * count);
    if (random() < 0.5) tabs[which] = await reload(tabs[which], place);
    else tabs[which] = await replace(tabs[which], open);
    await sleep(random() * 200);
  }
  await Promise.all(tabs.map((tab) => tab.run(stop)));
  const { acknowledged, slowest, failures } = await new Tab(witness).run(heard);
  assert.deepEqual(failures, []);
  await Promise.all(tabs.map((tab) => tab.close()));
  const found = await leads();
  assertOneLeaderAnEpoch(found);
  const { added } = await inspect(t, launched, server, store);
  const wrong = acknowledged.filter((name) => added[name] !== 1);
  assert.deepEqual(wrong, [], 'each acknowledged item was added once');
  assert.ok(
    Object.values(added).every((times) => times === 1),
    'no item was added twice',
  );
  assert.ok(slowest < LONGEST_CALL, `a call took ${slowest} ms`);
  return { writes: acknowledged.length, ends, epochs: found.length, slowest };
}

async function replace(tab, open) {
  await tab.close();
  return open();
}

async function reload(tab, place) {
  await tab.page.reload();
  await start(tab, place);
  return tab;
}

function start(tab, { store, options, signs = `signs of ${store}` }) {
  return tab.run(write, `opfs:${store}`, options ?? {}, signs);
}

/** Has the witness note what the others say of their calls, also when they end amid the next one. */
function listen(witness, store) {
  return new Tab(witness).run(async (signs) => {
    globalThis.reports = [];
    globalThis.signs = new BroadcastChannel(signs);
    globalThis.signs.onmessage = ({ data }) => globalThis.reports.push(data);
  }, `signs of ${store}`);
}

async function heard() {
  const { reports } = globalThis;
  return {
    acknowledged: reports.filter(({ name }) => name).map(({ name }) => name),
    slowest: Math.max(...reports.map(({ took }) => took ?? 0)),
    failures: reports.filter(({ failure }) => failure),
  };
}

// Opens the memory and writes until told to stop, one call after the other. A call that is under way
// for too long is reported although it has no end.
async function write(location, options, signs) {
  const { openMemory } = await import('/js/browser.js');
  const channel = new BroadcastChannel(signs);
  const timed = async (what, work) => {
    const begun = performance.now();
    const hangs = () => channel.postMessage({ failure: `${what} hangs, begun at ${begun}` });
    const late = setTimeout(hangs, 10_000);
    const result = await work();
    clearTimeout(late);
    return { result, took: performance.now() - begun };
  };
  const tab = Math.random().toString(36).slice(2);
  const { result: memory, took } = await timed('openMemory', () => openMemory(location, options));
  channel.postMessage({ took });
  globalThis.isWriting = true;
  const run = async () => {
    for (let i = 0; globalThis.isWriting; i++) {
      const name = `${tab} ${i}`;
      const add = () => memory.add({ category: 'churn', name, content: `words of ${name}` });
      channel.postMessage({ name, ...(await timed('add', add)), result: undefined });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  globalThis.running = run().catch((error) => channel.postMessage({ failure: `${error.stack}` }));
}

async function stop() {
  globalThis.isWriting = false;
  await globalThis.running;
}
