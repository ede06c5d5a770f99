/**
 * `npm start`: builds Loci if needed, imports the notes of demo/memory, answers a query, and serves
 * the page.
 *
 * No package is imported before the build has run: a fresh clone has no node_modules.
 *
 * Tested by tests/js/start.test.js.
 */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { HELP, UsageError, readArguments } from './arguments.js';
import { explain, plural } from './explanation.js';
import { readDemoNotes } from './notes.js';
import { FIRST_PORT, showPage } from './show_page.js';
import { palette, terminalWidth, visible, visibleJson, wantsColor } from '../js/cli/terminal.js';

const EXIT = Object.freeze({ answered: 0, nothingFound: 1, unusable: 2 });

const EXAMPLES = [
  { query: '京都 桜' },
  { query: 'crème brûlée' },
  { options: '--budget 2000 ', query: 'SQLite backup 备份' },
];

function refuseMissing(store) {
  if (existsSync(store)) return;
  const folder = dirname(resolve(store));
  if (!existsSync(folder)) {
    throw new Error(`there is no file ${store}, and no folder ${folder} that it could be in`);
  }
  const remedy = `npm start -- --save ${JSON.stringify(store)}`;
  throw new Error(`there is no file ${store}; to make one with the demo's notes: ${remedy}`);
}

function refuseExisting(file) {
  if (existsSync(file)) throw new Error(`${file} exists already; --save only makes new files`);
}

async function openStore(store, openMemory) {
  refuseMissing(store);
  return { memory: await openMemory(store, { readOnly: true }), about: `Notes of ${store}` };
}

async function openDemo(save, openMemory) {
  if (save !== undefined) refuseExisting(save);
  const memory = await openMemory(save ?? ':memory:');
  const { added } = memory.importMarkdown(await readDemoNotes());
  const kept = save === undefined ? '' : `, kept in ${save}`;
  return { memory, about: `${plural(added, 'note')} of demo/memory${kept}` };
}

/** Opens what the arguments name, asks it, closes it. */
async function answer({ query, limit, budget, store, save }, openMemory) {
  const opened = store === undefined ? openDemo(save, openMemory) : openStore(store, openMemory);
  const { memory, about } = await opened;
  try {
    const options = { limit, budgetTokens: budget, explain: true };
    return { about, result: memory.retrieve(query, options) };
  } finally {
    memory.close();
  }
}

/** The examples as lines, without the one just asked. */
function examplesAfter(asked) {
  return EXAMPLES.filter(({ query }) => query !== asked).map(
    ({ options = '', query }) => `  npm start -- ${options}"${query}"`,
  );
}

function page(query, { about, result }, stream, environment) {
  const paint = palette(wantsColor(stream, environment));
  const lines = explain(query, result, { width: terminalWidth(stream), paint });
  const next = ['', paint.bold('Try next'), ...examplesAfter(query)];
  return [paint.dim(visible(about)), ...lines, ...next, ''].join('\n');
}

async function loadLoci() {
  const { ensureBuilt } = await import('../bindings/toolchain/build.js');
  await ensureBuilt();
  return import('loci');
}

/** What went wrong, and how to mend it where the set-up knows (`mend`). */
function describe(error) {
  const hint = error instanceof UsageError ? ' (npm start -- --help lists the options)' : '';
  const remedy = error.mend ? `\nTo mend it: ${error.mend}` : '';
  const lines = `${error.message}${hint}${remedy}`.split('\n');
  return lines.map(visible).join('\n');
}

/** Whether to stay and serve: a pipe, a test or a program waits for the end. */
function isServing({ serve, json }, stream) {
  return serve ?? (Boolean(stream.isTTY) && !json);
}

/** Serves the page and tells where; the process stays for it until Ctrl-C. */
async function serveOnto({ output, errors }, { json }, show) {
  const { address, port } = await show();
  const apart =
    port === FIRST_PORT ? '' : ` (port ${FIRST_PORT} is taken; here its notes are others)`;
  const stream = json ? errors : output; // beside JSON, not in it
  stream.write(`On a page${apart}, until Ctrl-C: ${address}\n`);
}

async function answerOnto(stream, wanted, { environment, load }) {
  const { openMemory } = await load();
  const answered = await answer(wanted, openMemory);
  const { result } = answered;
  const text = wanted.json
    ? visibleJson(result)
    : page(wanted.query, answered, stream, environment);
  stream.write(`${text}\n`);
  return result.items.length > 0 ? EXIT.answered : EXIT.nothingFound;
}

/**
 * Runs the command and resolves to its exit status, once all is printed; a page is served on.
 * `streams`: `{output, errors}`; `load` gives the module `loci`, built first; `show` serves the page.
 */
export async function run(
  args,
  { output, errors },
  { environment = {}, load = loadLoci, show = showPage } = {},
) {
  try {
    const wanted = readArguments(args);
    if (wanted.help) {
      output.write(HELP);
      return EXIT.answered;
    }
    const status = await answerOnto(output, wanted, { environment, load });
    if (isServing(wanted, output)) await serveOnto({ output, errors }, wanted, show);
    return status;
  } catch (error) {
    errors.write(`${describe(error)}\n`);
    return EXIT.unusable;
  }
}

const startedDirectly =
  process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (startedDirectly) {
  const streams = { output: process.stdout, errors: process.stderr };
  process.exitCode = await run(process.argv.slice(2), streams, { environment: process.env });
}
