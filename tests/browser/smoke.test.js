// The least that must work in each browser: a page imports Loci, keeps an item in memory, finds it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

for (const browser of browsers) {
  test(`${browser.name}: a page adds to a memory and retrieves`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/blank'));
    const found = await evaluate(page, async () => {
      const { openMemory } = await import('/js/browser.js');
      const memory = await openMemory(':memory:');
      memory.add({ category: 'home', name: 'kettle', content: 'In the left cupboard.' });
      const { items } = memory.retrieve('Where is the kettle?');
      memory.close();
      return items.map(({ name }) => name);
    });
    assert.deepEqual(found, ['kettle']);
  });
}
