/** The button above the list that tells in two words how it stands with the meaning. */

import { byId } from './dom.js';
import { plain } from './words.js';

const LAMPS = { off: '', on: 'is-kept', failed: 'is-wrong' };

const WORDS = {
  off: 'Meaning: off',
  loading: 'Meaning: starting…',
  asking: 'Meaning: needs you',
  replacing: 'Meaning: computing anew…',
  on: 'Meaning: on',
  failed: 'Meaning: failed',
};

const isComputing = ({ about: { progress } }) => progress && progress.done < progress.total;

function wordsOf(meaning) {
  if (!isComputing(meaning)) return WORDS[meaning.state];
  const { done, total } = meaning.about.progress;
  return `Meaning: computing, ${plain(done)} of ${plain(total)}`;
}

/** Green only for what is there; all that is under way, or waits for somebody, is amber. */
function lampOf(meaning) {
  return isComputing(meaning) ? 'is-fleeting' : (LAMPS[meaning.state] ?? 'is-fleeting');
}

/** Keeps the line up to date with `meaning`. */
export function followMeaning(meaning) {
  const show = () => {
    byId('meaning-lamp').className = `lamp ${lampOf(meaning)}`;
    byId('meaning-words').textContent = wordsOf(meaning);
  };
  meaning.addEventListener('change', show);
  show();
}
