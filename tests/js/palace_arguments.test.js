// What the palace face refuses: named by argument, and nothing is written by it. And whatever else it is
// given, it answers in MemoryErrors, and its store stays sound.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError, openMemory } from 'loci';
import { errorOf } from '../support/errors.js';
import { makeRandom } from '../support/random.js';

const PLACE = { wing: 'Hut', room: 'water' };
const FILED = { ...PLACE, id: 'valve', text: 'The valve sticks.', sourceFile: 'a.md' };
const CLOSET = { ...PLACE, sourceFile: 'a.md' };

const memory = await openMemory(':memory:');
const { palace } = memory;
palace.addDrawers([FILED, { ...FILED, id: 'pump', wing: 'Boat', text: 'The pump hums.' }]);

/** Everything that a refused call could have changed. */
function state() {
  const { revision, palace: counts, embeddings } = memory.status();
  return JSON.stringify([revision, counts, embeddings, palace.listDrawers()]);
}

/** Asserts that a call fails with this code, names these words, and has changed nothing. */
function refuses(work, code, ...words) {
  const before = state();
  const error = errorOf(work);
  assert.equal(error.code, code, error.message);
  for (const word of words) assert.ok(error.message.includes(word), `'${word}': ${error.message}`);
  assert.equal(state(), before);
}

const drawer = (fields) => ({ ...PLACE, text: 'x', ...fields });

const badDrawers = {
  'no object': [5, 'drawer'],
  'no wing': [{ room: 'a', text: 'b' }, 'wing'],
  'no room': [{ wing: 'a', text: 'b' }, 'room'],
  'no text': [PLACE, 'text'],
  'a number as text': [drawer({ text: 5 }), 'text'],
  'null as text': [drawer({ text: null }), 'text'],
  'a blank text': [drawer({ text: ' \n' }), 'text'],
  'a blank wing': [drawer({ wing: ' ' }), 'wing'],
  'an empty room': [drawer({ room: '' }), 'room'],
  'a line end in a room': [drawer({ room: 'a\nb' }), 'room'],
  'an escape in a wing': [drawer({ wing: 'a\u001b[2J' }), 'wing'],
  'a list as room': [drawer({ room: ['a'] }), 'room'],
  'an empty id': [drawer({ id: '' }), 'id'],
  'a control character in an id': [drawer({ id: 'a\0b' }), 'id'],
  'a number as id': [drawer({ id: 5 }), 'id'],
  'a number as hall': [drawer({ hall: 5 }), 'hall'],
  'a number as sourceFile': [drawer({ sourceFile: 5 }), 'sourceFile'],
  'a fraction as chunkIndex': [drawer({ chunkIndex: 1.5 }), 'chunkIndex'],
  'a negative chunkIndex': [drawer({ chunkIndex: -1 }), 'chunkIndex'],
  'a chunkIndex past 2^53': [drawer({ chunkIndex: 2 ** 53 }), 'chunkIndex'],
  'a text as chunkIndex': [drawer({ chunkIndex: '1' }), 'chunkIndex'],
  'a moment that is none': [drawer({ authoredAt: 'yesterday' }), 'authoredAt'],
  'a bad date': [drawer({ filedAt: new Date(NaN) }), 'filedAt'],
  'a list as metadata': [drawer({ metadata: [1] }), 'metadata'],
  'a field of another name': [drawer({ source_file: 'a' }), 'source_file'],
};

for (const [what, [given, word]] of Object.entries(badDrawers)) {
  test(`a drawer with ${what} is refused, alone and among others`, () => {
    refuses(() => palace.addDrawer(given), 'invalid_argument', word);
    refuses(() => palace.addDrawers([drawer(), given]), 'invalid_argument', 'drawers[1]');
  });
}

test('a vector that is none is refused with the drawer', () => {
  for (const embedding of [[], [NaN, 0], [0, 0], [Infinity], 'no', [[1]], new Uint8Array(2)]) {
    refuses(() => palace.addDrawer(drawer({ embedding })), 'invalid_vector');
    refuses(() => palace.addCloset({ ...CLOSET, text: 'x', embedding }), 'invalid_vector');
    refuses(() => palace.updateDrawer('valve', { embedding }), 'invalid_vector');
  }
});

