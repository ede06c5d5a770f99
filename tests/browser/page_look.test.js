// How the demo page looks: pictures for people to look at (their folder is printed), and what can be
// computed of its looks in each of them. All of it runs under the strictest policy that Loci needs.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedEndpoint } from '../../demo/embed/endpoint.js';
import { SentenceModel } from '../../demo/embed/sentence_model.js';
import { faintText, hiddenFromReaders, misplacedText } from './support/appearance.js';
import { browsers } from './support/browsers.js';
import { DemoPage, QUERY } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; frame-src 'self'; img-src 'self' data:";

/** Of all pages but the frame for pasted code, which has one of its own. */
const policyOf = (path) => (path === '/demo/page/embedder.html' ? undefined : policy);

const ENOUGH = 4.5; // contrast of text, WCAG 2.2, AA
const SETTLED = 500; // milliseconds for what glides

const pictures = await mkdtemp(join(tmpdir(), 'loci-page-'));
console.log(`# pictures of the demo page: ${pictures}`);

const themes = { light: { theme: 'light' }, dark: { theme: 'dark' } };
const looks = [
  { name: 'light', width: 1280, height: 860, ...themes.light },
  { name: 'dark', width: 1280, height: 860, ...themes.dark },
  { name: 'phone', width: 390, height: 844, ...themes.light },
  { name: 'small', width: 360, height: 640, ...themes.dark },
  { name: 'wide', width: 1920, height: 1080, ...themes.light },
];

const model = new SentenceModel();
after(() => model.close());

async function open(t, browser, look) {
  const posts = { '/embed': embedEndpoint(model) };
  const server = await serveFiles(t, { policy: policyOf, posts });
  return DemoPage.open(t, await browser.launch(t), server, look);
}

/** The states that are looked at, in order: each gets there from the one before. */
const states = {
  first: async () => {},
  notes: (demo) => demo.begin(),
  search: (demo) => demo.ask(QUERY),
  note: (demo) => demo.go('#/note/projects/tidelog%20v2.4.7'),
  graph: async (demo) => {
    await demo.go('#/note/projects/tidelog', 'a.node');
    await demo.run(() => document.getElementById('links-title').scrollIntoView());
  },
  error: async (demo) => {
    await demo.go('#/new/My%20Notes/kettle', '#field-name');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.getElementById('category-error').textContent !== '');
  },
  clash: async (demo) => {
    await demo.go('#/new/projects/tidelog', '#field-name');
    await demo.click('.editor .is-main');
    await demo.waitFor('.clash');
    await demo.run(() => (document.querySelector('.clash details').open = true));
  },
  journal: (demo) => demo.go('#/journal', '.journal'),
  files: (demo) => demo.go('#/files', '.file-list'),
  meaning: (demo) => demo.go('#/meaning', '.meaning-state'),
  reading: async (demo) => {
    await demo.click('::-p-text(Use the local)');
    await demo.waitFor('progress');
  },
  read: (demo) => demo.meaningIs('on'),
  hybrid: async (demo) => {
    await demo.go('#/', '#home');
    await demo.ask(QUERY);
    await demo.waitFor('.legend-meaning');
  },
  ranks: async (demo) => {
    await demo.page.select('#fusion', 'rrf');
    await demo.settle();
  },
  reasons: async (demo) => {
    await demo.go('#/note/projects/tidelog%20v2.4.7', '.term-table');
    await demo.run(() => document.getElementById('why-title').scrollIntoView());
  },
  other: async (demo) => {
    await demo.go('#/meaning', '.meaning-state');
    await demo.click('::-p-text(Run it)');
    await demo.meaningIs('needs you');
  },
  broken: async (demo) => {
    await demo.run(() => (document.getElementById('embedder-code').value = 'no code'));
    await demo.click('::-p-text(Run it)');
    await demo.meaningIs('failed');
  },
  refused: async (demo) => {
    await demo.go('#/', '#home');
    await demo.drop([{ name: 'holiday.jpg', bytes: [255] }]);
    await demo.waitFor('#errors .toast');
    await demo.run(() => (document.querySelector('.status details').open = true));
  },
};

/** Takes the picture of a state; what is wrong with it. */
async function lookAt(demo, path) {
  await sleep(SETTLED);
  await demo.page.screenshot({ path });
  return [
    ...(await demo.run(misplacedText)),
    ...(await demo.run(faintText, ENOUGH)),
    ...(await demo.run(hiddenFromReaders)),
  ];
}

for (const browser of browsers) {
  // Each look in one browser, the two that differ most in both.
  const own = looks.filter(
    ({ name }) => browser.kind === 'chrome' || ['dark', 'phone'].includes(name),
  );
  for (const look of own) {
    test(`${browser.name}: nothing is cut, covered, faint or nameless: ${look.name}`, async (t) => {
      const demo = await open(t, browser, look);
      const wrong = [];
      for (const [state, reach] of Object.entries(states)) {
        await reach(demo);
        const path = join(pictures, `${browser.kind}-${look.name}-${state}.png`);
        wrong.push(...(await lookAt(demo, path)).map((what) => `${state}: ${what}`));
      }
      assert.deepEqual(wrong, []);
    });
  }

  test(`${browser.name}: whatever has the focus shows it`, async (t) => {
    const demo = await open(t, browser, looks[0]);
    await demo.begin();
    await demo.go('#/meaning', '.meaning-state');
    await demo.click('::-p-text(Use the local)');
    await demo.meaningIs('on');
    await demo.ask('tidelog');
    await demo.waitFor('#fusion-panel:not([hidden])');
    await demo.go('#/note/projects/tidelog', 'a.node');
    await demo.page.focus('#query');
    const seen = new Set();
    for (let step = 0; step < 60; step++) {
      await demo.press('Tab');
      const [name, visible] = await demo.run(() => {
        const element = document.activeElement; // the browser's own controls have a turn, too
        const outlines = [null, '::after'].map(
          (part) => getComputedStyle(element, part).outlineStyle,
        );
        const ring = element.querySelector('.touch');
        const label = element.closest('label');
        const shown =
          outlines.some((style) => style !== 'none') ||
          (ring && getComputedStyle(ring).stroke !== 'none') ||
          (label && getComputedStyle(label).outlineStyle !== 'none');
        return [
          element.outerHTML.slice(0, 60),
          Boolean(shown) || element === document.body || !document.hasFocus(),
        ];
      });
      assert.ok(visible, `no sign of the focus at ${name}`);
      seen.add(name);
    }
    assert.ok(seen.size > 20, `${seen.size} places were reached`);
  });

  test(`${browser.name}: the theme can be chosen, and the choice stays`, async (t) => {
    const demo = await open(t, browser, { theme: 'light' });
    const scheme = () => demo.run(() => getComputedStyle(document.documentElement).colorScheme);
    await demo.click('#theme');
    assert.equal(await scheme(), 'dark');
    await demo.reload();
    assert.equal(await scheme(), 'dark');
    assert.equal(
      await demo.run(() => document.getElementById('theme').getAttribute('aria-pressed')),
      'true',
    );
    await demo.click('#theme');
    assert.equal(await scheme(), 'light');
  });
}

const [chromium] = browsers;

test(`${chromium.name}: who asks for less motion gets none`, async (t) => {
  const demo = await open(t, chromium, { theme: 'light' });
  await demo.begin();
  await demo.go('#/note/projects/tidelog', 'a.node');
  const motion = () =>
    demo.run(() => getComputedStyle(document.querySelector('.node')).transitionDuration);
  assert.notEqual(await motion(), '0s');
  await demo.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  assert.equal(await motion(), '0s');
});
