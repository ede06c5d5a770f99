// Where a memory is kept in browsers that lack or refuse something, and that it says so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorker } from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const HANG = 8000; // milliseconds, longer than a leader may be silent
const LARGE = 300_000; // characters, several pages of IndexedDB

const lacking = (...what) => `/tests/browser/fixtures/ladder/worker.js?${what.join('&')}`;
const whole = '/js/worker.js';

for (const browser of browsers) {
  test(`${browser.name}: the ladder`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const newPage = () => openPage(t, launched, server.url('/blank'));
    const page = await newPage();

    await t.test('OPFS refused: memory, with the reason', async () => {
      const { mode, reason, persisted } = await open(page, 'refused', lacking('directory'));
      assert.equal(mode, 'memory');
      assert.match(reason, /refuses to keep files here: Security error/);
      assert.equal(persisted, false);
      await add(page, 'kept for now');
      assert.deepEqual(await names(page), ['kept for now']);
      await page.reload();
      await open(page, 'refused', lacking('directory'));
      assert.deepEqual(await names(page), [], 'as it said');
      await close(page);
    });

    await t.test('no sync access handles, no IndexedDB: memory, with both reasons', async () => {
      const { mode, reason } = await open(page, 'nowhere', lacking('handles', 'indexedDB'));
      assert.equal(mode, 'memory');
      assert.match(reason, /no sync access handles on OPFS, and refuses IndexedDB: it is absent/);
      await close(page);
    });

    await t.test('where it would be lost, requirePersistence rejects', async () => {
      for (const what of [['directory'], ['handles', 'indexedDB']]) {
        const opening = open(page, 'required', lacking(...what), { requirePersistence: true });
        await assert.rejects(opening, { code: 'not_persisted', message: /OPFS|files here/ });
      }
      const kept = await open(page, 'required', lacking('handles'), { requirePersistence: true });
      assert.equal(kept.mode, 'indexeddb');
      await close(page);
    });

    await t.test('no sync access handles: kept in IndexedDB, shared by all tabs', async () => {
      const first = await open(page, 'pages', lacking('handles'));
      const { mode, reason, role, durability } = first;
      assert.deepEqual(
        { mode, role, durability },
        { mode: 'indexeddb', role: 'leader', durability: 'full' },
      );
      assert.match(reason, /no sync access handles/);
      await add(page, 'by the leader');
      const other = await newPage();
      assert.equal((await open(other, 'pages', lacking('handles'))).role, 'follower');
      await add(other, 'by the follower');
      assert.deepEqual(await names(page), ['by the leader', 'by the follower']);
      await page.reload();
      await add(other, 'by the next leader');
      await other.close();
      await open(page, 'pages', lacking('handles'));
      assert.deepEqual(await names(page), [
        'by the leader',
        'by the follower',
        'by the next leader',
      ]);
      await close(page);
    });

    await t.test('a reader of pages in IndexedDB does not take them from the leader', async () => {
      await open(page, 'read', lacking('handles'));
      await add(page, 'before');
      const other = await newPage();
      const read = await open(other, 'read', lacking('handles'), { readOnly: true });
      assert.equal(read.role, 'snapshot');
      await add(page, 'behind');
      assert.deepEqual(await names(other), ['before']);
      await other.close();
      await close(page);
    });

    await t.test('to read a store that is absent is refused, and makes none', async () => {
      for (const worker of [whole, lacking('handles')]) {
        const reading = open(page, 'absent', worker, { readOnly: true });
        const message = /no store absent; to make it, open it without readOnly/;
        await assert.rejects(reading, { code: 'storage_error', message });
        assert.deepEqual(await evaluate(page, storesNamed, 'absent'), []);
      }
    });

    await t.test(
      'pages that are deleted under an open store are told, and begun anew',
      async () => {
        await open(page, 'deleted', lacking('handles'));
        await add(page, 'old');
        await evaluate(page, deletePages, 'deleted');
        await assert.rejects(add(page, 'lost'), {
          code: 'storage_error',
          message: /deleted while it was open.*add again/,
        });
        await add(page, 'new');
        assert.deepEqual(await names(page), ['new']);
        await close(page);
      },
    );

    await t.test('a file that is no store is told in words for a browser', async () => {
      await evaluate(page, writeGarbage, 'garbage');
      const told = /no Loci store; give another name, or clear this site's data/;
      await assert.rejects(open(page, 'garbage', whole), {
        code: 'unsupported_format',
        message: told,
      });
      const worker = await startWorker(page);
      assert.match(await worker.run(openExclusivelyInVain, 'garbage'), told);
      await worker.terminate();
    });

    await t.test('what was begun in IndexedDB stays there when handles come', async () => {
      await open(page, 'begun', lacking('handles'));
      await add(page, 'early');
      await close(page);
      const { mode, reason } = await open(page, 'begun', whole);
      assert.equal(mode, 'indexeddb');
      assert.match(reason, /^begun in IndexedDB/);
      await add(page, 'late');
      await close(page);
      await open(page, 'begun', lacking('handles'));
      assert.deepEqual(await names(page), ['early', 'late']);
      await close(page);
      const worker = await startWorker(page);
      const exclusive = await worker.run(openExclusively, 'begun');
      assert.equal(exclusive.mode, 'memory');
      assert.match(exclusive.reason, /^begun in IndexedDB .*, which exclusive: true needs$/);
      assert.equal(exclusive.code, 'not_persisted');
      await worker.terminate();
    });

    await t.test('what is on OPFS stays there, whatever IndexedDB has', async () => {
      assert.equal((await open(page, 'both', whole)).mode, 'opfs');
      await add(page, 'in a file');
      await close(page);
      await open(page, 'both', lacking('handles'));
      await add(page, 'in a page');
      await close(page);
      assert.equal((await open(page, 'both', whole)).mode, 'opfs');
      assert.deepEqual(await names(page), ['in a file']);
      await close(page);
    });

    await t.test('a frozen leader writes nothing over the pages of its successor', async () => {
      await open(page, 'frozen', lacking('handles'));
      await add(page, 'before');
      const other = await newPage();
      await open(other, 'frozen', lacking('handles'));
      await freeze(page);
      // Both take the next pages of the file. The first is nearly written when its tab freezes.
      const waking = add(page, 'when it woke up', LARGE);
      await add(other, 'meanwhile', LARGE);
      await waking;
      await add(page, 'behind');
      assert.deepEqual((await names(page)).sort(), [
        'before',
        'behind',
        'meanwhile',
        'when it woke up',
      ]);
      await other.close();
      await page.reload();
      await open(page, 'frozen', lacking('handles'));
      assert.deepEqual(await evaluate(page, differences), []);
      await close(page);
    });
  });
}

