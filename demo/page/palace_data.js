/** What the palace holds, read for the page. No DOM here. */

/** Names of wings and rooms as one key; no name holds a control character. */
export const placeKey = ({ wing, room }) => `${wing}\u0000${room}`;

const wingOf = ([wing, rooms]) => {
  const list = Object.entries(rooms).map(([room, count]) => ({ room, count }));
  return { wing, rooms: list, count: list.reduce((sum, { count }) => sum + count, 0) };
};

/**
 * Resolves to the palace as the page shows it:
 *
 *   {wings,    [{wing, count, rooms: [{room, count}]}] in order of first filing, counts of drawers
 *    shared,   [{room, wings, count, …}] rooms that stand in several wings
 *    tunnels,  [{id, from, to, label}] those that somebody drew
 *    rooms, drawers}  how many there are
 */
export async function readPalace({ palace }) {
  const [taxonomy, shared, { tunnels }] = await Promise.all([
    palace.taxonomy(),
    palace.findTunnels(),
    palace.listTunnels(),
  ]);
  const wings = Object.entries(taxonomy).map(wingOf);
  const sumOf = (of) => wings.reduce((sum, wing) => sum + of(wing), 0);
  const totals = {
    rooms: sumOf(({ rooms }) => rooms.length),
    drawers: sumOf(({ count }) => count),
  };
  return { wings, shared, tunnels, ...totals };
}

/** How many drawers stand in a place; undefined where there is no such place. */
export function countIn({ wings, drawers }, { wing, room }) {
  if (wing === undefined) return drawers;
  const found = wings.find((one) => one.wing === wing);
  if (room === undefined) return found?.count;
  return found?.rooms.find((one) => one.room === room)?.count;
}

/** The other wings in which a room stands; [] where it is no tunnel. */
export function otherWings({ shared }, { wing, room }) {
  const tunnel = shared.find((one) => one.room === room && one.wings.includes(wing));
  return tunnel ? tunnel.wings.filter((other) => other !== wing) : [];
}

/** The places that drawn tunnels lead to from a room, `[{wing, room, label}]`. */
export function tunnelsFrom({ tunnels }, place) {
  const isHere = (end) => placeKey(end) === placeKey(place);
  return tunnels
    .filter(({ from, to }) => isHere(from) || isHere(to))
    .map(({ from, to, label }) => ({ ...(isHere(from) ? to : from), label }));
}

/** The newest drawers of a place, the last filed first, `count` of the `total` there are. */
export async function newestIn({ palace }, { wing, room }, count, total) {
  const limit = Math.min(count, total);
  const { drawers } = await palace.listDrawers({ wing, room, limit, offset: total - limit });
  return drawers.reverse();
}
