// Replies of the evidence face on a terminal or in a pipe, and the words that lead on from them.
//
// Tested by tests/js/cli_evidence.test.js.

import { evidenceLines } from '../evidence_text.js';
import { wordsFor } from '../evidence_words.js';
import { framed } from './framed.js';
import { oneOf } from './values.js';

const SHELL_WORD = /^[\w.:/@%+=,-]+$/;

/** The options that say how a reply is written. */
export const LANGUAGE = {
  language: { takes: 'en|zh', read: oneOf('en', 'zh'), about: 'the words around what is found' },
};

/** A reply, a text that was read, or an error as lines; warnings are left to the caller. */
export function replyPage(reply, { look, language }) {
  const shown = { ...reply, warnings: [] };
  return framed(evidenceLines(shown, { language, withCursor: false }), look);
}

/** Why there are no events. */
export const nothingIn = ({ reason }, language) => wordsFor(language).none(reason);

/** A word as a shell takes it. */
export const shellWord = (word) =>
  SHELL_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
