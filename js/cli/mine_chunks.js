// Cuts a text into chunks of about 800 code points, without losing a character: put together, they are
// the text. A chunk ends where that hurts least, between 400 and 1200: at the end of a paragraph, else
// of a line, of a sentence, of a word, else between characters, but not before a mark or a part of an
// emoji that belong to one; of several places of the same kind at the one nearest to 800. White space behind a place belongs to what is before it, so
// every chunk holds more than white space.
//
//   "# Pump\n\n" + 600 letters + "\n\n" + 900 letters -> cut behind the 600
//
// One pass: what a chunk looks at beyond its end is looked at once more.
//
// Tested by tests/js/mine_chunks.test.js.

const TARGET = 800; // code points
const LEAST = 400;
const MOST = 1200;

/** The kinds of places, the best first. */
const PARAGRAPH = 0;
const LINE = 1;
const SENTENCE = 2;
const WORD = 3;
const CHARACTER = 4;
const KINDS = 5;

const WHITE = /[\s\p{White_Space}]/u;
const SOLID = /[^\s\p{White_Space}\u001c-\u001f]/u;
const SENTENCE_END = /[.!?…。．！？।]["'”’»）)」』]*$/u;
const CLOSED_SENTENCE = /[。．！？][”’」』）】]*$/u; // there is no blank behind it
const LOOK_BACK = 4; // UTF-16 units that a mark and what closes behind it take

// What goes on with the character before it.
const CONTINUES = /[\p{M}\p{Emoji_Modifier}\u200d]/u;
const JOINER = '\u200d';

const isWhite = (character) =>
  character < '\u007f' ? character <= ' ' && character.trim() === '' : WHITE.test(character);

/** Whether a text holds nothing but white space. */
export const isBlank = (text) => !SOLID.test(text);

/** The chunks of a text; none where it holds nothing but white space. */
export function* chunksOf(text) {
  if (isBlank(text)) return;
  for (let start = 0; start < text.length;) {
    const end = endOfChunk(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

function endOfChunk(text, start) {
  const best = new Array(KINDS);
  let last;
  for (last of places(text, start)) {
    if (last.length > MOST || last.length < LEAST) break; // it is the end where it comes before
    keepNearer(best, last);
  }
  if (last.at === text.length && last.length <= TARGET) return last.at;
  return (best.find((place) => place !== undefined) ?? last).at;
}

function keepNearer(best, place) {
  const before = best[place.kind];
  const distance = ({ length }) => Math.abs(length - TARGET);
  if (!before || distance(place) < distance(before)) best[place.kind] = place;
}

/**
 * Where a text from `start` on can be cut, at LEAST or more, and its end: `at` begins what is next, `length` counts the code points
 * from the first that is not white to the last before the white space in between.
 */
function* places(text, start) {
  let length = 0;
  let white = 0;
  let lineEnds = 0;
  let before = start; // the end of the last character that is not white
  for (let at = start; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at));
    if (isWhite(character)) {
      white += length > 0 ? 1 : 0;
      lineEnds += character === '\n' ? 1 : 0;
    } else {
      const kind = length < LEAST ? undefined : kindOf(text, at, { before, white, lineEnds });
      if (kind !== undefined) yield { at, length, kind };
      length += white + 1;
      [white, lineEnds, before] = [0, 0, at + character.length];
    }
    at += character.length;
  }
  yield { at: text.length, length, kind: PARAGRAPH };
}

function kindOf(text, at, { before, white, lineEnds }) {
  if (lineEnds > 0) return lineEnds > 1 ? PARAGRAPH : LINE;
  if (white > 0) return SENTENCE_END.test(text.slice(before - LOOK_BACK, before)) ? SENTENCE : WORD;
  const previous = text[at - 1];
  const next = String.fromCodePoint(text.codePointAt(at));
  if (next < '\u007f' && previous < '\u007f') return CHARACTER;
  const isClosed = CLOSED_SENTENCE.test(text.slice(at - LOOK_BACK, at));
  if (isClosed && !/\p{P}/u.test(next)) return SENTENCE;
  return CONTINUES.test(next) || previous === JOINER ? undefined : CHARACTER;
}
