// What each way to find forms of words gives and costs: recall beside the time of a build, the time of
// a question, and memory. A way is on the front when no other is as good in all four and better in one.

import { withChildren } from '../bench/child.js';
import { median } from '../bench/stats.js';
import { mean } from './measures.js';
import { FORMS } from './ours.js';
import { SETS } from './sets.js';

const QUESTIONS = 50;
const WORKER = '../quality/pareto_worker.js';

async function round(child, { source, size }, number) {
  const built = await child.call('build', source, size);
  return { ...built, p50: await child.call('query', number * QUESTIONS, QUESTIONS) };
}

const medians = (rounds) =>
  Object.fromEntries(Object.keys(rounds[0]).map((key) => [key, median(rounds.map((r) => r[key]))]));

/** By way: medians `{addMany, build, p50, heap}` of interleaved rounds at `size` texts of `source`. */
export function costs({ source, size, rounds, progress }) {
  return withChildren(
    FORMS,
    async (children) => {
      const measured = Object.fromEntries(FORMS.map((forms) => [forms, []]));
      for (let number = 0; number < rounds; number++) {
        for (const child of children) {
          progress(`cost of forms '${child.name}' at ${size} texts, round ${number + 1}`);
          measured[child.name].push(await round(child, { source, size }, number));
        }
      }
      return Object.fromEntries(FORMS.map((forms) => [forms, medians(measured[forms])]));
    },
    WORKER,
  );
}

/** The figure of each set that has a target, and their mean. */
function recallOf(recall, forms) {
  const figures = Object.entries(recall).map(([set, byName]) => [
    set,
    byName[`loci-${forms}`][SETS[set].figure],
  ]);
  return { ...Object.fromEntries(figures), mean: mean(figures.map(([, value]) => value)) };
}

const isWorse = (a, b) => {
  const gains = [b.recall.mean - a.recall.mean];
  for (const key of ['build', 'p50', 'heap']) gains.push(a[key] - b[key]);
  return gains.every((gain) => gain >= 0) && gains.some((gain) => gain > 0);
};

/** Marks the rows `{recall: {mean}, build, p50, heap}` that no other row beats. */
export const withFront = (rows) =>
  rows.map((row) => ({ ...row, onFront: !rows.some((other) => isWorse(row, other)) }));

/**
 * Rows `{forms, recall: {set: figure, mean}, addMany, build, p50, heap, smallP50, onFront}`, times in ms
 * at `sizes.large` texts, `smallP50` at `sizes.small`. `recall`: as recall() gives it, of each way.
 */
export async function pareto({ recall, sizes, ...job }) {
  const small = await costs({ ...job, size: sizes.small });
  const large = await costs({ ...job, size: sizes.large });
  const rows = FORMS.map((forms) => ({
    forms,
    recall: recallOf(recall, forms),
    ...large[forms],
    smallP50: small[forms].p50,
  }));
  return withFront(rows);
}
