// Reads a command line: `loci [options] <command> [options and words]`. A command may be a group, whose
// own commands are named behind it, as in `loci evidence search`.
//
// Each command declares its options (commands.js); the common ones stand anywhere. node:util finds
// where options and words are, in the same way in every runtime; what is wrong with them is said here.
//
// Tested by tests/js/cli_arguments.test.js.

import { parseArgs } from 'node:util';

import { UsageError } from './errors.js';
import { suggestion } from './nearest.js';
import { text } from './values.js';

/**
 * An option: `takes` names its value, and `read` makes something of it; without `takes` it is a switch.
 * `many`: it may be given again. `short`: its letter.
 * @typedef {{about: string, takes?: string, read?: Function, many?: boolean, short?: string}} Option
 */

/** @type {Record<string, Option>} */
export const COMMON = {
  store: { takes: 'FILE', read: text, about: 'the store; else LOCI_STORE, else ./memory.loci' },
  json: { about: 'print JSON, its names in snake_case, and errors as JSON' },
  help: { short: 'h', about: 'print help' },
  version: { short: 'V', about: 'print the version' },
};

function tokensOf(args, options) {
  const known = Object.entries(options).map(([name, { takes, short }]) => {
    const type = takes ? 'string' : 'boolean';
    return [name, short ? { type, short } : { type }];
  });
  const config = { args, options: Object.fromEntries(known), strict: false, tokens: true };
  return parseArgs({ ...config, allowPositionals: true }).tokens;
}

/** Where the command stands in `args`: the first word that is no option and no value of one. */
function findCommand(args, options) {
  for (const token of tokensOf(args, options)) {
    if (token.kind === 'positional') return token.index;
    if (token.kind === 'option' && !Object.hasOwn(options, token.name)) {
      throw new UsageError(
        `${token.rawName} is no option here; those of a command stand behind it`,
      );
    }
  }
  return -1;
}

/** How a command is called within its group, if it has one. */
const ownName = ({ name }) => name.slice(name.lastIndexOf(' ') + 1);

/** The command called `word`; `commands` are all there are, or those of a group. */
export function commandNamed(word, commands, group) {
  const found = commands.find((command) => ownName(command) === word);
  if (found) return found;
  const meant = commands.find(({ also = [] }) => also.includes(word));
  const hint = meant
    ? `; did you mean ${ownName(meant)}?`
    : suggestion(word, commands.map(ownName));
  throw new UsageError(
    `there is no command ${group ? `${group.name} ` : ''}${word}${hint}`,
    group?.name,
  );
}

/** The command in `args`, and `args` without its name. `within`: the group whose commands these are. */
function splitCommand(args, commands, within) {
  const at = findCommand(args, { ...COMMON, ...within?.options });
  if (at < 0) return { command: within, rest: args };
  const command = commandNamed(args[at], commands, within);
  const rest = args.toSpliced(at, 1);
  return command.commands ? splitCommand(rest, command.commands, command) : { command, rest };
}

/**
 * Reads all of a command line.
 * @returns {{command?: object, values: Record<string, any>, words: string[]}} `values` by the names of
 *   the options, without those that were not given; of an option with `many` a list
 */
export function readArguments(args, commands) {
  const { command, rest } = splitCommand(args, commands);
  const options = { ...COMMON, ...command?.options };
  const values = {};
  const words = [];
  for (const token of tokensOf(rest, options)) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind === 'option') take(token, options, command, values);
  }
  return { command, values, words };
}

function take(token, options, command, values) {
  const { name, rawName } = token;
  try {
    const option = optionNamed(token, options);
    const value = valueOf(token, option);
    values[name] = option.many ? [...(values[name] ?? []), value] : value;
  } catch (error) {
    if (error instanceof UsageError) error.command = command?.name;
    throw error;
  }
}

function optionNamed({ name, rawName }, options) {
  if (Object.hasOwn(options, name)) return options[name];
  const dashed = Object.keys(options).map((known) => `--${known}`);
  const hint = suggestion(rawName, dashed) || '; behind -- all words are taken as they are';
  throw new UsageError(`there is no option ${rawName}${hint}`);
}

function valueOf({ rawName, value, inlineValue }, { takes, read }) {
  if (!takes) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value`);
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value, ${takes}`);
  if (!inlineValue && /^-./.test(value)) {
    const joined = rawName.startsWith('--') ? `${rawName}=${value}` : `${rawName}${value}`;
    throw new UsageError(`${rawName} needs a value; if ${value} is meant, write ${joined}`);
  }
  return read(value, rawName);
}

/** Throws unless there are at least `least` words and at most `most`. `wanted` says which. */
export function requireWords(words, { least = 0, most = Infinity, wanted, command }) {
  if (words.length < least) throw new UsageError(`give ${wanted}`, command);
  if (words.length <= most) return;
  const extra = words.slice(most).join(' ');
  if (most === 0) throw new UsageError(`"${extra}" is too much; no words are taken here`, command);
  throw new UsageError(
    `"${extra}" is too much; give ${wanted}, with quotes where a blank is`,
    command,
  );
}
