// Loci in a page as pages are made: as plain modules, built by Vite, built by esbuild; each without
// a policy, under the least one that runs it, and under one that forbids all else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { browsers } from './support/browsers.js';
import { bundles, installedPackage } from './support/bundles.js';
import { evaluate, openPage } from './support/page.js';
import { policies, serveFiles } from './support/server.js';

for (const [bundler, bundle] of Object.entries(bundles)) {
  test(`${bundler}: a page keeps a memory`, async (t) => {
    const { site, path, warnings } = await bundle(await installedPackage(t));
    assert.deepEqual(warnings, []);
    for (const browser of browsers) {
      await t.test(browser.name, async (t) => {
        const launched = await browser.launch(t);
        for (const policy of [undefined, policies.scripts, policies.strict]) {
          const server = await serveFiles(t, { folder: site, policy });
          const page = await openPage(t, launched, server.url(path));
          const outcome = await evaluate(page, () => globalThis.outcome);
          const found = { before: ['kettle'], after: ['kettle'], mode: 'opfs', role: 'leader' };
          assert.deepEqual(outcome, found, `under the policy ${policy}`);
          await allAsked(server, [/worker[^/]*\.js$/, /broker[^/]*\.js$/, /loci[^/]*\.wasm$/]);
        }
      });
    }
  });
}

/** A page works without the broker, so that it is there must be seen by itself. */
async function allAsked({ asked }, patterns) {
  const missing = () => patterns.filter((pattern) => !asked.some((path) => pattern.test(path)));
  const deadline = performance.now() + 5000;
  while (missing().length > 0 && performance.now() < deadline) await sleep(10);
  assert.deepEqual(missing(), [], `not among ${asked.join(' ')}`);
}
