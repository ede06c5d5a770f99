// What JavaScript hands in, on its way to the engine: bytes, bad text, dates, and everything that
// JSON cannot say. What is wrong is named, and nothing has changed then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { openMemory } from 'loci';
import { assertFails } from '../support/errors.js';

const memory = await openMemory(':memory:', { clock: () => 0 });
const bytesOf = (text) => new TextEncoder().encode(text);
const itemWith = (fields) => ({ category: 'a', name: 'n', content: 'river', ...fields });
const refused = (fields, ...words) =>
  assertFails(() => memory.add(itemWith(fields)), 'invalid_argument', ...words);

test('every text may be bytes', () => {
  memory.add({
    category: bytesOf('bytes'),
    name: bytesOf('né'),
    content: bytesOf('content'),
    owner: bytesOf('Ada'),
    sourceConv: Buffer.from('conv'),
    sequence: { id: bytesOf('s'), position: 0 },
  });
  const item = memory.get(bytesOf('bytes'), bytesOf('né'));
  const { name, owner, sourceConv, sequence } = item;
  assert.deepEqual([name, owner, sourceConv, sequence.id], ['né', 'Ada', 'conv', 's']);
  const { items } = memory.retrieve(bytesOf('content'), { categories: [bytesOf('bytes')] });
  assert.equal(items.length, 1);
  assert.deepEqual(memory.tokenize(bytesOf('a b')), ['a', 'b']);
  assert.deepEqual(memory.parseLinks(bytesOf('[[a:b]]')), [{ category: 'a', name: 'b' }]);
  assert.equal(memory.estTokens(bytesOf('a b')), 2);
});

test('a view of a larger buffer is read where it begins and ends', () => {
  assert.deepEqual(memory.tokenize(bytesOf('one two three').subarray(4, 7)), ['two']);
});

test('bytes of another realm, as of an iframe, are bytes', async () => {
  const there = (expression) => runInNewContext(expression);
  memory.add(
    itemWith({ name: 'foreign', content: there('Uint8Array.of(0, 104, 105).subarray(1)') }),
  );
  assert.equal(memory.get('a', 'foreign').content, 'hi');
  const file = { path: 'a.md', bytes: there('Uint8Array.of(35, 32, 97)') };
  assert.deepEqual(
    memory.importMarkdown([file]).warnings,
    memory.importMarkdown([{ path: 'a.md', text: '# a' }]).warnings,
  );
  const bytes = memory.exportBytes();
  for (const kind of ['Uint8Array', 'ArrayBuffer']) {
    const copy = there('(size) => new ArrayBuffer(size)')(bytes.length);
    new Uint8Array(copy).set(bytes);
    const given = kind === 'ArrayBuffer' ? copy : there('(b) => new Uint8Array(b)')(copy);
    const other = await openMemory({ bytes: given });
    assert.equal(other.get('a', 'foreign').content, 'hi', kind);
    other.close();
  }
  refused({ metadata: { v: there('new Float32Array(1)') } }, 'metadata.v', 'Float32Array');
  const fake = { [Symbol.toStringTag]: 'ArrayBuffer' };
  assertFails(() => memory.importBytes(fake), 'invalid_argument', 'an ArrayBuffer');
});

test('moments may be dates', () => {
  const { ts } = memory.add(itemWith({ name: 'dated', ts: new Date(Date.UTC(2024, 1, 29)) }));
  assert.equal(ts, '2024-02-29T00:00:00.000Z');
  const since = new Date(Date.UTC(2024, 1, 29));
  assert.equal(memory.retrieve('river', { since, before: new Date(+since + 1) }).items.length, 1);
  refused({ ts: new Date(NaN) }, 'ts');
  refused({ ts: new Date(8.64e15) }, 'ts');
});

test('null and undefined are absence', () => {
  const added = memory.add(
    itemWith({ owner: null, sourceConv: undefined, ts: null, metadata: null, sequence: undefined }),
  );
  assert.equal(added.ts, '1970-01-01T00:00:00.000Z');
  const { owner, metadata, sequence } = memory.get('a', 'n');
  assert.deepEqual([owner, metadata, sequence], [null, null, null]);
  assert.ok(memory.retrieve('river', null).items.length > 0);
});

test('what JSON cannot say is refused where it stands', () => {
  refused({ metadata: { a: { b: NaN } } }, 'metadata.a.b', 'NaN');
  refused({ metadata: { list: [0, -Infinity] } }, 'metadata.list[1]');
  refused({ metadata: { f: () => {} } }, 'metadata.f is a function, which is no JSON value');
  refused({ metadata: { s: Symbol('s') } }, 'metadata.s', 'symbol');
  refused({ metadata: { n: 1n } }, 'metadata.n', 'bigint');
  refused({ metadata: { m: new Map() } }, 'metadata.m', 'Map');
  refused({ metadata: { v: new Float32Array(1) } }, 'metadata.v', 'Float32Array');
  refused({ content: new DataView(new ArrayBuffer(1)) }, 'content', 'DataView');
  const endless = {};
  endless.self = endless;
  const path = `metadata${'.self'.repeat(100)}`;
  refused({ metadata: endless }, `${path.slice(0, 80)}… nests too deep, or holds itself`);
});

