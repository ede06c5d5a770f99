// The sets that are measured: LoCoMo and XQuAD, out of ../shared/data beside the checkout (its README
// names the sources and licences; never copied here).

import { recallTask } from '../bench/corpus.js';

/** The kinds of LoCoMo's questions, by the number that they carry. */
export const CATEGORIES = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};

const LANGUAGES = {
  en: 'English',
  zh: 'Chinese',
  ru: 'Russian',
  ar: 'Arabic',
  th: 'Thai',
  es: 'Spanish',
};

const xquad = ([code, language]) => [
  `xquad-${code}`,
  { title: `XQuAD, ${language}`, task: `xquad-${code}`, figure: 'r1' },
];

/**
 * The sets by name: `figure` is the one that has a target; `inSequence` where the documents are given
 * as turns of their session, which only Loci can use; `conversations` where questions have categories.
 */
export const SETS = {
  sessions: { title: 'LoCoMo, sessions', task: 'sessions', figure: 'r10', conversations: true },
  turns: { title: 'LoCoMo, turns', task: 'turns', figure: 'r10', conversations: true },
  sequence: {
    title: 'LoCoMo, turns with their sequence',
    task: 'turns',
    figure: 'r10',
    conversations: true,
    inSequence: true,
  },
  ...Object.fromEntries(Object.entries(LANGUAGES).map(xquad)),
};

/**
 * The documents and questions of a set: parts, each a store of its own,
 * `{documents: [text], sequences?: [{id, position}], questions: [{question, evidence, category?}]}`,
 * evidence being the indices of documents.
 */
export function partsOf(name) {
  const { task, inSequence } = SETS[name];
  return recallTask(task).parts.map(({ documents, sequences, questions }) => ({
    documents,
    ...(inSequence && { sequences }),
    questions: questions.map(([question, evidence, category]) => ({
      question,
      evidence: evidence.filter((index) => index !== undefined),
      category,
    })),
  }));
}
