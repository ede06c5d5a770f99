/** A drawer as a card: where it stands, where it is from, its text, and why it was found. */

import { h, icon, withSizes } from './dom.js';
import { marksOf, excerptOf, runsOf } from './reading.js';
import { VIA, placeInWords, sourceInWords } from './palace_words.js';
import { placeHash } from './router.js';
import { runNodes } from './runs_view.js';
import { decimal, plain, plural } from './words.js';

const EXCERPT = 420; // characters, of a drawer that is closed
const PAGE = 20_000; // more of a text at once would stall the page

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

function dateOf({ authoredAt, filedAt }) {
  const date = authoredAt ?? filedAt;
  if (date === null) return null;
  const words = dates.format(new Date(date));
  return h('time', { datetime: date }, authoredAt === null ? `filed ${words}` : words);
}

/** Which of wing and room is not said by the place that is looked at already. */
function placeLinks({ wing, room }, scope) {
  const links = [];
  if (scope.wing === undefined) links.push(h('a', { href: placeHash({ wing }) }, wing), ' / ');
  if (scope.room === undefined) links.push(h('a', { href: placeHash({ wing, room }) }, room));
  return links;
}

function removeButton(drawer, remove) {
  const words = 'Remove this drawer';
  const attributes = {
    type: 'button',
    class: 'drawer-remove',
    'aria-label': words,
    title: 'Remove',
  };
  return h('button', { ...attributes, click: () => remove(drawer) }, icon('remove'));
}

function head(drawer, { scope, rank, score, remove }) {
  const places = placeLinks(drawer, scope);
  const source = sourceInWords(drawer);
  return h(
    'div',
    { class: 'hit-head' },
    h(
      'h4',
      { class: 'drawer-title', tabindex: -1 },
      rank && h('span', { class: 'event-place', 'aria-hidden': 'true' }, plain(rank)),
      places.length > 0 && h('span', { class: 'drawer-place' }, places),
      source && h('span', { class: 'drawer-source', title: drawer.path }, source),
      dateOf(drawer),
      places.length === 0 && !source && h('span', { class: 'unseen' }, placeInWords(drawer)),
    ),
    h(
      'div',
      { class: 'drawer-corner' },
      score !== undefined && h('span', { class: 'score' }, decimal(score)),
      removeButton(drawer, remove),
    ),
  );
}

/** The text of a drawer, closed or open. */
class DrawerText {
  node = h('p', { class: 'drawer-text' });
  button;

  #text;
  #marks;
  #inks;
  #isOpen = false;
  #end = PAGE;

  constructor(text, tokens, inks) {
    this.#text = text;
    this.#inks = inks;
    this.#marks = marksOf(tokens, [...inks.keys()]);
    const click = () => this.#turn();
    const attributes = { type: 'button', class: 'button', 'aria-expanded': 'false', click };
    this.button = h('button', attributes, 'Open');
    this.button.hidden = !this.isLong;
    this.#show();
  }

  get isLong() {
    return this.#text.length > EXCERPT;
  }

  #turn() {
    this.#isOpen = !this.#isOpen;
    this.button.textContent = this.#isOpen ? 'Close' : 'Open';
    this.button.setAttribute('aria-expanded', String(this.#isOpen));
    this.#show();
  }

  #show() {
    const closed = () => excerptOf(this.#text, this.#marks, [], EXCERPT);
    const [from, to] = this.#isOpen ? [0, Math.min(this.#end, this.#text.length)] : closed();
    const runs = runsOf(this.#text, this.#marks, [], [from, to]);
    const isCut = to < this.#text.length;
    this.node.replaceChildren(
      ...(from > 0 ? ['… '] : []),
      ...runNodes(runs, this.#inks),
      ...(isCut ? [this.#isOpen ? this.#more(to) : ' …'] : []),
    );
  }

  #more(to) {
    const click = () => {
      this.#end += PAGE;
      this.#show();
    };
    const words = `Read on, ${plain(this.#text.length - to)} characters more`;
    return h('button', { type: 'button', class: 'link drawer-more', click }, words);
  }
}

function signal(name, kind, value, share) {
  const bar = h(
    'span',
    { class: 'bar', 'aria-hidden': 'true' },
    withSizes(h('span', { class: `segment ${kind}` }), { share: Math.min(1, Math.max(0, share)) }),
  );
  return h('div', { class: 'signal' }, h('dt', {}, name), h('dd', {}, bar, h('span', {}, value)));
}

/** What a result was found by: its cosine and its BM25 as bars, those of the words on one scale. */
function signals(
  { distance, bm25_score: words, matched_via: via, closet_boost: boost },
  mostWords,
) {
  const cosine = distance === null ? null : 1 - distance;
  const inWords = (value) => (value === null ? 'none' : decimal(value));
  return h(
    'div',
    { class: 'signals' },
    h(
      'dl',
      {},
      signal('Meaning', 'term-meaning', inWords(cosine), cosine ?? 0),
      signal('Words', 'term-0', inWords(words), (words ?? 0) / mostWords),
    ),
    h('span', { class: 'quiet' }, VIA[via] ?? via, boost > 0 && ` +${decimal(boost)}`),
  );
}

function sameText({ duplicates = [] }) {
  if (duplicates.length === 0) return null;
  const words = `The same text in ${plural(duplicates.length, 'other drawer')}: `;
  return h('p', { class: 'drawer-same' }, words, h('code', {}, duplicates.join(', ')));
}

/**
 * The card of a drawer as a list item; `drawer` as fromDrawer or fromResult gives it. `view`: `{scope,
 * tokens, inks, remove(drawer)}`, and of a search `{rank, result, mostWords}`.
 */
export function drawerCard(drawer, view) {
  const { result, mostWords } = view;
  const text = new DrawerText(drawer.text, view.tokens ?? [], view.inks ?? new Map());
  const hasFoot = result !== undefined || text.isLong;
  return h(
    'li',
    { class: 'drawer', 'data-drawer': drawer.id },
    head(drawer, { ...view, score: result?.score }),
    text.node,
    result && sameText(result),
    hasFoot &&
      h('div', { class: 'drawer-foot' }, result && signals(result, mostWords), text.button),
  );
}
