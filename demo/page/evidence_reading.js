/** Reading on in a card: a content in pages, with a bar of where the open one is. */

import { h } from './dom.js';
import { placeBar } from './evidence_place.js';
import { errorInWords, rangeInWords } from './evidence_words.js';

/** What `read` gives at once unless told otherwise, in code points. */
export const PAGE = 1600;

const inParts = (text, cuts) => cuts.slice(1).map((end, at) => text.slice(cuts[at], end).join(''));

/** The text of a page, what of the excerpt is in it set off. */
function textNodes({ text, range: [start, end] }, excerpt) {
  const [from, to] = (excerpt ?? [0, 0]).map((at) => Math.min(Math.max(at, start), end) - start);
  if (from >= to) return [text];
  const [before, inside, after] = inParts([...text], [0, from, to, end - start]);
  return [before, h('span', { class: 'reading-excerpt' }, inside), after];
}

export class ReadingView {
  /** The element to place; hidden until something is opened. */
  node = h('div', { class: 'reading', hidden: true });

  #event;
  #read;

  /** `read(id, start, limit)` resolves to what the face answers. */
  constructor(event, read) {
    this.#event = event;
    this.#read = read;
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Opens the page that holds the excerpt, or the first. */
  open() {
    const start = this.#event.excerpt?.range[0] ?? 0;
    return this.#show(start - (start % PAGE));
  }

  close() {
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  async #show(start) {
    const page = await this.#read(this.#event.id, start, PAGE);
    this.node.hidden = false;
    this.node.replaceChildren(...(page.error ? failure(page) : this.#nodes(page)));
    this.node.querySelector('[tabindex]')?.focus({ preventScroll: true });
  }

  #nodes(page) {
    const { range, total, next } = page;
    const excerpt = this.#event.excerpt?.range;
    const [start] = range;
    const turn = (title, to, isThere) => {
      const click = () => this.#show(to);
      return h('button', { type: 'button', class: 'button', click, disabled: !isThere }, title);
    };
    return [
      total > PAGE && placeBar({ page: range, excerpt, total }),
      h('p', { class: 'reading-text', tabindex: -1 }, textNodes(page, excerpt)),
      h(
        'div',
        { class: 'actions' },
        total > PAGE && turn('Earlier', Math.max(0, start - PAGE), start > 0),
        total > PAGE && turn('Read on', next, next !== undefined),
        h('span', { class: 'quiet' }, rangeInWords(range, total)),
      ),
    ].filter(Boolean);
  }
}

function failure({ error }) {
  const { words, hint } = errorInWords(error);
  return [h('p', { class: 'evidence-wrong', tabindex: -1 }, `${words} ${hint}`)];
}
