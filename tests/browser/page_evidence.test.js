// The evidence part of the demo page, walked as a person would: asking, following up, reading on, and
// being told what was given before. One page for all of it, and a conversation for each walk.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faintText, hiddenFromReaders, misplacedText } from './support/appearance.js';
import { browsers } from './support/browsers.js';
import { DemoPage } from './support/demo_page.js';
import { serveFiles } from './support/server.js';

const ENOUGH = 4.5; // contrast of text, WCAG 2.2, AA

/** The page at its evidence, with the demo's events. */
class EvidencePage extends DemoPage {
  static async open(t, launched, server, options) {
    const demo = await super.open(t, launched, server, { ...options, hash: '#/evidence' });
    await demo.waitFor('.evidence');
    return demo;
  }

  /** Does something that is a step of the conversation, and waits until it is shown. */
  async step(act) {
    const before = (await this.texts('.step')).length;
    await act();
    await this.waitUntil((count) => document.querySelectorAll('.step').length > count, before);
  }

  askEvidence(question) {
    return this.step(async () => {
      await this.run((text) => {
        document.getElementById('evidence-query').value = text;
        document.getElementById('evidence-query').focus();
      }, question);
      await this.press('Enter');
    });
  }

  /** Presses a button by the start of its words; a message may lie over it. */
  pressButton(words, inside = '.event') {
    return this.run(
      (text, within) => {
        const buttons = document.querySelector(within).querySelectorAll('button');
        [...buttons].find(({ textContent }) => textContent.startsWith(text)).click();
      },
      words,
      inside,
    );
  }

  /** Begins a conversation, in which nothing was given. */
  async begin(name) {
    await this.go('#/evidence', '.evidence');
    await this.page.locator('.conversation-name').fill(name);
    await this.press('Enter');
    await this.waitFor('.reply-begin');
  }

  cards() {
    return this.run(() => [...document.querySelectorAll('.event')].map((one) => one.dataset.event));
  }

  /** Goes back to the step that was taken first. */
  async goToFirst() {
    await this.run(() => {
      const numberOf = (step) => Number(step.querySelector('.step-number').textContent);
      [...document.querySelectorAll('.step')].find((step) => numberOf(step) === 1).click();
    });
    await this.waitFor('.reply.is-given');
  }

  /** What is wrong with how it looks now. */
  async faults() {
    const text = [...(await this.run(misplacedText)), ...(await this.run(faintText, ENOUGH))];
    return [...text, ...(await this.run(hiddenFromReaders))];
  }
}

