/**
 * The graph of the notes around the open one. Each node is a link: a click or Enter walks there, and
 * the note that was walked to glides into the middle. Arrow keys move between the nodes.
 */

import { h, svg } from './dom.js';
import { MOST_A_SIDE, curve, layOut } from './graph_layout.js';
import { keyOf } from './notebook.js';
import { noteHash, writeHash } from './router.js';
import { plural } from './words.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens the text of an SVG text node until it fits into `room` pixels. */
function fitText(node, text, room) {
  node.textContent = text;
  if (node.getComputedTextLength() <= room) return;
  const clusters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  let fits = 0;
  for (let step = clusters.length; step > 0; step = Math.floor(step / 2)) {
    while (fits + step <= clusters.length) {
      node.textContent = `${clusters
        .slice(0, fits + step)
        .join('')
        .trimEnd()}…`;
      if (node.getComputedTextLength() > room) break;
      fits += step;
    }
  }
  node.textContent = `${clusters.slice(0, fits).join('').trimEnd()}…`;
}

export class GraphView {
  element = h('div', { class: 'graph' });
  #svg = svg('svg', { role: 'group' });
  #edges = svg('g', { class: 'edges', 'aria-hidden': 'true' });
  #nodes = svg('g', {});
  #more = h('p', { class: 'quiet graph-more' });
  #shown; // {note, neighbours} on display
  #places = new Map(); // key of a note to where it stood
  #walksByKey = false; // a link was followed by Enter: the focus goes on in the graph

  constructor() {
    this.#svg.append(this.#edges, this.#nodes);
    this.element.append(this.#svg, this.#more);
    this.element.addEventListener('keydown', (event) => this.#walkFocus(event));
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** Shows `note` with `neighbours`, as neighboursOf gives them. */
  show(note, neighbours) {
    this.#shown = { note, neighbours };
    this.#svg.setAttribute('aria-label', `Notes linked with ${note.name}`);
    this.#draw();
    if (this.#walksByKey) this.#links()[0]?.focus();
    this.#walksByKey = false;
  }

  #draw() {
    const width = Math.floor(this.element.clientWidth);
    if (!this.#shown || width === 0) return;
    const { note, neighbours } = this.#shown;
    const [left, right] = [neighbours.left, neighbours.right].map((side) =>
      side.slice(0, MOST_A_SIDE),
    );
    const { height, centre, nodes } = layOut({ left, right }, width);
    this.#svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#svg.setAttribute('width', width);
    this.#svg.setAttribute('height', height);
    this.#edges.replaceChildren(...nodes.map((node) => this.#edge(centre, node)));
    this.#drawNodes(note, centre, nodes);
    this.#tellMore(neighbours);
  }

  #drawNodes(note, centre, nodes) {
    const middle = this.#middle(note);
    const links = nodes.map((node) => this.#link(node));
    this.#nodes.replaceChildren(middle, ...links);
    fitText(middle.querySelector('text'), note.name, centre.room);
    nodes.forEach((node, index) =>
      fitText(links[index].querySelector('text'), node.name, node.room),
    );
    this.#settle([
      [note, centre, middle],
      ...nodes.map((node, index) => [node, node, links[index]]),
    ]);
  }

  #tellMore({ left, right }) {
    const extra = [left, right].reduce(
      (sum, { length }) => sum + Math.max(0, length - MOST_A_SIDE),
      0,
    );
    const none = left.length + right.length === 0;
    this.#svg.classList.toggle('is-empty', none);
    if (none) this.#more.textContent = 'No note links here, and this one links to none.';
    else this.#more.textContent = extra > 0 ? `and ${plural(extra, 'note')} more` : '';
  }

  #edge(centre, node) {
    const [from, to] = node.side === 'left' ? [node, centre] : [centre, node];
    const kind = node.written ? '' : ' is-open';
    return svg('path', { class: `edge${kind}`, d: curve(from, to) });
  }

  #middle({ name }) {
    return svg(
      'g',
      { class: 'node is-middle', 'aria-hidden': 'true' },
      svg('title', {}, name),
      svg('circle', { r: 7 }),
      svg('text', { y: 26, 'text-anchor': 'middle' }),
    );
  }

  #link(node) {
    const outwards = node.side === 'left' ? -1 : 1;
    const way = node.both ? 'linked both ways' : outwards < 0 ? 'links here' : 'linked from here';
    const label = `${node.name}, ${node.category}, ${node.written ? way : 'not written yet'}`;
    return svg(
      'a',
      {
        class: `node is-${node.side}${node.written ? '' : ' is-open'}`,
        href: node.written ? noteHash(node) : writeHash(node),
        'aria-label': label,
      },
      svg('title', {}, label),
      svg('circle', { class: 'touch', r: 13 }),
      node.both && svg('circle', { class: 'halo', r: 7.5 }),
      svg('circle', { r: 4.5 }),
      svg('text', {
        x: outwards * node.labelGap,
        y: 4,
        'text-anchor': outwards < 0 ? 'end' : 'start',
      }),
    );
  }

  /** Moves nodes from where their note stood before to where it stands now. */
  #settle(placed) {
    const move = (node, { x, y }) =>
      node.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    const before = this.#places;
    this.#places = new Map(placed.map(([note, { x, y }]) => [keyOf(note), { x, y }]));
    const gliding = placed.filter(([note]) => before.has(keyOf(note)));
    for (const [, place, node] of placed) move(node, place);
    for (const [note, , node] of gliding) move(node, before.get(keyOf(note)));
    if (gliding.length === 0) return;
    this.#svg.getBoundingClientRect(); // lays out once at the old places: a transition needs both ends
    for (const [, place, node] of gliding) move(node, place);
  }

  #links() {
    return [...this.#nodes.querySelectorAll('a')];
  }

  #walkFocus(event) {
    const links = this.#links();
    const at = links.indexOf(document.activeElement);
    if (at < 0) return;
    this.#walksByKey = event.key === 'Enter';
    const next = nextLink(links, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next?.focus();
  }
}

const isLeft = (link) => link.classList.contains('is-left');

/** The link that an arrow key leads to: null for none there, undefined for another key. */
function nextLink(links, at, key) {
  const here = links.filter((link) => isLeft(link) === isLeft(links[at]));
  const there = links.filter((link) => isLeft(link) !== isLeft(links[at]));
  const row = here.indexOf(links[at]);
  if (key === 'ArrowDown') return here[row + 1] ?? null;
  if (key === 'ArrowUp') return here[row - 1] ?? null;
  const across =
    (key === 'ArrowRight' && isLeft(links[at])) || (key === 'ArrowLeft' && !isLeft(links[at]));
  if (across) return there[Math.min(row, there.length - 1)] ?? null;
  return key === 'ArrowLeft' || key === 'ArrowRight' ? null : undefined;
}
