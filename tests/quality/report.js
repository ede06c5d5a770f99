// Turns the results of a run into tables, in the style of tests/bench.

import { count, megabytes, time } from '../bench/stats.js';
import { judgedSection, reportOf } from '../bench/tables.js';
import { share } from '../bench/targets.js';
import { CONTENDERS } from './contenders.js';
import { LABELS } from './hybrid.js';
import { FIGURES } from './measures.js';
import { CATEGORIES, SETS } from './sets.js';

const HEADER = Object.values(FIGURES);
const cellsOf = (scores) => Object.keys(FIGURES).map((key) => share(scores[key]));

/** One table: `byName` is an object of scores, `labels` what each is called. */
function scoresSection(title, first, byName, labels) {
  const [{ questions }] = Object.values(byName);
  const rows = Object.entries(byName).map(([name, scores]) => [labels(name), ...cellsOf(scores)]);
  return { title: `${title} (${count(questions)} questions)`, header: [first, ...HEADER], rows };
}

const labelOf = (name) => CONTENDERS[name].label;

const recallSections = (recall) =>
  Object.entries(recall)
    .filter(([, byName]) => Object.keys(byName).length > 0)
    .map(([set, byName]) => scoresSection(SETS[set].title, 'engine', byName, labelOf));

function categorySections(recall) {
  return Object.entries(recall)
    .filter(([set, byName]) => SETS[set].conversations && Object.keys(byName).length > 0)
    .flatMap(([set, byName]) =>
      Object.entries(CATEGORIES).map(([category, name]) => {
        const inCategory = Object.entries(byName).map(([key, { categories }]) => [
          key,
          categories[category],
        ]);
        const title = `${SETS[set].title}: ${name}`;
        return scoresSection(title, 'engine', Object.fromEntries(inCategory), labelOf);
      }),
    );
}

const hybridSections = (hybrid) =>
  Object.entries(hybrid).map(([set, bySignal]) =>
    scoresSection(
      `${SETS[set].title}, with embeddings`,
      'found by',
      bySignal,
      (name) => LABELS[name],
    ),
  );

function confidenceSection(rows) {
  return {
    title: 'Confidence with the evidence in the store, and without it',
    header: [
      'questions of',
      'number',
      'area under ROC',
      'mean with',
      'mean without',
      '≥ 0.5 with',
      '≥ 0.5 without',
    ],
    rows: rows.map(({ title, questions, ...figures }) => [
      title,
      count(questions),
      ...['area', 'covered', 'uncovered', 'kept', 'wrong'].map((key) => share(figures[key])),
    ]),
  };
}

function paretoSection(rows) {
  const sets = Object.keys(rows[0].recall).filter((set) => set !== 'mean');
  return {
    title: 'Forms of words: what they give, and what they cost at 99 994 texts',
    header: [
      'forms',
      ...sets.map((set) => `${set} ${FIGURES[SETS[set].figure]}`),
      'mean',
      'addMany',
      'build',
      'query p50',
      '5 882 texts',
      'wasm heap',
      'on the front',
    ],
    rows: rows.map(({ forms, recall, addMany, build, p50, smallP50, heap, onFront }) => [
      forms,
      ...[...sets, 'mean'].map((set) => share(recall[set])),
      ...[addMany, build, p50, smallP50].map(time),
      megabytes(heap),
      onFront ? 'yes' : 'no',
    ]),
  };
}

/** The report as text: figures first, then what they are judged by. */
export function report(results, judged, { rows, markdown }) {
  const { recall = {}, hybrid = {}, confidence, pareto } = results;
  const sections = [];
  if (rows.includes('recall')) sections.push(...recallSections(recall));
  if (rows.includes('categories')) sections.push(...categorySections(recall));
  sections.push(...hybridSections(hybrid));
  if (confidence) sections.push(confidenceSection(confidence));
  if (pareto) sections.push(paretoSection(pareto));
  if (judged.length > 0) sections.push(judgedSection('Targets', judged));
  return reportOf(results, sections, { markdown });
}
