// The demo page and files: what comes in, what is refused and why, what goes out.

import assert from 'node:assert/strict';
import { mkdir, open as openFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openMemory } from '../../js/index.js';
import { testData, withPage } from '../support/database_pages.js';
import { browsers, temporaryProfile as temporaryFolder } from './support/browsers.js';
import { DemoPage } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

const UNCHANGED = /Your notes are as they were\.$/;
const USER_VERSION = 60;

async function open(t, browser, options) {
  const server = await serveFiles(t);
  const demo = await DemoPage.open(t, await browser.launch(t), server, options);
  await demo.begin();
  return demo;
}

/** A store of the engine's own, with `count` notes. */
async function storeBytes(count) {
  const memory = await openMemory(':memory:');
  const note = (index) => ({ category: 'other', name: `note ${index}`, content: 'from a store' });
  memory.addMany(Array.from({ length: count }, (_, index) => note(index)));
  const bytes = memory.exportBytes();
  memory.close();
  return [...bytes];
}

/** Such a store, of which a bit is turned in the text of one of its notes. */
async function damagedBytes(count) {
  const memory = await openMemory(':memory:');
  const note = (index) => ({
    category: 'other',
    name: `n${index}`,
    content: `${index}`.repeat(9000),
  });
  memory.addMany(Array.from({ length: count }, (_, index) => note(index)));
  const bytes = memory.exportBytes();
  memory.close();
  bytes[Buffer.from(bytes).indexOf('1'.repeat(4000)) + 2000] ^= 1;
  return [...bytes];
}

/** How many lines a text takes. */
const linesOf = (demo, selector) =>
  demo.run((name) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(name));
    return range.getClientRects().length;
  }, selector);

/** A store that says it is of format 99, its checksum right. */
function storeFromTheFuture() {
  const later = (page) => new DataView(page.buffer, page.byteOffset).setUint32(USER_VERSION, 99);
  return [...withPage(testData('format_v1.db'), 1, later)];
}

async function assertRefused(demo, words) {
  await demo.assertTold(words, '#errors');
  await demo.assertTold(UNCHANGED, '#errors');
  await demo.click('#errors .close');
  assert.equal(await demo.count(), 60);
  await demo.reload();
  assert.equal((await demo.texts('.names li')).length, 60);
}

