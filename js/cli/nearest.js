// The word that somebody may have meant: the nearest by edit distance (Damerau and Levenshtein, with
// neighbours that changed places as one step), where it is near enough to be a slip of the fingers.
//
//   retreive -> retrieve   1: two letters changed places
//   shw      -> show       1: one was left out
//   dig      -> nothing    `rm` is as far away as the word is long
//
// Tested by tests/js/cli_arguments.test.js.

const LETTERS_PER_SLIP = 3;

/** Steps from `from` to `to`: letters to put in, leave out, replace, or swap with their neighbour. */
function distance(from, to) {
  let before = []; // the row above `previous`
  let previous = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = previous[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, previous[j] + 1, row[j - 1] + 1);
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (i > 1 && j > 1 && isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, previous] = [previous, row];
  }
  return previous[to.length];
}

/** The nearest of `candidates`, or undefined where none is near. */
export function nearest(word, candidates) {
  const most = Math.max(1, Math.floor(word.length / LETTERS_PER_SLIP));
  let found;
  let least = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const steps = distance(word, candidate);
    if (steps < least) [found, least] = [candidate, steps];
  }
  return least < word.length ? found : undefined;
}

/** `; did you mean X?`, or nothing. */
export function suggestion(word, candidates) {
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean ${found}?`;
}
