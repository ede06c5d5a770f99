/** The command line of `npm start`. Tested by tests/js/terminal.test.js. */

import { parseArgs } from 'node:util';

export const DEFAULTS = Object.freeze({
  query: 'how does tidelog v2.4.7 avoid lost readings? 潮位 再送',
  limit: 6,
  budget: 600,
});

export const HELP = `Usage: npm start -- [options] ["query"]

Answers the query from the notes in demo/memory and shows why each note was chosen. Then serves a
page that does the same in a browser, until Ctrl-C.

  --store FILE   answer from a stored memory instead
  --save FILE    first keep the notes of demo/memory in FILE, a new store
  --limit N      rank at most N notes (default ${DEFAULTS.limit})
  --budget N     show notes of at most N tokens in all, the first always (default ${DEFAULTS.budget})
  --json         print the result as JSON
  --serve        serve the page also where the answer goes to no terminal, or is JSON
  --no-serve     end after the answer
  --help         print this

The "--" is needed: npm keeps options before it to itself. For programs, without npm's own lines:

  npm start --silent -- --json "query"

Exit status: 0 answered, 1 nothing found, 2 wrong usage or a store that cannot be used.
`;

const OPTIONS = {
  store: { type: 'string' },
  save: { type: 'string' },
  limit: { type: 'string' },
  budget: { type: 'string' },
  json: { type: 'boolean' },
  serve: { type: 'boolean' },
  'no-serve': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

// Where the next word could be meant as an option: `--budget -5`.
const AMBIGUOUS = 'needs a value, and what follows begins with a dash';

/** A command line that cannot be understood; the message is one sentence for the person. */
export class UsageError extends Error {}

// parseArgs explains itself in several sentences; the first says what is wrong.
function parseStrictly(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    const [firstSentence] = error.message.split(/\.\s/);
    throw new UsageError(firstSentence.replace('argument is ambiguous', AMBIGUOUS));
  }
}

function count(name, text, least) {
  if (text === undefined) return DEFAULTS[name];
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least) {
    throw new UsageError(`--${name} takes a whole number from ${least} up, not "${text}"`);
  }
  if (Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${name} takes at most ${Number.MAX_SAFE_INTEGER}, not "${text}"`);
}

/**
 * Reads the arguments after `npm start --`; words outside options together are the query.
 * Returns `{query, limit, budget, store?, save?, json, serve?, help}`; throws UsageError. `serve` is
 * undefined where it was not said.
 */
export function readArguments(args) {
  const { values, positionals } = parseStrictly(args);
  if (values.store !== undefined && values.save !== undefined) {
    throw new UsageError('--store and --save exclude each other: one reads a store, one makes it');
  }
  if (values.serve && values['no-serve']) {
    throw new UsageError('--serve and --no-serve exclude each other');
  }
  for (const name of ['store', 'save']) {
    if (values[name] === '') throw new UsageError(`--${name} takes the name of a file`);
  }
  return {
    query: positionals.length > 0 ? positionals.join(' ') : DEFAULTS.query,
    limit: count('limit', values.limit, 1),
    budget: count('budget', values.budget, 0),
    store: values.store,
    save: values.save,
    json: values.json ?? false,
    serve: values['no-serve'] ? false : values.serve,
    help: values.help ?? false,
  };
}