for (const browser of browsers) {
  test(`${browser.name}: Markdown that is dropped is added, remarks are listed`, async (t) => {
    const demo = await open(t, browser);
    await demo.drop([
      { name: 'kitchen.md', text: '# kitchen\n\n## kettle\n\nIn the left cupboard.\n' },
      { name: 'IMG 1.md', bytes: [0xff, 0xd8, 0xff] },
      { name: 'photo.jpg', bytes: [0xff, 0xd8] },
    ]);
    await demo.waitFor('.problems');
    await demo.assertTold(/^1 note added, 1 other file left out; \d remarks? under “Files”/);
    assert.match(await demo.text('.problems'), /IMG 1\.md .*not UTF-8/);
    assert.ok((await demo.texts('.names li')).includes('kettle'));
    await demo.drop([
      { name: 'kitchen.md', text: '# kitchen\n\n## kettle\n\nIn the left cupboard.\n' },
    ]);
    await demo.waitUntil(() =>
      document.querySelector('#toasts').textContent.includes('1 there already'),
    );
  });

  test(`${browser.name}: bad files change nothing and are told in words`, async (t) => {
    const demo = await open(t, browser);
    await demo.drop([{ name: 'letter.sqlite', text: 'Dear store, '.repeat(1000) }]);
    await assertRefused(demo, /letter\.sqlite is no Loci store: it is not an SQLite file/);
    await demo.drop([{ name: 'later.db', bytes: storeFromTheFuture() }]);
    await assertRefused(demo, /format 99/);
    await demo.drop([{ name: 'half.loci', bytes: (await storeBytes(50)).slice(0, 9000) }]);
    await assertRefused(demo, /could not be brought in/);
    await demo.drop([{ name: 'broken.loci', bytes: await damagedBytes(3) }]);
    await assertRefused(demo, /the file is damaged: page \d+ .*“loci repair --store FILE”/);
    const photos = Array.from({ length: 12 }, (_, index) => ({
      name: `${index}.jpg`,
      bytes: [255],
    }));
    await demo.drop(photos);
    await assertRefused(demo, /None of these 12 files is Markdown/);
  });

  test(`${browser.name}: a file of 1 GB is refused by its size, unread`, async (t) => {
    const demo = await open(t, browser);
    const path = join(await temporaryFolder(t), 'huge.sqlite');
    const file = await openFile(path, 'w');
    await file.truncate(1e9); // a hole: no disk is filled
    await file.close();
    await demo.go('#/files');
    await demo.run(() => {
      Blob.prototype.arrayBuffer = Blob.prototype.slice = () => {
        throw new Error('it was read');
      };
    });
    await (await demo.page.$('input[accept*=".sqlite"]')).uploadFile(path);
    await assertRefused(demo, /huge\.sqlite has 1\.0 GB.*at most 512 MB\. It was not read/);
  });

  test(`${browser.name}: a store replaces all, asks before, and can be taken back`, async (t) => {
    const demo = await open(t, browser);
    const file = {
      name: 'what was written down in May and other.sqlite',
      bytes: await storeBytes(3),
    };
    await demo.drop([file]);
    await demo.waitFor('#confirm[open]');
    assert.match(
      await demo.text('#confirm'),
      /other\.sqlite holds 3 notes\. It replaces the 60 notes/,
    );
    await demo.press('Escape');
    await demo.waitUntil(() => !document.querySelector('#confirm[open]'));
    assert.equal(await demo.count(), 60);

    await demo.drop([file]);
    await demo.click('#confirm[open] #confirm-action');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 3);
    await demo.page.setViewport({ width: 390, height: 844 });
    assert.equal(await linesOf(demo, '#toasts .button'), 1, 'its word stays whole');
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 60);
  });
}

// Where a download goes is only to be told to Chromium.
const [chromium] = browsers;

async function downloaded(folder, name) {
  for (let tries = 0; tries < 100; tries++) {
    if ((await readdir(folder)).includes(name)) return readFile(join(folder, name));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} was not downloaded`);
}

test(`${chromium.name}: what is handed out is a store that opens, and Markdown that comes in again`, async (t) => {
  const demo = await open(t, chromium);
  const folder = join(await temporaryFolder(t), 'downloads');
  await mkdir(folder);
  const client = await demo.page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await demo.go('#/files', '.file-list');
  await demo.click('.actions button:has(use[href="#icon-out"])');
  const memory = await openMemory({
    bytes: new Uint8Array(await downloaded(folder, 'memory.loci')),
  });
  t.after(() => memory.close());
  assert.equal(memory.status().items, 60);

  await demo.click('.file-list ::-p-text(garden.md)');
  const text = (await downloaded(folder, 'garden.md')).toString();
  assert.deepEqual(
    text,
    memory.exportMarkdown().find(({ path }) => path === 'wiki/garden.md').text,
  );
});

test(`${chromium.name}: a folder from the chooser comes in whole`, async (t) => {
  const demo = await open(t, chromium);
  const folder = join(await temporaryFolder(t), 'wiki');
  await mkdir(join(folder, 'deep'), { recursive: true });
  await writeFile(join(folder, 'kitchen.md'), '# kitchen\n\n## kettle\n\nLeft.\n');
  await writeFile(join(folder, 'deep', 'cellar.md'), '# cellar\n\n## wine\n\nBelow.\n');
  await writeFile(join(folder, 'photo.jpg'), 'x');
  await demo.go('#/files');
  await (await demo.page.$('input[webkitdirectory]')).uploadFile(folder);
  await demo.assertTold(/2 notes added, 1 other file left out/);
});
