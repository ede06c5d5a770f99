// The page that measures in a person's own browser ends with its two figures, and leaves nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

for (const browser of browsers) {
  test(`${browser.name}: the bench page prints its figures`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/tests/bench/page.html?items=300'));
    await page.waitForFunction(() =>
      /^(Done|It ended)/.test(document.querySelector('#progress').textContent),
    );
    const shown = await evaluate(page, () => ({
      progress: document.querySelector('#progress').textContent,
      figures: document.querySelector('#figures').textContent,
    }));
    assert.equal(shown.progress, 'Done. Reload to measure again.');
    assert.match(shown.figures, /^add one item, .* at 300 items, p50 +[\d.]+ ms .*\nopen 300 /);
    const left = await evaluate(page, async () => {
      const root = await navigator.storage.getDirectory();
      const loci = await root.getDirectoryHandle('loci');
      return Array.fromAsync(loci.keys());
    });
    assert.deepEqual(left, []);
  });
}
