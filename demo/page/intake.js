/**
 * Sorts files that come from outside, by name and size alone: nothing is read here.
 *
 * Tested by tests/browser/page_parts.test.js.
 */

import { bytes, plain, plural } from './words.js';

const MARKDOWN = /\.(?:md|markdown)$/i;
const STORE = /\.(?:sqlite3?|db|loci)$/i;

/** The largest store taken: twice that, and the engine's heap, have to fit into the page. */
export const MOST_STORE_BYTES = 512e6;

/** The largest sum of Markdown taken at once; it is all in memory while it is imported. */
export const MOST_MARKDOWN_BYTES = 256e6;

export const UNCHANGED = 'Your notes are as they were.';

function refuseMarkdown(files) {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (size <= MOST_MARKDOWN_BYTES) return undefined;
  return `These Markdown files have ${bytes(size)}; at most ${bytes(MOST_MARKDOWN_BYTES)} are taken at once. ${UNCHANGED}`;
}

function refuseStore({ name, size }) {
  if (size <= MOST_STORE_BYTES) return undefined;
  return `${name} has ${bytes(size)}, and this page takes stores of at most ${bytes(MOST_STORE_BYTES)}. It was not read. ${UNCHANGED}`;
}

function refuseOthers(files) {
  if (files.length === 0) return `There was no file in that. ${UNCHANGED}`;
  const what =
    files.length === 1
      ? `${files[0].file.name} is`
      : `None of these ${plain(files.length)} files is`;
  const wanted = 'Markdown (.md) or a Loci store (.sqlite, .db, .loci)';
  return `${what}${files.length === 1 ? ' neither' : ''} ${files.length === 1 ? wanted.replace(' or ', ' nor ') : wanted}. ${UNCHANGED}`;
}

/**
 * What to do with files, `[{path, file}]`: `{kind: 'markdown', files, ignored}`, `{kind: 'store',
 * file}`, or `{kind: 'refused', message}`. Markdown goes before a store that lies beside it.
 */
export function sortFiles(files) {
  const markdown = files.filter(({ file }) => MARKDOWN.test(file.name));
  if (markdown.length > 0) {
    const message = refuseMarkdown(markdown);
    if (message) return { kind: 'refused', message };
    return { kind: 'markdown', files: markdown, ignored: files.length - markdown.length };
  }
  const store = files.find(({ file }) => STORE.test(file.name));
  if (!store) return { kind: 'refused', message: refuseOthers(files) };
  if (files.length > 1) {
    return {
      kind: 'refused',
      message: `A store replaces all there is, so give it alone, not one of ${plural(files.length, 'file')}. ${UNCHANGED}`,
    };
  }
  const message = refuseStore(store.file);
  return message ? { kind: 'refused', message } : { kind: 'store', file: store.file };
}

const MAGIC = 'SQLite format 3\0';

/** Whether a file begins as SQLite files do; reads 16 bytes of it. */
export async function looksLikeStore(file) {
  const head = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  return String.fromCharCode(...head) === MAGIC;
}
