/** The form that asks, with its conditions, and questions to try. */

import { h, icon } from './dom.js';
import { QUESTIONS } from './evidence_demo.js';

const HINT = 'Each Ask hands over up to four events. An empty field asks for the newest.';

function field(id, title, attributes, hint) {
  return h(
    'div',
    { class: 'condition' },
    h('label', { for: id }, title),
    h('input', {
      id,
      autocomplete: 'off',
      'aria-describedby': hint && `${id}-hint`,
      ...attributes,
    }),
    hint && h('span', { id: `${id}-hint`, class: 'quiet' }, hint),
  );
}

const listOf = (text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export class EvidenceForm {
  #query = h('input', {
    id: 'evidence-query',
    type: 'search',
    placeholder: 'Ask the events…',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-describedby': 'evidence-hint',
  });
  #submit = h('button', { class: 'button is-main', id: 'evidence-ask' }, 'Ask');
  #ask;
  #form;
  node;

  /** `ask(request)`: asked for with a request as `search` takes it. */
  constructor(ask) {
    this.#ask = ask;
    this.#form = this.#makeForm();
    this.node = h('div', {}, this.#form, this.#examples());
  }

  get field() {
    return this.#query;
  }

  set isBusy(busy) {
    this.#submit.disabled = busy;
  }

  focus() {
    this.#query.focus();
    this.#query.select();
  }

  /** Empties the field; answers whether there was something in it. */
  clear() {
    const had = this.#query.value !== '';
    this.#query.value = '';
    return had;
  }

  /** The request that the form holds; what is empty is left out. */
  get request() {
    const value = (id) => this.#form.querySelector(`#evidence-${id}`).value;
    const entities = listOf(value('entities'));
    return {
      query_text: this.#query.value,
      ...(entities.length > 0 && { entities }),
      ...(value('since') && { since: value('since') }),
      ...(value('before') && { before: value('before') }),
      ...(this.#form.querySelector('#evidence-again').checked && { include_delivered: true }),
    };
  }

  #makeForm() {
    const submit = (event) => {
      event.preventDefault();
      this.#ask(this.request);
    };
    return h(
      'form',
      { class: 'evidence-form', role: 'search', submit },
      h(
        'div',
        { class: 'evidence-ask' },
        h(
          'div',
          { class: 'search' },
          icon('search'),
          h('label', { class: 'unseen', for: 'evidence-query' }, 'Ask the events'),
          this.#query,
          h('kbd', { 'aria-hidden': 'true' }, '/'),
        ),
        this.#submit,
      ),
      h('p', { id: 'evidence-hint', class: 'quiet evidence-hint' }, HINT),
      conditions(),
    );
  }

  #examples() {
    const example = (question) => {
      const click = () => {
        this.#query.value = question;
        this.#ask(this.request);
      };
      return h('button', { type: 'button', class: 'chip', click }, question);
    };
    return h(
      'div',
      { class: 'examples', role: 'group', 'aria-label': 'Questions to try' },
      QUESTIONS.map(example),
    );
  }
}

function conditions() {
  return h(
    'details',
    { class: 'conditions' },
    h('summary', {}, 'Conditions'),
    h(
      'div',
      { class: 'condition-fields' },
      field('evidence-entities', 'Mentions', { placeholder: 'Vera, roof' }, 'all of these'),
      field('evidence-since', 'Since', { type: 'date' }),
      field('evidence-before', 'Before', { type: 'date' }),
      h(
        'label',
        { class: 'condition-check' },
        h('input', { type: 'checkbox', id: 'evidence-again' }),
        'also what was given',
      ),
    ),
  );
}