test('metadata keeps its values, and leaves out what is undefined', () => {
  const metadata = {
    n: -1.5,
    z: 0,
    t: true,
    nothing: null,
    list: [1, 'a', [undefined]],
    u: undefined,
  };
  memory.add(itemWith({ name: 'values', metadata }));
  assert.deepEqual(memory.get('a', 'values').metadata, {
    list: [1, 'a', [null]],
    n: -1.5,
    nothing: null,
    t: true,
    z: 0,
  });
});

test('numbers in metadata come back to the last bit', () => {
  const numbers = [0.1, 5e-324, 1.7976931348623157e308, 2 ** 53, -0, 1e21, 123456789012345680000];
  memory.add(itemWith({ name: 'numbers', metadata: { numbers } }));
  const back = memory.get('a', 'numbers').metadata.numbers;
  assert.deepEqual(back.map(String), numbers.map(String));
});

for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', '']) {
  test(`case 53: the key '${name}' in metadata is one like any other`, () => {
    const metadata = JSON.parse(`{${JSON.stringify(name)}: {"x": 1}}`);
    memory.add(itemWith({ name: 'keys', metadata }));
    const stored = memory.get('a', 'keys').metadata;
    assert.deepEqual(Object.entries(stored), [[name, { x: 1 }]]);
    assert.equal(Object.getPrototypeOf(stored), Object.prototype);
    assert.equal({}.x, undefined);
  });

  test(`an option called '${name}' is unknown`, () => {
    const options = JSON.parse(`{${JSON.stringify(name)}: 1}`);
    assertFails(() => memory.retrieve('river', options), 'invalid_argument', 'unknown');
    assertFails(() => memory.addMany([], options), 'invalid_argument', 'unknown');
  });
}

for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
  test(`case 53: an item called '${name}' is one like any other`, () => {
    memory.add({ category: 'names', name, content: `links to [[names:${name}]]` });
    assert.equal(memory.get('names', name).name, name);
    const { items, unresolvedLinks } = memory.retrieve(name, { categories: ['names'] });
    assert.equal(items[0].name, name);
    assert.deepEqual(unresolvedLinks, []);
    assert.equal(memory.remove('names', name).removed, true);
    assert.equal(memory.get('names', name), null);
  });
}

test('wrong types are named by argument, and too many arguments refused', () => {
  assertFails(() => memory.add(), 'invalid_argument', 'item');
  assertFails(() => memory.add([]), 'invalid_argument', 'item', 'array');
  assertFails(() => memory.add('text'), 'invalid_argument', 'item', "not 'text'");
  assertFails(() => memory.get('a'), 'invalid_argument', 'name');
  assertFails(() => memory.get(5, 'a'), 'invalid_argument', 'category', '5');
  assertFails(() => memory.retrieve(), 'invalid_argument', 'query');
  assertFails(() => memory.retrieve('a', 'b'), 'invalid_argument', 'options');
  assertFails(() => memory.retrieve('a', {}, 1), 'invalid_argument', 'too many');
  assertFails(() => memory.items({ category: ['a'] }), 'invalid_argument', 'category');
  assertFails(() => memory.retrieve('a', { explain: 'yes' }), 'invalid_argument', 'explain');
  assertFails(() => memory.retrieve('a', { categories: [5] }), 'invalid_argument', 'categories');
  assertFails(() => memory.retrieve('a', { since: 'soon' }), 'invalid_argument', 'since');
  assertFails(() => memory.importBytes('text'), 'invalid_argument', 'an ArrayBuffer');
  assertFails(() => memory.importMarkdown([{ path: 5 }]), 'invalid_argument', 'files[0].path');
  assertFails(() => memory.importMarkdown([{ path: 'a.md' }]), 'invalid_argument', 'files[0]');
  const both = { path: 'a.md', text: '', bytes: new Uint8Array() };
  assertFails(() => memory.importMarkdown([both]), 'invalid_argument', 'files[0]', 'not both');
  assertFails(() => memory.importMarkdown('a.md'), 'invalid_argument', 'files');
});

test('a floor of confidence is a number from 0 to 1, and a context a word', () => {
  for (const minConfidence of [-0.1, 1.1, 2 ** 53, '0.5', true, [0.5], {}]) {
    const call = () => memory.retrieve('a', { minConfidence });
    assertFails(call, 'invalid_argument', 'minConfidence must be a number from 0 to 1, not ');
  }
  assertFails(() => memory.retrieve('a', { minConfidence: NaN }), 'invalid_argument', 'NaN');
  for (const minConfidence of [0, -0, 0.5, 1, null, undefined]) {
    memory.retrieve('a', { minConfidence });
  }
  for (const context of ['on', 'AUTO', '', true, null, 1, ['off']]) {
    const call = () => memory.retrieve('a', { context });
    assertFails(call, 'invalid_argument', "context must be one of 'auto' 'off', not ");
  }
});

test('a refused call has changed nothing', () => {
  const revision = memory.revision();
  refused({ name: '' }, 'name');
  refused({ sequence: { id: 'a' } }, 'sequence.position');
  refused({ sequence: { id: 'a', position: -1 } }, 'sequence.position');
  refused({ sequence: { id: '', position: 0 } }, 'sequence.id');
  refused({ category: 'No' }, 'category');
  assert.equal(memory.revision(), revision);
});

test('what a getter of the caller throws comes out as it is', () => {
  const item = {
    ...itemWith({}),
    get owner() {
      throw new RangeError('mine');
    },
  };
  assert.throws(() => memory.add(item), { name: 'RangeError', message: 'mine' });
});
