/**
 * The terms of a query and what they weigh: which colour a term has, and the parts that add up to a
 * score. Colour means nothing else on this page: a term has the same one in the legend, in the bars
 * and in the texts. No DOM here.
 *
 * Tested by tests/browser/page_parts.test.js.
 */

export const COLOURS = 8;

/** The colour of terms for which none is left: grey. */
export const NO_COLOUR = 0;

/** What is drawn for the cosine: ink in stripes, so that it is no term's colour. */
export const MEANING = 'meaning';

/** What is drawn for words that stand close together: ink in slanted lines. */
export const PASSAGE = 'passage';

/** What is drawn for what the notes around one lent to it: ink in dots. */
export const AROUND = 'around';

/** Terms below this share of the heaviest are marked faintly: "the" should not outshine "tide". */
const LIGHT = 0.4;

/** The terms of an entry that gave it anything. */
const weighing = ({ terms = [] }) => terms.filter(({ weight }) => weight > 0);

/** The word of the query that a term is, or is a form of. */
const wordOf = ({ term, of = term }) => of;

/** What stands in the text of an entry for words of the query: the words, and forms of them. */
export const shownTerms = (entry) => [
  ...entry.matchedTerms,
  ...weighing(entry).flatMap(({ term, of }) => (of === undefined ? [] : [term])),
];

/**
 * Terms found in `entries`: `Map` of term to `{term, df, weight, forms}`, their heaviest weight, and the
 * forms that were found of it.
 */
function foundTerms(entries) {
  const found = new Map();
  for (const part of entries.flatMap(weighing)) {
    const word = wordOf(part);
    const { weight = 0, forms = new Set() } = found.get(word) ?? {};
    if (word !== part.term) forms.add(part.term);
    found.set(word, { term: word, df: part.df, weight: Math.max(weight, part.weight), forms });
  }
  return found;
}

/** The weight that a term must have to get a colour: that of the eighth, by weight. */
function leastOf(terms) {
  const weights = terms.map(({ weight }) => weight).sort((a, b) => b - a);
  return weights[COLOURS - 1] ?? 0;
}

/**
 * The terms that were found, in the order of the query: `[{term, df, weight, forms, colour, isLight}]`.
 * Colours go out in that order, so that a term keeps its own while more words are typed; where there
 * are more terms than colours, the heaviest get them. `isLight`: it weighs little beside the heaviest, or has
 * no colour.
 */
export function legendOf(queryTerms, entries) {
  const found = foundTerms(entries);
  const order = new Set([...queryTerms.filter((term) => found.has(term)), ...found.keys()]);
  const terms = Array.from(order, (term) => found.get(term));
  const least = leastOf(terms);
  const heaviest = Math.max(...terms.map(({ weight }) => weight));
  let given = 0;
  return terms.map((term) => {
    const colour = term.weight >= least && given < COLOURS ? ++given : NO_COLOUR;
    return { ...term, colour, isLight: colour === NO_COLOUR || term.weight < LIGHT * heaviest };
  });
}

/** `Map` of term to how it is drawn: `{colour, isLight}`. A form is drawn as its word is. */
export function inksOf(legend) {
  const inks = legend.flatMap(({ term, forms, colour, isLight }) =>
    [...forms, term].map((each) => [each, { colour, isLight }]),
  );
  const words = legend.map(({ term, colour, isLight }) => [term, { colour, isLight }]);
  return new Map([...inks, ...words]); // a word that is a form of another one keeps its own
}

const sumOf = (weights) => weights.reduce((sum, weight) => sum + weight, 0);

/** What stands beside the words of an entry: `[{label, colour, weight}]`, those above 0. */
function besideWords({ context }) {
  const { neighbours = 0, sequence = 0, coverage = 0 } = context ?? {};
  return [
    { label: 'close together', colour: PASSAGE, weight: coverage },
    { label: 'around it', colour: AROUND, weight: neighbours + sequence },
  ].filter(({ weight }) => weight > 0);
}

/**
 * The parts of the words: the share of BM25, divided as the terms' own weights are; behind them that
 * they stand close together, and what other notes lent.
 */
function wordParts(entry, inks) {
  const terms = weighing(entry);
  const beside = besideWords(entry);
  const total = sumOf([...terms, ...beside].map(({ weight }) => weight));
  const scale = total > 0 ? entry.shares.bm25 / total : 0;
  const parts = terms.map(({ term, of, weight, ...figures }) => ({
    label: of === undefined ? term : `${of} ~ ${term}`,
    colour: inks.get(of ?? term)?.colour ?? NO_COLOUR,
    weight: weight * scale,
    ...figures,
  }));
  const rank = ({ colour }) => (colour === NO_COLOUR ? COLOURS + 1 : colour);
  parts.sort((a, b) => rank(a) - rank(b));
  return [...parts, ...beside.map((part) => ({ ...part, weight: part.weight * scale }))];
}

/**
 * What a score is made of: its words in the order of colours, `[{label, weight, colour, tf, df, kind}]`;
 * behind them, where there is that, `{label, weight, colour}` of PASSAGE and of AROUND, and
 * `{label, weight, colour: MEANING, cosine}`, the cosine null where notes around it lent theirs. The
 * weights add up to the score.
 */
export function partsOf(entry, inks) {
  const words = wordParts(entry, inks);
  const { cosine } = entry.shares;
  if (entry.cosScore === null && cosine === 0) return words;
  return [...words, { label: MEANING, weight: cosine, colour: MEANING, cosine: entry.cosScore }];
}

/** The score that fills a whole bar, the same for all of a result, so that its bars compare. */
export function scaleOf(entries) {
  return Math.max(0, ...entries.map(({ score }) => score ?? 0)) || 1;
}
