// Every limit at its edge, and arguments of every wrong kind: the memory answers in MemoryErrors,
// never traps, and goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError, openMemory } from 'loci';
import { assertFails } from '../support/errors.js';
import { makeRandom } from '../support/random.js';

const MIB = 2 ** 20;
const item = (fields) => ({ category: 'a', name: 'n', content: '', ...fields });

/** Asserts that `accepted` can be added and read back, and `refused` is too_large and names it. */
async function assertEdge(accepted, refused, word) {
  const memory = await openMemory(':memory:');
  const { category, name } = memory.add(item(accepted));
  const stored = memory.get(category, name);
  for (const [field, value] of Object.entries(accepted)) assert.deepEqual(stored[field], value);
  const revision = memory.revision();
  assertFails(() => memory.add(item(refused)), 'too_large', word);
  assertFails(() => memory.addMany([item(), item(refused)]), 'too_large', word, 'items[1]');
  assert.equal(memory.revision(), revision);
}

test('content of 16 MiB', () =>
  assertEdge({ content: 'x'.repeat(16 * MIB) }, { content: 'x'.repeat(16 * MIB + 1) }, 'content'));

test('content is measured in bytes, and without the white space around it', async () => {
  const memory = await openMemory(':memory:');
  const wide = '€'.repeat((16 * MIB) / 3 + 1);
  assertFails(() => memory.add(item({ content: wide })), 'too_large', `${wide.length * 3}`);
  memory.add(item({ content: `${' '.repeat(MIB)}${wide.slice(1)}\n\n` }));
  assert.equal(memory.get('a', 'n').content, wide.slice(1));
});

test('names of 512 bytes', async () => {
  await assertEdge({ name: 'n'.repeat(512) }, { name: 'n'.repeat(513) }, 'name');
  await assertEdge({ name: '海'.repeat(170) }, { name: '海'.repeat(171) }, 'name');
});

test('categories of 512 bytes', () =>
  assertEdge({ category: 'c'.repeat(512) }, { category: 'c'.repeat(513) }, 'category'));

test('metadata of 1 MiB', () => {
  const around = JSON.stringify({ a: '' }).length;
  const of = (bytes) => ({ metadata: { a: 'x'.repeat(bytes - around) } });
  return assertEdge(of(MIB), of(MIB + 1), 'metadata');
});

test('metadata 64 deep', async () => {
  const nested = (depth) => {
    let value = {};
    for (let i = 1; i < depth; i++) value = i % 2 ? [value] : { a: value };
    return { a: value };
  };
  const memory = await openMemory(':memory:');
  memory.add(item({ metadata: nested(63) }));
  assert.deepEqual(memory.get('a', 'n').metadata, nested(63));
  for (const depth of [64, 90, 1000, 100_000]) {
    assertFails(() => memory.add(item({ metadata: nested(depth) })), 'invalid_argument', 'deep');
  }
  memory.add(item({ metadata: { brackets: '[{'.repeat(1000) } }));
});

test('positions of a sequence up to 2^53 - 1', async () => {
  const memory = await openMemory(':memory:');
  const at = (position) => memory.add(item({ sequence: { id: 's', position } }));
  at(Number.MAX_SAFE_INTEGER);
  assert.equal(memory.get('a', 'n').sequence.position, Number.MAX_SAFE_INTEGER);
  for (const position of [2 ** 53, 2 ** 63, 2 ** 64, 1e300, -1, 0.5, '5', null]) {
    assertFails(() => at(position), 'invalid_argument', 'sequence.position');
  }
});

test('texts too long for one call are refused before they cross', async () => {
  const memory = await openMemory(':memory:');
  const { heapBytes } = memory.status();
  const long = 'x'.repeat(2 ** 28 + 1);
  for (const call of [
    () => memory.retrieve(long),
    () => memory.estTokens(long),
    () => memory.add(item({ metadata: { a: long.slice(1), b: 'x' } })),
    () => memory.importMarkdown([{ path: 'a.md', text: long }]),
  ]) {
    assertFails(call, 'too_large');
  }
  assert.equal(memory.status().heapBytes, heapBytes);
});

test('twenty thousand items in one batch, and links by the ten thousand', async () => {
  const memory = await openMemory(':memory:');
  const items = function* () {
    for (let i = 0; i < 20_000; i++) yield item({ name: `n${i}`, content: `river ${i}` });
  };
  assert.equal(memory.addMany(items()).added, 20_000);
  const links = Array.from({ length: 10_000 }, (_, i) => `[[a:n${i}]]`).join(' ');
  memory.add(item({ name: 'hub', content: `hub ${links}` }));
  assert.equal(memory.retrieve('hub').items.length, 10_001);
});

