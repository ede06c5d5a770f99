// What is particular to the host of the origin private file system.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clearSiteData,
  openHostPage,
  openSmallPage,
  startWorker,
} from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';
import { evaluate } from './support/page.js';

const FULL = -2;
const REMOVED = 10;
const SPARE_BYTES = 1024 * 1024;

for (const browser of browsers) {
  test(`${browser.name}: the host of OPFS`, async (t) => {
    const page = await openHostPage(t, browser);
    const worker = await startWorker(page);

    await t.test('a store has one owner; who comes second is told, and may try again', async () => {
      const other = await startWorker(page);
      await worker.run(openAndKeep, 'owned');
      assert.equal(await worker.run(tryToOpen, 'owned'), 'busy');
      assert.equal(await other.run(tryToOpen, 'owned'), 'busy');
      await worker.run(({ kept }) => kept.host.close());
      assert.equal(await other.run(tryToOpen, 'owned'), 'done');
      await other.terminate();
    });

    await t.test('when one of the handles fails, none stays open', async () => {
      const outcomes = await worker.run(openWithFailingHandles);
      assert.deepEqual(
        outcomes,
        [0, 1, 2, 3].flatMap(() => ['failed', 'done']),
      );
    });

    await t.test('a page has no handles, and is told so', async () => {
      const refused = evaluate(page, async () => {
        const { OpfsHost } = await import('/bindings/hosts/opfs.js');
        await OpfsHost.open('of a page');
      });
      await assert.rejects(refused, { code: 'refused', message: /in a dedicated worker only/ });
    });

    await t.test('a store exists when its database is not empty', async () => {
      assert.deepEqual(await worker.run(lookForStores), [false, false, true, true]);
    });

    await t.test('the three ways to say that there is no room are one', async () => {
      const answers = await worker.run(writeWithoutRoom);
      assert.deepEqual(
        answers.map(([answer]) => answer),
        [FULL, FULL, FULL, -1],
      );
      for (const [, words] of answers) assert.match(words, /^cannot write: /);
    });

    await t.test('the reserve is given up once, and filled again by the next opening', async () => {
      const sizes = await worker.run(releaseTwice);
      assert.deepEqual(sizes, [SPARE_BYTES, true, 0, false, 0, SPARE_BYTES, true]);
    });

    await t.test('without room for the reserve, the store goes without', async () => {
      assert.deepEqual(await worker.run(openWithoutReserve), [0, 0, true]);
    });

    await t.test('when the data is cleared, the owner can see it', async () => {
      await worker.run(openAndKeep, 'cleared');
      assert.equal(await worker.run(isPresent), true);
      await clearSiteData(page);
      assert.equal(await worker.run(isPresent), false);
      const other = await startWorker(page);
      await other.run(openAndKeep, 'cleared');
      assert.equal(await other.run(isPresent), true);
      assert.equal(await worker.run(isPresent), false, 'there is another store of that name');
      await worker.run(({ kept }) => kept.host.close());
      assert.equal(await other.run(isPresent), true);
      await other.terminate();
    });

    await t.test('a closed store is not present', async () => {
      await worker.run(openAndKeep, 'closed');
      await worker.run(({ kept }) => kept.host.close());
      assert.equal(await worker.run(isPresent), false);
    });
  });
}

for (const browser of browsers) {
  test(`${browser.name}: a file meets the quota`, async (t) => {
    const page = await openSmallPage(t, browser);
    const { run } = await startWorker(page);
    await run(openAndKeep, 'full');
    await run(({ kept }) => kept.host.close());
    await run(openAndKeep, 'full'); // the reserve is of an earlier opening
    const filled = await run(fill);
    assert.equal(filled.answer, FULL);
    assert.match(filled.words, /^cannot write: /);
    assert.ok(filled.whole, 'what was written before is there');
    assert.equal(await run(({ kept }) => kept.host.truncate(0, 2 ** 30)), FULL);
    assert.deepEqual(await run(writeAfterRelease), {
      released: [true, false],
      written: 128 * 1024,
    });
    await run(({ kept }) => kept.host.close());
    assert.equal(await run(tryToOpen, 'full'), 'done', 'it opens without room');
  });

  for (const taken of [0, 5].map((mebibytes) => mebibytes * 2 ** 20)) {
    test(`${browser.name}: a store meets the quota, ${taken} bytes of it taken`, async (t) => {
      const page = await openSmallPage(t, browser);
      const { run } = await startWorker(page);
      await run(({ takeRoom }, size) => takeRoom(size), taken);
      const { code, added, found } = await run(addUntilFull);
      assert.equal(code, 'storage_full');
      assert.ok(added > REMOVED);
      assert.equal(found, added, 'all that was acknowledged is there');
      const left = { removed: REMOVED, ok: true, items: added - REMOVED };
      assert.deepEqual(await run(removeAndReopen, REMOVED), left);
      await run(({ returnRoom }) => returnRoom());
      assert.deepEqual(await run(addAgain), { action: 'added', ok: true });
    });
  }
}

