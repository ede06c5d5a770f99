// `loci grep`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { UsageError } from './errors.js';
import { everyItem, unknownCategories } from './items.js';
import { TAB } from './look.js';
import { visible } from './terminal.js';
import { WARNINGS } from './shapes.js';

const WANTED = 'a text or a /pattern/, and a category if you like';
const PATTERN = /^\/(.+)\/([a-z]*)$/s;
const FLAGS = /^[imsv]*$/;
const LINE_END = /\r\n|\r|\n/;

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** What is looked for: the text itself, or between slashes a regular expression with its flags. */
function expressionFor(pattern, { fixed, 'ignore-case': ignoreCase }) {
  if (pattern === '') throw new UsageError(`give ${WANTED}`, 'grep');
  const [, source, flags] = (!fixed && PATTERN.exec(pattern)) || [null, escaped(pattern), ''];
  if (!FLAGS.test(flags)) {
    throw new UsageError(
      `the flags ${flags} are none of i, m, s and v; --fixed takes slashes as text`,
      'grep',
    );
  }
  const all = new Set(`${flags}g${ignoreCase ? 'i' : ''}${flags.includes('v') ? '' : 'u'}`);
  try {
    return new RegExp(source, [...all].join(''));
  } catch (cause) {
    throw new UsageError(`${cause.message}; --fixed takes it as text`, 'grep');
  }
}

function* matchesIn(item, expression) {
  for (const [index, text] of item.content.split(LINE_END).entries()) {
    expression.lastIndex = 0;
    if (!expression.test(text)) continue;
    yield { category: item.category, name: item.name, line: index + 1, text };
  }
}

function* matchesAmong(items, expression) {
  for (const item of items) yield* matchesIn(item, expression);
}

/** The text with all matches painted. */
function painted(text, expression, paint) {
  const shown = (part) => visible(part.replaceAll('\t', TAB));
  let line = '';
  let end = 0;
  expression.lastIndex = 0; // matchAll begins there
  for (const { 0: match, index } of text.matchAll(expression)) {
    line += shown(text.slice(end, index)) + (match && paint(shown(match)));
    end = index + match.length;
  }
  return line + shown(text.slice(end));
}

export const grep = {
  name: 'grep',
  also: ['match', 'rg'],
  mode: 'read',
  usage: 'grep TEXT [CATEGORY]',
  about: 'the lines of texts that hold a text or match a /pattern/',
  more: [
    'TEXT is taken as it is; between slashes it is a JavaScript regular expression, with flags behind it. Prints category:name:line:text. For questions there is `loci retrieve`.',
  ],
  options: {
    'ignore-case': { short: 'i', about: 'take upper and lower case as the same' },
    fixed: { short: 'F', about: 'take slashes as text, too' },
  },
  examples: [
    {
      line: 'loci grep valve',
      prints: ['garden:drip line:1:Runs for 20 minutes, valve 2.'],
    },
    {
      line: "loci grep '/\\d+ min/'",
      prints: ['garden:drip line:1:Runs for 20 minutes, valve 2.'],
    },
  ],
  shape: {
    matches: [{ category: 'string', name: 'string', line: 'number', text: 'string' }],
    warnings: WARNINGS,
  },
  async run({ values, words, withMemory }) {
    requireWords(words, { least: 1, most: 2, wanted: WANTED, command: 'grep' });
    const [pattern, category] = words;
    const expression = expressionFor(pattern, values);
    let notes;
    const matches = await withMemory((memory) => {
      notes = unknownCategories(memory, words.slice(1));
      return [...matchesAmong(everyItem(memory, category), expression)];
    });
    const line = (match, look) =>
      `${look.key(match)}:${match.line}:${painted(match.text, expression, look.paint.red)}`;
    return {
      data: { matches, warnings: [] },
      lines: (look) => matches.map((match) => line(match, look)),
      notes,
      found: matches.length > 0,
    };
  },
};
