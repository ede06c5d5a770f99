// The demo page under test: opened on a store of its own, and used as a person would.

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
    const demo = new DemoPage(page);
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
    await sleep(150); // the pause of typing, and the painting
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

  /** The message that the page shows, waited for. */
  async message(kind = '#toasts') {
    await this.waitFor(`${kind} .toast`);
    return this.text(`${kind} .toast p`);
  }

  /** What has the focus, in words. */
  focused() {
    return this.run(() => {
      const { id, textContent, tagName } = document.activeElement;
      return id || `${tagName.toLowerCase()} ${textContent.trim()}`;
    });
  }
}
