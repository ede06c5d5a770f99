// contract() is a promise about the palace, too: each default is what a call without the option does,
// each limit is where the next value is refused, and each reason can be met.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails, errorOf } from '../support/errors.js';

const probe = await openMemory(':memory:');
const { options, limits, constants, ...contract } = probe.contract();

const PLACE = { wing: 'Hut', room: 'water' };

/** Drawers of a river in two wings, some with vectors, filed a day after another. */
async function openRiver(count = 40) {
  const memory = await openMemory(':memory:', { clock: () => 0, model: 'mini' });
  const drawers = Array.from({ length: count }, (_, i) => ({
    ...PLACE,
    wing: i % 2 ? 'Hut' : 'Boat',
    id: `d${i}`,
    text: `river ${i}`,
    filedAt: new Date(Date.UTC(2024, 0, 1 + i)),
    embedding: i < 32 ? [1, i + 1] : null,
  }));
  memory.palace.addDrawers(drawers);
  return memory.palace;
}

/** Asserts that leaving each option out is the same as giving its default, and `other` is not. */
function assertDefaults(call, defaults, others) {
  assert.deepEqual(Object.keys(others).sort(), Object.keys(defaults).sort());
  const plain = JSON.stringify(call({}));
  assert.equal(JSON.stringify(call(defaults)), plain);
  for (const [name, other] of Object.entries(others)) {
    assert.equal(JSON.stringify(call({ [name]: undefined })), plain, name);
    assert.notEqual(JSON.stringify(call({ [name]: other })), plain, `${name} has no effect`);
  }
}

test('the defaults of search', async () => {
  const palace = await openRiver();
  const { embedding, model, metric, candidateStrategy, ...defaults } = options.palaceSearch;
  assert.deepEqual([embedding, model], [null, null]);
  const [strategy, otherStrategy] = candidateStrategy;
  const search = (request, more) =>
    palace.search({ query: 'river 31', ...request }, { embedding: [1, 3], ...more });
  assertDefaults(
    search,
    { ...defaults, candidateStrategy: strategy },
    {
      wing: 'Hut',
      room: 'attic',
      since: '2024-01-03',
      before: '2024-01-03',
      limit: 4,
      maxDistance: 0.01,
      vectorDisabled: true,
      candidateStrategy: otherStrategy,
    },
  );
  const withOptions = (given) => search({}, given);
  for (const other of metric.slice(1)) {
    assertDefaults(withOptions, { model, metric: metric[0] }, { model: 'other', metric: other });
  }
  assert.equal(search({}).results.length, options.palaceSearch.limit);
});

test('the defaults of checkDuplicate, listDrawers, listTunnels and traverse', async () => {
  const palace = await openRiver(101);
  const { embedding, model, ...duplicates } = options.palaceCheckDuplicate;
  assert.deepEqual([embedding, model], [null, null]);
  const check = (given) => palace.checkDuplicate('river 2', { embedding: [1, 3], ...given });
  assertDefaults(check, duplicates, { threshold: 1, limit: 1 });

  const list = (given) => palace.listDrawers(given);
  const others = { wing: 'Hut', room: 'attic', limit: 99, offset: 1 };
  assertDefaults(list, options.palaceListDrawers, others);
  assert.equal(list().drawers.length, options.palaceListDrawers.limit);

  palace.createTunnel({ from: PLACE, to: { ...PLACE, wing: 'Boat' } });
  const tunnels = (given) => palace.listTunnels(given);
  assertDefaults(tunnels, options.palaceListTunnels, { wing: 'attic', room: 'attic' });

  for (const [i, room] of ['a', 'b', 'c', 'd'].entries()) {
    palace.addDrawer({ wing: `w${i}`, room, text: room });
    palace.addDrawer({ wing: `w${i + 1}`, room, text: room });
  }
  assertDefaults((given) => palace.traverse('a', given), options.palaceTraverse, { maxHops: 1 });
});

