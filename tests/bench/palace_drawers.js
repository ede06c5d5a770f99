// Generated drawers for the palace rows: short texts with random vectors, in wings, rooms and files.
// Drawer i depends on i alone. Tested by tests/js/bench.test.js.

import { randomVector } from './evidence_events.js';
import { generatedText } from './generated.js';

const WINGS = 20;
const ROOMS = 50;
const CHUNKS_OF_A_FILE = 20;
const HOUR = 3_600_000;
const START = Date.UTC(2015, 0, 1);

/** The wing of the first SMALL_WING drawers, and of no others. */
export const SMALL = 'small';
export const SMALL_WING = 100;

/** Drawer `index`, with a vector of `width` numbers. */
export function generatedDrawer(index, width) {
  const file = Math.floor(index / CHUNKS_OF_A_FILE);
  return {
    wing: index < SMALL_WING ? SMALL : `wing ${file % WINGS}`,
    room: `room ${file % ROOMS}`,
    hall: ['facts', 'events', 'decisions'][file % 3],
    text: generatedText(index),
    sourceFile: `log/${file}.md`,
    chunkIndex: index % CHUNKS_OF_A_FILE,
    authoredAt: new Date(START + index * HOUR).toISOString(),
    embedding: randomVector(index, width),
  };
}

/** A closet for every file of `size` drawers. */
export function* generatedClosets(size, width) {
  for (let index = 0; index < size; index += CHUNKS_OF_A_FILE) {
    const { wing, room, sourceFile } = generatedDrawer(index, width);
    yield {
      wing,
      room,
      sourceFile,
      text: generatedText(index),
      embedding: randomVector(-index - 1, width),
    };
  }
}
