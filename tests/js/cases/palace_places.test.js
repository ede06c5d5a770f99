// Cases of the group "Names" and of the store for drawers: what counts as one wing, ids and texts
// that stay whole, and counts that are exact at any size.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { foundIds } from '../../support/palace_memories.js';

const SPELLINGS = ['my-wing', 'my_wing', 'My Wing', ' my-wing ', 'MY  -_ WING', 'my wing'];

test('case 29: spellings of one wing are one, in every answer', async () => {
  const { palace } = await openMemory(':memory:');
  SPELLINGS.forEach((wing, i) =>
    palace.addDrawer({ id: `n${i}`, wing, room: 'Desk', text: `river ${i}` }),
  );
  palace.addDrawer({ id: 'else', wing: 'mywing', room: 'Desk', text: 'river of another' });
  assert.deepEqual(palace.taxonomy(), { 'my-wing': { Desk: 6 }, mywing: { Desk: 1 } });
  for (const wing of SPELLINGS) {
    const { results, filters } = palace.search({ query: 'river', wing, limit: 10 });
    assert.deepEqual([results.length, filters.wing], [6, 'my-wing'], wing);
    assert.ok(results.every((each) => each.wing === 'my-wing'));
    assert.equal(palace.listDrawers({ wing }).total, 6);
    assert.deepEqual(
      palace.listRooms(wing).rooms.map(({ room, drawers }) => [room, drawers]),
      [['Desk', 6]],
    );
    assert.deepEqual(
      palace.findTunnels(wing, 'mywing').map(({ room, wings }) => [room, wings]),
      [['Desk', ['my-wing', 'mywing']]],
    );
  }
  assert.deepEqual(palace.traverse('DESK').rooms[0].wings, ['my-wing', 'mywing']);
  assert.deepEqual(
    palace.listWings().wings.map(({ wing, drawers }) => [wing, drawers]),
    [
      ['my-wing', 6],
      ['mywing', 1],
    ],
  );
});

test('case 29: an update without a room leaves the room', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer({ id: 'a', wing: 'House', room: 'Cellar', text: 'pump', hall: 'facts' });
  palace.updateDrawer('a', { wing: 'Garden' });
  const { wing, room, hall, text } = palace.getDrawer('a');
  assert.deepEqual(
    { wing, room, hall, text },
    { wing: 'Garden', room: 'Cellar', hall: 'facts', text: 'pump' },
  );
  palace.updateDrawer('a', { text: 'well' });
  assert.equal(palace.getDrawer('a').room, 'Cellar');
  assert.deepEqual(palace.taxonomy(), { Garden: { Cellar: 1 } });
  assert.deepEqual([foundIds(palace, 'pump'), foundIds(palace, 'well')], [[], ['a']]);
});

test('case 30: rooms of any script stay apart', async () => {
  const { palace } = await openMemory(':memory:');
  const rooms = ['项目笔记', '旅行', 'Café', 'cafe', 'Пароли', 'ﬁles', 'straße', '🙂'];
  rooms.forEach((room) => palace.addDrawer({ wing: 'w', room, text: `of ${room}` }));
  assert.deepEqual(palace.taxonomy().w, Object.fromEntries(rooms.map((room) => [room, 1])));
  for (const room of rooms) assert.equal(palace.listDrawers({ room }).total, 1, room);
  assert.equal(palace.listDrawers({ room: 'ПАРОЛИ' }).total, 1);
  assert.equal(palace.listDrawers({ room: 'Cafe\u0301' }).total, 1); // the same letter, decomposed
});

test('case 30: ids survive every reader whole', async () => {
  const memory = await openMemory(':memory:');
  const ids = ['home-assistant_ps5', 'a/b\\c', '§ 7', '__proto__', ' padded ', '旅'];
  const { palace } = memory;
  ids.forEach((id, i) => palace.addDrawer({ id, wing: 'w', room: 'r', text: `river ${i}` }));
  const read = {
    search: foundIds(palace, 'river', { limit: 10 }).sort(),
    list: palace.listDrawers().drawers.map(({ id }) => id),
    pending: memory.pendingEmbeddings().entries.map(({ id }) => id),
    get: ids.map((id) => palace.getDrawer(id).id),
  };
  assert.deepEqual(read, { search: [...ids].sort(), list: ids, pending: ids, get: ids });
  for (const id of ids) assert.equal(palace.deleteDrawer(id).removed, true);
});

test('keys that objects have of their own are names like others', async () => {
  const { palace } = await openMemory(':memory:');
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  for (const wing of names) {
    for (const room of names) palace.addDrawer({ wing, room, text: `${wing} ${room}` });
  }
  const taxonomy = palace.taxonomy();
  assert.deepEqual(Object.keys(taxonomy), names);
  for (const wing of names) {
    const rooms = Object.getOwnPropertyDescriptor(taxonomy, wing).value;
    assert.deepEqual(
      Object.entries(rooms),
      names.map((room) => [room, 1]),
    );
  }
  assert.equal(palace.findTunnels('__proto__', 'constructor').length, 4);
  assert.equal(palace.traverse('toString').rooms.length, 4);
});

test('case 39: a text of 10 MB and a word of 1 MB are kept whole, and found', async () => {
  const { palace } = await openMemory(':memory:');
  const long = `needle ${'hay '.repeat(2_500_000)}`;
  const word = 'x'.repeat(1 << 20);
  palace.addDrawer({ id: 'long', wing: 'w', room: 'r', text: long });
  palace.addDrawer({ id: 'word', wing: 'w', room: 'r', text: `${word} pin` });
  assert.deepEqual(foundIds(palace, 'needle'), ['long']);
  assert.deepEqual(foundIds(palace, 'pin'), ['word']);
  assert.equal(palace.getDrawer('long').text, long);
});

test('case 49: ten thousand drawers of one wing hide none of another', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawers(
    Array.from({ length: 10_000 }, (_, i) => ({ wing: 'A', room: `r${i % 7}`, text: `text ${i}` })),
  );
  palace.addDrawer({ wing: 'B', room: 'r1', text: 'the one of B' });
  const taxonomy = palace.taxonomy();
  assert.deepEqual(taxonomy.B, { r1: 1 });
  const counts = Object.values(taxonomy.A);
  assert.deepEqual(counts, [1429, 1429, 1429, 1429, 1428, 1428, 1428]);
  assert.deepEqual(
    palace.listWings().wings.map(({ wing, rooms, drawers }) => [wing, rooms, drawers]),
    [
      ['A', 7, 10_000],
      ['B', 1, 1],
    ],
  );
  assert.deepEqual(
    palace.findTunnels().map(({ room, count }) => [room, count]),
    [['r1', 1430]],
  );
});
