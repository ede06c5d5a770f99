// PERSISTENCE.md, Prove 6, and what else may befall a tab: it hangs, is hidden, frozen, kept for going
// back; its files refuse to open; the user clears the site's data. No call hangs, nothing is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import {
  assertOneLeaderAnEpoch,
  evaluateInWorker,
  inspect,
  openTab,
  startWorker,
  until,
  watchLeads,
  workerOf,
} from './support/tabs.js';

const item = (name) => ({ category: 'tab', name, content: `the words of ${name}` });
const namesIn = async (tab) => (await tab.call('items')).items.map(({ name }) => name).sort();

// Most of it is waiting, so browsers and parts run beside each other.
test("a tab's life", { timeout: 150_000, concurrency: browsers.length }, (t) =>
  Promise.all(browsers.map((browser) => t.test(browser.name, { concurrency: 5 }, live(browser)))),
);

function live(browser) {
  return async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store, options, errors) => openTab(t, launched, server, store, options, errors);
    const part = (name, work) => t.test(name, { timeout: 60_000 }, work);
    const parts = [];

    parts.push(
      part('eight workers open a fresh store at once', async () => {
        const page = await openPage(t, launched, server.url('/blank'));
        const leads = await watchLeads(page, 'fresh');
        const roles = await evaluate(page, async () => {
          const { openMemory } = await import('/js/browser.js');
          const opening = Array.from({ length: 8 }, () => openMemory('opfs:fresh'));
          const memories = await Promise.all(opening);
          const add = (memory, i) => memory.add({ category: 'w', name: `${i}`, content: 'c' });
          await Promise.all(memories.map(add));
          const { items } = await memories[7].items();
          const found = memories.map(({ persistence }) => persistence.role).sort();
          await Promise.all(memories.map((memory) => memory.close()));
          return [items.length, ...found];
        });
        assert.deepEqual(roles, [8, ...Array(7).fill('follower'), 'leader']);
        assertOneLeaderAnEpoch(await leads());
        assert.equal((await inspect(t, launched, server, 'fresh')).items.length, 8);
      }),

      part('a leader that hangs is replaced, and follows when it is back', async () => {
        const leader = await open('stuck', { worker: workerOf('hanging.js') });
        await leader.call('add', item('before'));
        const follower = await open('stuck');
        await leader.tell({ type: 'hang', milliseconds: 9000 });
        const own = leader.call('add', item('by the one that hangs'));
        assert.equal((await follower.call('get', 'tab', 'before')).name, 'before');
        assert.equal(await follower.role(), 'snapshot');
        await assert.rejects(follower.call('add', item('x')), { code: 'store_busy' });
        await until(() => isAdded(follower, 'after'), 'writes go on');
        await own;
        assert.equal((await leader.call('items')).items.length, 3);
        assert.deepEqual([await leader.role(), await follower.role()], ['follower', 'leader']);
        assert.deepEqual(await namesIn(leader), ['after', 'before', 'by the one that hangs']);
        await Promise.all([leader.close(), follower.close()]);
        await inspect(t, launched, server, 'stuck');
      }),

      part('a long call of the leader is no silence', async () => {
        const leader = await open('long', { worker: workerOf('slow.js') });
        await leader.call('add', item('before'));
        const follower = await open('long');
        const leads = await watchLeads(follower.page, 'long');
        await follower.run(hide, false);
        await leader.tell({ type: 'slow', milliseconds: 750, writes: 10 });
        const importing = leader.run(importAtOnce, 100);
        await new Promise((resolve) => setTimeout(resolve, 200));
        const begun = performance.now();
        const waiting = follower.call('add', item('waited'));
        await importing;
        const took = performance.now() - begun;
        assert.equal((await waiting).action, 'added');
        t.diagnostic(`${browser.name}: a call of ${Math.round(took)} ms`);
        assert.ok(took > 6000, `the call is long enough to prove something: ${took} ms`);
        assert.deepEqual([await leader.role(), await follower.role()], ['leader', 'follower']);
        assert.equal((await leads()).length, 1);
        await Promise.all([leader.close(), follower.close()]);
      }),

      part('a hidden leader makes way for a visible tab', async () => {
        const leader = await open('hidden');
        const follower = await open('hidden');
        await leader.call('add', item('one'));
        await follower.run(hide, false);
        await leader.run(hide, true);
        await comesToLead(follower, 20);
        await follower.call('add', item('two'));
        assert.deepEqual(await namesIn(leader), ['one', 'two']);
        assert.equal(await leader.role(), 'follower');
        await Promise.all([leader.close(), follower.close()]);
      }),

      part('files that refuse for ever: a snapshot, and then the store', async () => {
        const first = await open('refusing');
        await first.call('add', item('one'));
        await first.close();
        const query = 'refusing.js?file=2&times=70&error=NoModificationAllowedError';
        const tab = await open('refusing', { worker: workerOf(query) });
        assert.equal(await tab.role(), 'snapshot');
        assert.deepEqual(await namesIn(tab), ['one']);
        await assert.rejects(tab.call('add', item('two')), { code: 'store_busy' });
        await tab.close();
      }),
    );
    await Promise.all(parts);

    for (const file of [0, 1, 3]) {
      await t.test(`file ${file} refuses to open once`, async () => {
        const query = `refusing.js?file=${file}&times=1&error=NoModificationAllowedError`;
        const tab = await open(`refused-${file}`, { worker: workerOf(query) });
        await tab.call('add', item('one'));
        assert.equal(await tab.role(), 'leader');
        await tab.close();
        await inspect(t, launched, server, `refused-${file}`);
      });
    }

    await t.test('files that fail: told at once', async () => {
      const query = 'refusing.js?file=2&times=1000&error=UnknownError';
      const begun = performance.now();
      await assert.rejects(open('failing', { worker: workerOf(query) }), {
        code: 'storage_error',
        message: /refused on purpose/,
      });
      assert.ok(performance.now() - begun < 10_000);
    });

    await t.test('kept for going back, and back', async () => {
      const first = await open('back');
      await first.call('add', item('one'));
      const second = await open('back');
      await first.run(async () => (globalThis.isHere = true));
      await first.page.goto(server.url('/blank?away'));
      await comesToLead(second);
      await second.call('add', item('two'));
      const isSame = await goBack(first.page);
      t.diagnostic(`${browser.name}: the page ${isSame ? 'came back' : 'was loaded anew'}`);
      if (!isSame) await first.open('back');
      await first.call('add', item('three'));
      assert.equal(await first.role(), 'follower');
      assert.deepEqual(await namesIn(second), ['one', 'three', 'two']);
      await Promise.all([first.close(), second.close()]);
      await inspect(t, launched, server, 'back');
    });

    if (launched.kind !== 'chrome') return; // what follows only Chromium's protocol can do

    await t.test('frozen, and resumed', async () => {
      const first = await open('frozen');
      await first.call('add', item('one'));
      const second = await open('frozen');
      const session = await first.page.createCDPSession();
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await comesToLead(second); // the page hears of it a moment after the protocol's answer
      await second.call('add', item('two'));
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await first.call('add', item('three'));
      assert.equal(await first.role(), 'follower');
      assert.deepEqual(await namesIn(second), ['one', 'three', 'two']);
      await Promise.all([first.close(), second.close()]);
      await inspect(t, launched, server, 'frozen');
    });

    await t.test("the site's data cleared under an open store", async () => {
      const [first, second] = [await open('cleared'), await open('cleared')];
      await first.call('add', item('old'));
      const session = await first.page.createCDPSession();
      const { origin } = server;
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await until(async () => (await namesIn(first)).length === 0, 'it is noticed');
      await second.call('add', item('new'));
      assert.deepEqual(await namesIn(first), ['new']);
      await Promise.all([first.close(), second.close()]);
      assert.deepEqual((await inspect(t, launched, server, 'cleared')).items, ['new']);
    });

    await t.test("the site's data cleared under a store that one worker has", async () => {
      const page = await openPage(t, launched, server.url('/blank'));
      await startWorker(page);
      await evaluateInWorker(page, addExclusively, 'opfs:alone');
      const session = await page.createCDPSession();
      const { origin } = server;
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      const refusal = () => evaluateInWorker(page, refusalOfAdding);
      await until(async () => /cleared.*exportBytes/.test(await refusal()), 'it is noticed');
      await evaluateInWorker(page, async () => globalThis.memory.close());
      assert.deepEqual((await inspect(t, launched, server, 'alone')).items, []);
      await page.close();
    });
  };
}

