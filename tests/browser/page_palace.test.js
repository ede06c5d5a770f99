// The palace on the demo page, used as a person would: furnished, walked on the map, searched where one
// stands, filed into and cleared; and with a store that was filled elsewhere.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openMemory } from '../../js/index.js';
import { faintText, hiddenFromReaders, misplacedText } from './support/appearance.js';
import { browsers, temporaryProfile as temporaryFolder } from './support/browsers.js';
import { DemoPage } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

const runFile = promisify(execFile);

const ENOUGH = 4.5; // contrast of text, WCAG 2.2, AA
const SETTLED = 450; // milliseconds for tiles that glide

/** The page at its palace. */
class PalacePage extends DemoPage {
  static async open(t, launched, server, options) {
    const demo = await super.open(t, launched, server, { hash: '#/palace', ...options });
    await demo.waitFor('.palace');
    return demo;
  }

  /** Files the demo's drawers. */
  async furnish() {
    await this.click('#palace-begin');
    await this.waitFor('.room-tile');
  }

  /** Goes to a place by its address, with an empty field. */
  async goTo(place) {
    await this.run((to) => void (location.hash = to), `#/palace${place}`);
    await this.waitFor('.palace');
    await this.ask('');
    await this.stands(place.slice(1).replace('/', ' / ') || 'Filed last');
  }

  /** Waits until a place is looked at. */
  stands(title) {
    return this.waitUntil(
      (words) => document.getElementById('palace-title')?.textContent === words,
      title,
    );
  }

