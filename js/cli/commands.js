// All commands, in the order of help.
//
// A command declares what help prints and the parser reads, and runs:
//
//   name, also         its name, and those that people try, which suggest it
//   usage, about, more how it is called, what it does in a line, and in paragraphs
//   mode, maker        how it opens the store: 'read', 'write' or 'make' (store.js), and the command
//                      that makes what it looks for, told where there is no store
//   options            by name (arguments.js)
//   examples           {line, prints: lines}: a test runs them all, one after another, in one folder
//   shape              of its JSON (shapes.js); a test holds each answer against it
//   run(context)       resolves to {data, lines(look), raw?, notes?, found?}: the answer as data and
//                      as lines; instead of lines `raw` for what is no terminal; sentences for stderr;
//                      false for exit status 1; or to {status} where it has printed all by itself
//   commands           of a group: its own commands, each with the group's name before its own

import { add } from './add.js';
import { evidence } from './evidence.js';
import { explain } from './explain.js';
import { exporting } from './export.js';
import { graph } from './graph.js';
import { grep } from './grep.js';
import { importing } from './import.js';
import { instructions } from './instructions.js';
import { ls } from './ls.js';
import { mine } from './mine.js';
import { mcp } from './mcp.js';
import { search } from './palace_search.js';
import { rooms, taxonomy, traverse, tunnels, wings } from './palace_structure.js';
import { repair } from './repair.js';
import { retrieve } from './retrieve.js';
import { rm } from './rm.js';
import { show } from './show.js';
import { check, status } from './status.js';

export const COMMANDS = [
  add,
  retrieve,
  show,
  ls,
  grep,
  explain,
  graph,
  rm,
  importing,
  exporting,
  status,
  check,
  repair,
  evidence,
  mine,
  search,
  wings,
  rooms,
  taxonomy,
  traverse,
  tunnels,
  instructions,
  mcp,
];

/** The commands of groups, too, each before its group. */
export const EVERY_COMMAND = COMMANDS.flatMap((command) => [...(command.commands ?? []), command]);
