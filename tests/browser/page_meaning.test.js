// The demo page with an embedder: started, searched by, mixed, failing, switched, and remembered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedEndpoint } from '../../demo/embed/endpoint.js';
import { browsers } from './support/browsers.js';
import { MODEL, conceptModel } from './support/concepts.js';
import { DemoPage } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

/** The demo page on the demo notes, beside a model that tests can break: `{demo, model, again}`. */
async function open(t, browser, options = {}) {
  const model = conceptModel();
  const server = await serveFiles(t, {
    posts: { '/embed': (...both) => embedEndpoint(model)(...both) },
  });
  const launched = await browser.launch(t);
  const demo = await DemoPage.open(t, launched, server, options);
  await demo.begin();
  const again = () => DemoPage.open(t, launched, server, options);
  return { demo, model, again };
}

const FAILED = /Failed to load resource|Error: |NetworkError/; // as a browser tells a status of 500

async function useServed(demo) {
  await demo.go('#/meaning', '.meaning-state');
  await demo.click('::-p-text(Use the local)');
  await demo.meaningIs('on');
}

async function runPasted(demo, code) {
  await demo.go('#/meaning', '.meaning-state');
  await demo.run((text) => (document.getElementById('embedder-code').value = text), code);
  await demo.click('::-p-text(Run it)');
}

/** Hits of the list: name, score, what the segments of the bar are, and their share of it. */
const hitsOf = (demo) =>
  demo.run(() =>
    [...document.querySelectorAll('#list .hit:has(.bar)')].map((hit) => {
      const bar = hit.querySelector('.bar');
      const { width } = bar.getBoundingClientRect();
      const segments = [...bar.querySelectorAll('.segment')];
      const widths = segments.map((one) => one.getBoundingClientRect().width / width);
      return {
        name: hit.querySelector('.hit-name').textContent,
        score: Number(hit.querySelector('.score').textContent),
        kinds: segments.map((one) => /term-\w+/.exec(one.className)[0]),
        share: widths.reduce((sum, one) => sum + one, 0),
        label: bar.getAttribute('aria-label'),
        marks: hit.querySelectorAll('mark').length,
      };
    }),
  );

