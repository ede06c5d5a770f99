/**
 * The map of the palace: wings as blocks, in them their rooms, in these their drawers, and tunnels from
 * room to room. Wings and rooms are links in lists; the lists are what screen readers walk, the
 * rectangles what eyes do. Tiles are kept from one state to the next, so that they glide.
 */

import { h, svg, withSizes } from './dom.js';
import { otherWings, placeKey } from './palace_data.js';
import { passagesOf, doorsOf } from './palace_passages.js';
import { frontOf, hasFronts, labelOf, titleBar, titleOf } from './palace_labels.js';
import { planOf } from './palace_plan.js';
import { placeHash } from './router.js';
import { nextTile } from './palace_ways.js';
import { plain, plural } from './words.js';

const MOST_PASSAGES = 40; // more are shown one room at a time

const place = (node, { x, y, width, height }) => withSizes(node, { x, y, width, height });

/** Brings the children of a list into the order of `keys`; those that are there already stay. */
function syncList(list, keys, itemOf) {
  const items = keys.map(itemOf);
  for (const child of [...list.children]) if (!items.includes(child)) child.remove();
  items.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
}

function fronts({ rect, count }, front, found) {
  if (front === null || !hasFronts({ rect })) return null;
  const drawers = Array.from({ length: count }, (_, at) =>
    h('i', { class: at < found ? 'is-found' : null }),
  );
  const { width, height } = front;
  return withSizes(h('span', { class: 'fronts', 'aria-hidden': 'true' }, drawers), {
    width,
    height,
  });
}

function countWords(count, found) {
  return found > 0 ? `${plain(found)} of ${plain(count)}` : plain(count);
}

/** As in palace_map.css. */
const FONTS = {
  wing: ['500 16px', '--serif'],
  room: ['500 14px', '--sans'],
  small: ['500 11px', '--sans'],
};

/** By the name of a font: a function that tells how wide a text is in it. */
function makeRulers() {
  const context = document.createElement('canvas').getContext('2d');
  const styles = getComputedStyle(document.documentElement);
  const ruler = ([size, family]) => {
    const font = `${size} ${styles.getPropertyValue(family)}`;
    return (text) => {
      context.font = font;
      return context.measureText(text).width;
    };
  };
  return Object.fromEntries(Object.entries(FONTS).map(([name, font]) => [name, ruler(font)]));
}

/** Everything of a room's tile that is seen; its name for screen readers is in the link's label. */
function roomContent(room, found, front, rulers) {
  const title = room.more ? `+${plain(room.more)}` : room.room;
  const { name, hasCount, size } = labelOf({ ...room, room: title }, rulers);
  return [
    h('span', { class: `tile-name is-${size}` }, name),
    hasCount && h('span', { class: 'tile-count' }, countWords(room.count, found)),
    fronts(room, front, found),
  ].filter(Boolean);
}

function roomWords({ room, count }, found, others) {
  const parts = [room, plural(count, 'drawer'), found > 0 && `${plain(found)} found`];
  if (others.length > 0) parts.push(`tunnel to ${others.join(', ')}`);
  return parts.filter(Boolean).join(', ');
}

export class PalaceMap {
  node = h('div', { class: 'map', role: 'group', 'aria-label': 'Map. Arrow keys walk in it.' });

  #wings = h('ul', { class: 'map-wings' });
  #passages = svg('svg', { class: 'passages', 'aria-hidden': 'true' });
  #items = new Map(); // by key: {item, link, list?}
  #tiles = []; // [{link, rect, key}] in the order of the lists
  #rulers = makeRulers();
  #shown;

