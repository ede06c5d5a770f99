// Replies of the evidence face on a terminal or in a pipe, and the words that lead on from them.
//
// Tested by tests/js/cli_evidence.test.js.

import { evidenceLines } from '../evidence_text.js';
import { wordsFor } from '../evidence_words.js';
import { TAB } from './look.js';
import { wrap } from './terminal.js';
import { oneOf } from './values.js';

const HEADING = /^\d+\. /;
const SHELL_WORD = /^[\w.:/@%+=,-]+$/;

/** The options that say how a reply is written. */
export const LANGUAGE = {
  language: { takes: 'en|zh', read: oneOf('en', 'zh'), about: 'the words around what is found' },
};

/** A reply, a text that was read, or an error as lines; warnings are left to the caller. */
export function replyPage(reply, { look, language }) {
  const shown = { ...reply, warnings: [] };
  const lines = evidenceLines(shown, { language, withCursor: false });
  return lines.flatMap((line) => lineOn(line, look));
}

function lineOn({ indent, text, isQuote }, look) {
  const { dim, bold } = look.paint;
  const wrapped = wrap(text.replaceAll('\t', TAB), look.width - indent.length);
  if (isQuote) return wrapped.map((line) => dim(indent.trimEnd()) + (line && ` ${line}`));
  const isHeading = indent === '' && HEADING.test(text);
  return wrapped.map((line) => indent + (line && (isHeading ? bold(line) : dim(line))));
}

/** Why there are no events. */
export const nothingIn = ({ reason }, language) => wordsFor(language).none(reason);

/** A word as a shell takes it. */
export const shellWord = (word) =>
  SHELL_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
