// `loci mine`: the texts of a folder as drawers.
//
// A drawer's id is a hash of where it stands and of its text, so what is there is found again. Drawers
// of a file that are of another text by now are removed once the new ones are in: a run that is cut off
// loses nothing, and the next one ends what it began. Those of files that are gone stay unless --prune
// is given: the folder may be another one, or not mounted.
//
// Tested by tests/js/cli_mine.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { CommandError, UsageError, fileError } from './errors.js';
import { number, plural } from './look.js';
import { chunksOf } from './mine_chunks.js';
import { MINED, countIn, outdatedIn } from './mine_filed.js';
import { FAILURES, REASONS, readText, textFilesIn } from './mine_files.js';
import { WARNINGS } from './shapes.js';
import { bar, visible } from './terminal.js';
import { text } from './values.js';

const NAMED = 3; // of those left out, for each reason
const BAR_WIDTH = 24;
const CLEARED = '\r\u001b[K';

/** What is to be filed, and what was left out. */
class Dig {
  leftOut = [];
  files = 0;
  drawers = 0;
  rooms = new Map(); // room -> drawers
  #folder;
  #wing;
  #found;
  #tell;

  constructor(folder, { wing, excluded, tell }) {
    const leaveOut = (path, why) => this.leftOut.push({ path, why });
    this.#folder = folder;
    this.#wing = wing;
    this.#found = inFolder(folder, () => textFilesIn(folder, { excluded, leaveOut }));
    this.#tell = tell;
  }

  /** All drawers, file by file, each read when it is its turn. */
  *all() {
    for (const [at, file] of this.#found.entries()) {
      yield* this.#drawersOf(file);
      this.#tell?.(at + 1, this.#found.length);
    }
  }

  *#drawersOf({ path, room }) {
    const { text: whole, changed, why } = readText(this.#folder, path);
    if (why) {
      this.leftOut.push({ path, why });
      return;
    }
    this.files++;
    let chunkIndex = 0;
    for (const chunk of chunksOf(whole)) {
      this.#count(room);
      const place = { wing: this.#wing, room, sourceFile: path, chunkIndex: chunkIndex++ };
      yield { ...place, text: chunk, authoredAt: changed, metadata: MINED };
    }
  }

  #count(room) {
    this.drawers++;
    this.rooms.set(room, (this.rooms.get(room) ?? 0) + 1);
  }

