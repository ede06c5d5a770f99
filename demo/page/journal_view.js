/** What was written, newest first, by days. */

import { h } from './dom.js';
import { noteHash } from './router.js';
import { day, time } from './words.js';

const PAGE = 100; // revisions

const ACTIONS = { add: ['+', 'added'], update: ['~', 'changed'], remove: ['−', 'removed'] };

export class JournalView {
  #memory;
  #pages = 1;

  constructor(memory) {
    this.#memory = memory;
  }

  /** `{nodes}` of the journal; `again` is called when more are wanted. */
  async make(again) {
    const newest = await this.#memory.revision();
    const pages = Array.from({ length: this.#pages }, (_, page) => newest - PAGE * (page + 1));
    const entries = (await Promise.all(pages.map((since) => this.#page(since)))).flat();
    const list = entries.length > 0 ? byDay(entries) : h('p', {}, 'Nothing was written yet.');
    const more = pages.at(-1) > 0 && this.#more(again);
    return { nodes: [h('article', { class: 'note' }, heading(), list, more)] };
  }

  /** The entries of the revisions from `since` to the next page's, newest first. */
  async #page(since) {
    const options = { since: Math.max(0, since), limit: PAGE };
    const { entries } = await this.#memory.journal(options);
    return entries.filter(({ revision }) => revision <= since + PAGE).reverse();
  }

  #more(again) {
    const click = () => {
      this.#pages++;
      again();
    };
    return h('button', { type: 'button', class: 'button', click }, 'Show earlier ones');
  }
}

const heading = () => h('h2', { tabindex: -1 }, 'Journal');

function byDay(entries) {
  const days = new Map();
  for (const entry of entries) {
    const title = day(entry.ts);
    if (!days.has(title)) days.set(title, []);
    days.get(title).push(entry);
  }
  return Array.from(days, ([title, ofDay]) =>
    h(
      'section',
      { class: 'part' },
      h('h3', {}, title),
      h('ol', { class: 'journal' }, ofDay.map(row)),
    ),
  );
}

function row(entry) {
  const { ts, action, category, name, revision } = entry;
  const [sign, word] = ACTIONS[action];
  const title = action === 'remove' ? name : h('a', { href: noteHash(entry) }, name);
  return h(
    'li',
    { class: `is-${action}` },
    h('span', { class: 'sign', title: word }, h('span', { 'aria-hidden': 'true' }, sign)),
    h('span', { class: 'journal-name' }, h('span', { class: 'unseen' }, `${word} `), title),
    h('span', { class: 'category' }, category),
    h('time', { datetime: ts, title: `revision ${revision}` }, time(ts)),
  );
}
