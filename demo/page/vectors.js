/**
 * What an embedder answers, checked before anything is made of it. What is wrong is told in words
 * that go on from the embedder's name: "Your embedder: gives NaN …". No DOM here.
 *
 * Tested by tests/browser/page_meaning_parts.test.js.
 */

import { plain, plural } from './words.js';

const WIDEST = 8192; // numbers, of a vector that a memory takes

/** `vectors`, where there is one for each of `texts`; throws where not. */
export function checkCount(vectors, texts) {
  if (!Array.isArray(vectors)) throw new Error('answered no array of vectors');
  if (vectors.length === texts.length) return vectors;
  const [got, asked] = [plural(vectors.length, 'vector'), plural(texts.length, 'text')];
  throw new Error(`answered ${got} for ${asked}`);
}

/** How many numbers each of `vectors` has; throws where one is no vector, or two differ in that. */
export function widthOf(vectors) {
  vectors.forEach(checkVector);
  const [width, other] = new Set(vectors.map(({ length }) => length));
  if (other === undefined) return width;
  throw new Error(`gives vectors of different widths, ${plain(width)} and ${plain(other)}`);
}

function checkVector(vector) {
  if (!Array.isArray(vector) && !ArrayBuffer.isView(vector)) {
    throw new Error('gives something other than an array of numbers for a text');
  }
  const values = Array.from(vector); // holes in it become undefined
  const odd = values.filter((value) => !Number.isFinite(value));
  if (odd.length > 0) throw new Error(`gives ${inWords(odd[0])} in place of a number`);
  if (values.length === 0) throw new Error('gives a vector without numbers');
  if (values.length > WIDEST) {
    const most = plain(WIDEST);
    throw new Error(`gives a vector of ${plain(values.length)} numbers, more than ${most}`);
  }
  if (values.every((value) => value === 0)) throw new Error('gives a vector of zeros alone');
}

function inWords(value) {
  if (value === null || ['number', 'undefined'].includes(typeof value)) return `${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