  /** Types a question into the field of the palace. */
  ask(query) {
    return this.run((text) => {
      const field = document.getElementById('palace-query');
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, query);
  }

  /** Waits until the line above the drawers matches. */
  async counts(words) {
    const { source } = words;
    await this.waitUntil(
      (pattern) => new RegExp(pattern).test(document.getElementById('palace-count')?.textContent),
      source,
    );
  }

  /** Clicks on a name on the map: in the middle of a wing are its rooms. */
  walk(name) {
    return this.click(`.tile[aria-label^="${name},"] > :first-child`);
  }

  /** What is wrong with how it looks now. */
  async faults() {
    const text = [...(await this.run(misplacedText)), ...(await this.run(faintText, ENOUGH))];
    return [...text, ...(await this.run(hiddenFromReaders))];
  }
}

const fill = (demo, values) =>
  demo.run((given) => {
    for (const [name, value] of Object.entries(given))
      document.getElementById(`field-${name}`).value = value;
  }, values);

const walks = {
  async 'on the map, and on through a tunnel'(demo) {
    assert.equal((await demo.texts('.wing-tile')).length, 4);
    assert.equal((await demo.texts('.room-tile')).length, 18);
    assert.equal(await demo.run(() => document.querySelectorAll('.passage').length), 8);
    await demo.walk('Boat');
    await demo.stands('Boat');
    assert.equal(await demo.text('#palace-count'), '17 drawers');
    await demo.walk('Weather');
    await demo.stands('Boat / Weather');
    assert.deepEqual(await demo.texts('.where li'), ['Palace', 'Boat', 'Weather']);
    assert.equal((await demo.texts('.drawer')).length, 3);
    assert.equal(await demo.run(() => document.querySelectorAll('.passage.is-near').length), 1);
    await demo.click('.ways a');
    await demo.stands('Garden / Weather');
    await demo.run(() => history.back());
    await demo.stands('Boat / Weather');
    await demo.reload();
    await demo.stands('Boat / Weather');
  },

  async 'a search where one stands'(demo) {
    await demo.goTo('/Boat/Weather');
    await demo.ask('frost fleece blossom');
    await demo.counts(/^Nothing found$/);
    await demo.click('.where a');
    await demo.counts(
      /^\d+ of 50 drawers in the palace, by words alone: no model took part\. Bring one in\.$/,
    );
    assert.match(await demo.text('.drawer'), /Garden \/ Weather.*weather\.md, part 1/);
    assert.ok((await demo.texts('.drawer mark')).some((word) => /frost/i.test(word)));
    assert.match(await demo.text('.signals'), /^Meaningnone\s*Words\d+\.\d\d\s*by words$/);
    const lit = await demo.run(() =>
      [...document.querySelectorAll('.has-found')].map((tile) => tile.getAttribute('aria-label')),
    );
    assert.ok(
      lit.some((label) => /^Weather, 3 drawers, \d found, tunnel to Boat$/.test(label)),
      lit,
    );
    await demo.click('.drawer-place a:nth-of-type(2)');
    await demo.counts(/^\d of 3 drawers in Garden \/ Weather/);
    await demo.ask('zeppelin');
    await demo.counts(/^Nothing found$/);
    assert.match(await demo.text('.palace-nothing'), /among the 3 drawers in Garden \/ Weather/);
    await demo.ask('?!');
    await demo.waitUntil(() =>
      /no word in this/.test(document.querySelector('.palace-nothing').textContent),
    );
  },

  async 'a drawer is filed, told apart from what is there, removed, and taken back'(demo) {
    await demo.goTo('/Kitchen/Bread');
    await demo.click('#palace-file');
    assert.equal(await demo.focused(), 'field-text');
    await demo.press('Enter');
    await demo.click('#filing-file');
    await demo.waitUntil(() => document.getElementById('text-error').textContent !== '');
    const known =
      'If the crust splits at the side, it was not proved long enough; if the loaf is flat on top, ' +
      'too long. The finger tells more than the clock.';
    await fill(demo, { text: known });
    await demo.click('#filing-file');
    await demo.waitFor('.alike a');
    assert.match(await demo.text('.alike'), /already, word for word, in Kitchen \/ Bread/);
    const text = '<b>Steam</b> the oven:\n  one cup, on the floor.';
    await fill(demo, { room: 'bread ', text, sourceFile: 'oven.md' });
    await demo.click('#filing-file');
    await demo.assertTold(/^Filed in Kitchen \/ Bread\.$/);
    await demo.counts(/^4 drawers$/);
    assert.equal(await demo.run(() => document.querySelector('.drawer-text').textContent), text);
    await demo.click('.drawer-remove');
    await demo.counts(/^3 drawers$/);
    await demo.click('#toasts ::-p-text(Undo)');
    await demo.counts(/^4 drawers$/);
    await demo.click('.drawer-remove');
    await demo.counts(/^3 drawers$/);
  },

  async 'a long drawer is opened whole'(demo) {
    const text = `${'A long day. '.repeat(2000)}The very end.`;
    await demo.goTo('/Boat');
    await demo.click('#palace-file');
    await fill(demo, { wing: 'Boat', room: 'Tales', text });
    await demo.click('#filing-file');
    await demo.stands('Boat / Tales');
    await demo.ask('very end');
    await demo.waitFor('.drawer mark');
    await demo.click('.drawer-foot ::-p-text(Open)');
    await demo.click('.drawer-more');
    const shown = () => demo.run(() => document.querySelector('.drawer-text').textContent);
    assert.equal(await shown(), text);
    await demo.click('.drawer-foot ::-p-text(Close)');
    assert.ok((await shown()).length < 500);
    await demo.click('.drawer-remove');
    await demo.waitUntil(() => !/Tales/.test(document.querySelector('.map').textContent));
    await demo.counts(/nothing of this name/);
  },

  async 'a tunnel is drawn and removed'(demo) {
    await demo.goTo('/Choir/Songs');
    await demo.click('.tunnel-form summary');
    await demo.waitFor('#tunnel-to');
    await demo.run(() => {
      const to = document.getElementById('tunnel-to');
      to.value = [...to.options].find(({ text }) => text === 'Boat / Sails').value;
      document.getElementById('tunnel-label').value = 'sung while sewing';
    });
    await demo.click('.tunnel-form .button');
    await demo.waitUntil(() =>
      /sung while sewing/.test(document.querySelector('.ways')?.textContent),
    );
    assert.match(await demo.text('.ways'), /^Tunnel to Boat \/ Sails \(sung while sewing\)$/);
    await demo.click('.tunnel-list li:last-child .tunnel-remove');
    await demo.waitUntil(() => document.querySelector('.ways') === null);
  },

  async 'by keyboard alone'(demo) {
    await demo.press('/');
    assert.equal(await demo.focused(), 'palace-query');
    await demo.page.keyboard.type('honey');
    await demo.counts(/^\d+ of 50/);
    await demo.press('ArrowDown');
    assert.match(await demo.focused(), /^h4 1/);
    await demo.press('ArrowUp');
    await demo.press('Escape');
    await demo.stands('Filed last');
    await demo.run(() => document.querySelector('.map [tabindex="0"]').focus());
    const label = () => demo.run(() => document.activeElement.getAttribute('aria-label'));
    assert.match(await label(), /^Boat, 17 drawers$/);
    await demo.press('ArrowDown');
    assert.match(await label(), /^Hull, 5 drawers$/);
    await demo.press('Enter');
    await demo.stands('Boat / Hull');
    assert.match(await label(), /^Hull/, 'the focus stays on the map');
    await demo.press('Escape');
    await demo.stands('Boat');
    await demo.press('Escape');
    await demo.stands('Filed last');
    await demo.press('Escape');
    await demo.waitFor('#home:not([hidden])');
  },
};

/** Of any model: the page's own example will do. */
async function showsCosines(demo) {
  await demo.go('#/meaning', '.meaning-state');
  await demo.click('::-p-text(Run it)');
  await demo.meaningIs('on');
  await demo.goTo('/Garden');
  await demo.ask('honey from the hive');
  await demo.counts(/^\d+ of 14 drawers in Garden$/);
  for (const words of await demo.texts('.signals'))
    assert.match(words, /^Meaning(-?\d\.\d\d|none)\s*Words\d+\.\d\d\s*by (meaning|words)/);
  assert.ok((await demo.texts('.signals')).some((words) => /^Meaning-?\d.*by meaning/.test(words)));
  const shares = await demo.run(() =>
    [...document.querySelectorAll('.signals .term-meaning')].map((bar) => bar.clientWidth),
  );
  assert.ok(Math.max(...shares) > 0, `${shares}`);
}

const LOOKS = {
  light: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 },
};

