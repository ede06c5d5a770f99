// The palace face in a Durable Object, in workerd: drawers outlive the object's instance, many are
// committed in parts, and the answers are those of Node.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { openMemory } from 'loci';
import { CheckWorker } from './support/harness.js';

let worker;
let objects = 0;
const newObject = () => `palace${objects++}`;
const run = (name, args, object = newObject()) => worker.run(object, name, args);
const calls = (object, ...list) => run('calls', list, object);

const HUT = [
  { id: 'valve', wing: 'Hut', room: 'Water', text: 'The valve sticks. 🌱', sourceFile: 'a/v.md' },
  { id: 'power', wing: 'hut', room: 'power', text: 'The brook charges the battery.' },
  { id: 'bilge', wing: 'Boat', room: 'water', text: 'Pump the bilge dry.', embedding: [1, 2] },
];
const numbered = (count) =>
  Array.from({ length: count }, (_, i) => ({ wing: 'log', room: `${i % 7}`, text: `river ${i}` }));

before(async (t) => {
  worker = await CheckWorker.start(t, 'palace_checks.js');
});

test('after an eviction the drawers are there', async () => {
  const object = newObject();
  await calls(object, ['addDrawers', HUT]);
  await worker.restart();
  const [found, taxonomy] = await calls(object, ['search', { query: 'valve' }], ['taxonomy']);
  assert.deepEqual(
    found.results.map(({ id }) => id),
    ['valve'],
  );
  assert.deepEqual(taxonomy, { Hut: { Water: 1, power: 1 }, Boat: { Water: 1 } });
  assert.deepEqual(await run('check', undefined, object), []);
});

test('many drawers are committed in parts, and say so', async () => {
  const object = newObject();
  const [{ added, ids, warnings }] = await calls(object, ['addDrawers', numbered(1050)]);
  assert.deepEqual([added, ids.length, warnings[0].code], [1050, 1050, 'committed_in_parts']);
  const { palace } = await run('status', undefined, object);
  assert.deepEqual([palace.drawers, palace.rooms], [1050, 7]);
});

test('an interruption leaves the parts before it, and a second time completes them', async () => {
  const drawers = numbered(500);
  const { thrown, kept, added, same } = await run('interrupted', { drawers, at: 350 });
  assert.equal(thrown, 'the caller has had enough');
  assert.equal(kept % 100, 0);
  assert.deepEqual([kept + added, same], [500, kept]);
});

test('a drawer above the limit changes nothing', async () => {
  const object = newObject();
  const huge = { wing: 'a', room: 'b', id: 'huge', text: 'word '.repeat(2_000_000) };
  const [refused, there, fine] = await calls(
    object,
    ['addDrawer', huge],
    ['getDrawer', 'huge'],
    ['addDrawer', HUT[0]],
  );
  assert.deepEqual([refused.code, there, fine.action], ['transaction_too_large', null, 'added']);
  assert.deepEqual(await run('check', undefined, object), []);
});

test('the answers are those of Node', async () => {
  const list = [
    ['addDrawers', HUT],
    ['search', { query: 'valve and bilge', wing: 'HUT' }],
    ['search', { query: 'bilge' }, { embedding: [2, 1] }],
    ['listDrawers', { room: 'WATER' }],
    ['traverse', 'power'],
    ['findTunnels'],
    ['graphStats'],
    ['updateDrawer', 'power', { room: 'water' }],
    ['deleteDrawer', 'valve'],
    ['listRooms'],
  ];
  const { palace } = await openMemory(':memory:', { clock: () => 1.7e12 });
  const expected = list.map(([method, ...args]) => palace[method](...args));
  assert.deepEqual(await calls(newObject(), ...list), expected);
});