  summary() {
    const { files, drawers, leftOut } = this;
    const rooms = [...this.rooms].map(([room, count]) => ({ room, drawers: count }));
    return { wing: this.#wing, files, drawers, rooms, leftOut };
  }
}

/** What `find` finds; what the system says of the folder becomes a sentence. */
function inFolder(folder, find) {
  const what = `cannot mine ${folder}`;
  try {
    return find();
  } catch (cause) {
    if (cause.code !== 'ENOTDIR') throw fileError(what, cause);
    throw new CommandError('file_error', `${what}: it is no folder`);
  }
}

/** Files all; `{added, replaced, same, removed, gone, pruned, revision, warnings}`. */
function fileAll(memory, dig, { wing, folder, prune }) {
  const { palace } = memory;
  const before = countIn(memory, wing);
  const { added, same, ids, revision, warnings } = palace.addDrawers(dig.all());
  const { changed, replaced, gone } = outdatedIn(memory, { wing, folder, ids, before });
  const removed = prune ? [...changed, ...gone] : changed;
  const last = removed.map((id) => palace.deleteDrawer(id)).at(-1);
  return {
    added: added - replaced,
    replaced,
    same,
    removed: changed.length - replaced,
    gone: gone.length,
    pruned: prune ? gone.length : 0,
    revision: last?.revision ?? revision,
    warnings,
  };
}

/** The same without filing: counts what there is to file. `gone`: null where nobody asked. */
function countAll(dig, gone = null) {
  for (const _drawer of dig.all()); // counts them
  const counts = { added: 0, replaced: 0, same: 0, removed: 0, gone, pruned: 0 };
  return { ...counts, revision: null, warnings: [] };
}

const countGone = (memory, { wing, folder }) =>
  outdatedIn(memory, { wing, folder, ids: [], before: 0 }).gone.length;

async function mined(dig, withMemory, { dryRun, ...options }) {
  if (!dryRun) return withMemory((memory) => fileAll(memory, dig, options));
  if (!options.prune) return countAll(dig);
  return countAll(dig, await withMemory((memory) => countGone(memory, options)));
}

/** A bar that grows, where `errors` is a terminal; it goes when all is done. */
function barOn(errors) {
  if (!errors.isTTY) return undefined;
  return (done, total) => {
    const drawn = bar(done / total, BAR_WIDTH).padEnd(BAR_WIDTH);
    errors.write(done < total ? `\r${drawn} ${number(done)} of ${plural(total, 'file')}` : CLEARED);
  };
}

function summaryLines(data, options) {
  return [
    ...(data.files > 0 ? [filedLine(data)] : []),
    ...goneLines(data, options),
    ...leftOutLines(data.leftOut),
  ];
}

function filedLine({ files, drawers, rooms, dryRun, added, replaced, same, removed }) {
  const what = `${plural(files, 'file')}, ${plural(drawers, 'drawer')}`;
  const where = `in ${plural(rooms.length, 'room')}`;
  if (dryRun) return `${what} ${where}: nothing was filed`;
  const counts = { added, replaced, 'the same': same, removed };
  const told = Object.entries(counts).map(([name, count]) => `${number(count)} ${name}`);
  return `${what} ${where}: ${told.join(', ')}`;
}

function goneLines({ gone, pruned, dryRun }, { folder, prune }) {
  if (!gone) return [];
  const what = `${plural(gone, 'drawer')} of files that are not in ${folder}`;
  if (pruned > 0) return [visible(`${what}: deleted`)];
  return [visible(`${what}: kept, ${prune && dryRun ? 'for now' : 'and --prune deletes them'}`)];
}

/** Why there is nothing to file. */
function nothingIn(folder, { files, leftOut }) {
  if (files > 0) return [];
  const why = leftOut.length > 0 ? 'all in it is left out' : 'it holds nothing, or what is hidden';
  return [`there is nothing to file in ${folder}: ${why}`];
}

function leftOutLines(leftOut) {
  return Object.entries(REASONS).flatMap(([code, reason]) => {
    const paths = leftOut.filter(({ why }) => why === code).map(({ path }) => path);
    if (paths.length === 0) return [];
    const more = paths.length - NAMED;
    const named = paths.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${number(more)} more` : '');
    return [visible(`left out, ${reason}: ${named}`)];
  });
}

/** The name of a file or folder; a shell may have ended it with a slash. */
function fileName(given, name) {
  const [, found] = /^([^/]+)\/*$/.exec(given) ?? [];
  if (found !== undefined) return found;
  throw new UsageError(`${name} takes the name of a file or folder, and not "${given}"`);
}

export const mine = {
  name: 'mine',
  also: ['ingest', 'index', 'scan'],
  mode: 'make',
  usage: 'mine FOLDER --wing WING',
  about: 'file a folder of texts in the palace, word for word',
  more: [
    'Each file is cut into drawers of about 800 characters at the ends of paragraphs; put together, they are the file. The room is the name of the folder that the file stands in, at the top that of FOLDER itself. The source file is its path below FOLDER, and the drawers are dated by the last change of the file.',
    'Mining again files what is new, and replaces the drawers of files that changed; drawers of files that are left out now stay, and so do those of files that are gone, unless --prune is given: it deletes all that mining filed in this wing of files that are not in FOLDER. So give each folder a wing of its own.',
    'Hidden files and folders and all links are passed over, so nothing outside of FOLDER is read. Files that are no text (.md, .txt, .rst, .org, .adoc and the like, in UTF-8, to 16 MiB) are left out, and so are folders named node_modules; the summary says which and why. Exit status 1 where a text could not be taken in: it cannot be read, is not UTF-8 or too large; or where there is nothing to file.',
  ],
  options: {
    wing: { takes: 'WING', read: text, about: 'the wing, as the name of the project' },
    exclude: {
      takes: 'NAME',
      read: fileName,
      many: true,
      about: 'leave out files and folders of this name; may be repeated',
    },
    prune: { about: 'delete what was mined of files that are gone' },
    'dry-run': { about: 'file and delete nothing, and say what there is' },
  },
  examples: [
    {
      line: 'mkdir -p hut/water && echo "The valve sticks when it is cold." > hut/water/valve.md && touch -d 2024-05-04T10:00Z hut/water/valve.md && loci mine hut --wing Hut',
      prints: ['1 file, 1 drawer in 1 room: 1 added, 0 replaced, 0 the same, 0 removed'],
    },
    {
      line: 'mkdir -p boat/water && echo "Pump the bilge dry." > boat/water/bilge.txt && touch -d 2024-05-06T10:00Z boat/water/bilge.txt && loci mine boat --wing Boat',
      prints: ['1 file, 1 drawer in 1 room: 1 added, 0 replaced, 0 the same, 0 removed'],
    },
  ],
  shape: {
    wing: 'string',
    files: 'number',
    drawers: 'number',
    rooms: [{ room: 'string', drawers: 'number' }],
    left_out: [{ path: 'string', why: 'string' }],
    dry_run: 'boolean',
    added: 'number',
    replaced: 'number',
    same: 'number',
    removed: 'number',
    gone: 'number | null',
    pruned: 'number',
    revision: 'number | null',
    warnings: WARNINGS,
  },
  async run({ values, words, errors, withMemory }) {
    requireWords(words, { least: 1, most: 1, wanted: 'one folder', command: 'mine' });
    const { wing, exclude: excluded, prune = false, 'dry-run': dryRun = false } = values;
    if (wing === undefined) throw new UsageError('give the wing, as --wing NAME', 'mine');
    const [folder] = words;
    const options = { wing, folder, prune, dryRun };
    const dig = new Dig(folder, { wing, excluded, tell: barOn(errors) });
    const filed = await mined(dig, withMemory, options);
    const data = { ...dig.summary(), dryRun, ...filed };
    const isWhole = !data.leftOut.some(({ why }) => FAILURES.has(why));
    return {
      data,
      lines: () => summaryLines(data, options),
      notes: nothingIn(folder, data),
      found: isWhole && data.files + data.pruned > 0,
    };
  },
};
