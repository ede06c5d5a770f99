// The texts of a folder, for `loci mine`: what is hidden stays out, and so do links, so nothing outside
// of the folder is read. What else is left out is told, with why.
//
// Tested by tests/js/cli_mine.test.js.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { isBlank } from './mine_chunks.js';

const MOST = 16 * 2 ** 20; // bytes of a file
const TEXT = /\.(md|markdown|mdown|mkd|txt|text|rst|org|adoc|asciidoc)$/i;
const NO_NAME = /\p{Cc}/u; // no room has such a name
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const NAME_BYTES = 512;
// A link is none of the files that were listed, and a pipe has no end.
const UNFOLLOWED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

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
  SEEN.test(name) && !NO_NAME.test(name) && Buffer.byteLength(name) <= NAME_BYTES;

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
 * The text of a file in a folder, to the last character, and when it was changed, where that is a date:
 * `{text, changed}`, or `{why}` it is left out. Folders may have become links since they were listed.
 */
export function readText(folder, path) {
  let file;
  try {
    if (!isInside(folder, path)) return { why: 'link' };
    file = openSync(join(folder, path), UNFOLLOWED);
    const found = fstatSync(file);
    if (!found.isFile()) return { why: 'special' };
    if (found.size > MOST) return { why: 'too_large' };
    return textIn(readFileSync(file), dateOf(found));
  } catch ({ code }) {
    return { why: code === 'ELOOP' ? 'link' : 'unreadable' };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isInside(folder, path) {
  const [outer, inner] = [folder, join(folder, dirname(path))].map((each) => realpathSync(each));
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function dateOf({ mtime }) {
  const year = mtime.getUTCFullYear();
  return year >= 1 && year <= 9999 ? mtime : undefined;
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