const badCalls = {
  'an update with a text of null': [() => palace.updateDrawer('valve', { text: null }), 'text'],
  'an update with a blank room': [() => palace.updateDrawer('valve', { room: ' ' }), 'room'],
  'an update of the id': [() => palace.updateDrawer('valve', { id: 'b' }), 'id'],
  'an update of a number': [() => palace.updateDrawer(5, {}), 'id'],
  'an update without changes': [() => palace.updateDrawer('valve'), 'changes'],
  'a closet without a source': [() => palace.addCloset({ ...PLACE, text: 'x' }), 'sourceFile'],
  'a closet of blanks': [() => palace.addCloset({ ...CLOSET, text: ' ' }), 'text'],
  'a closet of an empty source': [
    () => palace.addCloset({ ...CLOSET, sourceFile: '', text: 'x' }),
    'sourceFile',
  ],
  'a tunnel with one end': [() => palace.createTunnel({ from: PLACE }), 'to'],
  'a tunnel to itself': [() => palace.createTunnel({ from: PLACE, to: PLACE }), 'to'],
  'a search for a number': [() => palace.search({ query: 5 }), 'query'],
  'a search for null': [() => palace.search({ query: null }), 'query'],
  'a search without a query': [() => palace.search({}), 'query'],
  'a search without a request': [() => palace.search(), 'request'],
  'a wing that is a number': [() => palace.search({ query: 'a', wing: 5 }), 'wing'],
  'a moment that is none': [() => palace.search({ query: 'a', since: 'soon' }), 'since'],
  'a strategy that is none': [
    () => palace.search({ query: 'a', candidateStrategy: 'both' }),
    'candidateStrategy',
  ],
  'a metric that is none': [() => palace.search({ query: 'a' }, { metric: 'l1' }), 'metric'],
  'a distance below 0': [() => palace.search({ query: 'a', maxDistance: -1 }), 'maxDistance'],
  'a distance of NaN': [() => palace.search({ query: 'a', maxDistance: NaN }), 'maxDistance'],
  'a flag that is a text': [
    () => palace.search({ query: 'a', vectorDisabled: 'no' }),
    'vectorDisabled',
  ],
  'a threshold above 1': [() => palace.checkDuplicate('a', { threshold: 1.1 }), 'threshold'],
  'a check of null': [() => palace.checkDuplicate(null), 'text'],
  'hops below 0': [() => palace.traverse('water', -1), 'maxHops'],
  'hops of a text': [() => palace.traverse('water', '2'), 'maxHops'],
  'a walk from a number': [() => palace.traverse(5), 'startRoom'],
  'a wing of a number': [() => palace.findTunnels(5), 'wingA'],
  'rooms of a number': [() => palace.listRooms(5), 'wing'],
  'an offset below 0': [() => palace.listDrawers({ offset: -1 }), 'offset'],
};

for (const [what, [call, word]] of Object.entries(badCalls)) {
  test(`${what} is refused`, () => refuses(call, 'invalid_argument', word));
}

test('limits and offsets follow the one rule', () => {
  for (const limit of [-1, 1.5, '5', NaN, Infinity, null]) {
    for (const call of [
      () => palace.search({ query: 'valve', limit }),
      () => palace.listDrawers({ limit }),
      () => palace.checkDuplicate('valve', { limit }),
    ]) {
      refuses(call, 'invalid_argument', 'limit');
    }
  }
  for (const limit of [2 ** 31, 2 ** 53 - 1]) {
    const { results, warnings } = palace.search({ query: 'valve', limit });
    assert.deepEqual([results.length, warnings[0].code], [1, 'limit_clamped']);
  }
});

test('bad UTF-8 and lone surrogates are repaired, and counted', () => {
  const bytes = new Uint8Array([0x61, 0x20, 0xff, 0xfe, 0x20, 0xe4, 0xbd, 0x62]);
  for (const given of [
    { text: bytes },
    { id: 'x\ud83dy' },
    { wing: 'x\ud83dy' },
    { sourceFile: bytes },
  ]) {
    const { id, warnings } = palace.addDrawer(drawer(given));
    assert.equal(warnings[0].code, 'repaired');
    const [name] = Object.keys(given);
    assert.ok(palace.getDrawer(id)[name].includes('\ufffd'), name);
    palace.deleteDrawer(id);
  }
  const { warnings } = palace.search({ query: bytes, wing: bytes });
  assert.equal(warnings.filter(({ code }) => code === 'repaired').length, 1);
});

// ---- Anything at all ----

const VALUES = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  NaN,
  2 ** 53,
  '',
  ' ',
  'valve',
  'Hut',
  'water',
  '__proto__',
  'a\nb',
  '\ud800',
  'x'.repeat(5000),
  '2024-01-01',
  [],
  [1],
  [0, 0],
  {},
  PLACE,
  FILED,
  CLOSET,
  { query: 'valve' },
  { from: PLACE, to: { ...PLACE, wing: 'Boat' } },
  { limit: 3 },
  { embedding: [1, 2] },
  new Uint8Array([255, 97]),
  new Float32Array(3),
  new Date(0),
  new Map(),
  1n,
  Symbol('s'),
  () => 0,
];
const FIELDS = [
  'id',
  'wing',
  'room',
  'text',
  'hall',
  'sourceFile',
  'chunkIndex',
  'authoredAt',
  'filedAt',
  'metadata',
  'embedding',
  'query',
  'limit',
  'offset',
  'since',
  'maxDistance',
  'candidateStrategy',
  'threshold',
  'metric',
  'maxHops',
  'from',
  'to',
  'label',
  '__proto__',
];
const METHODS = Object.getOwnPropertyNames(Object.getPrototypeOf(palace)).filter(
  (name) => name !== 'constructor',
);

for (const seed of [1, 2]) {
  test(`whatever the arguments, only MemoryErrors (seed ${seed})`, async () => {
    const random = makeRandom(seed);
    const pick = (list) => list[random(list.length)];
    const argument = () => {
      const value = pick(VALUES);
      const isPlain = value !== null && Object.getPrototypeOf(Object(value)) === Object.prototype;
      return isPlain && random(2) ? { ...value, [pick(FIELDS)]: pick(VALUES) } : value;
    };
    const target = await openMemory(':memory:');
    let fine = 0;
    for (let i = 0; i < 3000; i++) {
      const args = Array.from({ length: random(4) }, argument);
      const method = pick(METHODS);
      try {
        target.palace[method](...args);
        fine++;
      } catch (error) {
        assert.ok(error instanceof MemoryError, `${method}: ${error?.stack}`);
        assert.notEqual(error.code, 'internal', error.message);
      }
    }
    assert.ok(fine > 250, `${fine}`);
    assert.deepEqual(target.check().findings, []);
    target.palace.addDrawer({ ...FILED, id: 'last', text: 'unmistakable', wing: 'end' });
    const { results } = target.palace.search({ query: 'unmistakable', wing: 'end' });
    assert.equal(results[0].id, 'last');
  });
}
