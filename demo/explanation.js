/**
 * A retrieve result as a page of text: the answer, why each note came, what the budget cut.
 *
 * Tested by tests/js/terminal.test.js.
 */

import { bar, table, visible, wrap } from '../js/cli/terminal.js';

const INDENT = '  ';
const ANSWER_LINES = 8;
const NOTES_EXPLAINED = 3;
const TERMS_EXPLAINED = 5;
const WEIGHT_BAR_WIDTH = 16;
const BUDGET_BAR_WIDTH = 30;

const REASONS = {
  over_budget: 'over the budget',
  no_query_terms: 'the query holds no words to search for',
};

const decimal = (value) => (value === null || value === undefined ? '–' : value.toFixed(2));
const keyOf = (entry) => `${entry.category}:${entry.name}`;
const inWords = (reason) => REASONS[reason] ?? reason;
const surety = ({ confidence }) => `confidence ${decimal(confidence)}`;
const sum = (numbers) => numbers.reduce((total, value) => total + value, 0);

/** "1 note", "2 notes". */
export function plural(amount, noun) {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`;
}

/** Collects the lines of one page; `paint` is a palette of terminal.js. */
class Page {
  constructor({ width, paint }) {
    this.width = width - INDENT.length;
    this.paint = paint;
    this.lines = [];
  }

  heading(text) {
    this.lines.push('', this.paint.bold(visible(text)));
  }

  /** Adds lines that were made by terminal.js. */
  add(lines) {
    this.lines.push(...lines.map((line) => (INDENT + line).trimEnd()));
  }

  text(content, paint = (line) => line) {
    this.add(wrap(content, this.width).map(paint));
  }

  table(columns, rows) {
    this.add(table(columns, rows, { width: this.width, paintTitle: this.paint.dim }));
  }
}

function addBestNote(page, entry) {
  page.heading(keyOf(entry));
  const lines = wrap(entry.content, page.width);
  const cut = lines.length > ANSWER_LINES;
  page.add(cut ? [...lines.slice(0, ANSWER_LINES - 1), '…'] : lines);
}

function rankingColumns(items, paint) {
  const paintSource = (cell, row) => (items[row].source === 'hit' ? paint.green : paint.cyan)(cell);
  return [
    { title: '#', align: 'right' },
    { title: 'source', paint: paintSource },
    { title: 'note', shrink: true, paint: paint.bold },
    { title: 'score', align: 'right' },
    { title: 'BM25', align: 'right' },
    { title: 'matched terms', shrink: true },
    { title: 'via', shrink: true },
    { title: 'tokens', align: 'right' },
  ];
}

function rankingRow(entry, index) {
  return [
    String(index + 1),
    entry.source,
    keyOf(entry),
    decimal(entry.score),
    decimal(entry.bm25Score),
    entry.matchedTerms.join(' '),
    entry.via ?? '–',
    String(entry.tokensEst),
  ];
}

function addRanking(page, { items, ...result }) {
  page.heading(`Found, ${surety(result)}: hits by score, each followed by the notes it links to`);
  page.table(rankingColumns(items, page.paint), items.map(rankingRow));
}

function termRow(term, rank, heaviest) {
  const found = `${term.tf}× here, in ${plural(term.df, 'note')}`;
  const share = bar(term.weight / heaviest, WEIGHT_BAR_WIDTH);
  const name = term.of === undefined ? term.term : `${term.of} ~ ${term.term}`;
  return [rank, name, term.kind, decimal(term.weight), share, found];
}

/** The terms of an entry that it holds: a word may be found by a form of it alone. */
const held = ({ terms = [] }) => terms.filter(({ tf }) => tf > 0);

/** What stands beside the words of a note, `[label, weight, source]`: those above 0. */
function besideWords({ context }) {
  const { neighbours = 0, sequence = 0, coverage = 0 } = context ?? {};
  return [
    ['close together', coverage, 'in one place'],
    ['around it', neighbours + sequence, 'from its sequence'],
  ].filter(([, weight]) => weight > 0);
}

function rowsBeside(entry, heaviest) {
  return besideWords(entry).map(([label, weight, source]) => {
    return ['', label, '', decimal(weight), bar(weight / heaviest, WEIGHT_BAR_WIDTH), source];
  });
}

/** The rows of one note: its heaviest terms, what the others weigh together, and what stands beside. */
function termRows(entry, rank, heaviest) {
  const terms = held(entry).sort((a, b) => b.weight - a.weight);
  const rest = terms.slice(TERMS_EXPLAINED);
  const label = (at) => (at === 0 ? rank : '');
  const rows = terms
    .slice(0, TERMS_EXPLAINED)
    .map((term, at) => termRow(term, label(at), heaviest));
  const beside = rowsBeside(entry, heaviest);
  if (rest.length === 0) return [...rows, ...beside];
  const weight = decimal(sum(rest.map((term) => term.weight)));
  return [...rows, ['', `${rest.length} more`, '', weight, '', ''], ...beside];
}

function addWeights(page, items) {
  const weighed = items
    .map((entry, index) => ({ entry, rank: String(index + 1) }))
    .filter(({ entry }) => held(entry).length > 0 || besideWords(entry).length > 0);
  if (weighed.length === 0) return;
  const explained = weighed.slice(0, NOTES_EXPLAINED);
  const weights = explained.flatMap(({ entry }) => [
    ...held(entry).map(({ weight }) => weight),
    ...besideWords(entry).map(([, weight]) => weight),
  ]);
  const columns = [
    { title: '#', align: 'right' },
    { title: 'term', shrink: true },
    { title: 'kind' },
    { title: 'weight', align: 'right' },
    { title: '', paint: page.paint.green },
    { title: 'found', shrink: true },
  ];
  const rest = explained.length < weighed.length;
  const which = rest ? ` (of ${weighed.length} hits, the first ${explained.length})` : '';
  page.heading(`Why: each term’s weight; they add up to the note’s BM25${which}`);
  page.table(
    columns,
    explained.flatMap(({ entry, rank }) => termRows(entry, rank, Math.max(...weights))),
  );
}

function budgetSummary({ items, dropped, budgetTokens, budgetUsed, overBudget }) {
  if (budgetTokens === null) return `${budgetUsed} tokens, no limit set`;
  const kept = `${items.length} of ${plural(items.length + dropped.length, 'note')} kept`;
  if (budgetTokens === 0) {
    return `none allowed, ${plural(budgetUsed, 'token')} used, ${kept}; the first is always kept`;
  }
  const over = overBudget ? '; the first note alone is larger, and is kept all the same' : '';
  return `${budgetUsed} of ${plural(budgetTokens, 'token')} used, ${kept}${over}`;
}

function addBudget(page, result) {
  page.heading('Budget');
  const { budgetTokens, budgetUsed, dropped } = result;
  if (budgetTokens !== null) {
    const full = bar(budgetTokens > 0 ? budgetUsed / budgetTokens : 1, BUDGET_BAR_WIDTH);
    page.add([
      page.paint.yellow(full) + page.paint.dim('░'.repeat(BUDGET_BAR_WIDTH - full.length)),
    ]);
  }
  page.text(budgetSummary(result));
  if (dropped.length > 0) addDropped(page, dropped);
}

function addDropped(page, dropped) {
  const columns = [
    { title: 'left out', shrink: true },
    { title: 'source' },
    { title: 'score', align: 'right' },
    { title: 'tokens', align: 'right' },
    { title: 'reason', shrink: true },
  ];
  const row = (entry) => [
    keyOf(entry),
    entry.source,
    decimal(entry.score),
    String(entry.tokensEst),
    inWords(entry.reason),
  ];
  page.table(columns, dropped.map(row));
}

function addNotices(page, { unresolvedLinks, warnings }) {
  if (unresolvedLinks.length > 0) {
    page.heading('Links to notes not written yet');
    page.text(unresolvedLinks.join(' '));
  }
  if (warnings.length > 0) {
    page.heading('Warnings');
    for (const { code, message } of warnings) page.text(`${code}: ${message}`, page.paint.yellow);
  }
}

function addNothing(page, reason) {
  page.heading('Nothing found');
  page.text(inWords(reason ?? 'no note shares a word with the query'));
}

/**
 * The lines of the page. `result`: what `retrieve` gave with `explain: true`; `width`: cells a
 * line; `paint`: a palette of terminal.js. A result without items says so and why.
 */
export function explain(query, result, { width, paint }) {
  const page = new Page({ width, paint });
  page.text(`“${query}”`, paint.cyan);
  if (result.items.length === 0) {
    addNothing(page, result.reason);
  } else {
    addBestNote(page, result.items[0]);
    addRanking(page, result);
    addWeights(page, result.items);
    addBudget(page, result);
  }
  addNotices(page, result);
  return page.lines;
}
