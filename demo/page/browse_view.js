/** All notes by category: what the list shows while nothing is searched. */

import { h } from './dom.js';
import { keyOf } from './notebook.js';
import { noteHash } from './router.js';
import { plain } from './words.js';

const A_TIME = 200;

export class BrowseView {
  #memory;
  #shown = A_TIME;

  constructor(memory) {
    this.#memory = memory;
  }

  /** The nodes of the list; `again` is called when more are wanted. */
  async nodes(again) {
    const [categories, notes] = await Promise.all([
      this.#memory.categories(),
      this.#notes(this.#shown),
    ]);
    const total = categories.reduce((sum, { items }) => sum + items, 0);
    const groups = categories.map((category) => this.#group(category, notes)).filter(Boolean);
    return total > notes.length ? [...groups, this.#more(total - notes.length, again)] : groups;
  }

  /** The first `count` notes, in as many calls as that takes. */
  async #notes(count) {
    const { items } = await this.#memory.items({ limit: Math.min(count, A_TIME) });
    while (items.length < count && items.length % A_TIME === 0 && items.length > 0) {
      const page = await this.#memory.items({ limit: A_TIME, offset: items.length });
      if (page.items.length === 0) break;
      items.push(...page.items);
    }
    return items;
  }

  #group({ category, items }, notes) {
    const own = notes.filter((note) => note.category === category);
    if (own.length === 0) return null;
    return h(
      'section',
      { class: 'group' },
      h('h3', { class: 'category' }, category, h('span', { class: 'quiet' }, ` ${plain(items)}`)),
      h('ul', { class: 'names' }, own.map(nameItem)),
    );
  }

  #more(left, again) {
    const click = () => {
      this.#shown += A_TIME;
      again();
    };
    return h(
      'button',
      { type: 'button', class: 'button', click },
      `Show more (${plain(left)} left)`,
    );
  }
}

function nameItem(note) {
  return h(
    'li',
    { 'data-key': keyOf(note) },
    h('a', { class: 'hit-name', href: noteHash(note) }, note.name),
  );
}