  constructor() {
    this.node.append(this.#wings, this.#passages);
    this.node.addEventListener('keydown', (event) => this.#walk(event));
    for (const type of ['pointerover', 'focusin'])
      this.node.addEventListener(type, ({ target }) => this.#light(target.closest?.('.tile')));
    for (const type of ['pointerleave', 'focusout'])
      this.node.addEventListener(type, () => this.#light(null));
    new ResizeObserver(() => this.#draw()).observe(this.node);
  }

  /**
   * `palace`: as readPalace gives it; `scope`: `{wing?, room?}` that is looked at; `found`: `Map` of
   * placeKey to how many results stand there.
   */
  show(palace, scope, found = new Map()) {
    this.#shown = { palace, scope, found };
    this.#draw();
  }

  #draw() {
    const size = { width: this.node.clientWidth, height: this.node.clientHeight };
    if (this.#shown === undefined || size.width === 0) return;
    const { palace, scope } = this.#shown;
    const plan = planOf(palace.wings, size, scope);
    const front = frontOf(plan);
    this.#tiles = [];
    const before = new Map(this.#items);
    this.#items.clear();
    syncList(this.#wings, plan, (wing) => this.#wingItem(wing, front, before));
    this.#drawPassages(plan, palace);
    this.#chooseTabStop();
  }

  #wingItem(wing, front, before) {
    const key = wing.more ? '\u0000more' : wing.wing;
    const kept = this.#keep(key, before, () => {
      const list = h('ul', {});
      const link = h('a', { class: 'tile wing-tile' });
      return { list, link, item: h('li', {}, link, list) };
    });
    this.#fillWing(kept.link, wing);
    this.#tiles.push({ link: kept.link, rect: titleBar(wing), key });
    syncList(kept.list, wing.rooms, (room) => this.#roomItem(wing, room, front, before));
    return kept.item;
  }

  #fillWing(link, { wing, count, more, rect }) {
    const title = more ? `${plural(more, 'more wing')}` : wing;
    const isHere = !more && this.#shown.scope.wing === wing;
    const isExact = isHere && this.#shown.scope.room === undefined;
    place(link, rect);
    link.href = more ? placeHash() : placeHash({ wing });
    link.title = title;
    link.classList.toggle('is-open', isHere);
    setCurrent(link, isExact);
    link.setAttribute('aria-label', `${title}, ${plural(count, 'drawer')}`);
    const { name, hasCount } = titleOf({ wing: title, rect }, this.#rulers.wing);
    link.replaceChildren(
      h('span', { class: 'wing-name' }, name),
      ...(hasCount ? [h('span', { class: 'wing-count' }, plain(count))] : []),
    );
  }

  #roomItem({ wing }, room, front, before) {
    const key = placeKey({ wing, room: room.more ? '\u0000more' : room.room });
    const kept = this.#keep(key, before, () => {
      const link = h('a', { class: 'tile room-tile' });
      return { link, item: h('li', {}, link) };
    });
    this.#fillRoom(kept.link, wing, room, front);
    this.#tiles.push({ link: kept.link, rect: room.rect, key });
    return kept.item;
  }

  #fillRoom(link, wing, room, front) {
    const { scope, palace, found } = this.#shown;
    const here = { wing, room: room.room };
    const hits = found.get(placeKey(here)) ?? 0;
    const words = room.more
      ? `${plural(room.more, 'more room')}, ${plural(room.count, 'drawer')}`
      : roomWords(room, hits, otherWings(palace, here));
    place(link, room.rect);
    link.href = room.more ? placeHash({ wing }) : placeHash(here);
    link.title = words;
    link.setAttribute('aria-label', words);
    link.classList.toggle('is-more', Boolean(room.more));
    link.classList.toggle('has-found', hits > 0);
    setCurrent(link, !room.more && scope.wing === wing && scope.room === room.room);
    link.replaceChildren(...roomContent(room, hits, front, this.#rulers));
  }

  #keep(key, before, make) {
    const kept = before.get(key) ?? make();
    this.#items.set(key, kept);
    return kept;
  }

  #drawPassages(plan, palace) {
    const passages = passagesOf(plan, palace);
    const path = ({ d, ends, isDrawn }) =>
      svg('path', {
        d,
        class: `passage${isDrawn ? ' is-drawn' : ''}`,
        'data-ends': ends.join('\n'),
      });
    const door = ({ x, y }) => svg('circle', { class: 'door', cx: x, cy: y, r: 3 });
    this.#passages.classList.toggle('is-many', passages.length > MOST_PASSAGES);
    this.#passages.replaceChildren(...passages.map(path), ...doorsOf(passages).map(door));
    this.#light(null);
  }

  /** Lights the passages of a tile, if any, and those of the room that is looked at. */
  #light(link) {
    const { scope } = this.#shown ?? { scope: {} };
    const tile = this.#tiles.find((one) => one.link === link);
    const keys = [tile?.key, scope.room === undefined ? undefined : placeKey(scope)];
    for (const path of this.#passages.querySelectorAll('.passage')) {
      const ends = path.dataset.ends.split('\n');
      path.classList.toggle(
        'is-near',
        keys.some((key) => ends.includes(key)),
      );
    }
  }

  /** One tile is reached by Tab, the others from there by arrow keys. */
  #chooseTabStop(
    link = this.#tiles.find((tile) => tile.link === document.activeElement)?.link ??
      this.node.querySelector('[aria-current]') ??
      this.#tiles[0]?.link,
  ) {
    for (const tile of this.#tiles) tile.link.tabIndex = tile.link === link ? 0 : -1;
  }

  #walk(event) {
    const at = this.#tiles.findIndex(({ link }) => link === document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const rects = this.#tiles.map(({ rect }) => rect);
    const next = nextTile(rects, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) return;
    const { link } = this.#tiles[next];
    this.#chooseTabStop(link);
    link.focus();
  }
}

function setCurrent(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'true');
  else link.removeAttribute('aria-current');
}