for (const browser of browsers.filter(({ kind }) => kind === 'firefox')) {
  test(`${browser.name}: a private window`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t, {
      prefs: { 'browser.privatebrowsing.autostart': true },
    });
    const page = await openPage(t, launched, server.url('/blank'));
    const persistence = await open(page, 'private', whole);
    assert.equal(persistence.mode, 'memory');
    await add(page, 'kept for now');
    assert.deepEqual(await names(page), ['kept for now']);
    await close(page);
    const required = open(page, 'private', whole, { requirePersistence: true });
    await assert.rejects(required, { code: 'not_persisted' });
  });
}

/** Opens a memory of the page, and tells where it is kept. */
function open(page, name, workerUrl, options = {}) {
  const here = async (store, url, given) => {
    const { openMemory } = await import('/js/browser.js');
    globalThis.worker = new Worker(url, { type: 'module' });
    globalThis.memory = await openMemory(`opfs:${store}`, { ...given, worker: globalThis.worker });
    return globalThis.memory.persistence;
  };
  return evaluate(page, here, name, workerUrl, options);
}

/** Where a store is kept that one worker wants to itself, and what it gets that insists on keeping it. */
async function openExclusively(_, name) {
  const { openMemory } = await import('/js/browser.js');
  const options = { exclusive: true };
  const memory = await openMemory(`opfs:${name}`, options);
  const { mode, reason } = memory.persistence;
  memory.close();
  const required = openMemory(`opfs:${name}`, { ...options, requirePersistence: true });
  return { mode, reason, code: await required.catch((error) => error.code) };
}

/** What such a worker is told that cannot open the store. */
async function openExclusivelyInVain(_, name) {
  const { openMemory } = await import('/js/browser.js');
  return openMemory(`opfs:${name}`, { exclusive: true }).catch(({ message }) => message);
}

/** The databases and directories of the store `name`. */
async function storesNamed(name) {
  const found = (await indexedDB.databases()).map((database) => database.name);
  const root = await navigator.storage.getDirectory();
  const loci = await root.getDirectoryHandle('loci', { create: true });
  for await (const directory of loci.keys()) found.push(directory);
  return found.filter((store) => store === name || store === `loci:${name}`);
}

function deletePages(name) {
  const request = indexedDB.deleteDatabase(`loci:${name}`);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

async function writeGarbage(name) {
  const root = await navigator.storage.getDirectory();
  const loci = await root.getDirectoryHandle('loci', { create: true });
  const directory = await loci.getDirectoryHandle(name, { create: true });
  const file = await directory.getFileHandle('db', { create: true });
  const writable = await file.createWritable();
  await writable.write('Dear diary, '.repeat(1000));
  await writable.close();
}

function add(page, name, length = name.length) {
  const here = (given, characters) => {
    const content = given.repeat(characters / given.length);
    return globalThis.memory.add({ category: 'note', name: given, content });
  };
  return evaluate(page, here, name, length);
}

/** What damage there is, and items that have another one's text, of the four that should be there. */
async function differences() {
  const { findings } = await globalThis.memory.check();
  const { items } = await globalThis.memory.items();
  const wrong = items.filter(({ name, content }) => content.replaceAll(name, '') !== '');
  return [...findings, ...wrong.map(({ name }) => name), ...(items.length === 4 ? [] : items)];
}

function names(page) {
  return evaluate(page, async () => {
    const { items } = await globalThis.memory.items();
    return items.map(({ name }) => name);
  });
}

function close(page) {
  return evaluate(page, () => globalThis.memory.close());
}

function freeze(page) {
  const here = (milliseconds) => globalThis.worker.postMessage({ type: 'hang', milliseconds });
  return evaluate(page, here, HANG);
}
