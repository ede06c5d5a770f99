// How an answer is laid out: for a terminal wrapped at its width and coloured, for a pipe with whole
// lines and without colour. Either way no stored text can drive a terminal.
//
// Tested by tests/js/cli_output.test.js.

import { palette, terminalWidth, visible, wantsColor, wrap } from './terminal.js';

export const TAB = '    ';
const LINE_END = /\r\n|\r|\n/;

/** "1,000" */
export const number = (amount) => amount.toLocaleString('en');

/** "1 item", "2 items", "1,000 items". */
export function plural(amount, noun) {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A score as it is shown: three digits behind the point, a dash where there is none. */
export const decimal = (value) => (value === null ? '–' : value.toFixed(3));

/** A line that counts, where `errors` is a terminal; it goes when all is done. */
export function progressOn(errors, total, things) {
  if (!errors.isTTY) return undefined;
  return ({ done }) =>
    errors.write(done < total ? `\r${done} of ${total} ${things}` : '\r\u001b[K');
}

export class Look {
  constructor(stream, environment) {
    this.isTerminal = Boolean(stream.isTTY);
    this.width = this.isTerminal ? terminalWidth(stream) : Infinity;
    this.paint = palette(wantsColor(stream, environment));
  }

  /** The lines of a stored text, behind `indent`. Empty ones stay empty. */
  body(content, indent = '') {
    return this.#lines(content, indent, (line) => line);
  }

  /** The same in a quiet colour, for what is said about a text. */
  aside(content, indent = '') {
    return this.#lines(content, indent, this.paint.dim);
  }

  /** `category:name`, as a heading. */
  key({ category, name }) {
    return this.paint.bold(visible(`${category}:${name}`));
  }

  #lines(content, indent, paint) {
    const text = String(content).split(LINE_END).join('\n').replaceAll('\t', TAB);
    return wrap(text, this.width - indent.length).map((line) => line && indent + paint(line));
  }
}
