/**
 * The plan of a palace: which rectangle each wing has on the map, and in it each room. Areas go by the
 * number of drawers; what would be too small to be touched is kept large enough, and where there are
 * more than have a place, one tile stands for the smallest of them, never for where one is.
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

/** Pixels that the name of a wing takes, above its rooms. */
export const TITLE_HEIGHT = 28;

const WING_AREA = 10_000; // square pixels, at least, for each wing of a crowded map
const ROOM_AREA = 1900; // the same for the rooms of a wing
const OPEN_ROOM_AREA = 3600; // and of the open one, whose names are to be read
const LEAST_ROOM = 20; // pixels: less is too narrow to be a room

const LEAST_SHARE = 0.5; // of what all would have, were they alike
const OPEN_SHARES = [0.4, 0.5, 0.6, 0.7]; // of the map, for an open wing that needs it

/** The size of a room that shows its name and its number. */
export const ENOUGH = { width: 72, height: 42 };

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Weights by count, none so small that it would vanish beside the others. */
function weightsOf(counts) {
  const least = (LEAST_SHARE * sum(counts)) / Math.max(1, counts.length);
  return counts.map((count) => Math.max(count, least, 1));
}

/** The largest `most` of `all` in their order, `kept` among them, and one that stands for the others. */
function pooled(all, most, kept) {
  if (all.length <= most) return all;
  const order = [...all].sort((a, b) => (b === kept) - (a === kept) || b.count - a.count);
  const own = new Set(order.slice(0, Math.max(0, most - 1)));
  const others = order.slice(own.size);
  const more = { more: others.length, count: sum(others.map(({ count }) => count)), rooms: [] };
  return [...all.filter((one) => own.has(one)), more];
}

const capacity = ({ width, height }, each) => Math.max(1, Math.floor((width * height) / each));

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

/** Weights of tiles: one that stands for others is no larger than the smallest of those with a name. */
function tileWeights(tiles) {
  const weights = weightsOf(tiles.map(({ more, count }) => (more ? 0 : count)));
  const least = Math.min(...weights);
  return weights.map((weight, at) => (tiles[at].more ? least : weight));
}

function roomTiles({ rooms }, rect, { isOpen, room }) {
  const floor = floorOf(rect);
  if (floor.width < LEAST_ROOM || floor.height < LEAST_ROOM) return [];
  const most = capacity(floor, isOpen ? OPEN_ROOM_AREA : ROOM_AREA);
  const here = isOpen ? rooms.find((one) => one.room === room) : undefined;
  const tiles = pooled(rooms, most, here);
  if (tiles[0]?.more) return []; // its name says as much
  const rects = squarify(tileWeights(tiles), floor);
  return tiles.map((tile, at) => ({ ...tile, rect: inset(rects[at], BETWEEN_ROOMS / 2) }));
}

const isCramped = ({ more, rect }) =>
  more || rect.width < ENOUGH.width || rect.height < ENOUGH.height;

/** The weights of the wings, that of the open one raised to a share of all. */
function withOpen(weights, open, share) {
  const others = sum(weights) - weights[open];
  const raised = (others * share) / (1 - share);
  return weights.map((weight, at) => (at === open ? Math.max(weight, raised) : weight));
}

function wingTiles(wings, weights, { width, height }, scope) {
  // The gap around the map is taken back: the outer walls lie on its edge.
  const box = inset({ x: 0, y: 0, width, height }, -BETWEEN_WINGS / 2);
  const rects = squarify(weights, box);
  return wings.map((wing, at) => {
    const rect = inset(rects[at], BETWEEN_WINGS / 2);
    const isOpen = !wing.more && wing.wing === scope.wing;
    return { ...wing, rect, rooms: roomTiles(wing, rect, { isOpen, room: scope.room }) };
  });
}

/**
 * `wings`: `[{wing, count, rooms: [{room, count}]}]`; `size`: `{width, height}` of the map; `scope`:
 * `{wing?, room?}`, where one is. Answers the wings that have a place on the map with their `rect`, and
 * their rooms with theirs; a tile that stands for others is `{more, count, rect}`.
 */
export function planOf(wings, size, scope = {}) {
  const open = wings.find(({ wing }) => wing === scope.wing);
  const tiles = pooled(wings, capacity(size, WING_AREA), open);
  const weights = tileWeights(tiles);
  const plan = wingTiles(tiles, weights, size, scope);
  if (open === undefined) return plan;
  const at = tiles.indexOf(open);
  const grown = OPEN_SHARES.map((share) => withOpen(weights, at, share));
  const plans = [plan, ...grown.map((raised) => wingTiles(tiles, raised, size, scope))];
  return plans.find((one) => !one[at].rooms.some(isCramped)) ?? plans.at(-1);
}
