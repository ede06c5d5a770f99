// Why an item has its score, as lines: the signals add up to the score, the terms to the words' part.
//
// Tested by tests/js/cli_output.test.js.

import { decimal, plural } from './look.js';
import { bar, table } from './terminal.js';

const BAR_WIDTH = 16;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** What a score is made of. With an embedding each signal was brought to a common scale. */
function signals({ score, shares, bm25Score, cosScore }, embeddingUsed) {
  if (!embeddingUsed) return `score ${decimal(score)}, the sum of its terms (BM25)`;
  const words = `words ${decimal(shares.bm25)} (BM25 ${decimal(bm25Score)})`;
  const meaning = `embedding ${decimal(shares.cosine)} (cosine ${decimal(cosScore)})`;
  return `score ${decimal(score)} = ${words} + ${meaning}`;
}

function termRow({ term, kind, tf, df, weight }, heaviest) {
  const found = `${tf}× here, in ${plural(df, 'item')}`;
  return [term, kind, decimal(weight), bar(weight / heaviest, BAR_WIDTH), found];
}

/** The lines for one entry of a retrieval with `explain`, behind `indent`. */
export function whyLines(entry, { embeddingUsed, look, indent }) {
  if (entry.score === null) return look.aside(`linked by ${entry.via}, not ranked itself`, indent);
  const terms = [...entry.terms].sort((a, b) => b.weight - a.weight);
  const lines = look.aside(signals(entry, embeddingUsed), indent);
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
