/**
 * What a tile of the map has room for: a name, perhaps shortened, a number, and its drawers.
 *
 * Pure arithmetic in pixels. Tested by tests/js/demo_palace_map.test.js.
 */

import { ENOUGH, TITLE_HEIGHT } from './palace_plan.js';

const TITLE_MARGIN = 23; // padding and border of a wing
const ROOM_MARGIN = 19; // and of a room
const COUNT_ROOM = 44; // for the number of a wing
const DOOR_ROOM = 16; // beside a name that stands alone
const LEAST_LETTERS = 2; // of a name that is shortened
const SMALL_MARGIN = 6; // padding and border of a room with a small name
const SMALL_LETTERS = 3; // of a small name that is shortened
const SMALL_LINE = 18; // pixels, with its padding
const LOW = 39; // below it the door of a room stands in its middle, and above at its end
const END_ROOM = 18; // for the door at the end

/** The sizes that a drawer may be drawn in, the largest first. */
const FRONTS = [
  { width: 18, height: 11 },
  { width: 14, height: 9 },
  { width: 10, height: 7 },
  { width: 7, height: 5 },
];
const FRONT_GAP = 3;
const FRONT_TOP = 46; // below the name and the number
const MOST_FRONTS = 600; // on the map: beyond it the numbers do

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name, shortened to what fits into `room` pixels; '' where not even `least` letters do. `measure(text)`
 * tells how wide a text is.
 */
export function fitted(name, room, measure, least = LEAST_LETTERS) {
  if (measure(name) <= room) return name;
  const clusters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  const cut = (length) => `${clusters.slice(0, length).join('').trimEnd()}…`;
  let length = clusters.length - 1;
  while (length >= least && measure(cut(length)) > room) length--;
  return length >= least ? cut(length) : '';
}

/** Where the name of a wing stands, as its rectangle, and what there is room for: `{name, hasCount}`. */
export function titleOf({ wing, rect }, measure) {
  const width = Math.max(0, rect.width - TITLE_MARGIN);
  const hasCount = width > 90;
  const name = fitted(wing, width - (hasCount ? COUNT_ROOM : 0), measure);
  return { name, hasCount };
}

/** The rectangle in which the name of a wing stands. */
export const titleBar = ({ rect }) => ({ ...rect, height: Math.min(rect.height, TITLE_HEIGHT) });

/** A name in small letters, across the tile or down along it, whole rather than not. */
function smallLabel({ room, rect: { width, height } }, measure) {
  const fit = (length) => fitted(room, length - SMALL_MARGIN, measure, SMALL_LETTERS);
  const across = height < SMALL_LINE ? '' : fit(width - (height < LOW ? DOOR_ROOM : 0));
  const down = width < SMALL_LINE ? '' : fit(height - END_ROOM);
  const isAcross = across === room || (across !== '' && down !== room);
  return { name: isAcross ? across : down, hasCount: false, size: isAcross ? 'small' : 'down' };
}

/**
 * What a room's tile has room for: `{name, hasCount, size}`; the name '' where it has none. `size`: of
 * its letters, `room`, or where these do not fit `small`, or those `down` along the tile. `rulers`:
 * `{room, small}`, each a `measure`.
 */
export function labelOf({ room, rect }, rulers) {
  const { width, height } = rect;
  const hasCount = height >= ENOUGH.height;
  const length = width - ROOM_MARGIN - (hasCount ? 0 : DOOR_ROOM);
  const name = height < 28 ? '' : fitted(room, length, rulers.room);
  return name === '' ? smallLabel({ room, rect }, rulers.small) : { name, hasCount, size: 'room' };
}

function capacity({ width, height }, front) {
  const columns = Math.floor((width - ROOM_MARGIN + FRONT_GAP) / (front.width + FRONT_GAP));
  const rows = Math.floor((height - FRONT_TOP - 8 + FRONT_GAP) / (front.height + FRONT_GAP));
  return Math.max(0, columns) * Math.max(0, rows);
}

/** Whether a room has a place for its drawers below its name and number. */
export const hasFronts = ({ rect: { width, height } }) => width >= 60 && height >= 66;

/**
 * The size in which drawers can be drawn in all rooms that have a place for them, `{width, height}`,
 * the same for all, so that rooms compare; null where there are too many drawers.
 */
export function frontOf(plan) {
  const rooms = plan.flatMap((wing) => wing.rooms);
  if (rooms.reduce((sum, { count }) => sum + count, 0) > MOST_FRONTS) return null;
  const roomy = rooms.filter(hasFronts);
  const holdsAll = (front) => roomy.every(({ rect, count }) => capacity(rect, front) >= count);
  return FRONTS.find(holdsAll) ?? null;
}