/** Rooms without a name that have the room for three letters of it; all have it as their title. */
const blankTiles = () =>
  [...document.querySelectorAll('.room-tile')]
    .filter(({ title, textContent, clientWidth, clientHeight }) => {
      const isLarge = Math.max(clientWidth, clientHeight) >= 50 && clientHeight >= 20;
      return title === '' || (isLarge && textContent.trim() === '');
    })
    .map(({ title, clientWidth, clientHeight }) => `${title}: ${clientWidth} x ${clientHeight}`);

async function looksRight(demo) {
  const wrong = [];
  const lookAt = async (state) => {
    await sleep(SETTLED);
    wrong.push(...(await demo.faults()).map((what) => `${state}: ${what}`));
  };
  await lookAt('palace');
  assert.deepEqual(await demo.run(blankTiles), []);
  await demo.goTo('/Garden/Bees');
  await lookAt('room');
  await demo.ask('honey of the white hive');
  await demo.counts(/ of 4 /);
  await lookAt('search');
  await demo.ask('zeppelin');
  await demo.counts(/Nothing/);
  await demo.click('#palace-file');
  await demo.click('#filing-file');
  await demo.run(() => (document.querySelector('.tunnel-form').open = true));
  await lookAt('forms');
  await demo.click('.filing ::-p-text(Cancel)');
  await demo.run(() => (document.querySelector('.tunnel-form').open = false));
  assert.deepEqual(wrong, []);
}

