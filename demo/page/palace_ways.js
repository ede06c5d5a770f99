/**
 * Ways on the map: where a tunnel leaves a room and how it runs, and which tile lies next in a
 * direction.
 *
 * Pure arithmetic in pixels. Tested by tests/js/demo_palace_map.test.js.
 */

const MOST_BOW = 24;
const DOOR = 13; // how far a door is from the lower right corner of its room

/** Where tunnels leave a room: its lower right corner, away from its name; the middle of a small one. */
export function doorOf({ x, y, width, height }) {
  return {
    x: x + (width < 3 * DOOR ? width / 2 : width - DOOR),
    y: y + (height < 3 * DOOR ? height / 2 : height - DOOR),
  };
}

/**
 * A curve from door to door, which leaves and arrives level, or upright where that is the way. It bows
 * aside, so that two in one line are told apart.
 */
export function passage(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bow = Math.min(MOST_BOW, 0.08 * Math.hypot(dx, dy));
  const isLevel = Math.abs(dx) >= Math.abs(dy);
  const [x, y] = isLevel ? [dx / 2, -bow] : [-bow, dy / 2];
  const [a, b] = isLevel
    ? [
        { x: from.x + x, y: from.y + y },
        { x: to.x - x, y: to.y + y },
      ]
    : [
        { x: from.x + x, y: from.y + y },
        { x: to.x + x, y: to.y - y },
      ];
  const at = (point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`;
  return `M${at(from)} C${at(a)} ${at(b)} ${at(to)}`;
}

/** The pairs of wings that the passages of a shared room join: each to the next. */
export const pairsOf = (wings) => wings.slice(1).map((wing, at) => [wings[at], wing]);

/** For each arrow: how far `to` lies ahead of `from`, from edge to edge, and whether that is level. */
const AHEAD = {
  ArrowLeft: { isLevel: true, of: (from, to) => from.x - (to.x + to.width) },
  ArrowRight: { isLevel: true, of: (from, to) => to.x - (from.x + from.width) },
  ArrowUp: { isLevel: false, of: (from, to) => from.y - (to.y + to.height) },
  ArrowDown: { isLevel: false, of: (from, to) => to.y - (from.y + from.height) },
};

/** The gap between two stretches, 0 where they overlap. */
const gapOf = (a, aLength, b, bLength) => Math.max(0, a - (b + bLength), b - (a + aLength));

/** How far `to` is: what lies straight ahead comes before what lies aside, then the first line. */
function distance(from, to, { isLevel, of }) {
  const ahead = of(from, to);
  if (ahead < -1) return Infinity; // rectangles lie apart, but for rounding
  const aside = isLevel
    ? gapOf(from.y, from.height, to.y, to.height)
    : gapOf(from.x, from.width, to.x, to.width);
  const shift = isLevel ? Math.abs(to.y - from.y) : Math.abs(to.x - from.x);
  return ahead + 4 * aside + 0.05 * shift;
}

/**
 * The index of the rectangle that an arrow key leads to from the one `at`; -1 where none lies there,
 * undefined for another key. Rectangles lie apart.
 */
export function nextTile(rects, at, key) {
  const direction = AHEAD[key];
  if (direction === undefined) return undefined;
  const distances = rects.map((rect, other) =>
    other === at ? Infinity : distance(rects[at], rect, direction),
  );
  const nearest = Math.min(...distances);
  return nearest === Infinity ? -1 : distances.indexOf(nearest);
}
