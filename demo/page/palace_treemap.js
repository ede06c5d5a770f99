/**
 * Rectangles for weights: each as large as its weight, and all as near to squares as they get.
 *
 * The largest weights come first and fill a row along the shorter side of what is left. A row takes
 * one more as long as its worst rectangle gets no longer for it; then the next row begins beside it.
 *
 *   6, 6, 4 on 4 x 4   ->   +-----+-+
 *                           |  6  | |     the sixes in a column, 3 x 2 each;
 *                           +-----+4|     a third one in it would make all of them longer,
 *                           |  6  | |     so the four has the next to itself, 1 x 4
 *                           +-----+-+
 *
 * M. Bruls, K. Huizing, J. J. van Wijk, "Squarified Treemaps" (2000). It gives up the order of what is
 * nearly alike: a weight that grows may change places.
 *
 * Pure arithmetic in pixels. Tested by tests/js/demo_palace_map.test.js.
 */

/** How long the longest rectangle of a row is beside its width: 1 for a square. */
function worstOf(areas, side) {
  const sum = areas.reduce((total, area) => total + area, 0);
  const most = Math.max(...areas) / sum ** 2;
  const least = Math.min(...areas) / sum ** 2;
  return Math.max(side ** 2 * most, 1 / (side ** 2 * least));
}

/** How many of `areas` the next row takes. */
function rowLength(areas, side) {
  let length = 1;
  while (
    length < areas.length &&
    worstOf(areas.slice(0, length + 1), side) <= worstOf(areas.slice(0, length), side)
  )
    length++;
  return length;
}

/** The rectangles of a row in `box`, along its shorter side, and the box that is left. */
function layRow(areas, { x, y, width, height }) {
  const isColumn = width >= height; // it stands at the left
  const sum = areas.reduce((total, area) => total + area, 0);
  const depth = Math.min(sum / Math.min(width, height), Math.max(width, height));
  let at = isColumn ? y : x;
  const rects = areas.map((area) => {
    const length = area / depth;
    const rect = isColumn
      ? { x, y: at, width: depth, height: length }
      : { x: at, y, width: length, height: depth };
    at += length;
    return rect;
  });
  const rest = isColumn
    ? { x: x + depth, y, width: width - depth, height }
    : { x, y: y + depth, width, height: height - depth };
  return { rects, rest };
}

/**
 * Divides `box`, `{x, y, width, height}`, among `weights`, all above 0; answers a rectangle for each, in
 * their order. A box without an area gives rectangles without one.
 */
export function squarify(weights, box) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const area = Math.max(0, box.width) * Math.max(0, box.height);
  if (area === 0) return weights.map(() => ({ x: box.x, y: box.y, width: 0, height: 0 }));
  const order = weights.map((_, at) => at).sort((a, b) => weights[b] - weights[a] || a - b);
  const areas = order.map((at) => (weights[at] / total) * area);
  const placed = new Array(weights.length);
  let rest = box;
  for (let at = 0; at < order.length;) {
    const left = areas.slice(at);
    const row = left.slice(0, rowLength(left, Math.min(rest.width, rest.height)));
    const laid = layRow(row, rest);
    laid.rects.forEach((rect, index) => (placed[order[at + index]] = rect));
    at += row.length;
    rest = laid.rest;
  }
  return placed;
}
