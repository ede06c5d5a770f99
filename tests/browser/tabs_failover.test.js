// PERSISTENCE.md, Prove 5: the leader goes in the middle of a call, and each write is done exactly
// once. Recovery times are printed; they are of a machine that does other things too.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { serveFiles } from './support/server.js';
import { inspect, openTab, workerOf } from './support/tabs.js';
import { failOver, summary, waysToGo } from './support/tabs_failover.js';

for (const browser of browsers) {
  test(`${browser.name}: a leader that goes`, { timeout: 120_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store, options) => openTab(t, launched, server, store, options);

    for (const broker of ['/js/broker.js', null]) {
      await t.test(`under load, broker ${broker}`, async () => {
        const store = `load-${broker === null}`;
        const place = { t, launched, server, store, options: { broker } };
        const ways = waysToGo(launched.kind);
        const times = await failOver(place, { ways, items: 1000 });
        t.diagnostic(`${browser.name}, broker ${broker}: ${summary(times)}`);
        assert.ok(Math.max(...times) < 10_000, summary(times));
      });
    }

    await t.test('between the commit and its answer', async () => {
      let follower = await open('unanswered');
      for (const [method, revisions] of Object.entries(WRITES)) {
        await follower.close();
        const leader = await open('unanswered', { worker: workerOf('dying.js') });
        follower = await open('unanswered');
        const before = await follower.call('revision');
        await leader.tell({ type: 'die' });
        const result = await follower.run(write, method);
        assert.equal(await follower.role(), 'leader', method);
        assert.equal(result.revision, before + revisions, method);
        assert.equal(await follower.call('revision'), before + revisions, method);
        await leader.close();
      }
      const { items } = await follower.call('items');
      assert.deepEqual(items.map(({ name }) => name).sort(), ['file', 'three', 'two']);
      await follower.close();
      await inspect(t, launched, server, 'unanswered');
    });
  });
}

// How many revisions each makes, done once.
const WRITES = {
  add: 1,
  addMany: 2,
  putEmbeddings: 1,
  replaceEmbeddings: 2, // the old ones go, and new ones come
  remove: 1,
  importMarkdown: 1,
  importBytes: 0,
};

async function write(method) {
  const { memory } = globalThis;
  const item = (name) => ({ category: 'kept', name, content: 'words' });
  const files = [{ path: 'kept/file.md', text: '# file\n\nwords' }];
  const writes = {
    add: () => memory.add(item('one')),
    addMany: () => memory.addMany([item('two'), item('three')]),
    putEmbeddings: () => memory.putEmbeddings([{ category: 'kept', name: 'two', embedding: [1] }]),
    replaceEmbeddings: () =>
      memory.replaceEmbeddings([{ category: 'kept', name: 'two', embedding: [1, 2] }]),
    remove: () => memory.remove('kept', 'one'),
    importMarkdown: () => memory.importMarkdown(files),
    importBytes: async () => memory.importBytes(await memory.exportBytes()),
  };
  return writes[method]();
}
