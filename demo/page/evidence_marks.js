/**
 * Where the words of a question stand in what was found for it. The engine says which words a text
 * holds, and where; the colours go out in the order of the question. No DOM here.
 */

import { marksOf, runsOf } from './reading.js';
import { COLOURS, NO_COLOUR } from './terms.js';

const SMALL = new Set(
  'a an and are at did do does for how in is of on or the to was what when where who why'.split(
    ' ',
  ),
);

/**
 * `Map` of term to how it is drawn, `{colour, isLight}`. Small words are left out beside others:
 * "the" should not outshine "tide".
 */
export function inksOfQuestion(terms) {
  const all = [...new Set(terms)];
  const telling = all.filter((term) => !SMALL.has(term));
  const shown = telling.length > 0 ? telling : all;
  const colourOf = (at) => (at < COLOURS ? at + 1 : NO_COLOUR);
  return new Map(shown.map((term, at) => [term, { colour: colourOf(at), isLight: at >= COLOURS }]));
}

/** Resolves to the runs of a text, its words of `inks` marked. */
async function marked(memory, text, inks) {
  if (inks.size === 0) return [{ text }];
  const tokens = await memory.tokenize(text, { kinds: true });
  return runsOf(text, marksOf(tokens, [...inks.keys()]), []);
}

/**
 * Resolves to what showing the texts of a step needs: `{inks, runs}`, the latter a `Map` of an event's
 * id to `{summary, excerpt}`, runs each; no `excerpt` where the event has none of its own.
 */
export async function markStep(memory, { events, root }) {
  const query = root.request.query_text ?? '';
  const inks = inksOfQuestion(query.trim() === '' ? [] : await memory.tokenize(query));
  const markEvent = async ({ id, summary, excerpt }) => {
    const texts = [summary, ...(excerpt ? [excerpt.text] : [])];
    const [ofSummary, ofExcerpt] = await Promise.all(
      texts.map((text) => marked(memory, text, inks)),
    );
    return [id, { summary: ofSummary, excerpt: ofExcerpt }];
  };
  return { inks, runs: new Map(await Promise.all(events.map(markEvent))) };
}
