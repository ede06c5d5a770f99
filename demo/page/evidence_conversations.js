/** The conversations of this page, side by side, each with its own memory of what it was given. */

import { h } from './dom.js';
import { Conversation } from './evidence_conversation.js';

/** Two tabs on one store are two agents, also where their conversations have the same name. */
const TAB = Math.round(performance.timeOrigin).toString(36);

export class Conversations extends EventTarget {
  node = h('div', { class: 'conversations', role: 'group', 'aria-label': 'Conversations' });

  #evidence;
  #all = new Map(); // by name
  #current;
  #name = h('input', {
    class: 'conversation-name',
    'aria-label': 'Name of another conversation',
    placeholder: 'another…',
    maxlength: 40,
    autocomplete: 'off',
  });
  #form;
  #tabs = h('div', { class: 'conversation-tabs' });

  /** Events: `choose`, another one is current; `walk` and `call`, as the current one tells them. */
  constructor(evidence) {
    super();
    this.#evidence = evidence;
    this.#form = h(
      'form',
      { class: 'conversation-form', submit: (event) => this.#submit(event) },
      this.#name,
      h('button', { class: 'button' }, 'Begin'),
    );
    this.node.append(this.#tabs, this.#form);
    this.choose('first');
  }

  get current() {
    return this.#current;
  }

  /** Goes on with the conversation of this name, a new one where there is none. */
  choose(name) {
    if (!this.#all.has(name)) this.#all.set(name, this.#begin(name));
    this.#current = this.#all.get(name);
    this.show();
    this.dispatchEvent(new Event('choose'));
  }

  /** Begins anew, with one that was given nothing. */
  restart() {
    this.#all.clear();
    this.choose('first');
  }

  /** Shows the names, and how much each was given. */
  show() {
    const tab = (conversation) => {
      const click = () => this.choose(conversation.name);
      const isCurrent = conversation === this.#current;
      const attributes = { type: 'button', class: 'conversation', 'aria-pressed': `${isCurrent}` };
      const count = conversation.given.filter(({ isRemembered }) => isRemembered).length;
      return h(
        'button',
        { ...attributes, click },
        conversation.name,
        h('span', { class: 'chip-count', title: 'events remembered' }, `${count}`),
      );
    };
    const hadFocus = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(...Array.from(this.#all.values(), tab));
    if (hadFocus) this.#focus();
  }

  #focus() {
    this.#tabs.querySelector('[aria-pressed=true]').focus();
  }

  #begin(name) {
    const conversation = new Conversation(this.#evidence, { name, session: `${name} ${TAB}` });
    const passOn = (from, to) =>
      conversation.addEventListener(from, () => {
        if (conversation === this.#current) this.dispatchEvent(new Event(to));
      });
    passOn('change', 'walk');
    passOn('call', 'call');
    return conversation;
  }

  #submit(event) {
    event.preventDefault();
    const name = this.#name.value.trim();
    if (name === '') return this.#name.focus();
    this.#name.value = '';
    this.choose(name);
    this.#focus();
  }
}
