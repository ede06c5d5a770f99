// The README's program for browsers prints what the README says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks } from '../support/readme.js';
import { browsers } from './support/browsers.js';
import { openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const { text: program, output } = blocks.find(({ heading }) => heading === 'In a browser');

const page = `<!doctype html>
  <html lang="en">
  <title>README</title>
  <script type="importmap">{"imports": {"loci": "/js/browser.js"}}</script>
  <script type="module" src="/program.js"></script>`;

for (const browser of browsers) {
  test(`${browser.name}: the program for browsers prints its output`, async (t) => {
    const script = `${program}\nconsole.log('done');`;
    const server = await serveFiles(t, { pages: { '/page.html': page, '/program.js': script } });
    const launched = await browser.launch(t);
    const tab = await openPage(t, launched, server.url('/blank'));
    const printed = [];
    const isDone = new Promise((resolve) => {
      tab.on('console', (message) => {
        if (message.text() === 'done') resolve();
        else printed.push(message.text());
      });
    });
    await tab.goto(server.url('/page.html'));
    await isDone;
    assert.equal(printed.map((line) => `${line}\n`).join(''), output);
  });
}
