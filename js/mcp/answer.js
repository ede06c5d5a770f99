// What a tool answers: the data as structured content, to the letter, and the same as text for a model
// to read. In the text no stored word can pass for one of ours: stored lines stand behind a mark
// (../text_frame.js), and what hides instead of showing is written as an escape, not left out.
//
// Tested by tests/js/mcp_answer.test.js.

import { sentenceFor } from '../cli/errors.js';
import { MemoryError } from '../errors.js';
import { escapeUnseen, frame, inOneLine, named, textOf } from '../text_frame.js';

const shown = (lines) => textOf(lines.map((line) => ({ ...line, text: escapeUnseen(line.text) })));

const contentOf = (lines) => [{ type: 'text', text: shown(lines) }];

/** @param {{data: object, lines: import('../text_frame.js').Line[]}} answer */
export const answerOf = ({ data, lines }) => ({
  content: contentOf(lines),
  structuredContent: data,
});

/** Lists of names that an error may bring: what there is instead. */
const NAMED = { suggestions: 'Did you mean', wings: 'Wings', rooms: 'Rooms' };

function* detailLines(detail = {}) {
  for (const [name, title] of Object.entries(NAMED)) {
    const names = detail[name];
    if (names?.length > 0) yield frame(`${title}: ${names.map(named).join(', ')}`);
  }
}

// The engine's sentence has the names as they are. They follow in a line of their own, each for itself.
const sentenceOf = (error) =>
  inOneLine(
    error.detail?.suggestions ? error.message.split('; like it are ')[0] : sentenceFor(error),
  );

// No structured content: that would have to be of the schema that the tool declares for its answers.
/** What went wrong, for a model that can call again. */
export function failureOf(error) {
  const lines = [frame(`Error ${error.code}: ${sentenceOf(error)}`), ...detailLines(error.detail)];
  return { content: contentOf(lines), isError: true };
}

/** An error of ours as `{code, message, detail}`; any other says only that it is one. */
export function tellable(error) {
  if (error instanceof MemoryError) return error;
  return { code: 'internal', message: 'the server failed; its log on stderr tells more' };
}