// Values of every type, most of them wrong most of the time.
const values = [
  undefined,
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  10,
  NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  1e300,
  5e-324,
  '',
  ' ',
  'a',
  'n1',
  'river',
  '5',
  '[[a:n1]]',
  '\ud800',
  '\0',
  '__proto__',
  '!',
  '2024-01-01',
  '9999-12-31T23:59:59.999999Z',
  '## x',
  'x'.repeat(5000),
  1n,
  Symbol('s'),
  () => 0,
  [],
  [1],
  ['a'],
  [null],
  [[[]]],
  {},
  { a: 1 },
  { limit: 1 },
  { kinds: true },
  { explain: true, budgetTokens: 0 },
  { category: 'a', name: 'n1', content: 'river' },
  { category: 'a', name: '', content: 5 },
  { path: 'wiki/a.md', text: '## n2\n\nriver' },
  { onProgress: 5 },
  { id: 's', position: 1 },
  new Uint8Array([0xff, 0xfe, 97]),
  new Uint8Array(0),
  new Uint8Array(5000).fill(7),
  new ArrayBuffer(4),
  new Float64Array(2),
  new Date(0),
  new Date(NaN),
  new Map([['a', 1]]),
  new Set(['a']),
  /x/,
  new Error('e'),
  Object.create(null),
  new (class Thing {})(),
  new Proxy({}, {}),
  new String('a'),
  new Number(5),
  Promise.resolve(),
];
const fieldNames = [
  'category',
  'name',
  'content',
  'owner',
  'sourceConv',
  'ts',
  'metadata',
  'sequence',
  'limit',
  'offset',
  'budgetTokens',
  'expandLinks',
  'explain',
  'context',
  'minConfidence',
  'categories',
  'since',
  'before',
  'kinds',
  'keepJournal',
  'path',
  'text',
  'bytes',
  'embedding',
  '__proto__',
  'constructor',
  'id',
  'position',
];
const methods = [
  'tokenize',
  'estTokens',
  'parseLinks',
  'add',
  'addMany',
  'get',
  'remove',
  'items',
  'categories',
  'retrieve',
  'revision',
  'rebuild',
  'journal',
  'status',
  'check',
  'compact',
  'flush',
  'exportBytes',
  'importBytes',
  'exportMarkdown',
  'importMarkdown',
];

function makeMonkey(seed) {
  const random = makeRandom(seed);
  const pick = (list) => list[random(list.length)];
  const value = (depth = 0) => {
    if (depth > 3 || random(3) > 0) return pick(values);
    if (random(3) === 0) return Array.from({ length: random(4) }, () => value(depth + 1));
    return Object.fromEntries(
      Array.from({ length: random(5) }, () => [pick(fieldNames), value(depth + 1)]),
    );
  };
  const plausible = () => ({
    category: pick(['a', 'b', value()]),
    name: pick(['n1', 'n2', value()]),
    content: pick(['river [[a:n2]]', value()]),
    ...(random(2) ? { [pick(fieldNames)]: value() } : {}),
  });
  const argument = () => pick([value, plausible, () => [plausible(), plausible()]])();
  return () => [pick(methods), Array.from({ length: random(4) }, argument)];
}

for (const seed of [1, 2, 3, 4]) {
  test(`whatever the arguments, only MemoryErrors (seed ${seed})`, async () => {
    const next = makeMonkey(seed);
    const memory = await openMemory(':memory:');
    const outcomes = { fine: 0 };
    for (let i = 0; i < 4000; i++) {
      const [method, args] = next();
      try {
        memory[method](...args);
        outcomes.fine++;
      } catch (error) {
        const told = `${method}: ${error?.stack}`;
        assert.ok(error instanceof MemoryError, told);
        assert.ok(
          ['invalid_argument', 'too_large', 'unsupported_format'].includes(error.code),
          told,
        );
        outcomes[error.code] = (outcomes[error.code] ?? 0) + 1;
      }
    }
    assert.ok(outcomes.fine > 500 && outcomes.invalid_argument > 500, JSON.stringify(outcomes));
    assert.deepEqual(memory.check().findings, []);
    memory.add(item({ category: 'z', name: 'last', content: 'unmistakable' }));
    assert.equal(memory.retrieve('unmistakable').items[0].name, 'last');
    const before = JSON.stringify(memory.retrieve('river n1 n2', { explain: true }));
    memory.rebuild();
    assert.equal(JSON.stringify(memory.retrieve('river n1 n2', { explain: true })), before);
  });
}
