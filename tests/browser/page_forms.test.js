// The form of the demo page: what it asks before it replaces a note, and its use by keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { DemoPage } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

const fill = (demo, name, text) => demo.page.locator(`#field-${name}`).fill(text);

const heading = (demo, name) =>
  demo.waitUntil((wanted) => document.querySelector('h2').textContent === wanted, name);

const noteText = (demo, words) =>
  demo.waitUntil(
    (wanted) => document.querySelector('.note > .note-text')?.textContent === wanted,
    words,
  );

/** Opens a page on a store that may hold a note `kitchen:kettle` already. */
async function openTab(t, launched, server, hash = '') {
  const demo = await DemoPage.open(t, launched, server);
  await demo.page.bringToFront();
  if (hash) await demo.go(hash, '#field-content');
  return demo;
}

async function keep(demo, values) {
  await demo.page.bringToFront();
  for (const [name, text] of Object.entries(values)) await fill(demo, name, text);
  await demo.click('.editor .is-main');
}

async function write(demo, name, content) {
  await demo.go('#/new', '#field-category');
  await keep(demo, { category: 'kitchen', name, content });
  await heading(demo, name);
}

for (const browser of browsers) {
  test(`${browser.name}: a note changed in another tab is not replaced unseen`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const p = await openTab(t, launched, server);
    await write(p, 'kettle', 'left');
    await p.go('#/edit/kitchen/kettle', '#field-content');
    await fill(p, 'content', 'mine');
    await p.go('#/journal'); // a draft rests on what it was begun on
    const q = await openTab(t, launched, server, '#/edit/kitchen/kettle');
    await keep(q, { content: 'theirs' });
    await noteText(q, 'theirs');

    await p.page.bringToFront();
    await p.go('#/edit/kitchen/kettle', '#field-content');
    await keep(p, {});
    await p.waitFor('.clash');
    assert.match(await p.text('.clash'), /changed meanwhile \(in another tab\)/);
    assert.equal(await p.text('.clash .note-text'), 'theirs');
    assert.match(await p.focused(), /^div This note was changed/);
    await q.page.bringToFront();
    await q.go('#/edit/kitchen/kettle', '#field-content');
    await keep(q, { content: 'theirs again' });
    await noteText(q, 'theirs again');
    await p.page.bringToFront();
    await p.click('.clash ::-p-text(Replace it)');
    await p.waitUntil(
      () => document.querySelector('.clash .note-text')?.textContent === 'theirs again',
    );
    await p.click('.clash ::-p-text(Replace it)');
    await noteText(p, 'mine');
    await p.click('::-p-text(Undo)');
    await noteText(p, 'theirs again');

    await p.go('#/edit/kitchen/kettle', '#field-content');
    await q.page.bringToFront();
    await q.click('.note .actions button');
    await q.waitFor('.empty');
    await keep(p, { name: 'pot', content: 'mine' });
    await p.waitFor('.clash');
    assert.match(await p.text('.clash'), /removed meanwhile/);
    await p.click('.clash ::-p-text(Keep it again)');
    await heading(p, 'pot');
  });

  test(`${browser.name}: a note does not take another’s name unasked`, async (t) => {
    const demo = await openTab(t, await browser.launch(t), await serveFiles(t));
    await write(demo, 'kettle', 'left');
    await write(demo, 'cup', 'right');
    await demo.go('#/new', '#field-category');
    await keep(demo, { category: 'kitchen', name: ' kettle ', content: 'new' });
    await demo.waitFor('.clash');
    assert.match(await demo.text('.clash'), /There is a note “kettle” in kitchen already/);
    assert.equal(await demo.text('.clash .note-text'), 'left');
    await keep(demo, { name: 'pan' });
    await heading(demo, 'pan');

    await demo.go('#/edit/kitchen/cup', '#field-content');
    await keep(demo, { name: 'kettle' });
    await demo.waitFor('.clash');
    assert.equal((await demo.texts('.names li')).length, 3, 'nothing was written');
    await demo.click('.clash ::-p-text(Replace it)');
    await noteText(demo, 'right');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 2);
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 3);
    await noteText(demo, 'left');
  });

  test(`${browser.name}: one types at once in a form, and keeps it by keyboard`, async (t) => {
    const demo = await openTab(t, await browser.launch(t), await serveFiles(t));
    const focusIs = (id) => demo.waitUntil((wanted) => document.activeElement.id === wanted, id);
    await demo.go('#/new', '#field-category');
    await focusIs('field-category');
    const title = await demo.run(() => document.activeElement.form.getAttribute('aria-labelledby'));
    assert.equal(await demo.text(`h2#${title}`), 'New note');
    for (const text of ['kitchen', 'kettle', 'left']) {
      if (text !== 'kitchen') await demo.press('Tab');
      await demo.page.keyboard.type(text);
    }
    await demo.page.keyboard.down('Control');
    await demo.press('Enter');
    await demo.page.keyboard.up('Control');
    await noteText(demo, 'left');

    await demo.go('#/edit/kitchen/kettle', '#field-content');
    await focusIs('field-content');
    await demo.page.keyboard.type('bottom ');
    await demo.page.keyboard.down('Meta');
    await demo.press('Enter');
    await demo.page.keyboard.up('Meta');
    await demo.waitUntil(() =>
      /bottom/.test(document.querySelector('.note > .note-text')?.textContent),
    );
    await demo.go('#/new/kitchen/cup', '#field-content');
    await focusIs('field-content');
  });
}
