// The map of the demo page's palace: rectangles, names that fit, doors, and the way of the arrow keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitted, frontOf, hasFronts, labelOf, titleOf } from '../../demo/page/palace_labels.js';
import { planOf } from '../../demo/page/palace_plan.js';
import { squarify } from '../../demo/page/palace_treemap.js';
import { doorOf, nextTile, pairsOf, passage } from '../../demo/page/palace_ways.js';

const BOX = { x: 0, y: 0, width: 4, height: 4 };
const area = ({ width, height }) => width * height;
const round = (rect) => Object.values(rect).map((value) => Math.round(value * 1000) / 1000);

/** Numbers in [0, 1), the same in every run. */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const overlap = (a, b) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.01 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.01;

const isInside = (inner, outer) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

function assertApart(rects) {
  rects.forEach((a, at) => {
    for (const b of rects.slice(at + 1)) assert.ok(!overlap(a, b), `${round(a)} / ${round(b)}`);
  });
}

test('weights become rectangles, the example of the essay', () => {
  assert.deepEqual(squarify([6, 6, 4], BOX).map(round), [
    [0, 0, 3, 2],
    [0, 2, 3, 2],
    [3, 0, 1, 4],
  ]);
  assert.deepEqual(squarify([], BOX), []);
  assert.deepEqual(squarify([5], BOX).map(round), [[0, 0, 4, 4]]);
  assert.deepEqual(squarify([1, 2], { ...BOX, width: 0 }).map(area), [0, 0]);
});

test('rectangles fill the box, are as large as their weights, and lie apart', () => {
  const next = numbers(7);
  for (let round = 0; round < 60; round++) {
    const weights = Array.from({ length: 1 + Math.floor(next() * 30) }, () => 0.1 + next() ** 3);
    const box = { x: 10 * next(), y: 5, width: 20 + 400 * next(), height: 20 + 400 * next() };
    const rects = squarify(weights, box);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    rects.forEach((rect, at) => {
      assert.ok(Math.abs(area(rect) - (weights[at] / total) * area(box)) < 1e-6 * area(box));
      assert.ok(isInside(rect, box));
    });
    assertApart(rects);
  }
});

const wingOf = (wing, counts) => ({
  wing,
  rooms: counts.map((count, at) => ({ room: `room ${at}`, count })),
  count: counts.reduce((sum, count) => sum + count, 0),
});
const SIZE = { width: 640, height: 520 };

test('wings lie apart, and each room in its wing', () => {
  const wings = [wingOf('boat', [5, 4, 3, 2, 2, 1]), wingOf('garden', [5, 4]), wingOf('new', [1])];
  for (const wing of [undefined, 'garden', 'no such wing']) {
    const plan = planOf(wings, SIZE, { wing });
    assertApart(plan.map(({ rect }) => rect));
    for (const { rect, rooms } of plan) {
      assert.ok(isInside(rect, { x: 0, y: 0, ...SIZE }));
      assertApart(rooms.map((room) => room.rect));
      for (const room of rooms) assert.ok(isInside(room.rect, rect));
    }
  }
});

test('nothing moves where the open wing can be read, and a cramped one grows', () => {
  const wings = [wingOf('boat', [5, 4, 3, 2]), wingOf('garden', [5, 4])];
  assert.deepEqual(planOf(wings, SIZE, { wing: 'garden' }), planOf(wings, SIZE));
  const phone = { width: 350, height: 400 };
  const crowded = [wingOf('boat', [9, 9, 9, 9]), wingOf('garden', [2, 2, 1]), wingOf('choir', [9])];
  const shareOf = (plan, at) => area(plan[at].rect) / area(phone);
  assert.ok(shareOf(planOf(crowded, phone, { wing: 'garden' }), 1) > 0.35);
  assert.ok(shareOf(planOf(crowded, phone), 1) < 0.2);
});

test('a small room beside large ones is still there to be touched', () => {
  const plan = planOf([wingOf('boat', [100_000, 1])], SIZE);
  const { width, height } = plan[0].rooms[1].rect;
  assert.ok(width > 20 && height > 20, `${width} x ${height}`);
});

test('what is too much for the map stands in one tile, where one is stays, nothing is lost', () => {
  const many = Array.from({ length: 500 }, (_, at) => at + 1);
  const big = wingOf('boat', many);
  const [{ rooms: closed }] = planOf([big], SIZE);
  assert.ok(closed.length > 100 && closed.length < 200, `${closed.length}`);
  assert.deepEqual([closed.at(-1).more, closed.at(-1).room], [501 - closed.length, undefined]);
  assert.equal(
    closed.reduce((sum, { count }) => sum + count, 0),
    big.count,
  );
  const smallest = { wing: 'boat', room: 'room 0' };
  const [{ rooms: open }] = planOf([big], SIZE, smallest);
  assert.ok(open.length < closed.length, 'fewer, which can be read');
  assert.ok(open.some(({ room }) => room === smallest.room));
  assertApart(open.map(({ rect }) => rect));

  const wings = many.map((count) => wingOf(`wing ${count}`, [count]));
  const plan = planOf(wings, SIZE, { wing: 'wing 1' });
  assert.ok(plan.length > 20 && plan.length < 40, `${plan.length}`);
  assert.deepEqual([plan.at(-1).more, plan.at(-1).rooms], [501 - plan.length, []]);
  assert.ok(plan.some(({ wing }) => wing === 'wing 1'));
  const narrow = planOf(wings, { width: 200, height: 90 });
  for (const { rect, rooms } of [...plan, ...narrow])
    for (const room of rooms) assert.ok(isInside(room.rect, rect));
  assert.deepEqual(planOf([], SIZE), []);
  assert.deepEqual(planOf([big], { width: 60, height: 70 })[0].rooms, []);
});

