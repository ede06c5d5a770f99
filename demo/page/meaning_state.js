/** How it stands with the meaning, as nodes: a sentence, progress, figures, and what can be done. */

import { h } from './dom.js';
import { plain, plural } from './words.js';

const WORDS = {
  off: () => 'Off: notes are found by their words alone.',
  loading: ({ about }) => `Starting ${about.title}…`,
  asking: () => 'The notes have vectors of another model.',
  replacing: () => 'Computing all vectors anew. Until all are there the old ones stay.',
  on: ({ about }) =>
    about.progress
      ? 'On. Notes are being read, in the background.'
      : 'On: notes are found by their words and by what they mean.',
  failed: () => 'It does not work: notes are found by their words alone.',
};

function question({ stored, about }) {
  const theirs = `${plural(stored.vectors, 'note')} have vectors of ${modelOf(stored)}`;
  return `${theirs}; in use is ${modelOf(about)}. They do not compare, so words alone decide until all are computed anew.`;
}

const modelOf = ({ model, width }) =>
  `${model ?? 'a model without a name'} (${plural(width, 'number')} each)`;

function progressNodes({ done, total }) {
  const words = `${plain(done)} of ${plural(total, 'note')}`;
  return h(
    'div',
    { class: 'meaning-progress' },
    h('progress', { value: done, max: Math.max(1, total), 'aria-label': 'Notes read' }),
    h('span', { class: 'quiet' }, words),
  );
}

/** What went wrong, and what can be done about it where that is known. */
function failure({ about, error }) {
  const title = `${about.title[0].toUpperCase()}${about.title.slice(1)}`;
  return h('p', { class: 'meaning-error' }, `${title}: ${error}. ${about.remedy ?? ''}`);
}

function notesInWords({ done, total }) {
  if (done === total) return `all of ${plural(total, 'note')}`;
  return `${plain(done)} of ${plural(total, 'note')}`;
}

function facts({ about }) {
  const rows = [
    ['Model', about.model],
    ['Vectors', about.width && `${plain(about.width)} numbers each`],
    ['Read', about.notes && notesInWords(about.notes)],
  ];
  return h(
    'dl',
    { class: 'facts' },
    rows
      .filter(([, value]) => value)
      .map(([key, value]) => h('div', {}, h('dt', {}, key), h('dd', {}, value))),
  );
}

const button = (title, click, kind = '') =>
  h('button', { type: 'button', class: `button ${kind}`, click }, title);

function buttons({ state }, { off, again, replace }) {
  if (state === 'off') return null;
  return h(
    'div',
    { class: 'actions' },
    state === 'asking' && button('Compute all anew', replace, 'is-main'),
    state === 'failed' && button('Try again', again, 'is-main'),
    button('Off', off),
  );
}

/** The nodes for `meaning`; `actions`: `{off, again, replace}`, called by the buttons. */
export function meaningState(meaning, actions) {
  const { state, about, error } = meaning;
  const words = { class: 'meaning-words', role: 'status', tabindex: -1 };
  return [
    h('p', words, WORDS[state](meaning)),
    state === 'asking' && h('p', {}, question(meaning)),
    error && failure(meaning),
    about.progress && progressNodes(about.progress),
    facts(meaning),
    buttons(meaning, actions),
  ].filter(Boolean);
}
