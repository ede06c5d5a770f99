/** The result of a search as lists: what the budget kept, and below the cut what it did not. */

import { h } from './dom.js';
import { keyOf } from './notebook.js';
import { contentRuns, nameRuns } from './reader.js';
import { noteHash, writeHash } from './router.js';
import { runNodes } from './runs_view.js';
import { scoreBar } from './score_view.js';
import { shownTerms } from './terms.js';
import { decimalOf, plain, plural } from './words.js';

const EXCERPT = 200; // characters

const REASONS = { over_budget: 'over the budget' };

const EMPTY_REASONS = {
  no_query_terms: 'There is no word in this to search for: only marks or blanks.',
};

const NO_MEANING = {
  none: 'the model has not answered yet, or cannot read this',
  no_vectors: 'no note has a vector yet',
  invalid_vector: 'the model gave no vector for this',
  model_mismatch: 'the notes have vectors of another model',
  dimension_mismatch: 'the notes have vectors of another width',
};

function title({ entry, reading }, { inks }) {
  const runs = nameRuns(reading, shownTerms(entry));
  return h('a', { class: 'hit-name', href: noteHash(entry) }, runNodes(runs, inks));
}

function costs({ entry, kept }) {
  const tokens = plural(entry.tokensEst, 'token');
  return kept ? tokens : `${tokens} · ${REASONS[entry.reason] ?? entry.reason}`;
}

function hitItem(found, view) {
  const { entry, reading } = found;
  const runs = contentRuns(reading, shownTerms(entry), EXCERPT);
  return h(
    'li',
    { class: 'hit', 'data-key': keyOf(entry) },
    h(
      'div',
      { class: 'hit-head' },
      title(found, view),
      h('span', { class: 'score' }, decimalOf(entry.score, view.scale)),
    ),
    scoreBar(entry, view),
    h('p', { class: 'excerpt' }, runNodes(runs, view.inks)),
    h('p', { class: 'hit-foot' }, h('span', { class: 'category' }, entry.category), costs(found)),
  );
}

function linkItem(found, view) {
  const { entry } = found;
  const via = h('span', { class: 'unseen' }, `linked from ${entry.via}, `);
  return h(
    'li',
    { class: 'hit is-link', 'data-key': keyOf(entry), title: `linked from ${entry.via}` },
    h('div', { class: 'hit-head' }, title(found, view)),
    h(
      'p',
      { class: 'hit-foot' },
      via,
      h('span', { class: 'category' }, entry.category),
      costs(found),
    ),
  );
}

function list(entries, view, attributes) {
  const item = (found) => (found.entry.source === 'hit' ? hitItem : linkItem)(found, view);
  return h('ol', { class: 'hits', ...attributes }, entries.map(item));
}

function cutLine({ budgetTokens }, dropped) {
  const left = `${plural(dropped.length, 'note')} left out`;
  const title = `a budget of ${plural(budgetTokens, 'token')}`;
  return h('p', { class: 'cut', title }, h('span', {}, `the budget ends here · ${left}`));
}

function unresolved(result) {
  const links = result.unresolvedLinks.map((link) => /^\[\[([^:]+):(.*)\]\]$/.exec(link));
  const chips = links
    .filter(Boolean)
    .map(([, category, name]) =>
      h('a', { class: 'chip is-open', href: writeHash({ category, name }) }, name),
    );
  if (chips.length === 0) return null;
  return h('p', { class: 'unresolved' }, 'Linked to, but not written yet: ', chips);
}

function nothing({ result }) {
  const reason = EMPTY_REASONS[result.reason] ?? 'No note shares a word with this.';
  return h('div', { class: 'empty' }, h('p', {}, reason));
}

/** The nodes of the list for `found`, a result of Search. */
export function resultNodes(found) {
  const { entries, result } = found;
  if (entries.length === 0) return [nothing(found)];
  const kept = entries.filter((one) => one.kept);
  const dropped = entries.filter((one) => !one.kept);
  return [
    list(kept, found, { 'aria-label': 'Found' }),
    dropped.length > 0 && cutLine(result, dropped),
    dropped.length > 0 &&
      list(dropped, found, { class: 'hits is-dropped', 'aria-label': 'Left out' }),
    unresolved(result),
  ].filter(Boolean);
}

/** Why the meaning took no part, where it was to. */
function aside({ result, wantsMeaning }) {
  if (!wantsMeaning || result.embeddingUsed) return '';
  return `, by words alone: ${NO_MEANING[result.embeddingReason] ?? result.embeddingReason}`;
}

/** How surely the notes cover the question; it is judged by words alone. */
function surety({ confidence, embeddingUsed }) {
  return ` · ${Math.round(100 * confidence)} % sure${embeddingUsed ? ' by its words' : ''}`;
}

/** One sentence about the result, for the line above the list and for screen readers. */
export function summaryOf(found) {
  const { entries } = found;
  const hits = entries.filter(({ entry }) => entry.source === 'hit').length;
  const linked = entries.length - hits;
  if (entries.length === 0) return `Nothing found${aside(found)}`;
  const more = linked > 0 ? ` and ${plain(linked)} that they link to` : '';
  return `${plural(hits, 'hit')}${more}${surety(found.result)}${aside(found)}`;
}
