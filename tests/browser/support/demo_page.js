// The demo page under test: opened on a store of its own, and used as a person would.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluate, openPage } from './page.js';

export const QUERY = 'how does tidelog avoid lost readings? 潮位 再送';

/** A page opened on an empty store, which lives in the browser's profile. */
export class DemoPage {
  constructor(page) {
    this.page = page;
  }

  /** Options: `store`, `hash`, `width`, `height`, `theme` (`light` or `dark`), `expected` errors. */
  static async open(t, launched, server, options = {}) {
    const { store = 'test', hash = '', theme = 'light', width = 1280, height = 860 } = options;
    const page = await openPage(t, launched, server.url('/blank'), options);
    await page.setViewport({ width, height });
    const demo = new this(page);
    if (launched.kind === 'chrome') {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    }
    await page.goto(server.url(`/demo/page/?store=${store}${hash}`));
    await demo.ready();
    if (launched.kind !== 'chrome' && theme === 'dark') await demo.click('#theme');
    return demo;
  }

  /** Waits until the list shows something. */
  async ready() {
    await this.page.waitForSelector('.is-ready #list > *', { timeout: 15_000 });
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  run(work, ...args) {
    return evaluate(this.page, work, ...args);
  }

  /** Clicks the first element of a selector, or of the XPath-like `::-p-text(…)`. */
  click(selector) {
    return this.page.locator(selector).setTimeout(8000).click();
  }

  waitFor(selector) {
    return this.page.waitForSelector(selector, { timeout: 8000 });
  }

  waitUntil(predicate, ...args) {
    return this.page.waitForFunction(predicate, { timeout: 8000 }, ...args);
  }

  text(selector) {
    return this.page.$eval(selector, (node) => node.textContent.trim());
  }

  texts(selector) {
    return this.page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent.trim()));
  }

  /** Brings the demo notes in, as the first visit offers. */
  async begin() {
    await this.click('#begin');
    await this.waitFor('.group');
  }

  /** Types a question and waits until its result stands. */
  async ask(query) {
    await this.page.focus('#query');
    await this.run((text) => {
      const field = document.getElementById('query');
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, query);
    await this.waitFor('.hits, .empty');
    await this.settle();
  }

  /** Waits for the pause of typing, and the painting. */
  settle() {
    return sleep(150);
  }

  /** Waits until the line above the list tells this of the meaning: `on`, `failed`, … */
  meaningIs(state) {
    return this.page.waitForFunction(
      (words) => document.getElementById('meaning-words').textContent === words,
      { timeout: 60_000 }, // a real model has to load and to read all notes
      `Meaning: ${state}`,
    );
  }

  /** Opens what a hash names. */
  async go(hash, selector = '#pane-content h2') {
    await this.run((to) => void (location.hash = to), hash);
    await this.waitFor(selector);
    await sleep(50);
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  /** How many notes the store holds, as the page says. */
  async count() {
    const words = await this.text('#status-count');
    return Number(/^[\d,]+/.exec(words)[0].replace(',', ''));
  }

  /** Drops files, `[{name, text | bytes, size?}]`; a given size is what the file only claims. */
  drop(files) {
    return this.run((given) => {
      const transfer = new DataTransfer();
      for (const { name, text, bytes } of given) {
        transfer.items.add(new File([text ?? new Uint8Array(bytes)], name));
      }
      const event = new DragEvent('drop', {
        dataTransfer: transfer,
        bubbles: true,
        cancelable: true,
      });
      document.body.dispatchEvent(event);
    }, files);
  }

  /** Waits until the page shows a message that matches, among others it may still show. */
  async assertTold(words, kind = '#toasts') {
    const messages = () => this.texts(`${kind} .toast p`);
    const deadline = Date.now() + 8000;
    while (!(await messages()).some((text) => words.test(text))) {
      if (Date.now() > deadline) assert.fail(`${words} is not among ${await messages()}`);
      await sleep(50);
    }
  }

  /** What has the focus, in words. */
  focused() {
    return this.run(() => {
      const { id, textContent, tagName } = document.activeElement;
      return id || `${tagName.toLowerCase()} ${textContent.trim()}`;
    });
  }
}
