// All tools, in the order in which hosts list them.
//
// A tool declares what it is, and runs:
//
//   name, title, description   for the host, the person and the model
//   input, output              JSON Schemas of its arguments and of its data (schema.js)
//   changes                    whether it writes; `replaces`: whether that can undo what was there
//   run(memory, args, call)    gives {data, lines} or a promise of it, or throws. `args` are as `input`
//                              declares them; `call` is {session, signal, progress} (server.js)

import { databaseSearch } from './evidence_tool.js';
import { addDrawer, status } from './palace_tools.js';
import { search } from './palace_search.js';
import { findTunnels, listRooms, listWings, taxonomy, traverse } from './palace_structure.js';
import { add, retrieve } from './wiki_tools.js';

export const TOOLS = Object.freeze([
  add,
  retrieve,
  databaseSearch,
  search,
  listWings,
  listRooms,
  taxonomy,
  traverse,
  findTunnels,
  addDrawer,
  status,
]);
