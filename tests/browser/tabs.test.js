// Tabs that share one memory: CASES.md 44 and the rules of js/tabs. What happens when they end or
// sleep is in tabs_failover.test.js and tabs_lifecycle.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import {
  evaluateInWorker,
  inspect,
  openTab,
  otherRelease,
  startWorker,
  until,
  workerOf,
} from './support/tabs.js';

const item = (name) => ({ category: 'tab', name, content: `the words of ${name}` });

// All of them at once, without waiting for one another.
const addAll = (tab, prefix, count) =>
  tab.run(
    async (names) => {
      const { memory } = globalThis;
      const add = (name) => memory.add({ category: 'tab', name, content: `words of ${name}` });
      await Promise.all(names.map(add));
    },
    Array.from({ length: count }, (_, i) => `${prefix}${i}`),
  );

for (const browser of browsers) {
  test(`${browser.name}: tabs share a memory`, { timeout: 120_000 }, async (t) => {
    const newer = await otherRelease('newer', (text, name) =>
      name === 'tabs/protocol.js' ? text.replace('PROTOCOL = 2;', 'PROTOCOL = 3;') : text,
    );
    const server = await serveFiles(t, { pages: newer });
    const launched = await browser.launch(t);
    const open = (store, options, errors) => openTab(t, launched, server, store, options, errors);

    for (const broker of ['/js/broker.js', null]) {
      await t.test(`two tabs, 20 adds each at once, broker ${broker}`, async () => {
        const store = `both-${broker === null}`;
        const tabs = [await open(store, { broker }), await open(store, { broker })];
        assert.deepEqual(await Promise.all(tabs.map((tab) => tab.role())), ['leader', 'follower']);
        await Promise.all([addAll(tabs[0], 'a', 20), addAll(tabs[1], 'b', 20)]);
        for (const tab of tabs) {
          assert.equal((await tab.call('items', { limit: 100 })).items.length, 40);
          assert.equal((await tab.call('journal')).entries.length, 40);
          assert.equal((await tab.call('retrieve', 'words')).items.length > 0, true);
          assert.equal((await tab.call('status')).persistence.role, await tab.role());
        }
        await tabs[0].close();
        await tabs[1].call('add', item('after'));
        assert.equal(await tabs[1].role(), 'leader');
        await tabs[1].close();
        const { items, added } = await inspect(t, launched, server, store);
        assert.equal(items.length, 41);
        assert.ok(Object.values(added).every((count) => count === 1));
      });
    }

    await t.test('what goes through a port is not heard by all tabs', async () => {
      const [first, second] = [await open('quiet'), await open('quiet')];
      const heard = await first.run(async () => {
        globalThis.heard = [];
        globalThis.ear = new BroadcastChannel('loci:quiet');
        globalThis.ear.onmessage = ({ data }) => globalThis.heard.push(data.type);
      });
      assert.equal(heard, undefined);
      await second.call('add', item('secret'));
      const types = await first.run(async () => globalThis.heard);
      assert.deepEqual(
        types.filter((type) => ['call', 'answer'].includes(type)),
        [],
      );
      await Promise.all([first.close(), second.close()]);
    });

    await t.test('tabs must agree on profile, durability and forms', async () => {
      const first = await open('agreed');
      const second = await openPage(t, launched, server.url('/blank'));
      for (const options of [
        { durability: 'relaxed' },
        { profile: 'minisearch' },
        { forms: 'off' },
      ]) {
        await assert.rejects(openIn(second, 'opfs:agreed', options), {
          code: 'options_mismatch',
          message: new RegExp(Object.values(options)[0]),
        });
      }
      await openIn(second, 'opfs:agreed', { durability: 'full' });
      await Promise.all([first.close(), second.close()]);
    });

    await t.test('an older release makes way for a newer one, and is told', async () => {
      const old = await open('releases');
      await old.call('add', item('by the old one'));
      const module = '/newer/js/browser.js';
      const young = await open('releases', { module });
      assert.equal(await young.role(), 'leader');
      assert.equal((await young.call('items')).items.length, 1);
      const told = { code: 'unsupported_format', message: /reload/ };
      await assert.rejects(old.call('items'), told);
      const late = await openPage(t, launched, server.url('/blank'));
      await assert.rejects(openIn(late, 'opfs:releases', {}), told);
      await Promise.all([old, young, late].map((tab) => tab.close()));
    });

    await t.test('exclusive: nobody else, neither before nor after', async () => {
      const tab = await open('alone');
      const page = await openPage(t, launched, server.url('/blank'));
      await startWorker(page);
      const busy = { code: 'store_busy' };
      await assert.rejects(evaluateInWorker(page, openExclusively, 'opfs:alone'), busy);
      await tab.run(async () => globalThis.memory.close());
      await evaluateInWorker(page, openExclusively, 'opfs:alone');
      const other = await openPage(t, launched, server.url('/blank'));
      await startWorker(other);
      await assert.rejects(evaluateInWorker(other, openExclusively, 'opfs:alone'), busy);
      await assert.rejects(openIn(other, 'opfs:alone', {}), busy);
      const added = await evaluateInWorker(page, async () => {
        const { revision } = globalThis.memory.add({ category: 'a', name: 'b', content: 'c' });
        globalThis.memory.close();
        return revision;
      });
      assert.equal(added, 1);
      await openIn(other, 'opfs:alone', {});
      await assert.rejects(openIn(other, 'opfs:alone', { exclusive: true }), {
        code: 'invalid_argument',
        message: /dedicated workers/,
      });
      await Promise.all([tab, page, other].map((each) => each.close()));
    });

    await t.test('readOnly shows a snapshot and disturbs nobody', async () => {
      const first = await open('shown');
      await first.call('add', item('seen'));
      const reader = await open('shown', { readOnly: true });
      await first.call('add', item('unseen'));
      assert.equal((await reader.call('items')).items.length, 1);
      assert.equal(await reader.role(), 'snapshot');
      await assert.rejects(reader.call('add', item('x')), { code: 'read_only' });
      assert.equal(await first.role(), 'leader');
      await Promise.all([first.close(), reader.close()]);
    });

    await t.test("a worker of the user's own leads and follows", async () => {
      const page = await openPage(t, launched, server.url('/blank'));
      await startWorker(page);
      assert.equal(await evaluateInWorker(page, openInWorker, 'opfs:own'), 'leader');
      const tab = await open('own');
      assert.equal(await tab.role(), 'follower');
      await tab.call('add', item('by a follower'));
      assert.equal(await evaluateInWorker(page, countAndClose), 1);
      await tab.call('add', item('by a leader'));
      assert.equal(await tab.role(), 'leader');
      assert.equal(await evaluateInWorker(page, openInWorker, 'opfs:own'), 'follower');
      assert.equal(await evaluateInWorker(page, countAndClose), 2);
      await Promise.all([tab.close(), page.close()]);
      await inspect(t, launched, server, 'own');
    });

    await t.test('close() answers what was asked, and lets go of everything', async () => {
      const tab = await open('closing', { worker: workerOf('hanging.js') });
      const outcome = await tab.run(async () => {
        const { memory, worker } = globalThis;
        worker.postMessage({ type: 'hang', milliseconds: 300 });
        const add = memory.add({ category: 'a', name: 'pending', content: 'c' });
        const closing = memory.close();
        const late = await memory.items().catch((error) => error.code);
        const { action } = await add;
        await Promise.all([closing, memory.close()]);
        await memory.close();
        const { held, pending } = await navigator.locks.query();
        const locks = [...held, ...pending].map(({ name }) => name);
        return { late, action, locks: locks.filter((name) => name.startsWith('loci:closing')) };
      });
      assert.deepEqual(outcome, { late: 'closed', action: 'added', locks: [] });
      await until(() => tab.page.workers().length === 0, 'the worker ends');
      assert.deepEqual((await inspect(t, launched, server, 'closing')).items, ['pending']);
      await tab.close();
    });

    await t.test('close() while this tab opens the store', async () => {
      const page = await openPage(t, launched, server.url('/blank'));
      await startWorker(page);
      const first = await open('handed');
      assert.equal(await evaluateInWorker(page, openInWorker, 'opfs:handed'), 'follower');
      const closing = evaluateInWorker(page, closeAtFirstFile);
      await first.close();
      await closing;
      await inspect(t, launched, server, 'handed'); // though that worker lives on
      await page.close();
    });
  });
}

function openIn(page, location, options) {
  return evaluate(
    page,
    async (where, how) => {
      const { openMemory } = await import('/js/browser.js');
      await openMemory(where, how);
    },
    location,
    options,
  );
}

async function openInWorker(location) {
  const { openMemory } = await import('/js/browser.js');
  globalThis.memory = await openMemory(location);
  return globalThis.memory.persistence.role;
}

async function openExclusively(location) {
  const { openMemory } = await import('/js/browser.js');
  globalThis.memory = await openMemory(location, { exclusive: true });
}

async function countAndClose() {
  const { items } = await globalThis.memory.items();
  await globalThis.memory.close();
  return items.length;
}

// Closes the memory when its tab has the lead, and is about to get the first file.
async function closeAtFirstFile() {
  const { prototype } = FileSystemFileHandle;
  const { createSyncAccessHandle } = prototype;
  await new Promise((resolve, reject) => {
    prototype.createSyncAccessHandle = async function (...args) {
      globalThis.memory.close().then(resolve, reject);
      return createSyncAccessHandle.apply(this, args);
    };
  });
  prototype.createSyncAccessHandle = createSyncAccessHandle;
}
