/**
 * The terms of a query and what they weigh: which colour a term has, and the parts that add up to a
 * score. Colour means nothing else on this page: a term has the same one in the legend, in the bars
 * and in the texts. No DOM here.
 *
 * Tested by tests/browser/page_parts.test.js.
 */

export const COLOURS = 8;

/** The colour of terms beyond the first eight: grey. */
export const NO_COLOUR = 0;

/** Terms found in `entries`: `Map` of term to `{term, kind, df, weight}`, their heaviest weight. */
function foundTerms(entries) {
  const found = new Map();
  for (const { term, kind, df, weight } of entries.flatMap((entry) => entry.terms ?? [])) {
    const heaviest = Math.max(weight, found.get(term)?.weight ?? 0);
    found.set(term, { term, kind, df, weight: heaviest });
  }
  return found;
}

/**
 * The terms that were found, in the order of the query: `[{term, kind, df, weight, colour}]`.
 * Colours go out in that order, so that a term keeps its colour while more words are typed.
 */
export function legendOf(queryTerms, entries) {
  const found = foundTerms(entries);
  const ordered = new Set([...queryTerms.filter((term) => found.has(term)), ...found.keys()]);
  return Array.from(ordered, (term, index) => ({
    ...found.get(term),
    colour: index < COLOURS ? index + 1 : NO_COLOUR,
  }));
}

/** `Map` of term to the number of its colour. */
export function coloursOf(legend) {
  return new Map(legend.map(({ term, colour }) => [term, colour]));
}

/**
 * What a score is made of, heaviest colour order first: `[{label, weight, colour, tf, df, kind}]`.
 * The weights add up to the score. One signal so far, BM25; a second one adds its parts here and
 * needs nothing elsewhere.
 */
export function partsOf(entry, colours) {
  const parts = (entry.terms ?? []).map(({ term, ...figures }) => ({
    label: term,
    colour: colours.get(term) ?? NO_COLOUR,
    ...figures,
  }));
  const rank = ({ colour }) => (colour === NO_COLOUR ? COLOURS + 1 : colour);
  return parts.sort((a, b) => rank(a) - rank(b));
}

/** The score that fills a whole bar, the same for all of a result, so that its bars compare. */
export function scaleOf(entries) {
  return Math.max(0, ...entries.map(({ score }) => score ?? 0)) || 1;
}
