/** A score as a bar of its parts, and the legend that tells the parts' colours. */

import { h, withSizes } from './dom.js';
import { AROUND, MEANING, PASSAGE, partsOf } from './terms.js';
import { decimal, decimalOf, plural } from './words.js';

/** Why parts that are no words have their weight. */
const SOURCES = { [PASSAGE]: 'in one place', [AROUND]: 'from its sequence' };

/** Why a part has its weight, or undefined for a word. */
function sourceOf({ colour, cosine }) {
  if (colour !== MEANING) return SOURCES[colour];
  return cosine === null ? SOURCES[AROUND] : `cosine ${decimal(cosine)}`;
}

const reasonOf = (part) => sourceOf(part) ?? `${part.tf}× here, in ${plural(part.df, 'note')}`;

const inWords = (part, scale) =>
  `${part.label}: ${decimalOf(part.weight, scale)} (${reasonOf(part)})`;

function segment(part, scale) {
  const title = inWords(part, scale);
  const node = h('span', { class: `segment term-${part.colour}`, title });
  return withSizes(node, { share: part.weight / scale });
}

/** The bar of an entry; `scale` is the score that fills it, `inks` as inksOf gives them. */
export function scoreBar(entry, { inks, scale }) {
  const parts = partsOf(entry, inks);
  const score = decimalOf(entry.score, scale);
  const label = `Score ${score}: ${parts.map((part) => inWords(part, scale)).join('; ')}`;
  return h(
    'div',
    { class: 'bar', role: 'img', 'aria-label': label },
    parts.map((part) => segment(part, scale)),
  );
}

const swatch = ({ colour }) => h('span', { class: `swatch term-${colour}`, 'aria-hidden': 'true' });

function termEntry({ term, df, forms, colour }) {
  const also = forms.size > 0 ? `, as ${[term, ...forms].join(', ')}` : '';
  return h(
    'li',
    { title: `in ${plural(df, 'note')}${also}` },
    swatch({ colour }),
    h('span', { class: 'legend-term' }, term),
    h('span', { class: 'quiet', 'aria-hidden': 'true' }, `${df}`),
    h('span', { class: 'unseen' }, `in ${plural(df, 'note')}`),
  );
}

const meaningEntry = () =>
  h(
    'li',
    { title: 'how near a note is to the question, whatever its words' },
    swatch({ colour: MEANING }),
    h('span', { class: 'legend-meaning' }, MEANING),
  );

/** The legend of a search as list items: colour, term, and in how many notes it stands; meaning. */
export function legendItems({ legend, result }) {
  return [...legend.map(termEntry), ...(result.embeddingUsed ? [meaningEntry()] : [])];
}

function partRow(part, { scale, heaviest }) {
  const bar = h('span', { class: `segment term-${part.colour}` });
  const source = sourceOf(part);
  const figures = source
    ? [h('td', { class: 'figure', colspan: 2 }, source)]
    : [h('td', { class: 'figure' }, `${part.tf}×`), h('td', { class: 'figure' }, `${part.df}`)];
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, h('span', { class: 'term-name' }, swatch(part), part.label)),
    figures,
    h('td', { class: 'figure' }, decimalOf(part.weight, scale)),
    h(
      'td',
      { class: 'wide', 'aria-hidden': 'true' },
      withSizes(bar, { share: part.weight / heaviest }),
    ),
  );
}

const head = () =>
  h(
    'thead',
    {},
    h(
      'tr',
      {},
      ['Part', 'Here', 'Notes', 'Weight'].map((title) => h('th', { scope: 'col' }, title)),
      h('td'),
    ),
  );

const foot = (score) =>
  h(
    'tfoot',
    {},
    h(
      'tr',
      {},
      h('th', { scope: 'row', colspan: 3 }, 'Score'),
      h('td', { class: 'figure' }, score),
      h('td'),
    ),
  );

/** What each part gave to the score of an entry, as a table; the weights add up to the score. */
export function partTable(entry, { inks, scale }) {
  const parts = partsOf(entry, inks);
  const heaviest = Math.max(...parts.map(({ weight }) => weight)) || 1;
  return h(
    'table',
    { class: 'term-table' },
    head(),
    h(
      'tbody',
      {},
      parts.map((part) => partRow(part, { scale, heaviest })),
    ),
    foot(decimalOf(entry.score, scale)),
  );
}
