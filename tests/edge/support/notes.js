// Made-up notes, the same for the same number wherever they are made, and questions about them.

import { mixedText } from '../../support/mixed_text.js';
import { makeRandom } from '../../support/random.js';

const SYLLABLES = 'ka lo mi ren tas vu dor el shi pan qua ti bro nel ga fis'.split(' ');
const VOCABULARY = Array.from({ length: 4000 }, (_, i) => {
  const below = makeRandom(i + 77);
  return Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join('');
});

const word = (below) => VOCABULARY[Math.min(below(4000), below(4000), below(4000))];

const words = (below, count) => Array.from({ length: count }, () => word(below)).join(' ');

/** Note `index`: some 24 words, as long as a turn of a conversation, now and then of other scripts, a link here and there. */
export function noteOf(index) {
  const below = makeRandom(index + 1);
  const link = below(8) === 0 ? ` [[notes:n${below(10_000)}]]` : '';
  const other = below(20) === 0 ? ` ${mixedText(index, 20)}` : '';
  const content = `${words(below, 12 + below(24))}${other}${link}`;
  return { category: 'notes', name: `n${index}`, content, ts: '2024-05-06T07:08:09Z' };
}

export const notes = (count, first = 0) =>
  Array.from({ length: count }, (_, i) => noteOf(first + i));

/** Question `index`, and how it is asked. */
export function questionOf(index) {
  const below = makeRandom(index + 900_001);
  const options = { limit: 1 + below(10), explain: index % 3 === 0, expandLinks: index % 2 === 0 };
  return [words(below, 1 + below(6)), options];
}

/** The answers of a memory to the first `count` questions, as text. */
export function answersOf(memory, count) {
  const replies = Array.from({ length: count }, (_, i) => memory.retrieve(...questionOf(i)));
  return JSON.stringify(replies);
}

/** A vector for each text, of few dimensions. */
export function embed(texts, width = 8) {
  return texts.map((text) => {
    const below = makeRandom(text.length * 31 + text.charCodeAt(text.length - 1));
    return Array.from({ length: width }, () => below(2001) - 1000.5);
  });
}
