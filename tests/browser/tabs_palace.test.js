// The palace face of a memory that tabs share: what one files the other finds, vectors and errors cross,
// and a batch is filed once, whoever leads meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { serveFiles } from './support/server.js';
import { inspect, openTab, until } from './support/tabs.js';

const COUNT = 3000;
const HUT = [
  { id: 'valve', wing: 'Hut', room: 'Water', text: 'The valve sticks.' },
  { id: 'bilge', wing: 'Boat', room: 'water', text: 'Pump the bilge dry.' },
];

/** A method of the tab's palace face. */
const call = (tab, method, ...args) => tab.run(callFace, method, args);
const callFace = async (method, args) => {
  try {
    return await globalThis.memory.palace[method](...args);
  } catch ({ code, message, detail }) {
    return { code, message, detail };
  }
};

for (const browser of browsers) {
  test(`${browser.name}: the palace of tabs`, { timeout: 180_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store) => openTab(t, launched, server, store);
    const openTwo = async (store) => [await open(store), await open(store)];

    await t.test('what one tab files another finds, counts and changes', async () => {
      const [leader, follower] = await openTwo('palace');
      assert.equal((await call(follower, 'addDrawers', HUT)).added, 2);
      const { results } = await call(leader, 'search', { query: 'valve', wing: 'HUT' });
      assert.equal(results[0].text, HUT[0].text);
      assert.deepEqual(await call(follower, 'taxonomy'), { Hut: { Water: 1 }, Boat: { Water: 1 } });
      assert.equal(
        (await call(follower, 'updateDrawer', 'bilge', { room: 'deck' })).action,
        'updated',
      );
      assert.equal((await call(leader, 'getDrawer', 'bilge')).room, 'deck');
      const lost = await call(follower, 'traverse', 'wat');
      assert.deepEqual([lost.code, lost.detail], ['not_found', { suggestions: ['Water'] }]);
    });

    await t.test('vectors cross with their drawers, from a follower too', async () => {
      const [, follower] = await openTwo('palace-vectors');
      assert.deepEqual(await follower.run(fileVectors), ['north', 'east']);
    });

    await t.test('the leader goes amid a follower’s addDrawers: each is there once', async () => {
      const [leader, follower] = await openTwo('palace-going');
      await follower.run(beginFiling, COUNT);
      await until(() => follower.run(async () => globalThis.told > 0), 'the batch runs');
      await leader.close();
      const { added, updated, ids } = await follower.run(async () => globalThis.batch);
      assert.deepEqual([added, updated, new Set(ids).size], [COUNT, 0, COUNT]);
      const { palace, revision } = await follower.call('status');
      assert.deepEqual([palace.drawers, revision], [COUNT, COUNT]);
      await follower.close();
      await inspect(t, launched, server, 'palace-going');
    });
  });
}

async function fileVectors() {
  const { palace } = globalThis.memory;
  const place = { wing: 'w', room: 'r' };
  await palace.addDrawer({ ...place, id: 'east', text: 'one', embedding: Float32Array.of(1, 0) });
  await palace.addDrawer({ ...place, id: 'north', text: 'two', embedding: [0, 1] });
  const { results } = await palace.search({ query: 'x' }, { embedding: Float64Array.of(0.1, 2) });
  return results.map(({ id }) => id);
}

async function beginFiling(count) {
  globalThis.told = 0;
  const drawer = (_, i) => ({ wing: 'log', room: `${i % 7}`, text: `river ${i}` });
  const onProgress = ({ done }) => (globalThis.told = done);
  const drawers = Array.from({ length: count }, drawer);
  globalThis.batch = globalThis.memory.palace.addDrawers(drawers, { onProgress });
}
