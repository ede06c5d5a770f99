// What mining has filed in a wing: drawers whose file is of another text by now, and those whose file is
// gone. Drawers that others filed are not ours to remove.
//
// Tested by tests/js/cli_mine.test.js.

import { isGone } from './mine_files.js';

const PAGE = 1000; // drawers

/** In the metadata of what mining files. */
export const MINED = Object.freeze({ mined: true });

/** How many drawers a wing holds; what is filed later stands behind them. */
export function countIn({ palace }, wing) {
  return isWing(palace, wing) ? palace.listDrawers({ wing, limit: 0 }).total : 0;
}

/**
 * The drawers that stand for no text of `folder` any more, by their ids: `changed` of files that hold
 * another text by now, `gone` of files that are not there. `replaced`: how many of the changed have
 * another in their place. `ids`: what was just filed, or was there; `before`: countIn() before that.
 */
export function outdatedIn(memory, { wing, folder, ids, before }) {
  const current = new Set(ids);
  const files = new Map(); // each with {path, isCurrent, added, others}
  let at = 0;
  for (const { id, room, sourceFile: path, metadata } of drawersIn(memory, wing)) {
    const isNew = at++ >= before;
    const file = fileIn(files, { room, path });
    if (current.has(id)) {
      file.isCurrent = true;
      if (isNew) file.added++;
    } else if (metadata?.mined === true) file.others.push(id);
  }
  return outdatedOf([...files.values()], folder);
}

function outdatedOf(files, folder) {
  const changed = files.filter(({ isCurrent }) => isCurrent);
  const others = files.filter(({ isCurrent }) => !isCurrent);
  const replaced = changed.map((file) => Math.min(file.added, file.others.length));
  return {
    changed: idsOf(changed),
    replaced: replaced.reduce((sum, count) => sum + count, 0),
    gone: idsOf(others.filter(({ path }) => path !== null && isGone(folder, path))),
  };
}

const idsOf = (files) => files.flatMap(({ others }) => others);

function fileIn(files, { room, path }) {
  const key = JSON.stringify([room, path]);
  if (!files.has(key)) files.set(key, { path, isCurrent: false, added: 0, others: [] });
  return files.get(key);
}

function* drawersIn({ palace }, wing) {
  if (!isWing(palace, wing)) return;
  for (let offset = 0; ; offset += PAGE) {
    const { drawers } = palace.listDrawers({ wing, limit: PAGE, offset });
    yield* drawers;
    if (drawers.length < PAGE) return;
  }
}

/** Not of a name that comes to nothing, either: as a filter that would be every wing. */
const isWing = (palace, wing) => palace.listRooms(wing).wing !== null;
