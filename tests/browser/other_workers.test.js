// Workers that can hold no files say so, and have memories of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const shared = `
  import { openMemory } from '/js/browser.js';
  globalThis.onconnect = async ({ ports: [port] }) => {
    const memory = await openMemory(':memory:');
    memory.add({ category: 'home', name: 'kettle', content: 'In the left cupboard.' });
    const found = memory.retrieve('kettle').items.length;
    const refused = await openMemory('opfs:notes').catch(({ code, message }) => ({ code, message }));
    port.postMessage({ found, refused });
  };`;

for (const browser of browsers) {
  test(`${browser.name}: a shared worker is told that it cannot share a store`, async (t) => {
    const server = await serveFiles(t, { pages: { '/shared.js': shared } });
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/blank'));
    const { found, refused } = await evaluate(page, () => {
      const { port } = new SharedWorker('/shared.js', { type: 'module' });
      return new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
    });
    assert.equal(found, 1);
    assert.equal(refused.code, 'invalid_argument');
    assert.match(refused.message, /opfs:notes .* dedicated worker/);
  });
}