async function openAndKeep({ OpfsHost, kept }, name) {
  kept.host = await OpfsHost.open(name);
}

function isPresent({ kept }) {
  return kept.host.isPresent();
}

function tryToOpen({ OpfsHost, outcomeOf }, name) {
  return outcomeOf(OpfsHost.open(name).then((host) => host.close()));
}

/** For each handle: what opening gives when that one fails, and when none does afterwards. */
async function openWithFailingHandles({ OpfsHost, outcomeOf }) {
  const { prototype } = FileSystemFileHandle;
  const open = prototype.createSyncAccessHandle;
  const outcomes = [];
  for (const failing of ['db', 'db-wal', 'db-journal', 'spare']) {
    prototype.createSyncAccessHandle = async function () {
      if (this.name === failing) throw new Error('it fails');
      return open.call(this);
    };
    outcomes.push(await outcomeOf(OpfsHost.open('handles')));
    prototype.createSyncAccessHandle = open;
    outcomes.push(await outcomeOf(OpfsHost.open('handles').then((host) => host.close())));
  }
  return outcomes;
}

async function lookForStores({ OpfsHost, storeExists, put }) {
  const found = [await storeExists('not yet')];
  const host = await OpfsHost.open('not yet');
  found.push(await storeExists('not yet'));
  put(host, 0, 'x', 0);
  found.push(await storeExists('not yet')); // also while it is open
  host.close();
  found.push(await storeExists('not yet'));
  return found;
}

/** What a write answers, and says, when the handle fails so. */
async function writeWithoutRoom({ OpfsHost }) {
  const { prototype } = FileSystemSyncAccessHandle;
  const { write } = prototype;
  const host = await OpfsHost.open('no room');
  const fail = (error) => () => {
    throw error;
  };
  const ways = [
    fail(new DOMException('no room', 'QuotaExceededError')),
    (view) => view.length - 1,
    () => 4_294_967_288,
    fail(new DOMException('broken', 'InvalidStateError')),
  ];
  const answers = ways.map((way) => {
    prototype.write = way;
    return [host.write(0, new Uint8Array(100), 0), host.lastError];
  });
  prototype.write = write;
  host.close();
  return answers;
}

async function releaseTwice({ OpfsHost, spareSize }) {
  const host = await OpfsHost.open('reserve');
  const result = [await spareSize('reserve')];
  for (let i = 0; i < 2; ++i) result.push(host.releaseReserve(), await spareSize('reserve'));
  host.close();
  const again = await OpfsHost.open('reserve');
  result.push(await spareSize('reserve'), again.releaseReserve());
  again.close();
  return result;
}

async function openWithoutReserve({ OpfsHost, spareSize }) {
  const { prototype } = FileSystemSyncAccessHandle;
  const { write } = prototype;
  prototype.write = () => 0;
  const host = await OpfsHost.open('without').finally(() => (prototype.write = write));
  const result = [host.open(), await spareSize('without'), await host.isPresent()];
  host.close();
  return result;
}

/** Appends until there is no room. */
function fill({ kept: { host }, DATABASE }) {
  const chunk = 64 * 1024;
  const view = new Uint8Array(chunk);
  let chunks = 0;
  let answer = chunk;
  for (; chunks < 1000 && answer === chunk; chunks += answer === chunk) {
    answer = host.write(DATABASE, view.fill(chunks + 1), chunks * chunk);
  }
  const words = host.lastError;
  let whole = chunks > 0;
  for (let i = 0; i < chunks; ++i) {
    whole &&= host.read(DATABASE, view, i * chunk) === chunk && view.every((b) => b === i + 1);
  }
  return { answer, words, whole };
}

/** What the reserve is for: a log that grows once more. */
function writeAfterRelease({ kept: { host }, LOG }) {
  const released = [host.releaseReserve(), host.releaseReserve()];
  return { released, written: host.write(LOG, new Uint8Array(128 * 1024), 0) };
}

/** Adds items to a new store until one is refused. */
async function addUntilFull({ OpfsHost, openOn, kept }) {
  kept.memory = await openOn(await OpfsHost.open('of an engine'));
  const content = 'lorem ipsum dolor sit amet '.repeat(400);
  for (let added = 0; ; ++added) {
    try {
      kept.memory.add({ category: 'test', name: `${added}`, content: `${added} ${content}` });
    } catch ({ code }) {
      return { code, added, found: kept.memory.status().items };
    }
  }
}

/** What is there after removing, closing, and opening again. */
async function removeAndReopen({ OpfsHost, openOn, kept }, count) {
  let removed = 0;
  for (let i = 0; i < count; ++i) removed += kept.memory.remove('test', `${i}`).removed;
  kept.memory.close();
  kept.memory = await openOn(await OpfsHost.open('of an engine'));
  return { removed, ok: kept.memory.check().ok, items: kept.memory.status().items };
}

function addAgain({ kept: { memory } }) {
  const { action } = memory.add({ category: 'test', name: 'again', content: 'There is room.' });
  return { action, ok: memory.check().ok };
}
