/**
 * The tunnels on the map: between the rooms of one name, from wing to wing, and between those that
 * somebody joined. No DOM here. Tested by tests/js/demo_palace_words.test.js.
 */

import { placeKey } from './palace_data.js';
import { doorOf, pairsOf, passage } from './palace_ways.js';

/** Where the tiles of a plan have their doors, by placeKey; a room in a tile of many has that one's. */
function doorsByPlace(plan) {
  const doors = new Map();
  for (const { wing, rooms } of plan)
    for (const { room, rect } of rooms)
      doors.set(placeKey({ wing, room: room ?? '' }), doorOf(rect));
  return doors;
}

const otherRooms = ({ wing }) => placeKey({ wing, room: '' });

/**
 * `[{d, ends, from, to, isDrawn}]`: the path of each tunnel, the placeKeys that it joins, and its doors.
 * `palace`: `{shared, tunnels}` of readPalace. What leads to a wing that is not on the map is left out.
 */
export function passagesOf(plan, { shared, tunnels }) {
  const doors = doorsByPlace(plan);
  const doorAt = (place) => doors.get(placeKey(place)) ?? doors.get(otherRooms(place));
  const join = (a, b, isDrawn) => {
    const [from, to] = [doorAt(a), doorAt(b)];
    if (from === undefined || to === undefined) return [];
    return [{ d: passage(from, to), ends: [placeKey(a), placeKey(b)], from, to, isDrawn }];
  };
  const between = ({ room, wings }) =>
    pairsOf(wings).flatMap(([a, b]) => join({ wing: a, room }, { wing: b, room }, false));
  return [...shared.flatMap(between), ...tunnels.flatMap(({ from, to }) => join(from, to, true))];
}

/** The doors of passages, each once. */
export function doorsOf(passages) {
  const doors = passages.flatMap(({ from, to }) => [from, to]);
  return [...new Map(doors.map((door) => [`${door.x} ${door.y}`, door])).values()];
}
