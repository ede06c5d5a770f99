// How good an order of results is. Pure functions, tested by tests/js/quality.test.js.
//
// A question's evidence is the list of documents that answer it. Recall@k is the share of them among
// the first k found; the reciprocal rank is 1 / place of the first of them, 0 where none was found.
// Example: found [7, 3, 9], evidence [3, 8] -> recall@1 0, recall@5 0.5, reciprocal rank 1/2.

/** How many results are looked at: what is found behind them counts as not found. */
export const DEPTH = 10;

/** What is measured of each question, in the order of the tables. */
export const FIGURES = { r1: 'R@1', r5: 'R@5', r10: 'R@10', mrr: 'MRR' };

/** What is measured of one question; one without evidence has nothing to miss: all are 1. */
export function scoresOf(found, evidence) {
  const wanted = new Set(evidence.filter((index) => index !== undefined));
  if (wanted.size === 0) return { r1: 1, r5: 1, r10: 1, mrr: 1 };
  const isHit = found.slice(0, DEPTH).map((index) => wanted.has(index));
  const recall = (k) => isHit.slice(0, k).filter(Boolean).length / wanted.size;
  const first = isHit.indexOf(true);
  return { r1: recall(1), r5: recall(5), r10: recall(10), mrr: first < 0 ? 0 : 1 / (first + 1) };
}

/** The mean of a list of numbers; NaN for an empty one. */
export const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The means over questions of what scoresOf gives for each. */
export const meanScores = (scores) =>
  Object.fromEntries(Object.keys(FIGURES).map((key) => [key, mean(scores.map((one) => one[key]))]));

/**
 * The area under the ROC curve: how likely one of `positives` is larger than one of `negatives`, equal
 * ones counting half. 0.5 is no better than a coin. NaN where either is empty.
 */
export function areaUnderCurve(positives, negatives) {
  const sorted = [...negatives].sort((a, b) => a - b);
  const below = (value) => placeOf(sorted, (other) => other < value);
  const upTo = (value) => placeOf(sorted, (other) => other <= value);
  const won = positives.map((value) => (below(value) + upTo(value)) / 2);
  return won.reduce((sum, one) => sum + one, 0) / (positives.length * negatives.length);
}

/** How many at the front of a sorted list `isBefore` holds for. */
function placeOf(sorted, isBefore) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
