/**
 * Who a person of an event is, as far as the memory knows: all events that mention them. To look that
 * up delivers nothing, so none of these is left out anywhere for it.
 */

import { h } from './dom.js';
import { plural } from './words.js';

function eventItem({ id, summary, writtenAt }) {
  const day = writtenAt?.slice(0, 10) ?? 'undated';
  return h('li', {}, summary, h('span', { class: 'given-facts' }, h('code', {}, id), ` ${day}`));
}

export class PersonView {
  /** The element to place; hidden until somebody is looked up. */
  node = h('div', { class: 'reading', hidden: true });

  #find;
  #shown;

  /** `find(name)` resolves to what `findEntity` gives. */
  constructor(find) {
    this.#find = find;
  }

  /** The names as buttons; one opens and closes its list. */
  buttons(names) {
    return names.map((name) => {
      const title = `All events that mention ${name}`;
      const click = () => this.#toggle(name);
      return h('button', { type: 'button', class: 'link is-quiet', title, click }, name);
    });
  }

  async #toggle(name) {
    const isOpen = !this.node.hidden && this.#shown === name;
    if (isOpen) this.node.hidden = true;
    else await this.#show(name);
  }

  async #show(name) {
    const { events } = await this.#find(name);
    this.#shown = name;
    const words = `${name}: ${plural(events.length, 'event')}. To look this up delivers nothing.`;
    this.node.hidden = false;
    this.node.replaceChildren(
      h('p', { class: 'quiet', role: 'status' }, words),
      h('ol', { class: 'given-list' }, events.map(eventItem)),
    );
  }
}
