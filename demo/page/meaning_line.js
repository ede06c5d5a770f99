/** The link above the list that tells in two words how it stands with the meaning. */

import { byId } from './dom.js';
import { plain } from './words.js';

const LAMPS = { on: 'is-kept', failed: 'is-wrong', asking: 'is-fleeting', loading: 'is-fleeting' };

const WORDS = {
  off: 'Meaning: off',
  loading: 'Meaning: starting…',
  asking: 'Meaning: has a question',
  replacing: 'Meaning: computing anew…',
  on: 'Meaning: on',
  failed: 'Meaning: failed',
};

function wordsOf({ state, about: { progress } }) {
  if (!progress || progress.done === progress.total) return WORDS[state];
  return `Meaning: ${plain(progress.done)} of ${plain(progress.total)}`;
}

/** Keeps the line up to date with `meaning`. */
export function followMeaning(meaning) {
  const show = () => {
    byId('meaning-lamp').className = `lamp ${LAMPS[meaning.state] ?? ''}`;
    byId('meaning-words').textContent = wordsOf(meaning);
  };
  meaning.addEventListener('change', show);
  show();
}
