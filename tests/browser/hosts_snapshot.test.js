// Reading a store while its owner has it open, and writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHostPage, startWorker } from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';
import { evaluate } from './support/page.js';

const WRITING_MS = 4000;

for (const browser of browsers) {
  test(`${browser.name}: snapshots`, async (t) => {
    const page = await openHostPage(t, browser);
    const writer = await startWorker(page);
    const reader = await startWorker(page);

    await t.test('a snapshot is what the files hold, beside an open owner', async () => {
      await writer.run(async ({ OpfsHost, put, kept }) => {
        kept.host = await OpfsHost.open('bytes');
        ['database', 'log', 'journal'].forEach((text, file) => put(kept.host, file, text, 0));
      });
      assert.deepEqual(await reader.run(readFiles, 'bytes'), ['database', 'log', 'journal', -4]);
      await writer.run(({ kept }) => kept.host.close());
    });

    await t.test('a page can read one, too', async () => {
      const size = await evaluate(page, async () => {
        const { readSnapshot } = await import('/bindings/hosts/snapshot.js');
        return (await readSnapshot('bytes')).database.length;
      });
      assert.equal(size, 8);
    });

    await t.test('a store that is absent is not made', async () => {
      assert.equal(
        await reader.run(({ outcomeOf, readSnapshot }) => outcomeOf(readSnapshot('absent'))),
        'failed',
      );
      assert.equal(await reader.run(listStores), 'bytes');
    });

    await t.test('while the owner writes, a snapshot is one of its states', async () => {
      await writer.run(openEngine);
      const [written, seen] = await Promise.all([
        writer.run(write, WRITING_MS),
        reader.run(readAllTheTime, WRITING_MS),
      ]);
      t.diagnostic(`${written} commits, ${seen.numbers.length} snapshots, ${seen.busy} were busy`);
      assert.deepEqual(seen.wrong, []);
      assert.ok(seen.numbers.length >= 3, `${seen.numbers.length} snapshots`);
      assert.ok(new Set(seen.numbers).size > 1, 'it was read while it was written');
      assert.deepEqual(
        seen.numbers,
        seen.numbers.toSorted((a, b) => a - b),
      );
      assert.ok(seen.numbers.at(-1) <= written);
    });
  });
}

async function readFiles({ readSnapshot, SnapshotHost, get }, name) {
  const host = new SnapshotHost(await readSnapshot(name));
  const texts = [0, 1, 2].map((file) => get(host, file, 20, 0));
  return [...texts, host.write(0, new Uint8Array(1), 0)];
}

async function listStores() {
  const root = await navigator.storage.getDirectory();
  const names = [];
  for await (const name of (await root.getDirectoryHandle('loci')).keys()) names.push(name);
  return names.join();
}

async function openEngine({ OpfsHost, openOn, kept }) {
  kept.memory = await openOn(await OpfsHost.open('written'));
}

/** Commits for `ms`, each of which puts its number into two items; the number of the last. */
function write({ kept: { memory } }, ms) {
  const bulk = 'lorem ipsum dolor sit amet '.repeat(800); // so that the log comes round
  const item = (name, content) => ({ category: 'test', name, content });
  const end = performance.now() + ms;
  let number = 0;
  while (performance.now() < end) {
    number += 1;
    memory.addMany([item('first', `${number} ${bulk}`), item('second', `${number} ${bulk}`)]);
  }
  memory.close();
  return number;
}

/**
 * Reads snapshots for `ms`. The first reading of each database takes so long that the owner's log
 * starts anew meanwhile.
 */
async function readAllTheTime({ openOn, readSnapshot, SnapshotHost, outcomeOf }, ms) {
  const seen = { numbers: [], wrong: [], busy: 0 };
  const numberIn = (memory, name) => parseInt(memory.get('test', name)?.content ?? '0', 10);
  const end = performance.now() + ms;
  const { prototype } = Blob;
  const { arrayBuffer } = prototype;
  let isSlow = false;
  prototype.arrayBuffer = async function () {
    const bytes = await arrayBuffer.call(this);
    if (isSlow && this.name === 'db') await new Promise((resolve) => setTimeout(resolve, 250));
    if (this.name === 'db') isSlow = false;
    return bytes;
  };
  const readOne = async () => {
    isSlow = true;
    const host = new SnapshotHost(await readSnapshot('written'));
    const memory = await openOn(host, { readOnly: true });
    const [first, second] = ['first', 'second'].map((name) => numberIn(memory, name));
    const { ok, findings } = memory.check();
    memory.close();
    if (!ok || first !== second) seen.wrong.push(`${first} ${second} ${findings}`);
    seen.numbers.push(first);
  };
  while (performance.now() < end) {
    const outcome = await outcomeOf(readOne());
    if (outcome === 'busy') seen.busy += 1;
    else if (outcome !== 'done') seen.wrong.push(outcome);
  }
  return seen;
}
