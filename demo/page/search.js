/** One search with all that showing it needs: where words stand, which colours terms have. */

import { inksOf, legendOf, scaleOf } from './terms.js';

/**
 * Asks the engine. `budget`: tokens, or null for no limit. Answers
 *
 *   {result,    what `retrieve` gave
 *    entries,   [{entry, kept, reading}] in its order, those that the budget cut behind the others
 *    legend,    the terms found, with their colours
 *    inks,      Map of term to {colour, isLight}
 *    scale}     the score that fills a whole bar
 */
export async function search(memory, reader, { query, budget }) {
  const [result, queryTerms] = await Promise.all([
    memory.retrieve(query, { budgetTokens: budget, explain: true }),
    memory.tokenize(query),
  ]);
  const all = [...result.items, ...result.dropped];
  const readings = await Promise.all(all.map((entry) => reader.read(entry)));
  const kept = result.items.length;
  const entries = all.map((entry, at) => ({ entry, reading: readings[at], kept: at < kept }));
  const legend = legendOf(queryTerms, all);
  return { result, entries, legend, inks: inksOf(legend), scale: scaleOf(all) };
}
