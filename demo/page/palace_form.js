/** The form that files a text: wing, room, text, and where it is from. */

import { h } from './dom.js';
import { field, formError, showError, showFailure, submitByKey } from './fields.js';
import { placeInWords } from './palace_words.js';
import { placeHash } from './router.js';

const FIELDS = ['wing', 'room', 'text', 'sourceFile'];

const MISSING = { wing: 'Name a wing', room: 'Name a room', text: 'Write something' };

const HOW = {
  exact: 'word for word',
  words: 'in nearly the same words',
  embedding: 'in other words',
};

const options = (id, names) =>
  h(
    'datalist',
    { id },
    [...new Set(names)].map((value) => h('option', { value })),
  );

export class PalaceForm {
  node = h('div', { class: 'filing', hidden: true });

  #actions;
  #form;
  #names = h('div', {});
  #busy = false;
  #accepted; // a text that may be filed again

  /**
   * `actions`: `check(drawer)` resolves to the matches of `checkDuplicate`; `file(drawer)` files it;
   * `closed()` is called when the form goes away.
   */
  constructor(actions) {
    this.#actions = actions;
    this.#form = this.#makeForm();
    this.node.append(this.#form);
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Opens it for a place of a palace, whose names it offers. */
  open({ wing = '', room = '' }, palace) {
    const { elements } = this.#form;
    this.#setNames(palace);
    if (wing !== '') [elements.wing.value, elements.room.value] = [wing, room];
    this.node.hidden = false;
    const empty = ['wing', 'room'].find((name) => elements[name].value === '');
    elements[empty ?? 'text'].focus();
  }

  /** Puts it away; what was typed is there again when it is opened. */
  close() {
    this.node.hidden = true;
    this.#actions.closed();
  }

  #setNames({ wings }) {
    const rooms = wings.flatMap((wing) => wing.rooms.map(({ room }) => room));
    this.#names.replaceChildren(
      options(
        'palace-wings',
        wings.map(({ wing }) => wing),
      ),
      options('palace-rooms', rooms),
    );
  }

  #makeForm() {
    return h(
      'form',
      {
        class: 'editor',
        novalidate: true,
        'aria-labelledby': 'filing-title',
        submit: (event) => this.#submit(event),
        keydown: (event) => this.#key(event),
      },
      h('h3', { id: 'filing-title' }, 'A new drawer'),
      h(
        'div',
        { class: 'filing-place' },
        field('wing', 'Wing', h('input', { list: 'palace-wings' }), 'like Boat'),
        field('room', 'Room', h('input', { list: 'palace-rooms' }), 'like Weather'),
      ),
      field('text', 'Text', h('textarea', { rows: 5 }), 'kept word for word'),
      field('sourceFile', 'From', h('input', {}), 'a file, if there is one'),
      formError(),
      h('div', { class: 'alike', role: 'status' }),
      h(
        'div',
        { class: 'actions' },
        h('button', { class: 'button is-main', id: 'filing-file' }, 'File'),
        h('button', { type: 'button', class: 'button', click: () => this.#drop() }, 'Cancel'),
      ),
      this.#names,
    );
  }

  #key(event) {
    submitByKey(event);
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    this.close();
  }

  #submit(event) {
    event.preventDefault();
    if (!this.#busy) this.#file();
  }

  get #drawer() {
    const value = (name) => this.#form.elements[name].value;
    const [wing, room, text, source] = FIELDS.map(value);
    return { wing, room, text, ...(source.trim() && { sourceFile: source.trim() }) };
  }

  async #file() {
    showError(this.#form, FIELDS, undefined, '');
    const drawer = this.#drawer;
    const empty = Object.keys(MISSING).find((name) => drawer[name].trim() === '');
    if (empty) return showError(this.#form, FIELDS, empty, MISSING[empty]);
    this.#busy = true;
    try {
      if (await this.#isNew(drawer)) await this.#fileNow(drawer);
    } catch (error) {
      showFailure(this.#form, FIELDS, error);
    }
    this.#busy = false;
  }

  /** Whether nothing like it is there, or that was looked at; tells what is there. */
  async #isNew(drawer) {
    if (this.#accepted === drawer.text) return true;
    const [match] = await this.#actions.check(drawer);
    this.#showAlike(match, drawer);
    return match === undefined;
  }

  async #fileNow(drawer) {
    await this.#actions.file(drawer);
    this.#drop();
  }

  #drop() {
    this.#form.reset();
    this.#accepted = undefined;
    this.#showAlike(undefined);
    showError(this.#form, FIELDS, undefined, '');
    this.close();
  }

  #showAlike(match, { text } = {}) {
    const place = this.#form.querySelector('.alike');
    if (match === undefined) return place.replaceChildren();
    const anyway = () => {
      this.#accepted = text;
      this.#file();
    };
    place.replaceChildren(
      h(
        'p',
        {},
        'This is there already, ',
        `${HOW[match.how]}, in `,
        h('a', { href: placeHash(match) }, placeInWords(match)),
        '.',
      ),
      h('button', { type: 'button', class: 'button', click: anyway }, 'File it anyway'),
    );
  }
}