const walks = {
  async 'asked, by concept, around'(demo) {
    await demo.askEvidence('how does the roof leak beside the chimney?');
    const asked = await demo.cards();
    assert.ok(asked.length > 0 && asked.length <= 4);
    assert.match(await demo.text('#reply-title'), /^\d events?, new to this conversation$/);
    assert.equal(await demo.focused(), 'reply-title');
    assert.ok((await demo.texts('.event mark')).some((word) => /roof|leak|chimney/i.test(word)));
    assert.equal((await demo.texts('.score')).length, asked.length);

    await demo.step(() => demo.pressButton('roof'));
    assert.match(await demo.text('#reply-title'), /that mention “roof”/);
    const expanded = await demo.cards();
    assert.ok(expanded.every((id) => !asked.includes(id)));
    assert.ok((await demo.texts('.left-out li')).length > 0, 'what was left out is told');

    await demo.step(() => demo.pressButton('Before and after'));
    const around = await demo.cards();
    assert.ok(around.every((id) => ![...asked, ...expanded].includes(id)));

    const all = [...asked, ...expanded, ...around];
    const given = await demo.texts('#given-title ~ div .given-list code');
    assert.deepEqual(given, [...all].reverse());
    assert.match(await demo.text('.evidence-side strong'), new RegExp(`^${all.length} events`));
    assert.match(await demo.text('.chain'), new RegExp(`^${all.length} of 20`));

    await demo.goToFirst();
    assert.deepEqual(await demo.cards(), asked, 'a step that was taken is still there');
    await demo.pressButton(await demo.text('.link.is-quiet'));
    await demo.waitFor('.reading .given-list li');
    assert.match(await demo.text('.evidence-side strong'), new RegExp(`^${all.length} events`));
  },

  async 'read on in pages, to the line that was found'(demo) {
    await demo.askEvidence('nesting box on the larch');
    assert.equal((await demo.cards())[0], 'hut_ch05_e02');
    const quoted = await demo.text('.event-excerpt');
    await demo.pressButton('Read on from here');
    await demo.waitFor('.reading-excerpt');
    const found = await demo.text('.reading-excerpt');
    assert.match(found, /nesting box/);
    assert.equal(quoted.replace(/^… | …$/g, '').trim(), found);
    assert.match(
      await demo.text('.reading:not([hidden]) .actions'),
      /characters 1,601 to [\d,]+ of [\d,]+/,
    );
    await demo.pressButton('Earlier');
    await demo.waitUntil(() =>
      /characters 1 to/.test(document.querySelector('.reading:not([hidden])').innerText),
    );
    await demo.pressButton('Read on', '.reading:not([hidden])');
    await demo.waitFor('.reading-excerpt');
    assert.equal(await demo.run(() => document.querySelectorAll('.reading .place i').length), 2);
    assert.match(await demo.text('.evidence-side strong'), /^[1-4] events? remembered/);
  },

  async 'the same text, which leads to where it was given'(demo) {
    await demo.askEvidence('key and spring');
    const asked = await demo.cards();
    await demo.step(() => demo.pressButton('stove'));
    assert.match(await demo.text('.event-same'), /^same text as hut_ch01_e03, .* given before$/);
    await demo.pressButton('hut_ch01_e03', '.event-same');
    await demo.waitFor('.reply.is-given');
    assert.deepEqual(await demo.cards(), asked);
    assert.match(await demo.focused(), /Where the key is kept/);
  },

  async 'nothing more, forgetting, and a place that is gone, in words'(demo) {
    const question = 'marten wire eaves';
    await demo.askEvidence(question);
    const first = await demo.cards();
    for (let turn = 0; turn < 9 && (await demo.cards()).length > 0; turn++)
      await demo.askEvidence(question);
    assert.match(await demo.text('#reply-title'), /^Nothing new/);
    await demo.step(() => demo.pressButton('Show it once more', '.evidence-nothing'));
    assert.deepEqual(await demo.cards(), first, 'once more, when asked for');
    await demo.step(() => demo.pressButton('Forget', '.evidence-side'));
    assert.deepEqual(await demo.cards(), first);
    assert.match(await demo.text('.evidence-side strong'), new RegExp(`^${first.length} event`));

    await demo.goToFirst();
    await demo.step(() => demo.pressButton('Before and after'));
    assert.match(await demo.text('#reply-title'), /^This place has expired/);
    await demo.step(() => demo.pressButton('Ask again', '.evidence-nothing'));
    assert.match(await demo.text('#reply-title'), /event/);
    await demo.askEvidence('?!');
    assert.match(await demo.text('#reply-title'), /no word in this/);
  },

  async 'conversations side by side, and their calls'(demo) {
    await demo.askEvidence('spring');
    const first = await demo.cards();
    await demo.begin('beside');
    assert.match(await demo.focused(), /^button beside/);
    await demo.askEvidence('spring');
    assert.deepEqual(await demo.cards(), first);
    await demo.askEvidence('spring');
    await demo.click('.conversation::-p-text(conversations)');
    await demo.waitUntil(() => document.querySelectorAll('.step').length === 1);
    assert.match(await demo.focused(), /^button conv/);
    assert.deepEqual(await demo.cards(), first);

    await demo.click('.call summary');
    await demo.waitFor('.call-code');
    assert.match(await demo.text('.call-code'), /^evidence\.call\(\{\n {2}"operation": "search"/);
    await demo.pressButton('Text', '.call');
    assert.match(await demo.text('.call-code'), new RegExp(`^1\\. ${first[0]}`));
    await demo.go('#/journal'); // and back: the conversation goes on
    await demo.go('#/evidence', '.evidence');
    assert.deepEqual(await demo.cards(), first);
  },

  async 'by keyboard alone'(demo) {
    await demo.press('/');
    assert.equal(await demo.focused(), 'evidence-query');
    await demo.page.keyboard.type('spring');
    await demo.step(() => demo.press('Enter'));
    await demo.press('/');
    await demo.press('ArrowDown');
    assert.match(await demo.focused(), /^h4 1/);
    await demo.press('ArrowDown');
    assert.match(await demo.focused(), /^h4 2/);
    await demo.press('ArrowUp');
    await demo.press('ArrowUp');
    assert.equal(await demo.focused(), 'evidence-query');
    await demo.press('Escape');
    assert.equal(await demo.run(() => document.getElementById('evidence-query').value), '');
    await demo.press('Escape');
    await demo.waitFor('#home:not([hidden])');
    await demo.waitUntil(() => document.activeElement.id === 'query');
  },
};

async function looksRight(demo) {
  const wrong = [];
  const lookAt = async (state) =>
    wrong.push(...(await demo.faults()).map((what) => `${state}: ${what}`));
  await lookAt('begin');
  await demo.askEvidence('铁盒的钥匙在哪里？');
  await demo.pressButton('Read');
  await demo.waitFor('.reading-text');
  await lookAt('reading');
  await demo.step(() => demo.pressButton('key'));
  await demo.step(() => demo.pressButton('Before and after'));
  await demo.run(() => {
    for (const details of document.querySelectorAll('.evidence details')) details.open = true;
  });
  await demo.waitFor('.call-code');
  await lookAt('around');
  await demo.goToFirst();
  await lookAt('given');
  assert.deepEqual(wrong, []);
}

const LOOKS = {
  light: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 },
};

for (const browser of browsers) {
  test(`${browser.name}: evidence is walked on the demo page`, async (t) => {
    const demo = await EvidencePage.open(t, await browser.launch(t), await serveFiles(t));
    await demo.assertTold(/^\d+ events about a hut brought in\.$/);
    for (const [name, walk] of Object.entries(walks)) {
      await demo.begin(name);
      await t.test(name, () => walk(demo));
    }
    if (browser.kind !== 'chrome') return;
    for (const [look, size] of Object.entries(LOOKS)) {
      await demo.page.setViewport(size);
      await demo.begin(look);
      await t.test(`nothing is cut, covered, faint or nameless: ${look}`, () => looksRight(demo));
      await demo.click('#theme'); // the next one in the dark
    }
  });
}
