// Embeddings of a memory that tabs share: an embedder in each of two tabs, a leader or a caller that
// goes amid a batch of vectors, and an embedder beside every other way to open a memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import { evaluateInWorker, inspect, openTab, startWorker, until } from './support/tabs.js';

const COUNT = 2000;
const embeddingsOf = async (tab) => (await tab.call('status')).embeddings;

for (const browser of browsers) {
  test(`${browser.name}: embeddings of tabs`, { timeout: 180_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store, options) => openTab(t, launched, server, store, options);

    await t.test('two tabs with an embedder: each text is embedded once', async () => {
      const tabs = [];
      for (let i = 0; i < 2; i++) {
        const tab = await open('empty'); // whose memory is replaced at once
        await tab.run(openWithEmbedder, 'opfs:both');
        tabs.push(tab);
      }
      const [leader, follower] = tabs;
      await Promise.all(tabs.map((tab, i) => tab.run(fill, { prefix: `tab ${i}`, count: 150 })));
      await Promise.all(tabs.map((tab) => tab.call('flush')));
      const status = await embeddingsOf(follower);
      const wanted = { model: 'axes', width: 3, vectors: 300, pending: 0, lastError: null };
      assert.deepEqual(status, wanted);
      const calls = await Promise.all(tabs.map((tab) => tab.run(async () => globalThis.embedded)));
      assert.equal(calls[0] + calls[1], 300);
      for (const tab of tabs) {
        const { embeddingUsed, items } = await tab.call('retrieve', 'tab 1 number 7');
        assert.deepEqual([embeddingUsed, items[0].name], [true, 'tab 1 number 7']);
      }
      await leader.close();
      await follower.call('add', { category: 'a', name: 'later', content: 'more' });
      assert.deepEqual((await follower.call('flush')).warnings, []);
      assert.equal((await embeddingsOf(follower)).pending, 0);
      await follower.close();
      await inspect(t, launched, server, 'both');
    });

    await t.test('the leader goes amid a follower’s putEmbeddings: all is there once', async () => {
      const { leader, follower } = await twoTabs(open, 'put');
      await follower.run(beginPut, COUNT);
      await until(() => follower.run(async () => globalThis.told > 0), 'the batch runs');
      await leader.close();
      const { stored, results } = await follower.run(async () => globalThis.batch);
      assert.deepEqual([stored, results.length], [COUNT, COUNT]);
      const { vectors, pending } = await embeddingsOf(follower);
      assert.deepEqual([vectors, pending], [COUNT, 0]);
      const [first] = (await follower.run(nearest, 1234)).items;
      assert.equal(first.name, 'number 1234');
      await follower.close();
      await inspect(t, launched, server, 'put');
    });

    await t.test('the leader goes amid a follower’s reembed: it is done', async () => {
      const { leader, follower } = await twoTabs(open, 'again');
      await follower.run(beginReembed);
      await until(() => follower.run(async () => globalThis.told > 3), 'it embeds');
      await leader.close();
      const { stored, skipped } = await follower.run(async () => globalThis.batch);
      assert.deepEqual([stored, skipped], [COUNT, 0]);
      const { model, width, vectors } = await embeddingsOf(follower);
      assert.deepEqual([model, width, vectors], ['wide', 4, COUNT]);
      await follower.close();
      await inspect(t, launched, server, 'again');
    });

    await t.test('the tab goes amid its own reembed: nothing has changed', async () => {
      const { leader, follower } = await twoTabs(open, 'gone');
      await leader.run(beginPut, COUNT);
      await leader.run(async () => globalThis.batch);
      await follower.run(beginReembed);
      await until(() => follower.run(async () => globalThis.told > 3), 'it embeds');
      await follower.close();
      const { model, width, vectors } = await embeddingsOf(leader);
      assert.deepEqual([model, width, vectors], ['mini', 3, COUNT]);
      await leader.close();
      await inspect(t, launched, server, 'gone');
    });

    await t.test('an embedder that hangs in one tab holds up neither', async () => {
      const hanging = await open('empty');
      await hanging.run(openWithEmbedder, 'opfs:hung', { timeout: 300, hangs: true });
      await hanging.run(fill, { prefix: 'hung', count: 10 });
      const [code] = (await hanging.call('flush')).warnings.map((warning) => warning.code);
      assert.equal(code, 'embedder_timeout');
      const found = await hanging.call('retrieve', 'hung number 3');
      assert.equal(found.items[0].name, 'hung number 3');
      assert.equal(found.embeddingReason, 'embedder_timeout');
      const other = await open('empty');
      await other.run(openWithEmbedder, 'opfs:hung');
      assert.deepEqual((await other.call('flush')).warnings, []);
      assert.equal((await embeddingsOf(other)).pending, 0);
      await Promise.all([hanging.close(), other.close()]);
    });

    await t.test(
      'in memory, by a worker, and in a worker that has the store to itself',
      async () => {
        const page = await openPage(t, launched, server.url('/blank'));
        for (const options of [{}, { worker: '/js/worker.js' }]) {
          const found = await evaluate(page, useEmbedder, ':memory:', options);
          assert.deepEqual(found, expectedUse);
        }
        await startWorker(page);
        for (const [location, options] of [
          [':memory:', {}],
          ['opfs:exclusive', { exclusive: true }],
          ['opfs:shared', {}],
        ]) {
          const found = await evaluateInWorker(page, useEmbedder, location, options);
          assert.deepEqual(found, expectedUse, location);
        }
        await page.close();
      },
    );
  });
}

