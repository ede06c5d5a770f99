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
 * A name, shortened to what fits into `room` pixels; '' where not even a few letters do. `measure(text)`
 * tells how wide a text is.
 */
export function fitted(name, room, measure) {
  if (measure(name) <= room) return name;
  const clusters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  const cut = (length) => `${clusters.slice(0, length).join('').trimEnd()}…`;
  let length = clusters.length - 1;
  while (length >= LEAST_LETTERS && measure(cut(length)) > room) length--;
  return length >= LEAST_LETTERS ? cut(length) : '';
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

/** What a room's tile has room for: `{name, hasCount}`, the name '' where it has none. */
export function labelOf({ room, rect: { width, height } }, measure) {
  const hasCount = height >= ENOUGH.height;
  const length = width - ROOM_MARGIN - (hasCount ? 0 : DOOR_ROOM);
  const name = height < 28 ? '' : fitted(room, length, measure);
  return { name, hasCount: name !== '' && hasCount };
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
