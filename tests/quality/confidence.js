// How well `confidence` tells a memory that covers a question from one that does not: each question is
// asked with its evidence in the store, and again with the evidence taken out. Taken out: the turns,
// sessions or paragraphs named as evidence, and nothing else, so that what is left may still tell
// something of it. Questions without evidence are left out.

import { areaUnderCurve, mean } from './measures.js';
import { createOurs } from './ours.js';
import { CATEGORIES, SETS, partsOf } from './sets.js';

async function measure(parts) {
  const memory = createOurs();
  const pairs = [];
  for (const { documents, sequences, questions } of parts) {
    await memory.build(documents, { sequences });
    for (const { question, evidence, category } of questions) {
      if (evidence.length === 0) continue;
      const ask = () => memory.search(question, 1).confidence;
      pairs.push({ category, covered: ask(), uncovered: memory.without(evidence, ask) });
    }
  }
  memory.close();
  return pairs;
}

const HALF = 0.5;

function summaryOf(pairs) {
  const covered = pairs.map((pair) => pair.covered);
  const uncovered = pairs.map((pair) => pair.uncovered);
  const overHalf = (values) => mean(values.map((value) => Number(value >= HALF)));
  return {
    questions: pairs.length,
    area: areaUnderCurve(covered, uncovered),
    covered: mean(covered),
    uncovered: mean(uncovered),
    kept: overHalf(covered),
    wrong: overHalf(uncovered),
  };
}

function byCategory(title, pairs) {
  return Object.entries(CATEGORIES).map(([category, name]) => ({
    title: `${title}: ${name}`,
    ...summaryOf(pairs.filter((pair) => pair.category === Number(category))),
  }));
}

/** Does this build give a confidence? */
export async function hasConfidence() {
  const memory = createOurs();
  await memory.build(['a note']);
  const { confidence } = memory.search('note', 1);
  memory.close();
  return confidence !== undefined;
}

/**
 * Rows `{title, questions, area, covered, uncovered, kept, wrong}`: of each set, of each category where
 * there are any, and last of all questions together. `area`: under the ROC curve; `covered` and
 * `uncovered`: the mean confidence; `kept` and `wrong`: the share of each that is 0.5 or more.
 */
export async function confidence({ sets, progress }) {
  const rows = [];
  const all = [];
  for (const set of sets) {
    const { title, conversations } = SETS[set];
    progress(`confidence, ${title}`);
    const pairs = await measure(partsOf(set));
    all.push(...pairs);
    rows.push({ title, set, ...summaryOf(pairs) });
    if (conversations) rows.push(...byCategory(title, pairs));
  }
  return [...rows, { title: 'all together', set: 'all', ...summaryOf(all) }];
}
