// `loci export`: the store as Markdown files or as one SQLite file.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';

import { requireWords } from './arguments.js';
import { contentsOf } from './contents.js';
import { CommandError, UsageError, onFiles } from './errors.js';
import { plural } from './look.js';
import { visible } from './terminal.js';
import { oneOf } from './values.js';

const WANTED = 'a folder for Markdown, a FILE.db for SQLite, or - for SQLite on stdout';
const SQLITE_NAME = /\.(db|sqlite3?|loci)$/i;
const ENCODER = new TextEncoder();

/** The bytes as a whole or not at all: a file of that name stays until the new one is complete. */
function writeWhole(path, bytes) {
  const draft = `${path}.${process.pid}.part`;
  onFiles(`cannot write ${path}`, () => {
    try {
      writeDraft(draft, bytes);
      renameSync(draft, path);
    } catch (cause) {
      if (existsSync(draft)) unlinkSync(draft);
      throw cause;
    }
  });
}

function writeDraft(draft, bytes) {
  const descriptor = openSync(draft, 'w');
  try {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(descriptor, bytes, done, bytes.length - done);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function formatFor(target, format) {
  if (format) return format;
  if (/[a-z]/i.test(extname(target)) && !SQLITE_NAME.test(target) && !isFolder(target)) {
    const rule = 'a FILE.db becomes SQLite, a folder Markdown; --format says which';
    throw new UsageError(`${target} is neither: ${rule}`, 'export');
  }
  return target === '-' || (SQLITE_NAME.test(target) && !isFolder(target)) ? 'sqlite' : 'markdown';
}

function refuseExisting(paths, force) {
  const taken = force ? [] : paths.filter((path) => existsSync(path));
  if (taken.length === 0) return;
  const [first, ...more] = taken;
  const what = more.length > 0 ? `${first} and ${more.length} more exist` : `${first} exists`;
  throw new CommandError('exists', `${what} already; --force replaces what is there`);
}

function refuseStore(target, store) {
  if (!existsSync(target) || realpathSync(target) !== realpathSync(store)) return;
  throw new CommandError('exists', `${target} is the store itself; export to another file`);
}

/** Markdown in the folder for it that this store does not write, as of a category that is gone. */
function strangersIn(folder, written) {
  const own = join(folder, 'wiki');
  const names = isFolder(own) ? readdirSync(own) : [];
  const paths = names.filter((name) => /\.md$/i.test(name)).map((name) => join(own, name));
  return paths.filter((path) => !written.includes(path)).sort();
}

function strangerNotes(strangers, target) {
  if (strangers.length === 0) return [];
  const isOne = strangers.length === 1;
  const which = `${strangers.join(' and ')} ${isOne ? 'is' : 'are'} not of this store`;
  const remove = isOne ? 'remove it' : 'remove them';
  return [`${which}: ${remove}, or an import of ${target} brings ${isOne ? 'it' : 'them'} back`];
}

function writeMarkdown(folder, files, force) {
  const named = files.map(({ path, text }) => ({ path: join(folder, path), text }));
  refuseExisting(
    named.map(({ path }) => path),
    force,
  );
  const folders = new Set([folder, ...named.map(({ path }) => dirname(path))]);
  for (const each of folders) {
    onFiles(`cannot make the folder ${each}`, () => mkdirSync(each, { recursive: true }));
  }
  let bytes = 0;
  for (const { path, text } of named) {
    const encoded = ENCODER.encode(text);
    writeWhole(path, encoded);
    bytes += encoded.length;
  }
  const paths = named.map(({ path }) => path);
  return { format: 'markdown', files: paths, bytes, strangers: strangersIn(folder, paths) };
}

function writeSqlite(target, bytes, force) {
  refuseExisting([target], force);
  writeWhole(target, bytes);
  return { format: 'sqlite', files: [target], bytes: bytes.length, strangers: [] };
}

function summary({ format, files, bytes }, target) {
  if (format === 'sqlite') return `wrote ${target}, ${plural(bytes, 'byte')}`;
  return `wrote ${plural(files.length, 'file')} below ${target}, ${plural(bytes, 'byte')}`;
}

/** That there is no Markdown to write, and what there is. */
function nothingNote(status) {
  if (status.damaged)
    return 'nothing to write: no item of this damaged store can be read; `loci check` tells more';
  const others = contentsOf(status).join(' and ');
  const hint = others && `, but ${others}; \`loci export FILE.db\` takes all`;
  return `nothing to write: the store holds no items${hint}`;
}

async function toStdout({ json, output, withMemory }, format) {
  if (format === 'markdown') {
    throw new UsageError('Markdown is several files; give a folder for it', 'export');
  }
  if (json) throw new UsageError('stdout cannot take both the store and JSON', 'export');
  if (output.isTTY) {
    throw new UsageError(
      'a store is no text for a terminal; lead it into a file or pipe',
      'export',
    );
  }
  const raw = await withMemory((memory) => memory.exportBytes());
  return { data: null, lines: () => [], raw };
}

export const exporting = {
  name: 'export',
  also: ['save', 'dump', 'backup'],
  mode: 'read',
  usage: 'export TARGET',
  about: 'write all items as Markdown, or the store as one SQLite file',
  more: [
    'TARGET as a FILE.db (or .sqlite, .loci) is one SQLite file with everything, vectors too; as - the same on stdout; else a folder, which gets wiki/CATEGORY.md for each category of items; events and drawers are in no Markdown. `loci import` takes both. Files of categories that the store no longer has are left there, and named on stderr.',
  ],
  options: {
    format: {
      takes: 'HOW',
      read: oneOf('markdown', 'sqlite'),
      about: 'markdown or sqlite, whatever the name says',
    },
    force: { about: 'replace files that are there' },
  },
  examples: [
    { line: 'loci export notes', prints: ['wrote 1 file below notes, 244 bytes'] },
    {
      line: 'loci export - | loci --store copy.loci import -',
      prints: ['took over a store of 3 items'],
    },
  ],
  shape: {
    format: 'markdown | sqlite',
    files: ['string'],
    bytes: 'number',
    strangers: ['string'],
  },
  async run(context) {
    const { words, values, path, withMemory } = context;
    requireWords(words, { least: 1, most: 1, wanted: WANTED, command: 'export' });
    const [target] = words;
    const format = formatFor(target, values.format);
    if (target === '-') return toStdout(context, format);
    const { data, status } = await withMemory((memory) => {
      refuseStore(target, path);
      const written =
        format === 'sqlite'
          ? writeSqlite(target, memory.exportBytes(), values.force)
          : writeMarkdown(target, memory.exportMarkdown(), values.force);
      return { data: written, status: memory.status() };
    });
    const found = data.files.length > 0;
    return {
      data,
      lines: () => (found ? [visible(summary(data, target))] : []),
      notes: [...(found ? [] : [nothingNote(status)]), ...strangerNotes(data.strangers, target)],
      found,
    };
  },
};
