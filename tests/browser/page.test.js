// The demo page, walked through as a person would: searching, opening, walking, writing, taking back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { DemoPage, QUERY } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

async function open(t, browser, options) {
  const server = await serveFiles(t);
  return DemoPage.open(t, await browser.launch(t), server, options);
}

/** The bars of the list: each hit's printed score, and its segments as shares of the bar. */
const barsOf = (demo) =>
  demo.run(() =>
    [...document.querySelectorAll('#list .hit:has(.bar)')].map((hit) => {
      const bar = hit.querySelector('.bar');
      const width = bar.getBoundingClientRect().width;
      const segments = [...bar.querySelectorAll('.segment')];
      return {
        score: Number(hit.querySelector('.score').textContent),
        share: segments.reduce((sum, one) => sum + one.getBoundingClientRect().width, 0) / width,
        colours: segments.map((one) => getComputedStyle(one).backgroundColor),
      };
    }),
  );

for (const browser of browsers) {
  test(`${browser.name}: the demo notes come in by one click and survive a reload`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.assertTold(/^60 notes added\.$/);
    assert.equal(await demo.text('#count'), '60 notes');
    await demo.reload();
    assert.equal((await demo.texts('.names li')).length, 60);
    assert.equal(await demo.count(), 60);
    assert.match(await demo.text('#status-mode'), /^Kept in this browser/);
    const facts = await demo.text('#status-facts');
    for (const words of [/\(opfs\)/, /leader: this tab writes/, /Room.*used/])
      assert.match(facts, words);
  });

  test(`${browser.name}: search as one types: scores, bars, marks, budget`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.page.type('#query', 'tidelog lost', { delay: 20 });
    await demo.waitUntil(() => document.querySelectorAll('#legend li').length === 2);
    await demo.ask(QUERY);

    const bars = await barsOf(demo);
    const best = Math.max(...bars.map(({ score }) => score));
    for (const { score, share } of bars) {
      assert.ok(Math.abs(share - score / best) < 0.01, `${share} of a bar for ${score} of ${best}`);
    }
    const marks = await demo.texts('#list .hits:first-child mark');
    const terms = await demo.texts('.legend-term');
    const forms = await demo.run(() =>
      [...document.querySelectorAll('#legend li')].flatMap(
        ({ title }) => title.split(', as ')[1]?.split(', ') ?? [],
      ),
    );
    const known = [...terms, ...forms];
    for (const mark of marks) assert.ok(known.includes(mark.toLowerCase()), mark);
    assert.ok(['潮位', 'readings', 'reading'].every((mark) => marks.includes(mark)));
    assert.match(await demo.text('#count'), /^\d+ hits?.* · \d+ % sure$/);

    const kept = (await demo.texts('.hits:not(.is-dropped) .hit')).length;
    const dropped = (await demo.texts('.hits.is-dropped .hit')).length;
    assert.match(
      await demo.text('#budget-text'),
      new RegExp(`of 600 tokens: ${kept} of ${kept + dropped} notes kept`),
    );
    assert.match(await demo.text('.is-dropped .hit-foot'), /over the budget$/);
    assert.equal((await demo.texts('.budget-entry')).length, kept + dropped);

    await demo.page.focus('#budget');
    await demo.press('End');
    await demo.waitUntil(() => !document.querySelector('.is-dropped'));
    assert.match(await demo.text('#budget-text'), /no limit/);
    await demo.press('Home');
    await demo.waitUntil(
      () => document.querySelectorAll('.hits:not(.is-dropped) .hit').length === 1,
    );
    assert.match(await demo.text('#budget-text'), /first alone is more/);
    assert.match(await demo.text('.unresolved'), /weather kite/);
  });

  test(`${browser.name}: what is not there is told, and marks alone are no question`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.ask('qwertzuiop');
    assert.match(await demo.text('.empty'), /No note shares a word/);
    assert.equal(await demo.text('#count'), 'Nothing found');
    await demo.ask('?!');
    assert.match(await demo.text('.empty'), /no word in this/);
    await demo.ask('<img src=x onerror=alert(1)>');
    assert.equal(await demo.run(() => document.images.length), 0);
  });

  test(`${browser.name}: by keyboard alone: search, open, walk the graph, and back`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.press('/');
    assert.equal(await demo.focused(), 'query');
    await demo.page.keyboard.type('tidelog');
    await demo.waitFor('.hits');
    await demo.waitUntil(() => document.querySelectorAll('#legend li').length === 1);
    const best = `a ${await demo.text('.hit-name')}`;
    await demo.press('ArrowDown');
    assert.equal(await demo.focused(), best);
    await demo.press('ArrowDown');
    await demo.press('ArrowUp');
    assert.equal(await demo.focused(), best);
    await demo.press('Enter');
    await demo.waitFor('#pane-content h2');
    await demo.waitUntil(() => document.activeElement.tagName === 'H2');

    await demo.waitFor('a.node.is-right');
    await demo.run(() => document.querySelector('a.node.is-left, a.node').focus());
    await demo.press('ArrowRight');
    const target = await demo.run(() => document.activeElement.querySelector('title').textContent);
    await demo.press('Enter');
    await demo.waitUntil(
      (name) => document.querySelector('h2').textContent === name,
      target.split(',')[0],
    );
    assert.match(
      await demo.run(() => document.activeElement.outerHTML),
      /class="node is-/,
      'the walk goes on',
    );

    await demo.press('Escape');
    await demo.waitFor('#home:not([hidden])');
    await demo.waitUntil(() => document.activeElement.matches('#query, .hit-name'));
    await demo.press('/');
    await demo.press('Escape');
    await demo.waitFor('.group');
    assert.equal(await demo.run(() => document.getElementById('query').value), '');
  });

  test(`${browser.name}: a link in a text leads on, the back button back`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.go('#/note/projects/tidelog');
    assert.ok(
      (await demo.texts('a.node.is-left')).length > 0 &&
        (await demo.texts('a.node.is-right')).length > 0,
    );
    await demo.click('.note-text a.chip');
    await demo.waitUntil(() => document.querySelector('h2').textContent === '潮位观测站');
    await demo.page.goBack();
    await demo.waitUntil(() => document.querySelector('h2').textContent === 'tidelog');
    await demo.go('#/note/projects/tidelog%20v2.4.7', 'a.node.is-open');
    assert.deepEqual(await demo.texts('.note-text .is-open'), ['weather kite']);
    await demo.run(() =>
      document
        .querySelector('a.node.is-open')
        .dispatchEvent(new MouseEvent('click', { bubbles: true })),
    );
    await demo.waitFor('#field-name');
    assert.equal(await demo.run(() => document.getElementById('field-name').value), 'weather kite');
  });

  test(`${browser.name}: a note is written, changed, removed, and each taken back`, async (t) => {
    const demo = await open(t, browser);
    const fill = (name, text) => demo.page.locator(`#field-${name}`).fill(text);
    await demo.click('::-p-text(Write a note)');
    await demo.waitFor('#field-category');
    await fill('category', 'My Notes');
    await fill('name', 'kettle');
    await fill('content', 'In the left cupboard.');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.getElementById('category-error').textContent !== '');
    assert.match(await demo.text('#category-error'), /^Must be made of a-z/);
    assert.equal(await demo.run(() => document.activeElement.getAttribute('aria-invalid')), 'true');
    assert.equal(await demo.focused(), 'field-category');

    await demo.go('#/journal'); // what was typed is still there afterwards
    await demo.go('#/new', '#field-name');
    assert.equal(await demo.run(() => document.getElementById('field-name').value), 'kettle');
    await fill('category', 'kitchen');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.querySelector('h2').textContent === 'kettle');

    await demo.click('::-p-text(Edit)');
    await demo.waitFor('#field-content');
    await fill('content', 'In the right cupboard.');
    await fill('ts', 'soon');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.getElementById('ts-error').textContent !== '');
    await fill('ts', '2024-02-29');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.querySelector('.note-text')?.textContent.includes('right'));
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() => document.querySelector('.note-text')?.textContent.includes('left'));

    await demo.click('.note .actions button');
    await demo.waitFor('.empty');
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 1);
    await demo.reload();
    assert.deepEqual(await demo.texts('.names li'), ['kettle']);
    await demo.go('#/journal', '.journal');
    const actions = await demo.texts('.journal .journal-name');
    assert.deepEqual(actions, [
      'added kettle',
      'removed kettle',
      'changed kettle',
      'changed kettle',
      'added kettle',
    ]);
  });

  test(`${browser.name}: a note that gets another name is one note still`, async (t) => {
    const demo = await open(t, browser);
    await demo.begin();
    await demo.go('#/edit/garden/compost', '#field-name');
    await demo.page.locator('#field-name').fill('heap');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.querySelector('h2').textContent === 'heap');
    await demo.waitUntil(() => document.querySelectorAll('.names li').length === 60);
    assert.ok(!(await demo.texts('.names li')).includes('compost'));
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() =>
      [...document.querySelectorAll('.names li')].some((li) => li.textContent === 'compost'),
    );
    assert.equal((await demo.texts('.names li')).length, 60);
  });

  test(`${browser.name}: another tab sees what was written here`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const first = await DemoPage.open(t, launched, server);
    const second = await DemoPage.open(t, launched, server);
    await second.begin();
    assert.match(await second.text('#status-facts'), /follower: another tab writes for this one/);
    await first.page.bringToFront();
    await first.waitUntil(() => document.querySelectorAll('.names li').length === 60);
    await first.page.close();
    await second.page.bringToFront();
    await second.waitUntil(() =>
      /leader: this tab/.test(document.getElementById('status-facts').textContent),
    );
    assert.equal((await second.texts('.names li')).length, 60);
  });
}
