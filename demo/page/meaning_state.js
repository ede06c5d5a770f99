/** How it stands with the meaning, as nodes: a sentence, progress, figures, and what can be done. */

import { factList, h } from './dom.js';
import { plain, plural } from './words.js';

const ON = {
  none: 'Computing. No text has a vector yet: they are found by their words alone.',
  some: 'On. The texts that are left are being read, in the background.',
  done: 'On: notes are found by their words and by what they mean.',
};

const GOES_ON = 'It goes on when you close this: the button above the list tells how far it is.';

function stageOf({ progress }) {
  if (!progress) return 'done';
  return progress.done === 0 ? 'none' : 'some';
}

/** What keeps stored vectors from comparing with those in use; no name stands for any. */
const difference = (stored, { model, width }) =>
  (stored.model ?? model) === model ? `width, ${widths(stored)}, and not ${width}` : 'model';

const widths = ({ width }) => `${plural(width, 'number')} each`;

const WORDS = {
  off: () => 'Off: notes are found by their words alone.',
  loading: ({ about }) => `Starting ${about.title}…`,
  asking: ({ stored, about }) => `The notes have vectors of another ${difference(stored, about)}.`,
  replacing: () => 'Computing all vectors anew. Until all are there the old ones stay.',
  on: ({ about }) => ON[stageOf(about)],
  failed: () => 'It does not work: notes are found by their words alone.',
};

function question({ stored, about }) {
  const have = stored.vectors === 1 ? 'has a vector' : 'have vectors';
  const theirs = `${plural(stored.vectors, 'text')} ${have} of ${modelOf(stored)}`;
  return `${theirs}; in use is ${modelOf(about)}. They do not compare, so words alone decide until all are computed anew.`;
}

const modelOf = (of) => `${of.model ?? 'a model without a name'} (${widths(of)})`;

function progressNodes({ done, total }) {
  const words = `${plain(done)} of ${plural(total, 'text')}`;
  return h(
    'div',
    { class: 'meaning-progress' },
    h('progress', { value: done, max: Math.max(1, total), 'aria-label': 'Texts read' }),
    h('span', { class: 'quiet' }, words),
    h('p', { class: 'quiet' }, GOES_ON),
  );
}

/** What went wrong, and what can be done about it where that is known. */
function failure({ about, error }) {
  const title = `${about.title[0].toUpperCase()}${about.title.slice(1)}`;
  return h('p', { class: 'meaning-error' }, `${title}: ${error}. ${about.remedy ?? ''}`);
}

/** Notes, and of events their summaries and chunks. */
function textsInWords({ done, total }) {
  if (done === total) return `all of ${plural(total, 'text')}`;
  return `${plain(done)} of ${plural(total, 'text')}`;
}

function facts({ about }) {
  const rows = [
    ['Model', about.model],
    ['Vectors', about.width && widths(about)],
    ['Read', about.notes && textsInWords(about.notes)],
  ];
  return factList(rows);
}

const button = (title, click, kind = '') =>
  h('button', { type: 'button', class: `button ${kind}`, click }, title);

function buttons({ state }, { off, again, replace }) {
  if (state === 'off') return null;
  return h(
    'div',
    { class: 'actions' },
    state === 'asking' && button('Compute all anew', replace, 'is-main'),
    state === 'failed' && again && button('Try again', again, 'is-main'),
    button('Switch off', off),
  );
}

/**
 * The nodes for `meaning`; `actions`: `{off, again, replace}`, called by the buttons. `again` is null
 * where trying again is done elsewhere.
 */
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