for (const browser of browsers) {
  test(`${browser.name}: the palace is walked on the demo page`, async (t) => {
    const demo = await PalacePage.open(t, await browser.launch(t), await serveFiles(t));
    assert.match(await demo.text('.palace .empty'), /No drawer is filed yet/);
    await demo.furnish();
    await demo.assertTold(/^50 drawers filed\.$/);
    for (const [name, walk] of Object.entries(walks)) {
      await demo.goTo('');
      await t.test(name, () => walk(demo));
    }
    for (const [look, size] of browser.kind === 'chrome' ? Object.entries(LOOKS) : []) {
      await demo.page.setViewport(size);
      await demo.goTo('');
      await t.test(`nothing is cut, covered, faint or nameless: ${look}`, () => looksRight(demo));
      await demo.click('#theme'); // the next one in the dark
    }
    await t.test('what a model finds, with its cosines', () => showsCosines(demo));
  });

  test(`${browser.name}: a store with drawers is opened, walked, searched, scoped`, async (t) => {
    const demo = await PalacePage.open(t, await browser.launch(t), await serveFiles(t));
    await demo.furnish();
    await demo.drop([{ name: 'mined.loci', bytes: await minedStore() }]);
    await demo.click('#confirm[open] #confirm-action');
    await demo.assertTold(/^41 drawers from mined\.loci\.$/);
    await demo.waitUntil(() => document.querySelectorAll('.wing-tile').length === 2);
    assert.match(await demo.text('#status-count'), /^41 drawers, /);
    await demo.ask('valve');
    await demo.counts(/^\d+ of 41 drawers in the palace/);
    await demo.walk('Notes / 2025');
    await demo.counts(/^\d+ of 40 drawers in Notes \/ 2025/);
    await demo.ask('');
    await demo.stands('Notes / 2025');
    await demo.click('#palace-more');
    await demo.waitUntil(() => document.querySelectorAll('.drawer').length === 20);
    await demo.walk('<img src=x>');
    await demo.stands('Notes / 2025 / <img src=x>');
    await demo.go('#/palace/%3Ci%3Einbox%3C%2Fi%3E/Water', '.drawer');
    await demo.stands('<i>inbox</i> / Water');
    assert.equal(
      await demo.run(() => document.querySelector('.drawer-text').textContent),
      '  <script>valve()</script>\n\tsecond line\n',
    );
    await demo.click('::-p-text(Undo)');
    await demo.waitUntil(() => document.querySelectorAll('.wing-tile').length === 4);
  });
}

/** A store as the Node API fills it. */
async function minedStore() {
  const memory = await openMemory(':memory:');
  const drawer = (index) => ({
    wing: 'Notes / 2025',
    room: index % 4 === 0 ? '<img src=x>' : 'Water',
    text: `The valve number ${index} was looked at.`,
    sourceFile: `valves/${index % 3}.md`,
    chunkIndex: index,
  });
  memory.palace.addDrawers(Array.from({ length: 40 }, (_, index) => drawer(index)));
  const text = '  <script>valve()</script>\n\tsecond line\n';
  memory.palace.addDrawer({ wing: '<i>inbox</i>', room: 'water', text });
  const bytes = memory.exportBytes();
  memory.close();
  return [...bytes];
}

const [chromium] = browsers;

test(`${chromium.name}: what the command line mined is opened under Files`, async (t) => {
  const folder = await temporaryFolder(t);
  const notes = join(folder, 'notes');
  await mkdir(join(notes, 'Water'), { recursive: true });
  await writeFile(join(notes, 'Water', 'valve.md'), 'The valve sticks when it is cold.\n');
  await writeFile(join(notes, 'top.txt'), 'All there is to know.\n');
  const store = join(folder, 'memory.loci');
  const cli = fileURLToPath(new URL('../../js/cli.js', import.meta.url));
  await runFile(process.execPath, [cli, '--store', store, 'mine', notes, '--wing', 'Hut']);

  const demo = await PalacePage.open(t, await chromium.launch(t), await serveFiles(t));
  await demo.go('#/files');
  await (await demo.page.$('input[accept*=".loci"]')).uploadFile(store);
  await demo.assertTold(/^2 drawers from memory\.loci\.$/); // nothing to ask about: it was empty
  await demo.go('#/palace/Hut/Water', '.drawer');
  assert.match(await demo.text('.drawer'), /^valve\.md, part 1/);
  await demo.ask('cold valve');
  await demo.counts(/^1 of 1 drawer in Hut \/ Water/);
  assert.ok((await demo.texts('.drawer mark')).includes('valve'));
});
