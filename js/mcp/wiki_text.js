// What `memory_retrieve` found, as text:
//
//   1. garden:tomatoes · score 1.204 · 2024-05-04T00:00:00.000Z · from anna
//      > Water at dawn, see [[garden:drip line]].
//   2. garden:drip line · linked from tomatoes · 2024-05-05T00:00:00.000Z
//      > Runs for 20 minutes, valve 2.
//   Confidence 0.83
//
// Below the floor that was asked for, the first line says so, and the last is left out.
//
// Tested by tests/js/mcp_tools.test.js.

import { frame, inOneLine, named, quote } from '../text_frame.js';

const INDENT = '   ';
const DIGITS = 3; // of a score

const NOTHING = {
  no_query_terms: 'Nothing found: the question holds no word to search for.',
};

const howFound = ({ score, via }) =>
  score === null ? `linked from ${named(via)}` : `score ${score.toFixed(DIGITS)}`;

function headingOf(entry, number) {
  const { category, name, ts, owner } = entry;
  const parts = [`${category}:${named(name)}`, howFound(entry), ts];
  if (owner !== null) parts.push(`from ${named(owner)}`);
  return frame(`${number}. ${parts.join(' · ')}`);
}

const entryLines = (entry, at) => [headingOf(entry, at + 1), ...quote(entry.content, INDENT)];

export const warningLines = (warnings) =>
  warnings.map(({ message }) => frame(`Warning: ${inOneLine(message)}`));

/** What stands before the items, and what behind them. */
function judgement({ items, reason, confidence }) {
  if (items.length === 0) return [[frame(NOTHING[reason] ?? 'Nothing found.')], []];
  const surety = confidence.toFixed(2);
  if (reason !== 'low_confidence') return [[], [frame(`Confidence ${surety}`)]];
  return [[frame(`No memory covers this surely (confidence ${surety}); the nearest:`)], []];
}

/** The result of `memory.retrieve` as lines (../text_frame.js). */
export function retrievalLines(result) {
  const { items, unresolvedLinks, warnings } = result;
  const missing = unresolvedLinks.map(named).join(', ');
  const [before, behind] = judgement(result);
  return [
    ...before,
    ...items.flatMap(entryLines),
    ...behind,
    ...(missing ? [frame(`Links that lead nowhere yet: ${missing}`)] : []),
    ...warningLines(warnings),
  ];
}
