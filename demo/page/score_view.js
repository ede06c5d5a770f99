/** A score as a bar of its parts, and the legend that tells the parts' colours. */

import { h, withSizes } from './dom.js';
import { partsOf } from './terms.js';
import { decimal, plural } from './words.js';

const inWords = ({ label, weight, tf, df }) =>
  `${label}: ${decimal(weight)} (${tf}× here, in ${plural(df, 'note')})`;

function segment(part, scale) {
  const node = h('span', { class: `segment term-${part.colour}`, title: inWords(part) });
  return withSizes(node, { share: part.weight / scale });
}

/** The bar of an entry; `scale` is the score that fills it, `inks` as inksOf gives them. */
export function scoreBar(entry, { inks, scale }) {
  const parts = partsOf(entry, inks);
  const label = `Score ${decimal(entry.score)}: ${parts.map(inWords).join('; ')}`;
  return h(
    'div',
    { class: 'bar', role: 'img', 'aria-label': label },
    parts.map((part) => segment(part, scale)),
  );
}

const swatch = ({ colour }) => h('span', { class: `swatch term-${colour}`, 'aria-hidden': 'true' });

function legendEntry({ term, df, colour }) {
  return h(
    'li',
    { title: `in ${plural(df, 'note')}` },
    swatch({ colour }),
    h('span', { class: 'legend-term' }, term),
    h('span', { class: 'quiet', 'aria-hidden': 'true' }, `${df}`),
    h('span', { class: 'unseen' }, `in ${plural(df, 'note')}`),
  );
}

/** The legend as list items: colour, term, and in how many notes it stands. */
export function legendItems(legend) {
  return legend.map(legendEntry);
}

function termRow(part, heaviest) {
  const bar = h('span', { class: `segment term-${part.colour}` });
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('span', { class: 'term-name' }, swatch(part), part.label)),
    h('td', { class: 'figure' }, `${part.tf}×`),
    h('td', { class: 'figure' }, `${part.df}`),
    h('td', { class: 'figure' }, decimal(part.weight)),
    h(
      'td',
      { class: 'wide', 'aria-hidden': 'true' },
      withSizes(bar, { share: part.weight / heaviest }),
    ),
  );
}

/** What each term gave to the score of an entry, as a table; the weights add up to the score. */
export function termTable(entry, { inks }) {
  const parts = partsOf(entry, inks);
  const heaviest = Math.max(...parts.map(({ weight }) => weight));
  const head = ['Term', 'Here', 'Notes', 'Weight'];
  return h(
    'table',
    { class: 'term-table' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((title) => h('th', { scope: 'col' }, title)),
        h('td'),
      ),
    ),
    h(
      'tbody',
      {},
      parts.map((part) => termRow(part, heaviest)),
    ),
    h(
      'tfoot',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'row', colspan: 3 }, 'Score'),
        h('td', { class: 'figure' }, decimal(entry.score)),
        h('td'),
      ),
    ),
  );
}
