/** What the list offers while there are no notes. */

import { h } from './dom.js';
import { hashOf } from './router.js';

const WORDS =
  'Start with sixty notes in three languages, about tides, gardens and burnt sugar, or with your ' +
  'own: drop Markdown files anywhere on this page.';

/** The nodes; `begin()` brings the demo notes in. */
export function firstVisit(begin) {
  const click = async ({ currentTarget: button }) => {
    button.disabled = true;
    await begin();
    button.disabled = false; // it is still there where nothing came in
  };
  const first = { type: 'button', id: 'begin', class: 'button is-main', click };
  return [
    h(
      'div',
      { class: 'empty' },
      h('p', { class: 'lead' }, 'Nothing is remembered yet.'),
      h('p', {}, WORDS),
      h(
        'div',
        { class: 'actions' },
        h('button', first, 'Bring in the demo notes'),
        h('a', { class: 'button', href: hashOf({ view: 'new' }) }, 'Write a note'),
      ),
    ),
  ];
}