function comesToLead(tab, seconds) {
  return until(async () => (await tab.role()) === 'leader', 'the lead moves', seconds);
}

async function addExclusively(location) {
  const { openMemory } = await import('/js/browser.js');
  globalThis.memory = await openMemory(location, { exclusive: true });
  globalThis.memory.add({ category: 'a', name: 'old', content: 'text' });
}

async function refusalOfAdding() {
  try {
    globalThis.memory.add({ category: 'a', name: 'new', content: 'text' });
    return '';
  } catch (error) {
    return error.message;
  }
}

async function isAdded(tab, name) {
  try {
    return (await tab.call('add', item(name))).action;
  } catch (error) {
    assert.equal(error.code, 'store_busy');
    return undefined;
  }
}

async function importAtOnce(count) {
  const content = 'many words of one item '.repeat(200);
  const text = Array.from({ length: count }, (_, i) => `## item ${i}\n\n${content}\n`).join('\n');
  await globalThis.memory.importMarkdown([{ path: 'long/file.md', text: `# file\n\n${text}` }]);
}

// Whether the page is the same one then, and not loaded anew. Puppeteer does not see that one come.
async function goBack(page) {
  await evaluate(page, async () => void setTimeout(() => history.back()));
  const isThere = () => evaluate(page, async () => !location.search && document.readyState);
  await until(() => isThere().catch(() => false), 'the page is back');
  return evaluate(page, async () => globalThis.isHere === true);
}

async function hide(isHidden) {
  const get = () => (isHidden ? 'hidden' : 'visible');
  Object.defineProperty(document, 'visibilityState', { get, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
