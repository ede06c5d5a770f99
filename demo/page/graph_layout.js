/**
 * Where the notes around a note stand: those that link to it on the left, those that it links to on
 * the right, each side on an arc around the middle. Links are read from left to right, like a line
 * of text, and labels grow outwards, so that they meet neither each other nor the lines.
 *
 *     a ·         · d
 *         >  ●  >
 *     b ·         · e
 *
 * Pure arithmetic in pixels. Tested by tests/browser/page_parts.test.js.
 */

const PITCH = 32;
const MARGIN = 30;
const LEAST_HEIGHT = 160;
const LABEL_GAP = 12;

/** As many as a side can show. */
export const MOST_A_SIDE = 12;

/** How far the arcs are from the middle. */
const reachOf = (width) => Math.min(170, Math.max(50, width * 0.24 - 32));

function place(nodes, direction, { width, height }) {
  const reach = reachOf(width);
  return nodes.map((node, index) => {
    const dy = (index - (nodes.length - 1) / 2) * PITCH;
    const bow = Math.cos((dy / height) * Math.PI * 0.8);
    const x = width / 2 + direction * reach * (0.62 + 0.38 * bow);
    const room = (direction > 0 ? width - x : x) - LABEL_GAP - 2;
    return { ...node, side: direction > 0 ? 'right' : 'left', x, y: height / 2 + dy, room };
  });
}

/**
 * `left` and `right`: nodes with whatever they carry, at most MOST_A_SIDE each; `width`: pixels.
 * Answers `{height, centre: {x, y, room}, nodes}`; each node gets `x`, `y`, `side` and `room`, the
 * pixels that its label may take, outwards from LABEL_GAP beside it.
 */
export function layOut({ left, right }, width) {
  const rows = Math.max(left.length, right.length);
  const height = Math.max(LEAST_HEIGHT, (rows - 1) * PITCH + 2 * MARGIN);
  const box = { width, height };
  const nodes = [...place(left, -1, box), ...place(right, 1, box)];
  return {
    height,
    centre: { x: width / 2, y: height / 2, room: reachOf(width) * 1.5 },
    nodes: nodes.map((node) => ({ ...node, labelGap: LABEL_GAP })),
  };
}

/** The line from the middle to a node, or back: a curve that leaves and arrives level. */
export function curve(from, to) {
  const bend = (to.x - from.x) * 0.55;
  return `M${from.x},${from.y} C${from.x + bend},${from.y} ${to.x - bend},${to.y} ${to.x},${to.y}`;
}
