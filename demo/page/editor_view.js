/** The form that writes a note, new or old. What the engine refuses, it says at the field. */

import { alone, Basis } from './basis.js';
import { clashNotice } from './clash_view.js';
import { h } from './dom.js';
import { Drafts } from './drafts.js';
import { field, formError, showError, showFailure, submitByKey } from './fields.js';
import { hashOf } from './router.js';
import { plural } from './words.js';

const FIELDS = ['category', 'name', 'content', 'ts'];

const KEEP = {
  class: 'button is-main',
  title: 'Ctrl+Enter or ⌘Enter',
  'aria-keyshortcuts': 'Control+Enter Meta+Enter',
};

export class EditorView {
  #notebook;
  #saved;
  #drafts = new Drafts();
  #route; // hash of the route that the form is for
  #basis; // what the person has seen of the notes
  #form;
  #busy; // the form is being kept: a second press is too many

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
    const draft = this.#drafts.get(this.#route);
    // A draft rests on the notes as they were when it was begun.
    this.#basis =
      draft?.basis ?? new Basis(view === 'edit' ? await memory.get(category, name) : null);
    const { opened } = this.#basis;
    const values = draft?.values ?? opened ?? { category, name, content: '', ts: '' };
    this.#form = this.#buildForm(values, await memory.categories());
    this.#busy = false;
    const title = h('h2', { id: 'form-title', tabindex: -1 }, opened ? 'Edit note' : 'New note');
    return {
      nodes: [h('article', { class: 'note' }, title, this.#form)],
      shown: (focus) => this.#shown(focus),
    };
  }

  #shown(focus) {
    if (focus) this.#form.elements[firstEmpty(this.#values())].focus();
    return this.#estimate();
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
        'aria-labelledby': 'form-title', // heard with the field that gets the focus
        keydown: submitByKey,
        submit: (event) => this.#submit(event),
        input: () => this.#typed(),
      },
      fields(values, categories),
      formError(),
      h('div', { class: 'clash-place' }),
      h(
        'div',
        { class: 'actions' },
        h('button', KEEP, 'Keep'),
        h('a', { class: 'button', href: '#/', click: cancel }, 'Cancel'),
        h('span', { class: 'quiet estimate' }),
      ),
    );
  }

  #typed() {
    this.#drafts.set(this.#route, { values: this.#values(), basis: this.#basis });
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

  #submit(event) {
    event.preventDefault();
    this.#keep();
  }

  async #keep() {
    if (this.#busy) return;
    this.#busy = true;
    showError(this.#form, FIELDS, undefined, '');
    this.#showClash(null);
    try {
      const { kept, clash } = await alone(() => this.#compareAndSave());
      if (kept) return this.#leave(kept);
      this.#showClash(clash);
    } catch (error) {
      showFailure(this.#form, FIELDS, error);
    }
    this.#busy = false;
  }

  /** Answers `{kept}`, or `{clash}` where nothing was written. */
  async #compareAndSave() {
    const values = this.#values();
    const { own, clash } = await this.#basis.compare(this.#notebook.memory, values);
    if (clash) return { clash };
    const ts = values.ts.trim() === '' ? null : values.ts.trim();
    const item = { ...(own ?? this.#basis.opened), ...values, ts };
    return { kept: await this.#notebook.save(item, own) };
  }

  #leave(kept) {
    this.#drafts.drop(this.#route);
    this.#saved(kept);
  }

  /** Asks what to do about a clash; null takes the question away. */
  #showClash(clash) {
    const replace = () => {
      this.#basis.accept(clash);
      this.#keep();
    };
    const notice = clash && clashNotice(clash, replace);
    this.#form.querySelector('.clash-place').replaceChildren(...(notice ? [notice] : []));
    notice?.focus();
  }
}

/** The field to begin in: the first that is empty of those that name the note, else its text. */
const firstEmpty = (values) => ['category', 'name'].find((name) => !values[name]) ?? 'content';

/** Goes where the person came from; who opened the form by its address follows the link home. */
function goBack(event) {
  if (history.length < 2) return;
  event.preventDefault();
  history.back();
}

function fields({ category, name, content, ts }, categories) {
  const list = 'categories';
  const small = { autocapitalize: 'none' };
  const hints = {
    category: 'small letters, like garden',
    name: 'what other notes link to',
    content: 'link by [[category:name]]',
    ts: 'empty for now, or like 2024-02-29',
  };
  return [
    field('category', 'Category', h('input', { list, value: category, ...small }), hints.category),
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
