// `loci import`: Markdown files and folders are merged into the store, an SQLite file replaces it.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { CommandError, UsageError, onFiles } from './errors.js';
import { readAll, readWhole } from './input.js';
import { contentsOf, contentsText } from './contents.js';
import { bareLinkNotes } from './links.js';
import { plural, progressOn } from './look.js';
import { visible } from './terminal.js';
import { WARNINGS } from './shapes.js';
import { text } from './values.js';

const WANTED = 'a folder of Markdown, Markdown files, an SQLite file, or - for stdin';
const MAX_BYTES = 2 ** 30; // that one call takes
const SQLITE = new TextEncoder().encode('SQLite format 3\0');

const isMarkdown = (path) => /\.md$/i.test(path);
const isSqlite = (bytes) => SQLITE.every((byte, at) => bytes[at] === byte);

/** The Markdown files below a folder, by name; what is hidden, and folders behind links, stay out. */
function markdownBelow(folder) {
  const entries = onFiles(`cannot read ${folder}`, () =>
    readdirSync(folder, { withFileTypes: true }),
  );
  const seen = entries.filter(({ name }) => !name.startsWith('.'));
  return seen
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return markdownBelow(path);
      return isMarkdown(path) && isFile(path, entry) ? [path] : [];
    });
}

const isFile = (path, entry) =>
  entry.isFile() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile());

/** Where to take what a path names from: `{markdown: paths}` or `{store: bytes}`. */
function sourceAt(path) {
  const found = onFiles(`cannot read ${path}`, () => statSync(path));
  if (found.isDirectory()) return { markdown: markdownBelow(path) };
  if (isMarkdown(path)) return { markdown: [path] };
  const bytes = readWhole(path);
  if (isSqlite(bytes)) return { store: bytes };
  throw new CommandError('unsupported_format', `${path} is no Markdown (.md), and no SQLite file`);
}

/** Stdin as a file of the given category, or as a store. */
async function sourceInStdin({ input, errors, values: { category } }) {
  if (input.isTTY) errors.write('A store or Markdown, ended by Ctrl-D on a line of its own:\n');
  const bytes = await readAll(input, MAX_BYTES);
  if (isSqlite(bytes)) return { store: bytes };
  if (category !== undefined) return { markdown: [{ path: `${category}.md`, bytes }] };
  throw new UsageError('stdin holds no SQLite file; with --category NAME it is Markdown', 'import');
}

async function sourceOf(context) {
  const { words } = context;
  if (words.length === 0) throw new UsageError(`give ${WANTED}`, 'import');
  if (words.length === 1 && words[0] === '-') return sourceInStdin(context);
  const sources = words.map(sourceAt);
  if (sources.length === 1) return sources[0];
  if (sources.every(({ markdown }) => markdown)) {
    return { markdown: sources.flatMap(({ markdown }) => markdown) };
  }
  throw new UsageError('an SQLite file replaces the store, so give it alone', 'import');
}

function* filesOf(sources) {
  for (const source of sources) {
    yield typeof source === 'string' ? { path: source, bytes: readWhole(source) } : source;
  }
}

function* textsOf(files) {
  const decoder = new TextDecoder();
  for (const { bytes } of files) yield decoder.decode(bytes);
}

function merge(memory, markdown, onProgress) {
  const { added, updated, same, ...rest } = memory.importMarkdown(filesOf(markdown), {
    onProgress,
  });
  return { replaced: false, files: markdown.length, added, updated, same, ...rest };
}

function replace(memory, bytes, isAllowed) {
  const before = memory.status();
  if (contentsOf(before).length > 0 && !isAllowed) {
    const what = `an SQLite file replaces all of the store, which holds ${contentsText(before)}`;
    throw new CommandError('not_empty', `${what}; --replace says that you want that`);
  }
  const { revision, warnings } = memory.importBytes(bytes);
  const status = memory.status();
  const counts = { files: 1, added: status.items, updated: 0, same: 0 };
  return { data: { replaced: true, ...counts, problems: [], revision, warnings }, status };
}

/** `status`: of the store that was taken over. */
function summary({ files, added, updated, same }, status) {
  if (status) return `took over a store of ${contentsText(status)}`;
  return `${plural(files, 'file')}: ${added} added, ${updated} updated, ${same} the same`;
}

// The engine's sentences about what is not in the store now; of other problems the text is kept.
const LEFT_OUT = /^(the item ".*" is left out|refused|not UTF-8)[:;]/s;

const problemLine = ({ path, line, what }) => `${path}${line > 0 ? `:${line}` : ''}: ${what}`;

export const importing = {
  name: 'import',
  also: ['load', 'restore'],
  mode: 'make',
  usage: 'import PATH…',
  about: 'take in Markdown, or the store in an SQLite file',
  more: [
    'Markdown is merged, all of it or none: a file is a category, its name without .md; a heading of level 2 begins an item. Folders are searched for .md files. What cannot be kept as it stands is told as path:line: what, on stderr; where a file or an item is left out, as of two with the same name, the exit status is 1. An SQLite file, as `loci export` makes it, takes the place of the whole store.',
  ],
  options: {
    category: { takes: 'NAME', read: text, about: 'that of Markdown from stdin' },
    replace: { about: 'let an SQLite file replace a store that holds something' },
    progress: { about: 'count the files on stderr, where that is a terminal' },
  },
  examples: [
    {
      line: 'printf "## kale\\n\\nSow in may.\\n" | loci import - --category garden',
      prints: ['1 file: 1 added, 0 updated, 0 the same'],
    },
  ],
  shape: {
    replaced: 'boolean',
    files: 'number',
    added: 'number',
    updated: 'number',
    same: 'number',
    problems: [{ path: 'string', line: 'number', what: 'string' }],
    revision: 'number',
    warnings: WARNINGS,
  },
  async run(context) {
    const { values, errors, withMemory } = context;
    const { markdown, store } = await sourceOf(context);
    if (markdown?.length === 0)
      throw new CommandError(
        'no_files',
        `there are no .md files in ${context.words.join(' and ')}`,
      );
    const onProgress = values.progress ? progressOn(errors, markdown?.length, 'files') : undefined;
    const notes = [];
    const { data, status } = await withMemory((memory) => {
      if (store) return replace(memory, store, values.replace);
      const merged = merge(memory, markdown, onProgress);
      notes.push(...merged.problems.map(problemLine));
      notes.push(...bareLinkNotes(memory, textsOf(filesOf(markdown))));
      return { data: merged };
    });
    const hasSome = status
      ? contentsOf(status).length > 0
      : data.added + data.updated + data.same > 0;
    const isWhole = !data.problems.some(({ what }) => LEFT_OUT.test(what));
    return {
      data,
      lines: () => [visible(summary(data, status))],
      notes,
      found: isWhole && hasSome,
    };
  },
};