/** Moves the slider to `meaning` percent and waits for the list. */
async function mix(demo, meaning, fusion = 'minmax') {
  await demo.run(
    (percent, kind) => {
      const slider = document.getElementById('fusion-weight');
      slider.value = percent;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      const select = document.getElementById('fusion');
      select.value = kind;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    meaning,
    fusion,
  );
  await demo.settle();
}

for (const browser of browsers) {
  test(`${browser.name}: off until it is asked for, and then read to the end`, async (t) => {
    const { demo } = await open(t, browser);
    assert.equal(await demo.text('#meaning-words'), 'Meaning: off');
    await demo.ask('beacon');
    assert.match(await demo.text('.empty'), /No note shares a word/);
    assert.equal(await demo.run(() => document.getElementById('fusion-panel').hidden), true);

    await demo.run(() => {
      window.seen = [];
      const look = () => {
        const words = document.getElementById('meaning-words').textContent;
        const isGreen = document.getElementById('meaning-lamp').matches('.is-kept');
        window.seen.push(`${words}${isGreen ? ', green' : ''}`);
      };
      const options = { childList: true, subtree: true, characterData: true };
      new MutationObserver(look).observe(document.querySelector('.meaning-line'), options);
    });
    await useServed(demo);
    const seen = await demo.run(() => window.seen);
    const progress = seen.filter((words) => / of 60$/.test(words));
    assert.ok(
      progress.length >= 4 && progress[0] === 'Meaning: computing, 0 of 60',
      seen.join(', '),
    );
    assert.equal(seen.at(-1), 'Meaning: on, green');
    const isUsed = () =>
      demo.run(() => document.querySelector('#served-title ~ * .button').disabled);
    assert.equal(await isUsed(), true);
    assert.match(await demo.focused(), /^p On: notes are found/, 'the focus is not lost');
    assert.match(await demo.text('.meaning-state'), /Model\s*concepts/);
    assert.match(await demo.text('.meaning-state'), /4 numbers each/);
    await demo.click('::-p-text(Switch off)');
    assert.equal(await isUsed(), false);
  });

  test(`${browser.name}: both signals are drawn, and one alone where a note has one`, async (t) => {
    const { demo } = await open(t, browser);
    await useServed(demo);
    await demo.go('#/', '#home');
    await demo.ask('beacon');
    const [best] = await hitsOf(demo);
    assert.deepEqual([best.name, best.kinds, best.marks], ['harbour wall', ['term-meaning'], 0]);
    assert.match(best.label, /^Score (0\.\d\d): meaning: \1 \(cosine \d\.\d\d\)$/);

    await demo.ask('beacon sugar');
    const hits = await hitsOf(demo);
    const scale = Math.max(...hits.map(({ score }) => score));
    for (const { name, score, share } of hits)
      assert.ok(Math.abs(share - score / scale) < 0.011, `${name}: ${share} for ${score}`);
    assert.ok(hits.some(({ kinds }) => kinds.join() === 'term-1,term-passage,term-meaning'));
    assert.deepEqual(await demo.texts('.legend-term'), ['sugar']);
    assert.equal(await demo.text('.legend-meaning'), 'meaning');

    await demo.click('#list .hit-name');
    await demo.waitFor('.term-table');
    assert.match(await demo.text('.term-table tbody'), /meaning\s*cosine \d\.\d\d/);
    assert.match(await demo.text('#pane-content'), /By itself: .*\(cosine\)/);
  });

  test(`${browser.name}: the slider goes from words to meaning, and ranks may mix them`, async (t) => {
    const { demo } = await open(t, browser);
    await useServed(demo);
    await demo.go('#/', '#home');
    await demo.page.setViewport({ width: 390, height: 844 });
    assert.equal(await demo.text('#fusion-panel label:not(.unseen)'), 'Mixed');
    await demo.ask('beacon tomato'); // tomatoes stand in notes, a beacon in none
    await mix(demo, 100);
    const byMeaning = await hitsOf(demo);
    assert.equal(byMeaning[0].name, 'harbour wall');
    assert.equal(await demo.text('#fusion-words'), '0 %');
    await mix(demo, 0);
    const byWords = await hitsOf(demo);
    assert.ok(byWords[0].marks > 0);
    const order = (hits) => hits.map(({ name }) => name).join();
    assert.notEqual(order(byWords), order(byMeaning));
    await mix(demo, 50, 'rrf');
    const [first] = await hitsOf(demo);
    assert.ok(first.score < 1 / 60 + 0.001 && first.score > 0.01, `${first.score}`);
    const told = await demo.run(() => document.getElementById('fusion-weight').ariaValueText);
    const value = await demo.run(() =>
      document.getElementById('fusion-weight').getAttribute('aria-valuetext'),
    );
    assert.equal(told ?? value, '50 percent words, 50 percent meaning');
  });

  test(`${browser.name}: a note that is written is read, too; a reload uses the model again`, async (t) => {
    const { demo } = await open(t, browser);
    await useServed(demo);
    await demo.go('#/new/places/pier', '#field-content');
    await demo.page.locator('#field-content').fill('The beacon at its end is green.');
    await demo.click('.editor .is-main');
    await demo.waitUntil(() => document.querySelector('h2').textContent === 'pier');
    await demo.reload();
    await demo.meaningIs('on');
    await demo.ask('lighthouse');
    const names = (await hitsOf(demo)).slice(0, 2).map(({ name }) => name);
    assert.deepEqual(names.sort(), ['harbour wall', 'pier']);
    await demo.go('#/meaning', '.meaning-state');
    await demo.click('.meaning-state ::-p-text(Switch off)');
    await demo.meaningIs('off');
    await demo.reload();
    assert.equal(await demo.text('#meaning-words'), 'Meaning: off');
  });

  test(`${browser.name}: a model that fails leaves the words, is told, and comes back`, async (t) => {
    const { demo, model } = await open(t, browser, { expected: [FAILED] });
    const { embed } = model;
    const fail = async () => {
      throw Object.assign(new Error('out of memory'), { code: 'model_failed' });
    };
    model.embed = fail;
    await demo.go('#/meaning', '.meaning-state');
    await demo.click('::-p-text(Use the local)');
    await demo.meaningIs('failed');
    assert.match(await demo.text('.meaning-error'), /^The local English model: out of memory/);
    model.embed = embed;
    await demo.click('::-p-text(Try again)');
    await demo.meaningIs('on');

    model.embed = fail;
    await demo.go('#/', '#home');
    await demo.ask('lighthouse');
    await demo.meaningIs('failed');
    assert.equal((await hitsOf(demo))[0].name, 'harbour wall');
    assert.match(await demo.text('#count'), /by words alone: the model has not answered/);
    model.embed = embed;
    await demo.ask('beacon');
    await demo.meaningIs('on');
    await demo.waitFor('.legend-meaning');
  });

  test(`${browser.name}: a server without a model says what to do`, async (t) => {
    const server = await serveFiles(t);
    const expected = [/405|Failed to load|NetworkError/];
    const demo = await DemoPage.open(t, await browser.launch(t), server, { expected });
    await demo.go('#/meaning', '.meaning-state');
    await demo.click('::-p-text(Use the local)');
    await demo.meaningIs('failed');
    assert.match(await demo.text('.meaning-error'), /this server has no model: .*npm start/);
  });

  test(`${browser.name}: another model asks first; pasted code waits to be looked at`, async (t) => {
    const { demo } = await open(t, browser);
    await useServed(demo);
    const code =
      "export default (texts) => texts.map((text) => [text.length % 7, 1]); export const model = 'sevens';";
    await runPasted(demo, code);
    await demo.meaningIs('needs you');
    assert.match(await demo.text('.meaning-state'), new RegExp(`60 texts .*${MODEL} \\(4 numbers`));
    await demo.click('::-p-text(Compute all anew)');
    await demo.meaningIs('on');
    assert.match(await demo.text('.meaning-state'), /Model\s*sevens.*2 numbers each/);

    await demo.reload();
    assert.equal(await demo.text('#meaning-words'), 'Meaning: off', 'it does not run by itself');
    assert.equal(await demo.run(() => document.querySelectorAll('iframe').length), 0);
    assert.match(await demo.text('.meaning-again'), /runs again when you have looked at it/);
    assert.equal(await demo.run(() => document.getElementById('embedder-code').value), code);
    await demo.click('::-p-text(Run it)');
    await demo.meaningIs('on');
  });

  test(`${browser.name}: the same model at another width asks, and names the widths`, async (t) => {
    const { demo } = await open(t, browser);
    await useServed(demo);
    const code = `export default (texts) => texts.map(() => [1]); export const model = '${MODEL}';`;
    await runPasted(demo, code);
    await demo.meaningIs('needs you');
    const words = 'The notes have vectors of another width, 4 numbers each, and not 1.';
    assert.equal(await demo.text('.meaning-words'), words);
    assert.match(await demo.text('.meaning-state .facts'), /Vectors\s*1 number each/);
    await runPasted(demo, code.replace('[1]', '[NaN]'));
    await demo.meaningIs('failed');
    assert.match(await demo.text('.meaning-error'), /^Your embedder: gives NaN/);
    await demo.click('::-p-text(Switch off)');
    await demo.meaningIs('off');
  });

  test(`${browser.name}: pasted code that fails is told with what to do`, async (t) => {
    const { demo } = await open(t, browser);
    await runPasted(demo, "export default () => { throw new Error('no key'); };");
    await demo.meaningIs('failed');
    assert.equal(
      await demo.text('.meaning-error'),
      'Your embedder: no key. Mend the code below and run it again.',
    );
    assert.deepEqual(await demo.texts('article .is-main'), ['Run it again'], 'one button does so');
    assert.ok(await demo.page.$('#pasted-title ~ .actions .is-main'), 'and it is below the code');
    await demo.ask('lighthouse');
    assert.equal((await hitsOf(demo))[0].name, 'harbour wall');
  });

  test(`${browser.name}: two tabs share the vectors, and one computes at a time`, async (t) => {
    const { demo, model, again } = await open(t, browser);
    const { embed } = model;
    const texts = [];
    let release;
    const gate = new Promise((resolve) => (release = resolve));
    model.embed = async (given) => {
      texts.push(...given);
      if (given[0].includes('\n')) await gate; // notes, not questions
      return embed(given);
    };
    const second = await again();
    for (const tab of [demo, second]) {
      await tab.page.bringToFront();
      await tab.go('#/meaning', '.meaning-state');
      await tab.click('::-p-text(Use the local)');
      await tab.meaningIs('computing, 0 of 60');
    }
    release();
    for (const tab of [demo, second]) {
      await tab.page.bringToFront();
      await tab.meaningIs('on');
    }
    await second.ask('beacon');
    await second.waitFor('.legend-meaning');
    const notes = texts.filter((text) => text.includes('\n'));
    assert.equal(new Set(notes).size, 60);
    assert.equal(notes.length, 60, 'no note is computed twice');
  });
}
