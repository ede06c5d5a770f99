// What `loci`, `loci help` and `loci help COMMAND` print, made of what the commands declare.
//
// Tested by tests/js/cli_help.test.js.

import { COMMON, commandNamed } from './arguments.js';
import { nameOf } from './shapes.js';
import { wrap } from './terminal.js';

const WIDEST = 90;
const INDENT = '  ';
const GAP = 2;

/** Rows of two columns, the second wrapped. */
function columns(rows, width) {
  if (rows.length === 0) return [];
  const first = Math.max(...rows.map(([left]) => left.length)) + GAP;
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, width - INDENT.length - first);
    return lines.map((line, at) => INDENT + (at === 0 ? left : '').padEnd(first) + line);
  });
}

function optionRows(options) {
  return Object.entries(options).map(([name, { short, takes, about }]) => {
    const letter = short ? `-${short}, ` : '';
    return [`${letter}--${name}${takes ? ` ${takes}` : ''}`, about];
  });
}

const rowsOf = (commands) => commands.map(({ usage, about }) => [usage, about]);

function exampleLines({ line, prints }, paint) {
  return [`${INDENT}$ ${paint.bold(line)}`, ...prints.map((text) => text && INDENT + text), ''];
}

const widthOf = (look) => Math.min(look.width, WIDEST);

/** The help that a person learns from who knows nothing yet. */
export function overview(commands, look) {
  const { paint } = look;
  const width = widthOf(look);
  return [
    ...wrap('Loci remembers texts, finds those that matter for a question, and says why.', width),
    '',
    `${paint.bold('Usage:')} loci [--store FILE] COMMAND …`,
    '',
    paint.bold('Begin like this:'),
    `${INDENT}$ loci add garden tomatoes "Water at dawn, see [[garden:drip line]]."`,
    `${INDENT}$ loci retrieve when do I water the tomatoes`,
    `${INDENT}$ loci import notes/            (a folder of Markdown)`,
    '',
    paint.bold('Commands:'),
    ...columns(
      [...rowsOf(commands), ['help [COMMAND]', 'this, or all about a command, with examples']],
      width,
    ),
    '',
    paint.bold('Everywhere:'),
    ...columns(optionRows(COMMON), width),
    '',
    ...wrap(
      'The store is one file, made when a first text is kept. In a folder where npm has installed Loci, write `npx loci`. Of an option that is given twice the last counts, unless it may be repeated. Exit status: 0 done, 1 nothing found (or damage, or not all taken in), 2 wrong usage or a store that cannot be used. Next: `loci help retrieve`.',
      width,
    ),
  ];
}

/** All about one command. */
export function commandHelp(command, look) {
  const { paint } = look;
  const width = widthOf(look);
  const { usage, about, more, options, examples, shape, commands = [] } = command;
  const sections = [
    [`${paint.bold('Usage:')} loci ${usage}`, '', ...wrap(`${sentence(about)}`, width)],
    ...more.map((paragraph) => wrap(paragraph, width)),
    section('Commands:', columns(rowsOf(commands), width), paint),
    section('Options:', columns(optionRows({ ...options, ...COMMON }), width), paint),
    section(
      'Examples:',
      examples.flatMap((example) => exampleLines(example, paint)).slice(0, -1),
      paint,
    ),
    section('With --json:', shapeLines(shape, width), paint),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines) => [...lines, ''])
    .slice(0, -1);
}

const sentence = (about) => `${about[0].toUpperCase()}${about.slice(1)}.`;

const section = (title, lines, paint) => (lines.length > 0 ? [paint.bold(title), ...lines] : []);

/** A shape as JSON with types in place of values; named ones by their names, and kept in `seen`. */
function shapeText(shape, seen) {
  if (typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return `[${shapeText(shape[0], seen)}]`;
  const name = nameOf(shape);
  if (name === undefined) return fieldsText(shape, seen);
  seen.add(shape);
  return name;
}

function fieldsText(shape, seen) {
  const fields = Object.entries(shape).map(([name, field]) => `${name}: ${shapeText(field, seen)}`);
  return `{${fields.join(', ')}}`;
}

/** A shape, and behind it those that it names; `?` marks what may be absent. */
function shapeLines(shape, width) {
  const seen = new Set();
  const rows = [fieldsText(shape, seen)];
  for (const each of seen) rows.push(`${nameOf(each)} = ${fieldsText(each, seen)}`);
  return rows.flatMap((row) => wrap(row, width - INDENT.length).map((line) => INDENT + line));
}

/** The answer to `loci help …`. */
export function help(words, commands, look) {
  if (words.length === 0 || words[0] === 'help') return overview(commands, look);
  const [word, inner] = words;
  const command = commandNamed(word, commands);
  const isGroup = command.commands && inner !== undefined;
  return commandHelp(isGroup ? commandNamed(inner, command.commands, command) : command, look);
}
