/**
 * The plan of a palace: which rectangle each wing has on the map, and in it each room. Areas go by the
 * number of drawers; what would be too small to be touched is kept large enough, and where a wing has
 * more rooms than can be shown, one tile stands for the smallest of them.
 *
 * The wing that is open grows where its rooms would not have their names otherwise; on a wide map of a
 * small palace nothing moves.
 *
 * Pure arithmetic in pixels. Tested by tests/js/demo_palace_map.test.js.
 */

import { squarify } from './palace_treemap.js';

const BETWEEN_WINGS = 8;
const BETWEEN_ROOMS = 4;
const WING_PADDING = 6;
const TITLE_HEIGHT = 28;

const MOST_WINGS = 24;
const MOST_ROOMS = 24; // of a wing; twice that of the open one

const LEAST_SHARE = 0.5; // of what all would have, were they alike
const OPEN_SHARES = [0.4, 0.5, 0.6, 0.7]; // of the map, for an open wing that needs it
const ENOUGH = { width: 72, height: 42 }; // of a room to show its name and its number

const ROOM_MARGIN = 19; // padding and border
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

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Weights by count, none so small that it would vanish beside the others. */
function weightsOf(counts) {
  const least = (LEAST_SHARE * sum(counts)) / Math.max(1, counts.length);
  return counts.map((count) => Math.max(count, least, 1));
}

/** The largest `most` of `all` in their order, and what the others come to, or null. */
function pooled(all, most) {
  if (all.length <= most) return { shown: all, more: null };
  const largest = new Set([...all].sort((a, b) => b.count - a.count).slice(0, most - 1));
  const others = all.filter((one) => !largest.has(one));
  const more = { more: others.length, count: sum(others.map(({ count }) => count)) };
  return { shown: all.filter((one) => largest.has(one)), more };
}

const inset = ({ x, y, width, height }, by) => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

/** Where the rooms of a wing lie, below its name. */
function floorOf({ x, y, width, height }) {
  const inner = { x, y: y + TITLE_HEIGHT, width, height: Math.max(0, height - TITLE_HEIGHT) };
  return inset(inner, WING_PADDING - BETWEEN_ROOMS / 2);
}

function roomTiles({ rooms }, rect, most) {
  const { shown, more } = pooled(rooms, most);
  const tiles = more ? [...shown, more] : shown;
  const rects = squarify(weightsOf(tiles.map(({ count }) => count)), floorOf(rect));
  return tiles.map((tile, at) => ({ ...tile, rect: inset(rects[at], BETWEEN_ROOMS / 2) }));
}

const isCramped = ({ rect }) => rect.width < ENOUGH.width || rect.height < ENOUGH.height;

/** The weights of the wings, that of the open one raised to a share of all. */
function withOpen(weights, open, share) {
  const others = sum(weights) - weights[open];
  const raised = (others * share) / (1 - share);
  return weights.map((weight, at) => (at === open ? Math.max(weight, raised) : weight));
}

function wingTiles(wings, weights, { width, height }, open) {
  // The gap around the map is taken back: the outer walls lie on its edge.
  const box = inset({ x: 0, y: 0, width, height }, -BETWEEN_WINGS / 2);
  const rects = squarify(weights, box);
  return wings.map((wing, at) => {
    const rect = inset(rects[at], BETWEEN_WINGS / 2);
    const most = wing.wing === open ? 2 * MOST_ROOMS : MOST_ROOMS;
    return { ...wing, rect, rooms: roomTiles(wing, rect, most) };
  });
}

/**
 * `wings`: `[{wing, count, rooms: [{room, count}]}]`; `size`: `{width, height}` of the map; `open`: the
 * name of a wing, or undefined. Answers the wings that have a place on it with their `rect`, and their
 * rooms with theirs; a tile that stands for others is `{more, count, rect}`.
 */
export function planOf(wings, size, open) {
  const { shown, more } = pooled(wings, MOST_WINGS);
  const all = more ? [...shown, { ...more, rooms: [] }] : shown;
  const weights = weightsOf(all.map(({ count }) => count));
  const tiles = wingTiles(all, weights, size, open);
  const at = all.findIndex(({ wing }) => wing !== undefined && wing === open);
  if (at < 0) return tiles;
  const isReadable = (plan) => !plan[at].rooms.some(isCramped);
  const grown = OPEN_SHARES.map((share) => withOpen(weights, at, share));
  const plans = [tiles, ...grown.map((raised) => wingTiles(all, raised, size, open))];
  return plans.find(isReadable) ?? plans.at(-1);
}

/** Whether one tile stands for several wings, or for several rooms of the wing that is open. */
export function isPooled(wings, open) {
  if (open === undefined) return wings.length > MOST_WINGS;
  return (wings.find(({ wing }) => wing === open)?.rooms.length ?? 0) > 2 * MOST_ROOMS;
}

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
  const width = Math.max(0, rect.width - 2 * WING_PADDING - 10);
  const hasCount = width > 90;
  const name = fitted(wing, width - (hasCount ? 36 : 0), measure);
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
  if (sum(rooms.map(({ count }) => count)) > MOST_FRONTS) return null;
  const roomy = rooms.filter(hasFronts);
  const holdsAll = (front) => roomy.every(({ rect, count }) => capacity(rect, front) >= count);
  return FRONTS.find(holdsAll) ?? null;
}
