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

/** Terms below this share of the heaviest are marked faintly: "the" should not outshine "tide". */
const LIGHT = 0.4;

/** Terms found in `entries`: `Map` of term to `{term, kind, df, weight}`, their heaviest weight. */
function foundTerms(entries) {
  const found = new Map();
  for (const { term, kind, df, weight } of entries.flatMap((entry) => entry.terms ?? [])) {
    const heaviest = Math.max(weight, found.get(term)?.weight ?? 0);
    found.set(term, { term, kind, df, weight: heaviest });
  }
  return found;
}

/** The weight that a term must have to get a colour: that of the eighth, by weight. */
function leastOf(terms) {
  const weights = terms.map(({ weight }) => weight).sort((a, b) => b - a);
  return weights[COLOURS - 1] ?? 0;
}

/**
 * The terms that were found, in the order of the query: `[{term, kind, df, weight, colour, isLight}]`.
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

/** `Map` of term to how it is drawn: `{colour, isLight}`. */
export function inksOf(legend) {
  return new Map(legend.map(({ term, colour, isLight }) => [term, { colour, isLight }]));
}

/** The parts of the words: the share of BM25, divided as the terms' own weights are. */
function wordParts({ terms = [], shares }, inks) {
  const own = terms.reduce((sum, { weight }) => sum + weight, 0);
  const scale = own > 0 ? shares.bm25 / own : 0;
  const parts = terms.map(({ term, weight, ...figures }) => ({
    label: term,
    colour: inks.get(term)?.colour ?? NO_COLOUR,
    weight: weight * scale,
    ...figures,
  }));
  const rank = ({ colour }) => (colour === NO_COLOUR ? COLOURS + 1 : colour);
  return parts.sort((a, b) => rank(a) - rank(b));
}

/**
 * What a score is made of: its words in the order of colours, `[{label, weight, colour, tf, df, kind}]`,
 * and behind them, where the note has a cosine, `{label, weight, colour: MEANING, cosine}`. The weights
 * add up to the score.
 */
export function partsOf(entry, inks) {
  const words = wordParts(entry, inks);
  if (entry.cosScore === null) return words;
  const { cosine } = entry.shares;
  return [...words, { label: MEANING, weight: cosine, colour: MEANING, cosine: entry.cosScore }];
}

/** The score that fills a whole bar, the same for all of a result, so that its bars compare. */
export function scaleOf(entries) {
  return Math.max(0, ...entries.map(({ score }) => score ?? 0)) || 1;
}
