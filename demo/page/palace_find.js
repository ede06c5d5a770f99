/** The field that searches the palace, and questions to try. */

import { h, icon } from './dom.js';
import { QUESTIONS, holdsDemo } from './palace_demo.js';
import { placeInWords } from './palace_words.js';

export class PalaceFind {
  #field = h('input', {
    id: 'palace-query',
    type: 'search',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-describedby': 'palace-count',
  });
  #label = h('label', { class: 'unseen', for: 'palace-query' });
  #examples;
  node;

  /** `changed()` is called when another question stands in the field. */
  constructor(changed) {
    this.#field.addEventListener('input', changed);
    this.#examples = this.#makeExamples(changed);
    this.node = h(
      'form',
      { class: 'palace-find', role: 'search', submit: (event) => event.preventDefault() },
      h('div', { class: 'search' }, icon('search'), this.#label, this.#field, this.#key()),
      this.#examples,
    );
  }

  get field() {
    return this.#field;
  }

  get query() {
    return this.#field.value;
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  /** Empties the field; answers whether there was something in it. */
  clear() {
    const had = this.query !== '';
    this.#field.value = '';
    return had;
  }

  /** Says where it searches, and offers questions where the demo's drawers are. */
  show(palace, scope) {
    const words = `Search ${placeInWords(scope)}`;
    this.#label.textContent = words;
    this.#field.placeholder = `${words}…`;
    this.#examples.hidden = this.query !== '' || !holdsDemo(palace);
  }

  #key() {
    return h('kbd', { 'aria-hidden': 'true' }, '/');
  }

  #makeExamples(changed) {
    const example = (question) => {
      const click = () => {
        this.#field.value = question;
        changed();
      };
      return h('button', { type: 'button', class: 'chip', click }, question);
    };
    const attributes = { class: 'examples', role: 'group', 'aria-label': 'Questions to try' };
    return h('div', attributes, QUESTIONS.map(example));
  }
}
