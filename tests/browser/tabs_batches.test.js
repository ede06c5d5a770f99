// Batches whose caller is in one tab and whose engine is in another: progress, taking back, and a
// caller that goes amid its batch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { serveFiles } from './support/server.js';
import { inspect, openTab, until } from './support/tabs.js';

const COUNT = 3000;

const countIn = async (tab) => (await tab.call('status')).items;

for (const browser of browsers) {
  test(`${browser.name}: batches of tabs`, { timeout: 120_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store, options) => openTab(t, launched, server, store, options);
    const leader = await open('batches');
    await leader.call('add', { category: 'first', name: 'first', content: 'here before' });
    const follower = await open('batches');

    for (const [role, tab] of [
      ['leader', leader],
      ['follower', follower],
    ]) {
      await t.test(`of a ${role}: it is told how far it is`, async () => {
        assert.equal(await tab.role(), role);
        const { told, result } = await tab.run(addMany, { prefix: role, count: COUNT });
        assert.equal(result.added, COUNT);
        assert.ok(told.length > 2, `${told}`);
        assert.deepEqual(
          told.map(({ total }) => total),
          told.map(() => COUNT),
        );
        assert.equal(told.at(-1).done, COUNT);
      });

      await t.test(`of a ${role}: what its onProgress throws takes it back`, async () => {
        const before = await countIn(leader);
        const batch = { prefix: `${role} again`, count: COUNT, throwAt: COUNT / 2 };
        await assert.rejects(tab.run(addMany, batch), { name: 'RangeError', message: /enough/ });
        assert.equal(await countIn(leader), before);
      });
    }

    await t.test('the tab of a batch goes: all or nothing, and the leader lives on', async () => {
      const before = await countIn(leader);
      const caller = await open('batches');
      await caller.run(beginMany, { prefix: 'gone', count: COUNT });
      await until(() => caller.run(async () => globalThis.told > 0), 'the batch runs');
      await caller.close();
      await leader.call('add', { category: 'last', name: 'last', content: 'after it' });
      const added = (await countIn(leader)) - before - 1;
      assert.ok([0, COUNT].includes(added), `${added} of ${COUNT}`);
      assert.equal(await leader.role(), 'leader');
    });

    await t.test('the leader goes amid the batch of a follower: it is done once', async () => {
      const before = await countIn(leader);
      await follower.run(beginMany, { prefix: 'twice', count: COUNT });
      await until(() => follower.run(async () => globalThis.told > 0), 'the batch runs');
      await leader.close();
      assert.equal((await follower.run(async () => globalThis.batch)).added, COUNT);
      assert.equal(await countIn(follower), before + COUNT);
      await follower.close();
      await inspect(t, launched, server, 'batches');
    });
  });
}

async function addMany({ prefix, count, throwAt = Infinity }) {
  const told = [];
  const items = Array.from({ length: count }, (_, i) => {
    return { category: 'batch', name: `${prefix} ${i}`, content: `words number ${i}` };
  });
  const onProgress = (progress) => {
    told.push(progress);
    if (progress.done >= throwAt) throw new RangeError('enough');
  };
  const result = await globalThis.memory.addMany(items, { onProgress });
  return { told, result };
}

async function beginMany({ prefix, count }) {
  const items = Array.from({ length: count }, (_, i) => {
    return { category: 'batch', name: `${prefix} ${i}`, content: `words number ${i}` };
  });
  globalThis.told = 0;
  const onProgress = () => globalThis.told++;
  globalThis.batch = globalThis.memory.addMany(items, { onProgress });
}