test('a limit gives up to its most, and says so when more is asked', async () => {
  const palace = await openRiver(limits.limit + 1);
  for (const call of [
    (limit) => [palace.listDrawers({ limit }), 'drawers'],
    (limit) => [palace.search({ query: 'river', limit }), 'results'],
    (limit) => [palace.checkDuplicate('river', { limit, threshold: 0 }), 'matches'],
  ]) {
    const [none, field] = call(0);
    assert.deepEqual(none[field], []);
    const [more] = call(limits.limit + 1);
    assert.ok(more[field].length <= limits.limit);
    assert.ok(more.warnings.some(({ code }) => code === 'limit_clamped'));
  }
});

test('each limit of a drawer is where the next value is refused', () => {
  const { palace } = probe;
  const drawer = { ...PLACE, text: 'x' };
  for (const [name, most] of [
    ['id', limits.drawerIdBytes],
    ['wing', limits.placeNameBytes],
    ['room', limits.placeNameBytes],
    ['hall', limits.placeNameBytes],
    ['sourceFile', limits.sourceFileBytes],
    ['text', limits.drawerTextBytes],
  ]) {
    const { id } = palace.addDrawer({ ...drawer, [name]: 'x'.repeat(most) });
    assert.equal(palace.getDrawer(id)[name].length, most);
    const tooLong = { ...drawer, [name]: 'x'.repeat(most + 1) };
    assertFails(() => palace.addDrawer(tooLong), 'too_large', name);
  }
  assertFails(() => palace.traverse('water', limits.hops + 1), 'invalid_argument', 'maxHops');
  assertFails(() => palace.traverse('water', 1.5), 'invalid_argument', 'maxHops');
  assert.equal(palace.traverse('water', limits.hops).truncated, false);
});

test('reasons, likenesses and ways are those that are given', async () => {
  const palace = await openRiver();
  const reasons = [
    { query: '!' },
    { query: 'zzz' },
    { query: 'river', wing: 'attic' },
    { query: 'river', room: 'attic' },
  ].map((request) => palace.search(request).reason);
  assert.deepEqual(reasons.sort(), [...contract.palaceReasons].sort());
  palace.addCloset({ ...PLACE, sourceFile: 'a.md', text: 'rivers', embedding: [0, 1] });
  palace.addDrawer({ ...PLACE, sourceFile: 'a.md', text: 'river a', embedding: [0, 1] });
  const { results } = palace.search({ query: 'river', limit: 50 }, { embedding: [1, 3] });
  const ways = new Set(results.map((result) => result.matched_via));
  assert.deepEqual([...ways].sort(), [...contract.matchedVia].sort());
  const alike = ['river 1', 'river 1!', 'nothing'].map(
    (text) =>
      palace.checkDuplicate(text, { embedding: text[0] === 'n' ? [0, 1] : null }).matches[0],
  );
  assert.deepEqual(alike.map(({ how }) => how).sort(), [...contract.likenesses].sort());
});

test('the constants of the palace are those of its replies', async () => {
  const { palace } = await openMemory(':memory:');
  const many = constants.visitedRooms + 5;
  const drawers = Array.from({ length: many }, (_, i) => ({
    wing: 'a',
    room: `room ${i}`,
    text: 'x',
  }));
  palace.addDrawers([...drawers, ...drawers.map((drawer) => ({ ...drawer, wing: 'b' }))]);
  const { rooms, truncated } = palace.traverse('room 0');
  assert.deepEqual([rooms.length, truncated], [constants.visitedRooms, true]);
  assert.equal(palace.graphStats().top_tunnels.length, constants.topTunnels);
  const { code, detail } = errorOf(() => palace.traverse('room'));
  assert.equal(code, 'not_found');
  assert.equal(detail.suggestions.length, constants.suggestions);
  assert.deepEqual([constants.boostingClosets, constants.closetReach], [5, 1.5]);
});
