// The texts of a folder, for `loci mine`: what is hidden stays out, and so do links, so nothing outside
// of the folder is read. What else is left out is told, with why.
//
// Tested by tests/js/cli_mine.test.js.

import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { isBlank } from './mine_chunks.js';

const MOST = 16 * 2 ** 20; // bytes of a file
const TEXT = /\.(md|markdown|mdown|mkd|txt|text|rst|org|adoc|asciidoc)$/i;
const NO_NAME = /\p{Cc}/u; // no room has such a name
const NAME_BYTES = 512;

const PACKAGES = 'node_modules';

/** Why a file or a folder is left out, in words. */
export const REASONS = {
  excluded: 'as --exclude says',
  packages: 'packages of others',
  link: 'a link',
  other: 'neither text nor Markdown by its name',
  special: 'no file',
  binary: 'binary',
  not_utf8: 'not UTF-8',
  too_large: 'larger than 16 MiB',
  blank: 'nothing but white space',
  bad_name: 'its name or that of its folder can be none in the palace',
  unreadable: 'cannot be read',
};

/** Those of texts that could not be taken in, though they may be wanted. */
export const FAILURES = new Set(['not_utf8', 'too_large', 'bad_name', 'unreadable']);

/**
 * The files below a folder that may be texts, `{path, room}`, in the order of their names; `path` is
 * relative to the folder, its parts divided by `/`. What is left out, as files and folders of a name in
 * `excluded` are, goes to `leaveOut(path, why)`. What the system says of the folder itself is thrown.
 */
export function textFilesIn(folder, { excluded = [], leaveOut }) {
  const files = [];
  const visit = (entries, path, room) => {
    for (const entry of entries.sort(byName)) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      const why = excluded.includes(entry.name) ? 'excluded' : reasonAgainst(entry, room);
      if (why) leaveOut(inside, why);
      else if (entry.isFile()) files.push({ path: inside, room });
      else visitFolder(inside, entry.name);
    }
  };
  const visitFolder = (path, room) => {
    try {
      visit(entriesOf(join(folder, path)), path, room);
    } catch {
      leaveOut(path, 'unreadable');
    }
  };
  visit(entriesOf(folder), '', basename(resolve(folder)) || 'root');
  return files;
}

const entriesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));

const byName = (a, b) => (a.name < b.name ? -1 : 1);

function reasonAgainst(entry, room) {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return entry.name === PACKAGES ? 'packages' : undefined;
  if (!entry.isFile()) return 'special';
  if (!TEXT.test(entry.name)) return 'other';
  return isRoomName(room) && !NO_NAME.test(entry.name) ? undefined : 'bad_name';
}

const isRoomName = (name) =>
  name.trim() !== '' && !NO_NAME.test(name) && Buffer.byteLength(name) <= NAME_BYTES;

/** Whether there is nothing at a path in a folder; where the system does not say, there may be. */
export function isGone(folder, path) {
  try {
    lstatSync(join(folder, path));
    return false;
  } catch ({ code }) {
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}

/**
 * The text of a file, to the last character, and when it was changed: `{text, changed}`, or `{why}` it is
 * left out.
 */
export function readText(path) {
  try {
    const found = lstatSync(path);
    if (!found.isFile()) return { why: 'link' }; // by now
    if (found.size > MOST) return { why: 'too_large' };
    return textIn(readFileSync(path), found.mtime);
  } catch {
    return { why: 'unreadable' };
  }
}

function textIn(bytes, changed) {
  if (bytes.includes(0)) return { why: 'binary' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return isBlank(text) ? { why: 'blank' } : { text, changed };
  } catch {
    return { why: 'not_utf8' };
  }
}
