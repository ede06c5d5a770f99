/**
 * The pane of the meaning: how it stands, and the two ways to an embedder.
 *
 * Its nodes are made once and changed in place, so that progress moves while somebody types into the
 * field for the code.
 */

import { h } from './dom.js';
import { EXAMPLE } from './embedder_example.js';
import { meaningState } from './meaning_state.js';
import { PastedEmbedder } from './pasted_embedder.js';
import { ServedEmbedder } from './served_embedder.js';

const LEAD =
  'Words find the notes that hold them. A model finds notes that say the same in other words: it ' +
  'turns every text into a vector, and near vectors mean near things. Loci stores and compares ' +
  'vectors; the model is yours to choose.';
const SERVED =
  'A small sentence encoder of 30 MB that runs on this machine: “npm start” serves it, nothing goes ' +
  'out. It reads English; notes in other scripts are found by their words, as ever.';
const PASTED =
  'The code runs in a frame of its own that can reach neither this page nor the store. It is given ' +
  'the texts of your notes and your questions, and may send them where it says: read what you paste.';
const AGAIN = 'This ran here before. It runs again when you have looked at it and say so.';

const button = (title, click, attributes = {}) =>
  h('button', { type: 'button', class: 'button', click, ...attributes }, title);

export class MeaningView {
  #meaning;
  #choice;
  #state = h('div', { class: 'meaning-state' });
  #served = button('Use the model beside this page', () => this.#use('served'));
  #run = button('Run it', () => this.#use('pasted'));
  #code;
  #again;
  #article;

  /** `choice`: MeaningChoice, of which a served model is started at once. */
  constructor(meaning, choice) {
    this.#meaning = meaning;
    this.#choice = choice;
    this.#code = codeField(choice.code ?? EXAMPLE);
    this.#again = h('p', { class: 'meaning-again', hidden: choice.kind !== 'pasted' }, AGAIN);
    this.#article = this.#makeArticle();
    meaning.addEventListener('change', () => this.#show());
    this.#show();
    if (choice.kind === 'served') this.#start();
  }

  /** `{nodes}` of the pane. */
  make() {
    return { nodes: [this.#article] };
  }

  #use(kind) {
    const code = kind === 'pasted' ? { code: this.#code.value } : {};
    this.#choice.keep({ kind, ...code });
    this.#again.hidden = true;
    this.#start();
    this.#state.scrollIntoView({ block: 'nearest' });
  }

  #start() {
    const { kind, code } = this.#choice;
    this.#meaning.use(kind === 'served' ? new ServedEmbedder() : new PastedEmbedder(code));
  }

  #off() {
    this.#choice.keep({ kind: 'off' });
    this.#meaning.off();
  }

  #show() {
    const { state } = this.#meaning;
    const actions = {
      off: () => this.#off(),
      again: () => this.#use(this.#choice.kind),
      replace: () => this.#meaning.replaceAll(),
    };
    const hadFocus = this.#state.contains(document.activeElement);
    this.#state.replaceChildren(...meaningState(this.#meaning, actions));
    if (hadFocus) this.#state.querySelector('.meaning-words').focus();
    const isUsing = (kind) => String(state !== 'off' && this.#choice.kind === kind);
    this.#served.setAttribute('aria-pressed', isUsing('served'));
    this.#run.setAttribute('aria-pressed', isUsing('pasted'));
  }

  #makeArticle() {
    return h(
      'article',
      { class: 'note' },
      h('h2', { tabindex: -1 }, 'Meaning'),
      h('p', { class: 'meaning-lead' }, LEAD),
      this.#state,
      part('served', 'The model beside this page', SERVED, [actionsOf(this.#served)]),
      part('pasted', 'An embedder of your own', PASTED, [
        this.#again,
        h('label', { class: 'unseen', for: 'embedder-code' }, 'The code of an embedder'),
        this.#code,
        actionsOf(this.#run, this.#exampleButton()),
      ]),
    );
  }

  #exampleButton() {
    return button('Begin from the example', () => {
      this.#code.value = EXAMPLE;
      this.#code.focus();
    });
  }
}

const actionsOf = (...buttons) => h('div', { class: 'actions' }, buttons);

function part(id, title, words, nodes) {
  return h(
    'section',
    { class: 'part', 'aria-labelledby': `${id}-title` },
    h('h3', { id: `${id}-title` }, title),
    h('p', { class: 'quiet' }, words),
    nodes,
  );
}

function codeField(text) {
  const attributes = {
    id: 'embedder-code',
    class: 'code-field',
    rows: 14,
    spellcheck: 'false',
    autocapitalize: 'none',
    autocomplete: 'off',
  };
  return h('textarea', attributes, text);
}
