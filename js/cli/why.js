// Why an item has its score, as lines: the signals add up to the score, the item's own terms and what
// those around it lent to the words' part. A form stands behind the word that was asked for:
// "migrations ~ migrated".
//
// Tested by tests/js/cli_why.test.js and tests/js/cli_output.test.js.

import { decimal, plural } from './look.js';
import { bar, table } from './terminal.js';

const BAR_WIDTH = 16;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The parts of a `context` in words: the item's own, and what others lent to it. */
const PARTS = {
  own: 'its terms',
  neighbours: 'its neighbours',
  sequence: 'its sequence',
  coverage: 'its best passage',
};

/** " = its terms 0.9 + its neighbours 0.2", or nothing where nothing was lent. */
function partsOf(context) {
  const given = Object.entries(PARTS).filter(([name]) => context?.[name] > 0);
  if (given.every(([name]) => name === 'own')) return '';
  return ` = ${given.map(([name, label]) => `${label} ${decimal(context[name])}`).join(' + ')}`;
}

/** What a score is made of, as lines. With an embedding each signal was brought to a common scale. */
function signals({ score, shares, bm25Score, cosScore, context }, embeddingUsed) {
  const parts = partsOf(context);
  if (!embeddingUsed) return [`score ${decimal(score)}${parts || ', the sum of its terms (BM25)'}`];
  const words = `words ${decimal(shares.bm25)} (BM25 ${decimal(bm25Score)})`;
  const meaning = `embedding ${decimal(shares.cosine)} (cosine ${decimal(cosScore)})`;
  const total = `score ${decimal(score)} = ${words} + ${meaning}`;
  return parts ? [total, `BM25 ${decimal(bm25Score)}${parts}`] : [total];
}

function termRow({ term, kind, of, tf, df, weight }, heaviest) {
  const found = `${tf}× here, in ${plural(df, 'item')}`;
  return [
    of === undefined ? term : `${of} ~ ${term}`,
    kind,
    decimal(weight),
    bar(weight / heaviest, BAR_WIDTH),
    found,
  ];
}

/** The lines for one entry of a retrieval with `explain`, behind `indent`. */
export function whyLines(entry, { embeddingUsed, look, indent }) {
  if (entry.score === null) return look.aside(`linked by ${entry.via}, not ranked itself`, indent);
  const held = entry.terms.filter(({ tf }) => tf > 0); // a word may be found by a form of it alone
  const terms = held.sort((a, b) => b.weight - a.weight);
  const lines = signals(entry, embeddingUsed).flatMap((line) => look.aside(line, indent));
  if (terms.length === 0) return lines;
  const columns = [
    { title: 'term', shrink: true },
    { title: 'kind' },
    { title: 'weight', align: 'right' },
    { title: '', paint: look.paint.green },
    { title: 'found', shrink: true },
  ];
  const rows = terms.map((term) => termRow(term, terms[0].weight));
  rows.push(['together', '', decimal(sum(terms.map(({ weight }) => weight))), '', '']);
  const width = look.width - indent.length;
  const drawn = table(columns, rows, { width, paintTitle: look.paint.dim });
  return [...lines, ...drawn.map((line) => indent + line)];
}
