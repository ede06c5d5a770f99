// The tabs of one store cut Chinese by one dictionary, whichever of them has brought it, and whoever
// leads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import { Tab, openTab, until, workerOf } from './support/tabs.js';

const BRIDGE = '南京市长江大桥建成';
const BIGRAMS = ['南京', '京市', '市长', '长江', '江大', '大桥', '桥建', '建成'];
const WORDS = '南京市 9\n长江大桥 9\n建成 9\n';
const BY_WORDS = ['南京市', '长江大桥', '建成'];
const OTHER_WORDS = '江大桥 9\n京市长 9\n';
const BY_OTHER_WORDS = ['南', '京市长', '江大桥', '建', '成'];

for (const browser of browsers) {
  test(`${browser.name}: a dictionary in tabs`, { timeout: 120_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const reference = { profile: 'reference' };
    const open = async (store, words, options = {}) => {
      const tab = new Tab(await openPage(t, launched, server.url('/blank')));
      await tab.run(openWith, `opfs:${store}`, words, { ...reference, ...options });
      return tab;
    };
    const becomesLeader = (tab) =>
      until(async () => (await tab.role()) === 'leader', 'the lead moves');

    await t.test('the leader’s serves all, and the next leader has it', async () => {
      const first = await open('led', WORDS);
      const second = await open('led');
      await second.call('add', { category: 'notes', name: 'bridge', content: BRIDGE });
      await until(() => isKept(first, 'led'), 'the dictionary is kept');
      for (const tab of [first, second]) await assertCuts(tab, BY_WORDS);
      await first.close();
      await becomesLeader(second);
      await assertCuts(second, BY_WORDS);
      const third = await open('led', OTHER_WORDS);
      await second.close();
      await becomesLeader(third);
      await assertCuts(third, BY_WORDS);
      const { items } = await third.call('retrieve', '长江大桥');
      assert.deepEqual(items[0].matchedTerms, ['长江大桥']);
      await third.close();
    });

    await t.test('a follower brings its own to a leader that has none', async () => {
      const leader = await open('brought');
      await assertCuts(leader, BIGRAMS);
      const follower = await open('brought', WORDS);
      assert.equal(await follower.role(), 'follower');
      await assertCuts(follower, BY_WORDS);
      await assertCuts(leader, BY_WORDS);
      await leader.close();
      await becomesLeader(follower);
      await assertCuts(follower, BY_WORDS);
      await follower.close();
    });

    await t.test('one that a follower loads replaces it, for the next leader as well', async () => {
      const leader = await open('loaded', WORDS);
      const follower = await open('loaded');
      const { segmenter, words } = await follower.run(load, OTHER_WORDS);
      assert.deepEqual([segmenter, words], ['jieba', 2]);
      for (const tab of [leader, follower]) await assertCuts(tab, BY_OTHER_WORDS);
      const watcher = await open('loaded');
      await follower.close();
      await leader.close();
      await becomesLeader(watcher);
      await assertCuts(watcher, BY_OTHER_WORDS);
      await watcher.close();
    });

    await t.test('a worker that is started again has what its page has loaded', async () => {
      const tab = await open('again');
      await tab.run(load, WORDS);
      await tab.run(goAwayAndComeBack);
      await assertCuts(tab, BY_WORDS);
      await tab.close();
    });

    await t.test('a store that nobody has open is opened without', async () => {
      const first = await open('left', WORDS);
      await until(() => isKept(first, 'left'), 'the dictionary is kept');
      await first.run(async () => globalThis.memory.close());
      await first.close();
      const second = await open('left');
      await assertCuts(second, BIGRAMS);
      await second.close();
    });

    await t.test('bytes that were damaged are not taken', async () => {
      const first = await open('damaged', WORDS);
      const second = await open('damaged');
      await until(() => isKept(first, 'damaged'), 'the dictionary is kept');
      await second.run(damageKept, 'damaged');
      await first.close();
      await becomesLeader(second);
      await assertCuts(second, BIGRAMS);
      await second.close();
    });

    await t.test('tabs must agree on the segmenter', async () => {
      const leader = await openTab(t, launched, server, 'agreed', { segmenter: 'bigram' });
      await assert.rejects(open('agreed', WORDS, { profile: 'default' }), /segmenter 'bigram'/);
      const follower = await open('agreed', WORDS, { profile: 'default', segmenter: 'bigram' });
      await assertCuts(follower, BIGRAMS, 'bigram');
      await leader.close();
      await becomesLeader(follower);
      await assertCuts(follower, BIGRAMS, 'bigram');
      await follower.close();
    });

    await t.test('a leader is killed by force', async () => {
      const leader = await open('killed', WORDS, { worker: workerOf('hanging.js') });
      const follower = await open('killed');
      await until(() => isKept(leader, 'killed'), 'the dictionary is kept');
      await leader.run(async () => globalThis.worker.terminate());
      await assertCuts(follower, BY_WORDS);
      await leader.close();
      await follower.close();
    });
  });
}

async function assertCuts(tab, terms, segmenter = terms === BIGRAMS ? 'bigram' : 'jieba') {
  assert.deepEqual(await tab.call('tokenize', BRIDGE), terms);
  assert.equal((await tab.call('status')).segmenter, segmenter);
}

async function openWith(location, words, { worker, ...options }) {
  const { openMemory } = await import('/js/browser.js');
  if (worker) globalThis.worker = new Worker(worker, { type: 'module' });
  const bytes = words && new TextEncoder().encode(words);
  globalThis.memory = await openMemory(location, {
    ...options,
    ...(worker && { worker: globalThis.worker }),
    ...(words && { dictionary: { words: bytes } }),
  });
  bytes?.fill(0); // the caller's own, to do with as he likes
}

const load = async (words) =>
  globalThis.memory.loadSegmenter({ words: new TextEncoder().encode(words).buffer });

async function goAwayAndComeBack() {
  for (const [type, persisted] of [
    ['pagehide', true],
    ['pageshow', true],
  ]) {
    globalThis.dispatchEvent(new PageTransitionEvent(type, { persisted }));
  }
}

const isKept = (tab, store) =>
  tab.run(async (name) => {
    const root = await navigator.storage.getDirectory();
    const directory = await (await root.getDirectoryHandle('loci')).getDirectoryHandle(name);
    const names = await Array.fromAsync(directory.keys());
    return names.some((file) => file.startsWith('dictionary-'));
  }, store);

async function damageKept(store) {
  const root = await navigator.storage.getDirectory();
  const directory = await (await root.getDirectoryHandle('loci')).getDirectoryHandle(store);
  for await (const [name, file] of directory.entries()) {
    if (!name.startsWith('dictionary-')) continue;
    const writable = await file.createWritable({ keepExistingData: true });
    await writable.write({ type: 'write', position: 20, data: 'x' });
    await writable.close();
  }
}
