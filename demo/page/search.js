/** One search with all that showing it needs: where words stand, which colours terms have. */

import { inksOf, legendOf, scaleOf } from './terms.js';

/**
 * Asks the engine. `budget`: tokens, or null for no limit. `meaning`: undefined where no embedder is
 * in use, else the options of `retrieve` for it, `{fusionWeight, fusion, embedding?, model?}`. Answers
 *
 *   {result,    what `retrieve` gave
 *    wantsMeaning, fusion, how the signals were to be mixed, where there is an embedder
 *    entries,   [{entry, kept, reading}] in its order, those that the budget cut behind the others
 *    legend,    the terms found, with their colours
 *    inks,      Map of term to {colour, isLight}
 *    scale}     the score that fills a whole bar
 */
export async function search(memory, reader, { query, budget, meaning }) {
  const [result, queryTerms] = await Promise.all([
    memory.retrieve(query, { budgetTokens: budget, explain: true, ...meaning }),
    memory.tokenize(query),
  ]);
  const all = [...result.items, ...result.dropped];
  const readings = await Promise.all(all.map((entry) => reader.read(entry)));
  const kept = result.items.length;
  const entries = all.map((entry, at) => ({ entry, reading: readings[at], kept: at < kept }));
  const legend = legendOf(queryTerms, all);
  const mixed = { wantsMeaning: meaning !== undefined, fusion: meaning?.fusion };
  return { result, ...mixed, entries, legend, inks: inksOf(legend), scale: scaleOf(all) };
}
