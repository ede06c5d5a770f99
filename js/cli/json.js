// JSON for programs: snake_case, with every character that acts on a terminal escaped.
//
// Tested by tests/js/cli_json.test.js.

import { visibleJson } from './terminal.js';

const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Fields whose own names are not ours: they stay as they are. */
const OTHERS = ['metadata', 'taxonomy'];

/** `value` with its field names in snake_case. */
export function snakeCased(value) {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).map(([name, field]) => [
    snakeCase(name),
    OTHERS.includes(name) ? field : snakeCased(field),
  ]);
  return Object.fromEntries(fields);
}

/** The text of `data`, ended by a line end. */
export const jsonText = (data) => `${visibleJson(snakeCased(data))}\n`;

/** The same in one line, for answers that follow each other. */
export const jsonLine = (data) => `${visibleJson(snakeCased(data), 0)}\n`;
