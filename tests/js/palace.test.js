// The palace face of a memory in Node: drawers are kept word for word, found by words and by vectors,
// counted by wing and room, and cleaned up after. What its engine does at its bounds is tested natively.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { errorOf } from '../support/errors.js';
import { newStore } from '../support/temp_store.js';

const NOON = Date.UTC(2026, 5, 1, 12);

async function openPalace(options) {
  const memory = await openMemory(':memory:', { clock: () => NOON, ...options });
  return { memory, palace: memory.palace };
}

const VALVE = {
  id: 'valve',
  wing: 'Hut',
  room: 'Water',
  text: ' The valve sticks.\r\nOil it in May. 🌱 ',
  hall: 'repairs',
  sourceFile: 'notes/valve.md',
  chunkIndex: 0,
  authoredAt: '2024-05-04T10:00:00+02:00',
  metadata: { page: 3, __proto__: null },
};
const HUT = [
  VALVE,
  { wing: 'hut', room: 'power', text: 'The battery is charged by the brook.' },
  { wing: 'Boat', room: 'water', text: 'Pump the bilge dry before you sail.' },
];
const idsOf = ({ results }) => results.map(({ id }) => id);

// ---- Drawers ----

test('a drawer is kept whole, and comes back as it was given', async () => {
  const { palace } = await openPalace();
  const added = palace.addDrawer(VALVE);
  assert.deepEqual(added, { id: 'valve', action: 'added', revision: 1, warnings: [] });
  assert.deepEqual(palace.getDrawer('valve'), {
    ...VALVE,
    authoredAt: '2024-05-04T08:00:00Z',
    filedAt: '2026-06-01T12:00:00.000Z',
    metadata: { page: 3 },
  });
  assert.equal(palace.getDrawer('nobody'), null);
});

test('without an id the same drawer twice is one, and undated ones stay so', async () => {
  const { palace } = await openPalace();
  const [, bare] = HUT;
  const { id, action } = palace.addDrawer({ ...bare, filedAt: null });
  assert.match(id, /^drawer_[0-9a-f]{16}$/);
  assert.equal(action, 'added');
  assert.deepEqual(palace.getDrawer(id), {
    id,
    ...bare,
    hall: null,
    sourceFile: null,
    chunkIndex: null,
    authoredAt: null,
    filedAt: null,
    metadata: null,
  });
  const again = palace.addDrawer({ ...bare, wing: ' HUT ', hall: 'energy' });
  assert.deepEqual([again.id, again.action, again.revision], [id, 'same', 1]);
  assert.deepEqual(
    again.warnings.map(({ code }) => code),
    ['drawer_unchanged'],
  );
  assert.equal(palace.addDrawer({ ...bare, filedAt: '' }).action, 'same');
});

test('many drawers are one transaction', async () => {
  const { memory, palace } = await openPalace();
  const steps = [];
  const onProgress = (progress) => steps.push(progress);
  const many = palace.addDrawers(HUT, { onProgress });
  assert.deepEqual([many.added, many.updated, many.same, many.ids.length], [3, 0, 0, 3]);
  assert.deepEqual(steps.at(-1), { done: 3, total: 3 });
  const again = palace.addDrawers(new Set([HUT[1], { ...VALVE, text: 'Another.' }]));
  assert.deepEqual([again.added, again.updated, again.same], [0, 1, 1]);
  const { code, message } = errorOf(() => palace.addDrawers([HUT[2], { ...VALVE, text: ' ' }]));
  assert.equal(code, 'invalid_argument');
  assert.match(message, /drawers\[1\]\.text/);
  const counts = { drawers: 3, closets: 0, tunnels: 0, wings: 2, rooms: 2 };
  assert.deepEqual(memory.status().palace, counts);
});

test('an update changes what is given and nothing else', async () => {
  const { palace } = await openPalace();
  palace.addDrawers(HUT);
  const before = palace.getDrawer('valve');
  const { action } = palace.updateDrawer('valve', { hall: null, wing: 'Boat' });
  assert.equal(action, 'updated');
  const room = 'water'; // as the boat has it, since the hut has none any more
  assert.deepEqual(palace.getDrawer('valve'), { ...before, hall: null, wing: 'Boat', room });
  assert.equal(palace.updateDrawer('valve', {}).action, 'same');
  palace.updateDrawer('valve', { text: 'Another.' });
  const { drawers } = palace.listDrawers();
  assert.equal(drawers.at(-1).id, 'valve');
  assert.equal(errorOf(() => palace.updateDrawer('nobody', {})).code, 'not_found');
});

