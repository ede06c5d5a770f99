// The options `worker` and `broker`: what they may be, also a worker that was started long before,
// and how a wrong one is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

for (const browser of browsers) {
  test(`${browser.name}: workers of one's own`, async (t) => {
    const pages = { '/silent.js': '', '/broken.js': "throw new Error('broken on purpose');" };
    const server = await serveFiles(t, { pages });
    const launched = await browser.launch(t);
    const open = () => openPage(t, launched, server.url('/blank'));

    await t.test('as strings, URLs and objects', async () => {
      const names = await evaluate(await open(), async () => {
        const { openMemory } = await import('/js/browser.js');
        const [worker, broker] = ['/js/worker.js', '/js/broker.js'];
        const type = 'module';
        const ways = [
          { worker, broker },
          { worker: new URL(worker, location), broker: new URL(broker, location) },
          { worker: new Worker(worker, { type }), broker: new SharedWorker(broker, { type }) },
          { worker, broker: null },
        ];
        const found = [];
        for (const [index, way] of ways.entries()) {
          const memory = await openMemory('opfs:own', way);
          await memory.add({ category: 'way', name: `${index}`, content: 'kettle' });
          found.push((await memory.retrieve('kettle')).items.length);
          await memory.close();
        }
        return found;
      });
      assert.deepEqual(names, [1, 2, 3, 4]);
    });

    await t.test('a worker that has run for a while', async () => {
      const mode = await evaluate(await open(), async () => {
        const { openMemory } = await import('/js/browser.js');
        const worker = new Worker('/js/worker.js', { type: 'module' });
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const memory = await openMemory('opfs:early', { worker });
        await memory.close();
        return memory.persistence.mode;
      });
      assert.equal(mode, 'opfs');
    });

    await t.test('a browser that is slow to tell whether data is protected', async () => {
      const mode = await evaluate(await open(), async () => {
        const { openMemory } = await import('/js/browser.js');
        const slow = () => new Promise((resolve) => setTimeout(resolve, 1000, false));
        navigator.storage.persisted = slow;
        const memory = await openMemory('opfs:slow');
        await memory.close();
        return memory.persistence.mode;
      });
      assert.equal(mode, 'opfs');
    });

    await t.test('a worker that is not there, or breaks, is told at once', async () => {
      const page = await openPage(t, launched, server.url('/blank'), {
        expected: [/404/, /missing\.js/, /broken/, /Loci's worker/],
      });
      for (const [worker, told] of [
        [
          '/missing.js',
          {
            code: 'invalid_argument',
            message: /cannot be loaded.*optimizeDeps.exclude.*option worker/,
          },
        ],
        ['/broken.js', { code: 'internal', message: /broken on purpose/ }],
      ]) {
        const begun = performance.now();
        await assert.rejects(openWith(page, worker), told);
        assert.ok(performance.now() - begun < 10_000, worker);
      }
    });

    await t.test(
      'a worker that is not of Loci is told when it has not answered for long',
      async () => {
        const page = await open();
        await evaluate(page, () => {
          const start = globalThis.setTimeout;
          globalThis.setTimeout = (work, wait, ...args) => start(work, wait / 50, ...args);
        });
        const told = { code: 'invalid_argument', message: /does not answer.*js\/worker\.js/ };
        await assert.rejects(openWith(page, '/silent.js'), told);
      },
    );

    await t.test('anything else is refused', async () => {
      const page = await open();
      const told = { code: 'invalid_argument', message: /worker must be a URL or a Worker/ };
      await assert.rejects(openWith(page, 7), told);
    });
  });
}

function openWith(page, worker) {
  return evaluate(
    page,
    async (address) => {
      const { openMemory } = await import('/js/browser.js');
      await openMemory('opfs:wrong', { worker: address });
    },
    worker,
  );
}
