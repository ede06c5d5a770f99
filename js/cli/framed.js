// Lines of text_frame.js on a terminal or in a pipe: stored ones as they are, behind their mark, ours
// in a quiet colour.
//
// Tested by tests/js/cli_evidence.test.js and tests/js/cli_palace.test.js.

import { TAB } from './look.js';
import { wrap } from './terminal.js';

const NUMBERED = /^\d+\. /;

/** @param {import('../text_frame.js').Line[]} lines */
export const framed = (lines, look) => lines.flatMap((line) => lineOn(line, look));

function lineOn({ indent, text, isQuote, isHeading }, look) {
  const { dim, bold } = look.paint;
  const wrapped = wrap(text.replaceAll('\t', TAB), look.width - indent.length);
  if (isQuote) return wrapped.map((line) => dim(indent.trimEnd()) + (line && ` ${line}`));
  const paint = isHeading || (indent === '' && NUMBERED.test(text)) ? bold : dim;
  return wrapped.map((line) => indent + (line && paint(line)));
}
