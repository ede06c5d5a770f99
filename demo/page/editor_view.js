/** The form that writes a note, new or old. What the engine refuses, it says at the field. */

import { h } from './dom.js';
import { Drafts } from './drafts.js';
import { hashOf } from './router.js';
import { plural } from './words.js';

const FIELDS = ['category', 'name', 'content', 'ts'];

/** The field that an error speaks of: the engine's messages begin with its name and a colon. */
export function fieldOf(error) {
  const [, name] = /^(\w+):/.exec(error.message) ?? [];
  return FIELDS.includes(name) ? name : undefined;
}

const withoutField = (message) =>
  message.replace(/^\w+: /, '').replace(/^./, (c) => c.toUpperCase());

export class EditorView {
  #notebook;
  #saved;
  #drafts = new Drafts();
  #route; // hash of the route that the form is for
  #previous; // the note before, null for a new one
  #form;

  /** `saved({item, undo})` is called when a note was kept. */
  constructor(notebook, saved) {
    this.#notebook = notebook;
    this.#saved = saved;
  }

  /** Whether something was typed that is not kept yet. */
  get hasDrafts() {
    return this.#drafts.any;
  }

  /** `{nodes, shown}` for a route: `edit` a note, or `new` with perhaps a category and a name. */
  async make(route) {
    const { view, category = '', name = '' } = route;
    const { memory } = this.#notebook;
    this.#route = hashOf(route);
    this.#previous = view === 'edit' ? await memory.get(category, name) : null;
    const values = this.#previous ?? { category, name, content: '', ts: '' };
    this.#form = this.#buildForm(
      this.#drafts.get(this.#route) ?? values,
      await memory.categories(),
    );
    const title = this.#previous ? 'Edit note' : 'New note';
    const nodes = [h('article', { class: 'note' }, h('h2', { tabindex: -1 }, title), this.#form)];
    return { nodes, shown: () => this.#estimate() };
  }

  #buildForm(values, categories) {
    const cancel = (event) => {
      this.#drafts.drop(this.#route);
      goBack(event);
    };
    return h(
      'form',
      {
        class: 'editor',
        novalidate: true,
        submit: (event) => this.#submit(event),
        input: () => this.#typed(),
      },
      fields(values, categories),
      h('p', { class: 'form-error', role: 'alert' }),
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'button is-main' }, 'Keep'),
        h('a', { class: 'button', href: '#/', click: cancel }, 'Cancel'),
        h('span', { class: 'quiet estimate' }),
      ),
    );
  }

  #typed() {
    this.#drafts.set(this.#route, this.#values());
    this.#estimate();
  }

  async #estimate() {
    const { name, content } = this.#values();
    const tokens = await this.#notebook.memory.estTokens(`${name}\n${content}`);
    this.#form.querySelector('.estimate').textContent = `about ${plural(tokens, 'token')}`;
  }

  #values() {
    const value = (name) => this.#form.elements[name].value;
    return Object.fromEntries(FIELDS.map((name) => [name, value(name)]));
  }

  async #submit(event) {
    event.preventDefault();
    this.#showError(undefined, '');
    const { ts, ...values } = this.#values();
    const item = { ...this.#previous, ...values, ts: ts.trim() === '' ? null : ts.trim() };
    try {
      const kept = await this.#notebook.save(item, this.#previous);
      this.#drafts.drop(this.#route);
      this.#saved(kept);
    } catch (error) {
      this.#showError(fieldOf(error), error.message);
    }
  }

  /** Shows a message at a field, or below the form where it is of none; '' takes all away. */
  #showError(name, message) {
    for (const field of FIELDS) {
      const wrong = field === name;
      const input = this.#form.elements[field];
      if (wrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      this.#form.querySelector(`#${field}-error`).textContent = wrong ? withoutField(message) : '';
    }
    this.#form.querySelector('.form-error').textContent = name ? '' : message;
    if (name) this.#form.elements[name].focus();
  }
}

/** Goes where the person came from; who opened the form by its address follows the link home. */
function goBack(event) {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
}

function fields({ category, name, content, ts }, categories) {
  const list = 'categories';
  const hints = {
    category: 'small letters, like garden',
    name: 'what other notes link to',
    content: 'link by [[category:name]]',
    ts: 'empty for now, or like 2024-02-29',
  };
  return [
    field('category', 'Category', h('input', { list, value: category }), hints.category),
    h(
      'datalist',
      { id: list },
      categories.map((known) => h('option', { value: known.category })),
    ),
    field('name', 'Name', h('input', { value: name }), hints.name),
    field('content', 'Text', h('textarea', { rows: 10 }, content), hints.content),
    field('ts', 'When', h('input', { value: ts, placeholder: 'now' }), hints.ts),
  ];
}

function field(name, label, input, hint) {
  input.id = `field-${name}`;
  input.name = name;
  input.setAttribute('aria-describedby', `${name}-error ${name}-hint`);
  input.setAttribute('autocomplete', 'off');
  if (name === 'category') input.setAttribute('autocapitalize', 'none');
  return h(
    'div',
    { class: `field is-${name}` },
    h('label', { for: input.id }, label),
    h('span', { class: 'hint', id: `${name}-hint` }, hint),
    input,
    h('p', { class: 'field-error', id: `${name}-error`, role: 'alert' }),
  );
}
