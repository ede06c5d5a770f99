/**
 * What is to be seen in the text of a note: words that matched, and links.
 *
 * The engine decides both. `tokenize` tells where each term stands (UTF-16 offsets, which are
 * JavaScript's own), `parseLinks` which links a text holds. Here is only arithmetic on offsets:
 * spans in, runs out, no DOM.
 *
 *   "see [[tools:jitter]]", marked "jitter"
 *   -> [{text: "see "}, {link: {category: "tools", name: "jitter"}, parts: [{text: "jitter", term}]}]
 *
 * Tested by tests/browser/page_parts.test.js.
 */

const BRACKETED = /\[\[[^[\]]*\]\]/g;
const LEAD = 48; // characters shown before the first mark of an excerpt
const SINGLE = /^[^\p{ASCII}]$/u;
const STANDING = new Set(['word', 'identifier', 'part']); // forms and grams are pieces of words

/** Where one token matches, or null. A single ideograph matches inside the bigram that holds it. */
function matchIn({ term, start, end }, matched, singles) {
  if (matched.has(term)) return { start, end, term };
  const single = singles.find((character) => term.includes(character));
  if (single === undefined) return null;
  const at = start + term.indexOf(single);
  const whole = end - start !== term.length; // folding changed the length: no place to count from
  return whole
    ? { start, end, term: single }
    : { start: at, end: at + single.length, term: single };
}

/**
 * The spans of `tokens` whose term is among `matchedTerms`: `[{start, end, term}]`, in order and
 * without overlaps. Where terms overlap, the one that begins first wins, then the longer one.
 */
export function marksOf(tokens, matchedTerms) {
  const matched = new Set(matchedTerms);
  const singles = matchedTerms.filter((term) => SINGLE.test(term));
  const spans = tokens
    .filter(({ kind }) => STANDING.has(kind))
    .map((token) => matchIn(token, matched, singles))
    .filter(Boolean);
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const marks = [];
  let covered = 0;
  for (const { start, end, term } of spans) {
    if (end <= covered) continue;
    marks.push({ start: Math.max(start, covered), end, term });
    covered = end;
  }
  return marks;
}

/** A name as the engine stores it: white space collapsed. */
export const asStored = (name) => name.trim().replace(/\s+/g, ' ');

/** Where the name and the label of a bracketed span begin and end, or null where it has no colon. */
function anatomy(text, start, end) {
  const colon = text.indexOf(':', start);
  if (colon < 0 || colon > end) return null;
  const inner = text.slice(colon + 1, end - 2);
  const nameEnd = colon + 1 + (inner + '|').search(/[|#]/);
  const bar = text.indexOf('|', colon);
  const hasLabel = bar > 0 && bar < end - 3;
  const [labelStart, labelEnd] = hasLabel ? [bar + 1, end - 2] : [colon + 1, nameEnd];
  const [category, name] = [
    text.slice(start + 2, colon).trim(),
    text.slice(colon + 1, nameEnd).trim(),
  ];
  return { start, end, labelStart, labelEnd, category, name };
}

/**
 * The spans of the links of a text; `links` is what `parseLinks` found in it, in order. Brackets that
 * are not the next of them are none, like those in code.
 */
export function linkSpansOf(text, links) {
  const spans = [];
  for (const { 0: span, index } of text.matchAll(BRACKETED)) {
    const next = links[spans.length];
    const found = anatomy(text, index, index + span.length);
    if (found && found.category === next?.category && found.name === next.name) {
      spans.push({ ...found, name: asStored(found.name) });
    }
  }
  return spans;
}

/** The text from `from` to `to`, cut where marks begin and end: `[{text, term?}]`. */
function partsOf(text, marks, from, to) {
  const parts = [];
  let at = from;
  const push = (end, term) => {
    if (end > at) parts.push({ text: text.slice(at, end), term });
    at = Math.max(at, end);
  };
  for (const { start, end, term } of marks) {
    if (end <= from) continue;
    if (start >= to) break;
    push(Math.min(start, to));
    push(Math.min(end, to), term);
  }
  push(to);
  return parts;
}

/**
 * `text` from `from` to `to` as runs: `{text, term?}` or `{link: {category, name}, parts: [{text,
 * term?}]}`. A link is shown by its label, without brackets and category.
 */
export function runsOf(text, marks, links, [from, to] = [0, text.length]) {
  const runs = [];
  let at = from;
  for (const { start, end, labelStart, labelEnd, category, name } of links) {
    if (end <= from || start >= to) continue;
    runs.push(...partsOf(text, marks, at, start));
    runs.push({ link: { category, name }, parts: partsOf(text, marks, labelStart, labelEnd) });
    at = end;
  }
  return [...runs, ...partsOf(text, marks, at, to)];
}

/** How many different terms begin in a window of `length` characters from `start`. */
function richness(marks, start, length) {
  const within = marks.filter((mark) => mark.start >= start && mark.end <= start + length);
  return new Set(within.map((mark) => mark.term)).size;
}

function richestStart(marks, length) {
  let best = { start: 0, terms: 0 };
  for (const { start } of marks.slice(0, 200)) {
    const terms = richness(marks, start, length);
    if (terms > best.terms) best = { start, terms };
  }
  return best.start;
}

/** Moves a cut to the blank before it, where one is near, and out of links and surrogate pairs. */
function softCut(text, links, at) {
  const inside = links.find(({ start, end }) => start < at && at < end);
  if (inside) return inside.start;
  const blank = text.lastIndexOf(' ', at);
  if (blank > at - 24 && blank > 0) return blank + 1;
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff ? at - 1 : at;
}

/** The part of a text that shows most of the marks, about `length` characters: `[from, to]`. */
export function excerptOf(text, marks, links, length) {
  if (text.length <= length) return [0, text.length];
  const start = Math.max(0, richestStart(marks, length - LEAD) - LEAD);
  const from = start === 0 ? 0 : softCut(text, links, start);
  const to = from + length >= text.length ? text.length : softCut(text, links, from + length);
  return [from, Math.max(to, from)];
}
