// Recall of the contenders on the sets.

import { CONTENDERS, createContender, isOurs } from './contenders.js';
import { DEPTH, meanScores, scoresOf } from './measures.js';
import { SETS, partsOf } from './sets.js';

const summary = (scored) => ({ questions: scored.length, ...meanScores(scored) });

/** Means over all questions that were scored, and over those of each category that is among them. */
export function summaryOf(scored) {
  const present = new Set(scored.map(({ category }) => category));
  present.delete(undefined);
  const means = (category) => summary(scored.filter((one) => one.category === category));
  return {
    ...summary(scored),
    categories: Object.fromEntries([...present].map((category) => [category, means(category)])),
  };
}

async function measure(contender, parts) {
  const scored = [];
  for (const { questions, documents, sequences } of parts) {
    await contender.build(documents, { sequences });
    for (const { question, evidence, category } of questions) {
      const found = await contender.search(question, DEPTH);
      scored.push({ category, ...scoresOf(found, evidence) });
    }
  }
  return summaryOf(scored);
}

/**
 * Measures each contender on each set: an object by set, by contender, of `{questions, r1, r5, r10,
 * mrr, categories}`. Only Loci answers on a set in sequence.
 */
export async function recall({ sets, names, progress }) {
  const result = Object.fromEntries(sets.map((set) => [set, {}]));
  for (const name of names) {
    const contender = await createContender(name);
    for (const set of sets) {
      if (SETS[set].inSequence && !isOurs(name)) continue;
      progress(`recall, ${SETS[set].title}: ${CONTENDERS[name].label}`);
      result[set][name] = await measure(contender, partsOf(set));
    }
    contender.close();
  }
  return result;
}
