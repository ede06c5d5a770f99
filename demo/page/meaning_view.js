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
  'A small sentence encoder of about 30 MB that runs on this machine: “npm start” serves it, nothing goes ' +
  'out. It reads English; notes in other scripts are found by their words, as ever.';
const PASTED =
  'The code runs in a frame of its own that can reach neither this page nor the store. It is given ' +
  'the texts of your notes and your questions, and may send them where it says: read what you paste.';
const ORIGIN =
  'It runs as the origin “null”, so a server that it asks, also one on this machine, has to allow ' +
  'that (CORS: “Access-Control-Allow-Origin: null”, or “*”).';
const AGAIN = 'This ran here before. It runs again when you have looked at it and say so.';

const USE_SERVED = 'Use the local English model';

const button = (title, click, attributes = {}) =>
  h('button', { type: 'button', class: 'button', click, ...attributes }, title);

export class MeaningView {
  #meaning;
  #choice;
  #state = h('div', { class: 'meaning-state' });
  #served = button(USE_SERVED, () => this.#use('served'));
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
    const isPasted = this.#choice.kind === 'pasted';
    const actions = {
      off: () => this.#off(),
      again: isPasted ? null : () => this.#use(this.#choice.kind), // the button below the code does
      replace: () => this.#meaning.replaceAll(),
    };
    const { activeElement } = document;
    this.#state.replaceChildren(...meaningState(this.#meaning, actions));
    this.#showButtons(isPasted);
    if (activeElement !== document.body && !canHaveFocus(activeElement))
      this.#state.querySelector('.meaning-words').focus();
  }

  #showButtons(isPasted) {
    const isAtRest = ['off', 'failed'].includes(this.#meaning.state);
    const isServing = this.#choice.kind === 'served' && !isAtRest;
    this.#served.disabled = isServing;
    this.#served.textContent = isServing ? 'In use' : USE_SERVED;
    this.#run.textContent = isPasted ? 'Run it again' : 'Run it';
    this.#run.classList.toggle('is-main', isPasted && isAtRest);
  }

  #makeArticle() {
    return h(
      'article',
      { class: 'note' },
      h('h2', { tabindex: -1 }, 'Meaning'),
      h('p', { class: 'meaning-lead' }, LEAD),
      this.#state,
      part('served', 'The local English model', SERVED, [actionsOf(this.#served)]),
      part('pasted', 'An embedder of your own', PASTED, [
        this.#again,
        h('label', { class: 'unseen', for: 'embedder-code' }, 'The code of an embedder'),
        this.#code,
        h('p', { id: 'embedder-origin', class: 'code-hint quiet' }, ORIGIN),
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

const canHaveFocus = (element) => element.isConnected && !element.disabled;

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
    'aria-describedby': 'embedder-origin',
    spellcheck: 'false',
    autocapitalize: 'none',
    autocomplete: 'off',
  };
  return h('textarea', attributes, text);
}
