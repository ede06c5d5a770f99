// Loci in a page as pages are made: as plain modules, built by Vite, built by esbuild; without a
// policy, under the least one that runs it, and under one that forbids all else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { browsers } from './support/browsers.js';
import { bundles, startVite } from './support/bundles.js';
import { evaluate, openPage } from './support/page.js';
import { policies, serveFiles } from './support/server.js';

const pages = [
  { bundler: 'plain', policy: undefined },
  { bundler: 'plain', policy: policies.scripts },
  { bundler: 'plain', policy: policies.strict },
  { bundler: 'vite', policy: policies.strict },
  { bundler: 'esbuild', policy: policies.strict },
];

/** What fixtures/pages/visit.js must have seen. */
const kept = { before: ['kettle'], after: ['kettle'], mode: 'opfs', role: 'leader' };

const visitOf = (page) => evaluate(page, () => globalThis.outcome);

test('pages keep a memory, however they are made', async (t) => {
  const built = {};
  for (const [bundler, build] of Object.entries(bundles)) {
    built[bundler] = await build(t);
    assert.deepEqual(built[bundler].warnings, [], bundler);
  }
  const address = await startVite(t);

  for (const browser of browsers) {
    await t.test(browser.name, async (t) => {
      const launched = await browser.launch(t);
      for (const { bundler, policy } of pages) {
        await t.test(`${bundler}, policy: ${policy ?? 'none'}`, async (t) => {
          const server = await serveFiles(t, { folder: built[bundler].site, policy });
          const page = await openPage(t, launched, server.url('/index.html'));
          assert.deepEqual(await visitOf(page), kept);
          await allAsked(server, [/worker[^/]*\.js$/, /broker[^/]*\.js$/, /loci[^/]*\.wasm$/]);
        });
      }
      await t.test("vite, the developer's server", async (t) => {
        const page = await openPage(t, launched, address, { expected: [/favicon\.ico/] });
        assert.deepEqual(await visitOf(page), kept);
      });
    });
  }
});

/** A page works without the broker, so that it is there must be seen by itself. */
async function allAsked({ asked }, patterns) {
  const missing = () => patterns.filter((pattern) => !asked.some((path) => pattern.test(path)));
  const deadline = performance.now() + 5000;
  while (missing().length > 0 && performance.now() < deadline) await sleep(10);
  assert.deepEqual(missing(), [], `not among ${asked.join(' ')}`);
}
