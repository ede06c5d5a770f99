// Stored text inside words of ours, for models and for people: lines of which each says whether it is
// ours or stored.
//
// What callers stored is never taken for the frame around it: each line of a text stands behind `> `,
// whatever it takes for a line end, and an id or a name that could be read as something else is quoted
// as JSON does it.
//
// Tested by tests/js/text_frame.test.js, tests/js/evidence_text.test.js and tests/js/palace_text.test.js.

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
const PLAIN = /^[\p{L}\p{M}\p{N}_.:@#+/'-]+( [\p{L}\p{M}\p{N}_.:@#+/'-]+)*$/u;

// ZWJ and ZWNJ are let through, and so are selectors of emoji and of Mongolian: families, Persian words
// and such are made with them. U+FFF9 to U+FFFB hide what they enclose.
const HIDDEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;
const UNSEEN =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]--[\t\u200c\u200d\ufe0e\ufe0f\u180b-\u180d\u180f]]/gv;

/**
 * A line: `indent` of a quote ends in its `> `.
 * @typedef {{indent: string, text: string, isQuote: boolean, isHeading?: boolean}} Line
 */

/** @returns {Line} */
export const frame = (text, indent = '') => ({ indent, text, isQuote: false });

/** A frame that others stand under. @returns {Line} */
export const heading = (text) => ({ ...frame(text), isHeading: true });

/** A stored text. @returns {Line[]} */
export const quote = (content, indent = '') =>
  content.split(LINE_END).map((text) => ({ indent: `${indent}> `, text, isQuote: true }));

const escapedUnit = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escaped = (character) => character.split('').map(escapedUnit).join('');

/** An id or a name among words of the frame. */
export const named = (name) =>
  PLAIN.test(name) ? name : JSON.stringify(name).replace(HIDDEN, escaped);

/** A text with what acts or hides instead of showing (bidi, zero width, tags, escapes) as `\u202e`. */
export const escapeUnseen = (text) => text.replace(UNSEEN, escaped);

/** A sentence of the engine's, which may name what was stored, in one line. */
export const inOneLine = (sentence) => sentence.split(LINE_END).join(' ');

/** Lines as one text, ended by a line end. */
export const textOf = (lines) => lines.map(({ indent, text }) => `${indent}${text}\n`).join('');
