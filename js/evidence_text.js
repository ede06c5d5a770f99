// A reply of the evidence face as text, for models and for people.
//
//   1. hut_ch02_e03 · 2024-05-04T00:00:00.000Z · score 0.0492
//      Summary:
//      > The pump was replaced.
//      Source [0, 56) of 940:
//      > The pump of the hut leaked again. Anna put a new one in.
//
// What callers stored is never taken for the frame around it (text_frame.js). The frame speaks the
// caller's language; what the engine says of errors and warnings stays as it is.
//
// Tested by tests/js/evidence_text.test.js.

import { invalidArgument } from './errors.js';
import { wordsFor } from './evidence_words.js';
import { frame, inOneLine, named, quote, textOf } from './text_frame.js';

const INDENT = '   ';
const DIGITS = 4; // of a score

/**
 * A reply of `search`, `expand`, `nearby`, `read` or `call` as text; evidence_text.d.ts describes it.
 */
export function evidenceText(reply, options = {}) {
  return textOf(evidenceLines(reply, checkOptions(options)));
}

/**
 * The same as lines: `{indent, text, isQuote}`, where `indent` of a quote ends in its `> `.
 * `withCursor`: whether to name the cursor.
 */
export function evidenceLines(reply, { language = 'en', withCursor = true }) {
  const words = wordsFor(language);
  if (reply?.error) return [frame(words.error(sayable(reply.error)))];
  if (typeof reply?.text === 'string') return readLines(reply, words);
  if (Array.isArray(reply?.events) && reply.notes) return replyLines(reply, words, withCursor);
  throw invalidArgument('the reply must be one of search, expand, nearby or read');
}

function checkOptions(options) {
  if (options === null || typeof options !== 'object') {
    throw invalidArgument("options must be an object like {language: 'zh'}");
  }
  const { language = 'en', ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw invalidArgument(`unknown option ${unknown} of evidenceText; known is language`);
  }
  if (typeof language === 'string') return { language };
  throw invalidArgument("language must be a string like 'en' or 'zh'");
}

/** An error, a warning or a note whose message is one line. */
const sayable = ({ code, message }) => ({ code, message: inOneLine(message) });

function replyLines(reply, words, withCursor) {
  const { events, concepts = [], notes, warnings = [], cursor, reason } = reply;
  return [
    ...(events.length > 0 ? [] : [frame(words.none(reason)), frame('')]),
    ...events.flatMap((event, at) => [...eventLines(event, at + 1, words), frame('')]),
    ...conceptLines(concepts, words),
    ...(cursor && withCursor ? [frame(words.cursor(cursor)), frame('')] : []),
    ...noteLines(notes, words),
    ...warningLines(warnings, words),
  ];
}

function eventLines(event, number, words) {
  const { id, score, summary, writtenAt, entities, duplicates = [], hint } = event;
  const parts = [named(id), writtenAt ?? words.undated];
  if (score !== null) parts.push(words.score(score.toFixed(DIGITS)));
  const inside = (text) => frame(text, INDENT);
  const names = entities.map((entity) => words.entity(named(entity.name), entity));
  return [
    frame(`${number}. ${parts.join(' · ')}`),
    ...(summary === '' ? [] : [inside(words.summary), ...quote(summary, INDENT)]),
    ...(names.length > 0 ? [inside(words.mentions(names))] : []),
    ...sourceLines(event, words),
    ...(duplicates.length > 0 ? [inside(words.duplicates(duplicates.map(named)))] : []),
    ...(hint ? [inside(words.more)] : []),
  ];
}

function sourceLines({ excerpt, quoteRef, contentLength }, words) {
  if (quoteRef) return [frame(words.quote(named(quoteRef.id), quoteRef.range), INDENT)];
  const heading = frame(words.source(excerpt.range, contentLength), INDENT);
  return contentLength > 0 ? [heading, ...quote(excerpt.text, INDENT)] : [];
}

function conceptLines(concepts, words) {
  if (concepts.length === 0) return [];
  const lines = concepts.map((concept, at) => {
    const { id, name, event_ids: ids } = concept;
    return frame(`${at + 1}. ${words.concept(named(name), named(id), concept, ids.map(named))}`);
  });
  return [frame(words.concepts), ...lines, frame('')];
}

function noteLines(notes, words) {
  if (notes.length === 0) return [];
  return [frame(words.notes), ...notes.map((note) => frame(`- ${words.note(sayable(note))}`))];
}

const warningLines = (warnings, words) =>
  warnings.map((warning) => frame(words.warning(sayable(warning))));

function readLines({ text, range, total, next, warnings = [] }, words) {
  return [
    frame(words.text(range, total)),
    ...quote(text),
    frame(next === undefined ? words.end : words.next(next)),
    ...warningLines(warnings, words),
  ];
}