test('drawers are listed in order of filing, by wing and room in any spelling', async () => {
  const { palace } = await openPalace();
  palace.addDrawers(HUT);
  const textsOf = ({ drawers }) => drawers.map(({ text }) => text);
  const all = HUT.map(({ text }) => text);
  assert.deepEqual(textsOf(palace.listDrawers()), all);
  assert.deepEqual(textsOf(palace.listDrawers({ wing: '', room: '' })), all);
  assert.deepEqual(textsOf(palace.listDrawers({ wing: 'HUT' })), all.slice(0, 2));
  assert.deepEqual(textsOf(palace.listDrawers({ room: ' water', offset: 1 })), all.slice(2));
  assert.equal(palace.listDrawers({ limit: 1 }).total, 3);
  const unknown = palace.listDrawers({ wing: 'Attic' });
  assert.deepEqual([unknown.total, unknown.drawers], [0, []]);
  assert.deepEqual(unknown.wings, ['Hut', 'Boat']);
});

test('with its last drawer a closet and a tunnel go', async () => {
  const { memory, palace } = await openPalace();
  palace.addDrawers(HUT);
  const closet = { wing: 'Hut', room: 'water', sourceFile: 'notes/valve.md' };
  assert.equal(palace.addCloset({ ...closet, text: 'valves' }).action, 'added');
  assert.equal(palace.addCloset({ ...closet, text: 'valves' }).action, 'same');
  palace.addCloset({ ...closet, sourceFile: 'other.md', text: 'others' });
  assert.equal(palace.removeCloset({ ...closet, sourceFile: 'other.md' }).removed, true);
  assert.equal(palace.removeCloset({ ...closet, sourceFile: 'other.md' }).removed, false);
  const from = { wing: 'hut', room: 'water' };
  const { id } = palace.createTunnel({ from, to: { wing: 'boat', room: 'water' }, label: 'rain' });
  assert.match(id, /^tunnel_\d+$/);
  const { tunnels } = palace.listTunnels();
  assert.deepEqual(tunnels, [
    {
      id,
      from: { wing: 'Hut', room: 'Water' },
      to: { wing: 'Boat', room: 'Water' },
      label: 'rain',
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  ]);
  assert.equal(palace.listTunnels({ wing: 'Hut', room: 'power' }).tunnels.length, 0);
  const { removed, closetsRemoved, tunnelsRemoved } = palace.deleteDrawer('valve');
  assert.deepEqual([removed, closetsRemoved, tunnelsRemoved], [true, 1, 1]);
  const counts = { drawers: 2, closets: 0, tunnels: 0, wings: 2, rooms: 2 };
  assert.deepEqual(memory.status().palace, counts);
  assert.equal(palace.deleteDrawer('valve').removed, false);
  assert.equal(palace.deleteTunnel(id).removed, false);
});

// ---- Search ----

test('a search finds by words, and says that it did', async () => {
  const { palace } = await openPalace();
  palace.addDrawers(HUT);
  const reply = palace.search({ query: 'a valve sticks' });
  assert.deepEqual(idsOf(reply), ['valve']);
  assert.equal(reply.results[0].text, VALVE.text);
  assert.deepEqual([reply.fallback, reply.fallback_reason], ['bm25_only', 'none']);
  const { source_file, source_path, matched_via, distance } = reply.results[0];
  assert.deepEqual([source_file, source_path], ['valve.md', 'notes/valve.md']);
  assert.deepEqual([matched_via, distance], ['bm25', null]);
  assert.equal(palace.search({ query: 'zzz' }).reason, 'no_match');
  assert.equal(palace.search({ query: '!!!' }).reason, 'no_query_terms');
});

test('a search by wing and room in any spelling, and of ones that are not there', async () => {
  const { palace } = await openPalace();
  palace.addDrawers(HUT);
  const wings = (request) =>
    palace
      .search({ query: 'water battery bilge valve', ...request })
      .results.map((each) => each.wing);
  assert.deepEqual(new Set(wings({ wing: 'HUT' })), new Set(['Hut']));
  assert.deepEqual(wings({ wing: 'boat', room: 'WATER' }), ['Boat']);
  assert.equal(wings({ wing: '', room: '', since: '', before: null }).length, 3);
  const reply = palace.search({ query: 'valve', wing: 'Attic' });
  assert.deepEqual([reply.results, reply.reason], [[], 'unknown_wing']);
  assert.deepEqual(reply.wings, ['Hut', 'Boat']);
  const room = palace.search({ query: 'valve', wing: 'boat', room: 'power' });
  assert.deepEqual([room.reason, room.rooms], ['unknown_room', ['Water']]);
});

test('dates are compared as instants, and what is undated is in no bounds', async () => {
  const { palace } = await openPalace();
  const filed = { a: '2026-01-01T00:30:00+01:00', b: '2026-01-01', c: null };
  for (const [id, filedAt] of Object.entries(filed)) {
    palace.addDrawer({ id, wing: 'w', room: 'r', text: `river ${id}`, filedAt });
  }
  const found = (bounds) => idsOf(palace.search({ query: 'river', ...bounds })).sort();
  assert.deepEqual(found({}), ['a', 'b', 'c']);
  assert.deepEqual(found({ since: '2026-01-01' }), ['b']);
  assert.deepEqual(found({ before: new Date('2026-01-01') }), ['a']);
  assert.equal(errorOf(() => found({ since: 'noon' })).code, 'invalid_argument');
});

test('vectors decide with words, by the metric that is asked', async () => {
  const { palace } = await openPalace();
  for (const [id, embedding] of Object.entries({ one: [1, 0], two: [-1, 0], three: [3, 4] })) {
    palace.addDrawer({ id, wing: 'w', room: 'r', text: `river ${id}`, embedding }, { model: 'm' });
  }
  const distances = (metric) => {
    const { results } = palace.search({ query: 'river' }, { embedding: [2, 0], metric });
    return Object.fromEntries(results.map(({ id, distance }) => [id, distance]));
  };
  for (const [metric, expected] of [
    [undefined, { one: 0, two: 2, three: 0.4 }],
    ['l2', { one: 1, two: 3, three: Math.sqrt(17) }],
    ['ip', { one: -1, two: 3, three: -5 }],
  ]) {
    for (const [id, distance] of Object.entries(distances(metric))) {
      assert.ok(Math.abs(distance - expected[id]) < 1e-6, `${metric} ${id}: ${distance}`);
    }
  }
  const other = palace.search({ query: 'river' }, { embedding: [2, 0], model: 'other' });
  assert.equal(other.fallback_reason, 'model_mismatch');
  const disabled = palace.search({ query: 'river', vectorDisabled: true }, { embedding: [2, 0] });
  assert.equal(disabled.fallback_reason, 'vector_disabled');
});

test('a duplicate is found by its text, its words and its vector', async () => {
  const { palace } = await openPalace();
  palace.addDrawer({ ...VALVE, embedding: [1, 0] });
  const exact = palace.checkDuplicate(VALVE.text.replace('\r\n', '\n'));
  assert.equal(exact.is_duplicate, true);
  const match = { id: 'valve', wing: 'Hut', room: 'Water', similarity: 1, how: 'exact' };
  assert.deepEqual(exact.matches, [match]);
  const words = palace.checkDuplicate('the valve sticks: oil it in June', { threshold: 0.7 });
  assert.deepEqual([words.matches[0].how, words.is_duplicate], ['words', true]);
  const near = palace.checkDuplicate('nothing alike', { embedding: [1, 0.01] });
  assert.equal(near.matches[0].how, 'embedding');
  assert.equal(palace.checkDuplicate('nothing alike').is_duplicate, false);
});

// ---- Structure ----

test('wings, rooms, the taxonomy, walks and tunnels', async () => {
  const { palace } = await openPalace();
  palace.addDrawers(HUT);
  assert.deepEqual(palace.listWings().wings, [
    { wing: 'Hut', rooms: 2, drawers: 2 },
    { wing: 'Boat', rooms: 1, drawers: 1 },
  ]);
  const { wing, rooms } = palace.listRooms('HUT');
  assert.equal(wing, 'Hut');
  assert.deepEqual(rooms, [
    { room: 'Water', wings: ['Hut', 'Boat'].sort(), drawers: 1 },
    { room: 'power', wings: ['Hut'], drawers: 1 },
  ]);
  assert.deepEqual(palace.listRooms().rooms[0].drawers, 2);
  const unknown = palace.listRooms('Attic');
  assert.deepEqual([unknown.rooms, unknown.reason], [[], 'unknown_wing']);
  assert.deepEqual(palace.taxonomy(), { Hut: { Water: 1, power: 1 }, Boat: { Water: 1 } });
  const walk = palace.traverse('water');
  assert.deepEqual(
    walk.rooms.map(({ room, hop }) => [room, hop]),
    [
      ['Water', 0],
      ['power', 1],
    ],
  );
  assert.equal(palace.traverse('water', 0).rooms.length, 1);
  assert.equal(palace.traverse('water', { maxHops: 0 }).rooms.length, 1);
  const lost = errorOf(() => palace.traverse('wat'));
  assert.deepEqual([lost.code, lost.detail], ['not_found', { suggestions: ['Water'] }]);
  const [tunnel] = palace.findTunnels('', 'hut');
  assert.deepEqual([tunnel.room, tunnel.recent], ['Water', '2024-05-04']);
  assert.deepEqual(palace.findTunnels('attic'), []);
  assert.equal(palace.graphStats().tunnel_rooms, 1);
  const nowhere = { from: { wing: 'Hut', room: 'power' }, to: { wing: 'Hut', room: 'roof' } };
  assert.equal(errorOf(() => palace.createTunnel(nowhere)).code, 'not_found');
});

test('names that objects have are names like others', async () => {
  const { palace } = await openPalace();
  const names = ['__proto__', 'constructor', 'toString'];
  for (const name of names) palace.addDrawer({ id: name, wing: name, room: name, text: name });
  assert.deepEqual(Object.keys(palace.taxonomy()), names);
  for (const name of names) {
    assert.deepEqual(Object.entries(palace.taxonomy()).find(([wing]) => wing === name)[1][name], 1);
    assert.equal(palace.getDrawer(name).text, name);
  }
});

// ---- Embeddings, and the store ----

test('drawers and closets are pending until they have their vectors', async () => {
  const { memory, palace } = await openPalace();
  palace.addDrawer(VALVE);
  const closet = { wing: 'Hut', room: 'Water', sourceFile: 'notes/valve.md' };
  palace.addCloset({ ...closet, text: 'valves' });
  const { entries, pending } = memory.pendingEmbeddings();
  assert.equal(pending, 2);
  assert.deepEqual(
    entries.map(({ hash: _hash, ...entry }) => entry),
    [
      { face: 'palace', id: 'valve', text: VALVE.text },
      { face: 'palace', closet, text: 'valves' },
    ],
  );
  const embedded = entries.map((entry) => ({ ...entry, embedding: [1, 2] }));
  const gone = { face: 'palace', id: 'nobody', embedding: [1, 2] };
  const { results, stored } = memory.putEmbeddings([...embedded, gone], { model: 'm' });
  assert.deepEqual([stored, results[2].stored], [2, false]);
  assert.equal(memory.status().embeddings.vectors, 2);
  const { results: found } = palace.search({ query: 'x' }, { embedding: [1, 2], model: 'm' });
  assert.deepEqual([found[0].matched_via, found[0].closet_boost], ['drawer+closet', 0.4]);
});

test('what was filed is there after closing', async (t) => {
  const path = newStore(t);
  const first = await openMemory(path);
  first.palace.addDrawers(HUT);
  first.close();
  const second = await openMemory(path, { readOnly: true });
  assert.deepEqual(idsOf(second.palace.search({ query: 'valve' })), ['valve']);
  assert.equal(errorOf(() => second.palace.deleteDrawer('valve')).code, 'read_only');
  second.close();
});
