// `loci mine`: the texts of a folder as drawers.
//
// A drawer's id is a hash of where it stands and of its text, so what is there is found again. Drawers
// of a file that are of another text by now are removed once the new ones are in: a run that is cut off
// loses nothing, and the next one ends what it began.
//
// Tested by tests/js/cli_mine.test.js; its examples by tests/js/cli_help.test.js.

import { join } from 'node:path';

import { requireWords } from './arguments.js';
import { UsageError, onFiles } from './errors.js';
import { plural } from './look.js';
import { chunksOf } from './mine_chunks.js';
import { REASONS, readText, textFilesIn } from './mine_files.js';
import { WARNINGS } from './shapes.js';
import { bar, visible } from './terminal.js';
import { text } from './values.js';

const PAGE = 1000; // drawers
const NAMED = 3; // of those left out, for each reason
const BAR_WIDTH = 24;
const MINED = Object.freeze({ mined: true }); // in the metadata: others are not ours to remove

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

  constructor(folder, wing, tell) {
    const leaveOut = (path, why) => this.leftOut.push({ path, why });
    this.#folder = folder;
    this.#wing = wing;
    this.#found = onFiles(`cannot mine ${folder}`, () => textFilesIn(folder, leaveOut));
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
    const { text: whole, changed, why } = readText(join(this.#folder, path));
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

function* drawersIn({ palace }, wing) {
  for (let offset = 0; ; offset += PAGE) {
    const { drawers } = palace.listDrawers({ wing, limit: PAGE, offset });
    yield* drawers;
    if (drawers.length < PAGE) return;
  }
}

/** Drawers that were mined of the files of `ids`, and are not among these. */
function staleDrawers(memory, wing, ids) {
  const current = new Set(ids);
  const files = new Map(); // each with {isCurrent, others}
  for (const { id, room, sourceFile, metadata } of drawersIn(memory, wing)) {
    const key = JSON.stringify([room, sourceFile]);
    const file = files.get(key) ?? { isCurrent: false, others: [] };
    files.set(key, file);
    if (current.has(id)) file.isCurrent = true;
    else if (metadata?.mined === true) file.others.push(id);
  }
  const changed = [...files.values()].filter(({ isCurrent }) => isCurrent);
  return changed.flatMap(({ others }) => others);
}

function fileAll(memory, dig, wing) {
  const { palace } = memory;
  const { added, same, ids, revision, warnings } = palace.addDrawers(dig.all());
  const stale = ids.length > 0 ? staleDrawers(memory, wing, ids) : [];
  const last = stale.map((id) => palace.deleteDrawer(id)).at(-1);
  const counts = { added, same, removed: stale.length };
  return { ...counts, revision: last?.revision ?? revision, warnings };
}

function countAll(dig) {
  for (const _drawer of dig.all()); // counts them
  return { added: 0, same: 0, removed: 0, revision: null, warnings: [] };
}

/** A bar that grows, where `errors` is a terminal; it goes when all is done. */
function barOn(errors) {
  if (!errors.isTTY) return undefined;
  return (done, total) => {
    const drawn = bar(done / total, BAR_WIDTH).padEnd(BAR_WIDTH);
    errors.write(done < total ? `\r${drawn} ${done} of ${total} files` : '\r\u001b[K');
  };
}

function summaryLines({ files, drawers, rooms, leftOut, dryRun, added, same, removed }) {
  const what = `${plural(files, 'file')}, ${plural(drawers, 'drawer')}`;
  const where = `in ${plural(rooms.length, 'room')}`;
  const done = dryRun
    ? `${what} ${where}: nothing was filed`
    : `${what} ${where}: ${added} added, ${same} the same, ${removed} removed`;
  return [done, ...leftOutLines(leftOut)];
}

function leftOutLines(leftOut) {
  return Object.entries(REASONS).flatMap(([code, reason]) => {
    const paths = leftOut.filter(({ why }) => why === code).map(({ path }) => path);
    if (paths.length === 0) return [];
    const more = paths.length - NAMED;
    const named = paths.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return [visible(`left out, ${reason}: ${named}`)];
  });
}

export const mine = {
  name: 'mine',
  also: ['ingest', 'index', 'scan'],
  mode: 'make',
  usage: 'mine FOLDER --wing WING',
  about: 'file a folder of texts in the palace, word for word',
  more: [
    'Each file is cut into drawers of about 800 characters at the ends of paragraphs; put together, they are the file. The room is the name of the folder that the file stands in, at the top that of FOLDER itself. The source file is its path below FOLDER, and the drawers are dated by the last change of the file.',
    'Mining again files what is new, and replaces the drawers of files that changed; drawers of files that are gone, or left out now, stay. Two folders of the same name are taken for one, so give each a wing of its own.',
    'Hidden files and folders and all links are passed over, so nothing outside of FOLDER is read. Files that are no text (.md, .txt, .rst, .org, .adoc and the like, in UTF-8, to 16 MiB) are left out; the summary says which and why.',
  ],
  options: {
    wing: { takes: 'WING', read: text, about: 'the wing, as the name of the project' },
    'dry-run': { about: 'file nothing, and say what there is' },
  },
  examples: [
    {
      line: 'mkdir -p hut/water && echo "The valve sticks when it is cold." > hut/water/valve.md && touch -d 2024-05-04T10:00Z hut/water/valve.md && loci mine hut --wing Hut',
      prints: ['1 file, 1 drawer in 1 room: 1 added, 0 the same, 0 removed'],
    },
    {
      line: 'mkdir -p boat/water && echo "Pump the bilge dry." > boat/water/bilge.txt && touch -d 2024-05-06T10:00Z boat/water/bilge.txt && loci mine boat --wing Boat',
      prints: ['1 file, 1 drawer in 1 room: 1 added, 0 the same, 0 removed'],
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
    same: 'number',
    removed: 'number',
    revision: 'number | null',
    warnings: WARNINGS,
  },
  async run({ values, words, errors, withMemory }) {
    requireWords(words, { least: 1, most: 1, wanted: 'one folder', command: 'mine' });
    const { wing, 'dry-run': dryRun = false } = values;
    if (wing === undefined) throw new UsageError('give the wing, as --wing NAME', 'mine');
    const dig = new Dig(words[0], wing, barOn(errors));
    const filed = dryRun ? countAll(dig) : await withMemory((memory) => fileAll(memory, dig, wing));
    const data = { ...dig.summary(), dryRun, ...filed };
    return { data, lines: () => summaryLines(data), found: data.files > 0 };
  },
};