test('drawers are drawn in one size that all rooms with a place for them can hold, or not', () => {
  const frontsOf = (counts, size = SIZE) => frontOf(planOf([wingOf('a', counts)], size));
  assert.deepEqual(frontsOf([5, 4, 9]), { width: 18, height: 11 });
  assert.ok(frontsOf([250, 200, 100], { width: 500, height: 300 }).width < 18);
  assert.equal(frontsOf([300, 290], { width: 200, height: 200 }), null);
  assert.equal(frontsOf([2000]), null);
  const room = (width, height) => ({ rect: { x: 0, y: 0, width, height } });
  assert.ok(hasFronts(room(80, 80)) && !hasFronts(room(80, 50)) && !hasFronts(room(40, 80)));
});

const measure = (text) => 8 * [...new Intl.Segmenter('en').segment(text)].length;

test('names are shortened to what fits, by whole characters', () => {
  assert.equal(fitted('Weather', 56, measure), 'Weather');
  assert.equal(fitted('Weather and tides', 80, measure), 'Weather a…');
  assert.equal(fitted('Weather and tides', 70, measure), 'Weather…');
  assert.equal(fitted('Weather', 20, measure), '');
  const family = '👩‍👩‍👧‍👧';
  assert.equal(fitted(family.repeat(6), 40, measure), `${family.repeat(4)}…`);
  assert.equal(fitted('Weather', 40, measure, 5), '');
  const title = (width) =>
    titleOf({ wing: 'Kitchen', rect: { x: 0, y: 0, width, height: 90 } }, measure);
  assert.deepEqual(title(200), { name: 'Kitchen', hasCount: true });
  assert.deepEqual(title(70), { name: 'Kitc…', hasCount: false });
});

const rulers = { room: measure, small: (text) => 0.75 * measure(text) };

test('a room has its name, in small letters or down along its wall where it must', () => {
  const label = (room, width, height) => {
    const { name, hasCount, size } = labelOf({ room, rect: { x: 0, y: 0, width, height } }, rulers);
    return [name, hasCount, size];
  };
  assert.deepEqual(label('Hull', 120, 80), ['Hull', true, 'room']);
  assert.deepEqual(label('Hull', 120, 30), ['Hull', false, 'room']);
  assert.deepEqual(label('Hull', 120, 20), ['Hull', false, 'small']);
  assert.deepEqual(label('People', 36, 54), ['Peop…', false, 'small']);
  assert.deepEqual(label('People', 36, 64), ['People', false, 'down']);
  assert.deepEqual(label('Tools', 28, 130), ['Tools', false, 'down']);
  assert.deepEqual(label('Rehearsals', 28, 70), ['Rehear…', false, 'down']);
  for (const [width, height] of [
    [28, 40],
    [120, 16],
    [16, 120],
  ]) {
    assert.equal(label('Tools', width, height)[0], '', `${width} x ${height}`);
  }
});

test('a tunnel goes from door to door', () => {
  const room = { x: 10, y: 20, width: 100, height: 80 };
  assert.deepEqual(doorOf(room), { x: 97, y: 87 });
  assert.deepEqual(doorOf({ x: 0, y: 0, width: 20, height: 20 }), { x: 10, y: 10 });
  const at = (x, y) => ({ x, y });
  assert.equal(passage(at(0, 0), at(40, 30)), 'M0.0,0.0 C20.0,-4.0 20.0,26.0 40.0,30.0');
  assert.equal(passage(at(0, 0), at(30, 40)), 'M0.0,0.0 C-4.0,20.0 26.0,20.0 30.0,40.0');
  assert.equal(passage(at(0, 0), at(0, 900)), 'M0.0,0.0 C-24.0,450.0 -24.0,450.0 0.0,900.0');
  assert.deepEqual(pairsOf(['a', 'b', 'c']), [
    ['a', 'b'],
    ['b', 'c'],
  ]);
});

test('arrow keys lead to what lies ahead, and nowhere where nothing does', () => {
  const tile = (x, y, width = 10, height = 10) => ({ x, y, width, height });
  const rects = [tile(0, 0), tile(12, 0), tile(24, 0, 10, 22), tile(0, 12, 22, 10)];
  assert.equal(nextTile(rects, 0, 'ArrowRight'), 1);
  assert.equal(nextTile(rects, 1, 'ArrowRight'), 2);
  assert.equal(nextTile(rects, 0, 'ArrowDown'), 3);
  assert.equal(nextTile(rects, 2, 'ArrowLeft'), 1);
  assert.equal(nextTile(rects, 3, 'ArrowRight'), 2);
  assert.equal(nextTile(rects, 0, 'ArrowUp'), -1);
  assert.equal(nextTile(rects, 0, 'ArrowLeft'), -1);
  assert.equal(nextTile(rects, 0, 'Enter'), undefined);
});
