// One store and the same questions, with vectors and without, give the same bytes in Chromium and Firefox
// as in Node, from memory and from OPFS; and the same writes make the same store. Other runtimes:
// tests/runtimes/identical.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemory } from 'loci';
import { job, makeStore } from '../support/identical_job.js';
import { repliesOf, storeOf } from '../support/identical_replies.js';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const inNode = (bytes) => repliesOf(openMemory, { bytes, job, location: ':memory:' });

const bytes = await makeStore();
const expected = await inNode(bytes);
const expectedStore = await storeOf(openMemory, { job });

/** In a page: at that location, or where there is none, a store from nothing. */
async function inPage({ location, bytes, job }) {
  const { openMemory } = await import('/js/browser.js');
  const { repliesOf, storeOf } = await import('/tests/support/identical_replies.js');
  if (location === undefined) return storeOf(openMemory, { job });
  return repliesOf(openMemory, { bytes, job, location });
}

for (const browser of browsers) {
  test(`${browser.name}: the same bytes as in Node`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/blank'));
    const store = await evaluate(page, inPage, { job });
    for (const [what, value] of Object.entries(store)) {
      assert.ok(JSON.stringify(value) === JSON.stringify(expectedStore[what]), what);
    }

    for (const location of [':memory:', 'opfs:identical']) {
      const { exported, ...replies } = await evaluate(page, inPage, { location, bytes, job });
      assert.deepEqual(replies.asked, expected.asked);
      assert.deepEqual(replies.askedAgain, expected.askedAgain);

      const here = await inNode(exported);
      const there = await evaluate(page, inPage, { location, bytes: expected.exported, job });
      assert.deepEqual(here.asked, there.asked, `exchanged with ${location}`);
    }
  });
}
