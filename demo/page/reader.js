/**
 * Asks the engine where the words and the links of a note stand, and remembers the answer: neither
 * changes with the query, so that typing on costs nothing for notes that were on the page before.
 */

import { excerptOf, linkSpansOf, marksOf, runsOf } from './reading.js';

const REMEMBERED = 400;
const READ_CHARACTERS = 60_000; // marks beyond are nobody's to see; the text itself is whole

export class Reader {
  #memory;
  #readings = new Map();

  constructor(memory) {
    this.#memory = memory;
  }

  /** The reading of a note: `{name, content, tokens, links}`, for the functions below. */
  async read({ name, content }) {
    const text = `${name}\n${content}`;
    const known = this.#readings.get(text);
    if (known) return known;
    const reading = await this.#ask(name, content, text.slice(0, READ_CHARACTERS));
    this.#readings.set(text, reading);
    if (this.#readings.size > REMEMBERED) this.#readings.delete(this.#readings.keys().next().value);
    return reading;
  }

  async #ask(name, content, text) {
    const [tokens, links] = await Promise.all([
      this.#memory.tokenize(text, { kinds: true }),
      content.includes('[[') ? this.#memory.parseLinks(content) : [],
    ]);
    return { name, content, tokens, links: linkSpansOf(content, links) };
  }
}

/** The runs of a note's name, its matches marked. */
export function nameRuns({ name, tokens }, matchedTerms) {
  const own = tokens.filter(({ end }) => end <= name.length);
  return runsOf(name, marksOf(own, matchedTerms), []);
}

function contentMarks({ name, tokens }, matchedTerms) {
  const shift = name.length + 1;
  const own = tokens
    .filter(({ start }) => start >= shift)
    .map((token) => ({ ...token, start: token.start - shift, end: token.end - shift }));
  return marksOf(own, matchedTerms);
}

/** The runs of the whole text, or of its richest part of about `length` characters. */
export function contentRuns(reading, matchedTerms, length = Infinity) {
  const marks = contentMarks(reading, matchedTerms);
  const { content, links } = reading;
  const [from, to] = excerptOf(content, marks, links, length);
  const runs = runsOf(content, marks, links, [from, to]);
  if (from > 0) runs.unshift({ text: '… ' });
  if (to < content.length) runs.push({ text: ' …' });
  return runs;
}
