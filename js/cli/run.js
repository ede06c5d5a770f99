// Runs one command line: reads it, lets the command answer, prints, and gives the exit status.
//
// The store is closed before anything is printed, so that a slow reader (`| less`) holds no lock.
//
// Tested by tests/js/cli.test.js.

import { readArguments } from './arguments.js';
import { COMMANDS } from './commands.js';
import { sentenceFor } from './errors.js';
import { help } from './help.js';
import { jsonText } from './json.js';
import { Look } from './look.js';
import { write } from './output.js';
import { storePath, withStore } from './store.js';
import { visible } from './terminal.js';
import { version } from './version.js';

const EXIT = Object.freeze({ done: 0, nothingFound: 1, failed: 2 });

/** Codes of errors that say no more than that there is nothing. */
const NOTHING_FOUND = new Set(['unknown_item', 'unknown_event', 'not_found', 'no_files']);

/** Asks for help like a command, and is read like one. */
const HELP = { name: 'help', options: {} };

/** What to print without a command, or undefined where there is one to run. */
function printed({ command, values, words }, look) {
  if (values.version) return [version()];
  if (command === HELP) return help(words, COMMANDS, look);
  if (values.help || !command) {
    return help(command ? command.name.split(' ') : [], COMMANDS, look);
  }
  return undefined;
}

function contextFor({ command, values, words }, look, streams, { environment, openMemory }) {
  const path = storePath(values, environment);
  const { mode, maker } = command;
  const withMemory = (work) => withStore({ path, mode, maker, openMemory }, work);
  return { values, words, json: values.json ?? false, path, look, withMemory, ...streams };
}

/** What goes to stdout: the bytes as they are, JSON, or lines for this reader. */
function chunkOf(answer, { json, look }) {
  if (answer.raw !== undefined && !look.isTerminal && !json) return answer.raw;
  if (json || answer.json) return jsonText(answer.data);
  return answer
    .lines(look)
    .map((line) => `${line}\n`)
    .join('');
}

/** What goes to stderr; JSON has it all in itself. */
function notesOf({ notes = [], data }, json) {
  if (json) return '';
  const warnings = (data?.warnings ?? []).map(({ message }) => `warning: ${message}`);
  return [...notes, ...warnings].map((note) => `loci: ${visible(note)}\n`).join('');
}

async function answer(wanted, streams, surroundings) {
  const look = new Look(streams.output, surroundings.environment);
  const lines = printed(wanted, look);
  if (lines) {
    await write(streams.output, lines.map((line) => `${line}\n`).join(''));
    return EXIT.done;
  }
  const context = contextFor(wanted, look, streams, surroundings);
  const answered = await wanted.command.run(context);
  if (answered.status !== undefined) return EXIT[answered.status];
  await write(streams.output, chunkOf(answered, { json: context.json, look }));
  await write(streams.errors, notesOf(answered, context.json));
  return answered.found === false ? EXIT.nothingFound : EXIT.done;
}

/** The error for a person, or for a program that asked for JSON. */
function told(error, isJson) {
  const message = sentenceFor(error);
  if (!isJson) return `loci: ${visible(message)}\n`;
  const { code = 'internal', detail } = error;
  return jsonText({ error: { code, message, ...(detail && { detail }) } });
}

const asksForJson = (args) => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).includes('--json');
};

/**
 * Runs the command line and resolves to its exit status, once all is printed.
 * @param {string[]} args behind `loci`
 * @param {{input: object, output: object, errors: object}} streams stdin, stdout and stderr
 * @param {{environment: Record<string, string>, openMemory: Function}} surroundings
 */
export async function run(args, streams, surroundings) {
  try {
    const wanted = readArguments(args, [...COMMANDS, HELP]);
    return await answer(wanted, streams, surroundings);
  } catch (error) {
    await write(streams.errors, told(error, asksForJson(args)));
    return NOTHING_FOUND.has(error.code) ? EXIT.nothingFound : EXIT.failed;
  }
}