async function twoTabs(open, store) {
  const leader = await open(store);
  await leader.run(fill, { prefix: '', count: COUNT });
  const follower = await open(store);
  assert.equal(await follower.role(), 'follower');
  return { leader, follower };
}

async function fill({ prefix, count }) {
  const items = Array.from({ length: count }, (_, i) => {
    const name = `${prefix} number ${i}`.trim();
    return { category: 'a', name, content: `words of ${name}` };
  });
  await globalThis.memory.addMany(items);
}

// Opens a memory with an embedder; `embedded` counts its texts.
async function openWithEmbedder(location, { timeout, hangs = false } = {}) {
  const { openMemory } = await import('/js/browser.js');
  globalThis.embedded = 0;
  const embedder = async (texts) => {
    if (hangs) return new Promise(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (texts.length > 1 || texts[0].includes('\n')) globalThis.embedded += texts.length;
    return texts.map((text) => [text.length, Number(/\d+/.exec(text)?.[0] ?? 0), 1]);
  };
  const options = { embedder, model: 'axes', embedderTimeout: timeout };
  globalThis.memory = await openMemory(location, options);
}

const expectedUse = {
  used: true,
  found: 'two',
  pending: 0,
  warnings: 0,
  model: 'other',
  late: 'closed',
};

async function useEmbedder(location, options) {
  const { openMemory } = await import('/js/browser.js');
  const embedder = async (texts) => texts.map((text) => [text.includes('stone') ? 1 : -1, 1]);
  const memory = await openMemory(location, { ...options, embedder, model: 'axes' });
  await memory.addMany([
    { category: 'a', name: 'one', content: 'river' },
    { category: 'a', name: 'two', content: 'stone' },
  ]);
  const { warnings } = await memory.flush();
  await memory.reembed(undefined, { model: 'other' });
  const { embeddingUsed, items } = await memory.retrieve('stones and stone', { fusionWeight: 0 });
  const { pending, model } = (await memory.status()).embeddings;
  await memory.close();
  const late = await memory.retrieve('stone').catch(({ code }) => code);
  const found = items[0].name;
  return { used: embeddingUsed, found, pending, warnings: warnings.length, model, late };
}

async function beginPut(count, model = 'mini') {
  const entries = Array.from({ length: count }, (_, i) => {
    const embedding = Float32Array.of(Math.cos(i / 2000), Math.sin(i / 2000), 0.1);
    return { category: 'a', name: `number ${i}`, embedding };
  });
  globalThis.told = 0;
  const onProgress = () => globalThis.told++;
  globalThis.batch = globalThis.memory.putEmbeddings(entries, { model, onProgress });
}

async function nearest(i) {
  const embedding = [Math.cos(i / 2000), Math.sin(i / 2000), 0.1];
  return globalThis.memory.retrieve('%', { embedding, model: 'mini' });
}

async function beginReembed() {
  const embedder = async (texts) => {
    globalThis.told++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return texts.map(({ length }) => [length, 1, 2, 3]);
  };
  globalThis.told = 0;
  globalThis.batch = globalThis.memory.reembed(embedder, { model: 'wide' });
}
