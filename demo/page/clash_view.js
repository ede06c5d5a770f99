/** Tells at the form that keeping it would replace what was not seen: what that is, and the choice. */

import { h } from './dom.js';
import { moment } from './words.js';

const WORDS = {
  changed: () => 'This note was changed meanwhile (in another tab).',
  removed: () => 'This note was removed meanwhile (in another tab).',
  taken: ({ name, category }) => `There is a note “${name}” in ${category} already.`,
};

function otherText({ category, name, content, ts }) {
  return h(
    'details',
    {},
    h('summary', {}, 'See the other text'),
    h('p', { class: 'quiet' }, `${category}, ${name}, ${moment(ts)}`),
    h('div', { class: 'note-text' }, content),
  );
}

/** The notice for a clash, as Basis gives it; `replace` is called when the form is to be kept. */
export function clashNotice({ kind, other }, replace) {
  return h(
    'div',
    { class: 'clash', role: 'group', tabindex: -1, 'aria-labelledby': 'clash-words' },
    h('p', { id: 'clash-words' }, `${WORDS[kind](other)} What you wrote is not kept yet.`),
    other && otherText(other),
    h(
      'button',
      { type: 'button', class: 'button', click: replace },
      other ? 'Replace it' : 'Keep it again',
    ),
  );
}
