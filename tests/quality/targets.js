// What the figures have to reach.

import { atLeast, share } from '../bench/targets.js';
import { FIGURES } from './measures.js';
import { SETS } from './sets.js';

const RECALL = {
  sessions: 0.94,
  turns: 0.65,
  sequence: 0.76,
  'xquad-en': 0.94,
  'xquad-zh': 0.93,
  'xquad-ru': 0.93,
  'xquad-ar': 0.91,
  'xquad-th': 0.94,
  'xquad-es': 0.93,
};
const SEQUENCE_AND_EMBEDDINGS = 0.79;
const AREA = 0.85;

function recallRows({ recall = {} }) {
  return Object.entries(recall)
    .filter(([, byName]) => byName.loci)
    .map(([set, { loci }]) => {
      const { title, figure } = SETS[set];
      return atLeast(`${title}, ${FIGURES[figure]}`, loci[figure], share, RECALL[set]);
    });
}

/** Both signals together are never worse than the better of the two. */
function hybridRows({ hybrid = {} }) {
  return Object.entries(hybrid).flatMap(([set, { words, embeddings, hybrid: both }]) => {
    const { title, figure } = SETS[set];
    const what = `${title}, with embeddings, ${FIGURES[figure]}`;
    const better = Math.max(words[figure], embeddings[figure]);
    const rows = [atLeast(`${what}: against the better alone`, both[figure], share, better)];
    if (set === 'sequence') {
      rows.push(atLeast(what, both[figure], share, SEQUENCE_AND_EMBEDDINGS));
    }
    return rows;
  });
}

function confidenceRows({ confidence = [] }) {
  const all = confidence.find(({ set }) => set === 'all');
  if (!all) return [];
  return [atLeast('confidence, area under the ROC curve, all sets', all.area, share, AREA)];
}

/** All rows that the results of a run allow, as the benchmark's `judge`. */
export const judge = (results) => [
  ...recallRows(results),
  ...hybridRows(results),
  ...confidenceRows(results),
];
