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

/**
 * What a score is made of, in the order of colours: `[{label, weight, colour, tf, df, kind}]`. The
 * weights add up to the score. One signal so far, BM25; a second one adds its parts here and needs
 * nothing elsewhere.
 */
export function partsOf(entry, inks) {
  const parts = (entry.terms ?? []).map(({ term, ...figures }) => ({
    label: term,
    colour: inks.get(term)?.colour ?? NO_COLOUR,
    ...figures,
  }));
  const rank = ({ colour }) => (colour === NO_COLOUR ? COLOURS + 1 : colour);
  return parts.sort((a, b) => rank(a) - rank(b));
}

/** The score that fills a whole bar, the same for all of a result, so that its bars compare. */
export function scaleOf(entries) {
  return Math.max(0, ...entries.map(({ score }) => score ?? 0)) || 1;
}
