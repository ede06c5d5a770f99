// Vectors and bytes on their way into the engine: what is a vector and what is none, doubles that 32
// bits cannot hold, and how they stand beside the JSON of a call.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { encodeArguments, plainArguments } from '../../js/arguments.js';
import { Attachments } from '../../js/attachments.js';
import { MAX_WIDTH, vectorOf } from '../../js/vectors.js';

const floats = (...numbers) => Float32Array.of(...numbers);

test('arrays of numbers and typed arrays of floats are vectors', () => {
  const wanted = floats(1, -2.5, 0);
  for (const given of [
    [1, -2.5, 0],
    floats(1, -2.5, 0),
    Float64Array.of(1, -2.5, 0),
    new (class extends Array {})(1, -2.5, 0),
    new Proxy([1, -2.5, 0], {}),
    runInNewContext('[1, -2.5, 0]'),
    runInNewContext('Float32Array.of(1, -2.5, 0)'),
    runInNewContext('Float64Array.of(9, 1, -2.5, 0).subarray(1)'),
    Float32Array.of(9, 1, -2.5, 0).subarray(1),
    new Float32Array(new SharedArrayBuffer(12)).map((_, i) => wanted[i]),
  ]) {
    assert.deepEqual(vectorOf(given), wanted);
  }
  assert.deepEqual(vectorOf([0.1]), floats(0.1));
  assert.deepEqual(vectorOf([0, 0]), floats(0, 0));
});

test('halves are vectors, where there are any', { skip: !globalThis.Float16Array }, () => {
  assert.deepEqual(vectorOf(Float16Array.of(1, -2.5)), floats(1, -2.5));
});

test('a vector is a copy', () => {
  const shared = new Float32Array(new SharedArrayBuffer(8));
  for (const given of [[1, 2], floats(1, 2), Float64Array.of(1, 2), shared]) {
    given.fill?.(1);
    const vector = vectorOf(given);
    given.fill?.(5);
    assert.deepEqual(vector, floats(1, 1));
    assert.equal(vector.byteLength, vector.buffer.byteLength);
    assert.ok(vector.buffer instanceof ArrayBuffer);
  }
});

test('numbers that are not finite are the engine’s to refuse', () => {
  assert.deepEqual(vectorOf([NaN, 0]), floats(NaN, 0));
  assert.deepEqual(vectorOf([1, -Infinity]), floats(1, -Infinity));
  assert.deepEqual(vectorOf([NaN, 1e308]), floats(NaN, Infinity));
});

function detached() {
  const view = floats(1, 2);
  structuredClone(view, { transfer: [view.buffer] });
  return view;
}

function grown() {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
  const view = new Float32Array(memory.buffer, 0, 2);
  memory.grow(1);
  return view;
}

test('everything else is none', () => {
  const withGetter = [1, 2];
  Object.defineProperty(withGetter, 1, {
    get() {
      throw new RangeError('mine');
    },
  });
  const none = {
    'an empty array': [],
    'empty floats': floats(),
    'vectors in an array': [[1, 2]],
    texts: ['a', '1'],
    'number objects': [Object(1)],
    'big integers': [1n],
    'an array-like object': { length: 2, 0: 1, 1: 2 },
    'a hole': [1, , 2],
    nothing: [undefined, null],
    'a text': '1,2',
    'a number': 1,
    false: false,
    true: true,
    'a function': () => [1, 2],
    'a symbol': Symbol('s'),
    'a buffer': new ArrayBuffer(8),
    'a view': new DataView(new ArrayBuffer(8)),
    bytes: Uint8Array.of(1, 2),
    'a Buffer': Buffer.from(floats(1, 2).buffer),
    integers: Int32Array.of(1, 2),
    'clamped bytes': Uint8ClampedArray.of(1, 2),
    '64-bit integers': BigInt64Array.of(1n, 2n),
    'a map': new Map([[0, 1]]),
    'an iterable': new Set([1, 2]),
    'a promise': Promise.resolve([1, 2]),
    'a typed array behind a proxy': new Proxy(floats(1, 2), {}),
    'a made-up kind': { [Symbol.toStringTag]: 'Float32Array', length: 2, 0: 1, 1: 2 },
    'a detached buffer': detached(),
    'a memory that has grown': grown(),
    'a getter that throws': withGetter,
    'a proxy that throws': new Proxy([1], {
      get() {
        throw new RangeError('mine');
      },
    }),
    'a revoked proxy': revoked(),
    'a length that is none': new Proxy([1], { get: (_, name) => (name === 'length' ? -1 : 1) }),
    'a length without end': new Proxy([1], { get: (_, name) => (name === 'length' ? 2 ** 40 : 1) }),
    'too many numbers': new Array(MAX_WIDTH + 1).fill(1),
    'too many floats': new Float32Array(MAX_WIDTH + 1).fill(1),
  };
  for (const [name, value] of Object.entries(none)) assert.equal(vectorOf(value), false, name);
  assert.equal(vectorOf(new Float32Array(MAX_WIDTH)).length, MAX_WIDTH);
});

function revoked() {
  const { proxy, revoke } = Proxy.revocable([1, 2], {});
  revoke();
  return proxy;
}

const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);

test('doubles beyond 32 bits keep their direction', () => {
  const shape = [0.6, -0.8, 0.001];
  const at = (size) => shape.map((number) => number * size);
  for (const size of [1e308, 5e38, 1e200, 1e-38, 1e-45, 1e-200, 1e-310]) {
    for (const given of [at(size), Float64Array.from(at(size))]) {
      const vector = vectorOf(given);
      const largest = Math.max(...vector.map(Math.abs));
      assert.ok(largest >= 0.5 && largest <= 2, `${size}: ${vector}`);
      const tolerance = size < 1e-300 ? 1e-4 : 1e-12; // the doubles themselves lose digits there
      assert.ok(1 - cosine(vector, shape) < tolerance, `${size}: ${vector}`);
    }
  }
  assert.deepEqual(vectorOf([Number.MAX_VALUE, 5e-324]), floats(1, 0));
  assert.deepEqual(vectorOf([5e-324, 0]), floats(1, 0));
  assert.deepEqual(vectorOf([2 ** 128 - 2 ** 103, 0]).slice(1), floats(0));
});

test('what 32 bits can hold is not touched', () => {
  for (const given of [
    [3e38, 1],
    [2 ** -126, 0],
    [1, 1e-300],
  ]) {
    assert.deepEqual(vectorOf(given), new Float32Array(given));
  }
  assert.deepEqual(vectorOf(floats(1e-40)), floats(1e-40));
});

/** Arguments as they cross: their JSON, and the bytes behind it. */
function crossing(args, { text = '', ...how } = {}) {
  const attachments = new Attachments();
  const { json } = encodeArguments(args, { attachments, ...how });
  const target = new Uint8Array(1000);
  const end = attachments.writeTo(target, text.length);
  return { values: JSON.parse(`[${json}]`), room: attachments.room, bytes: target.slice(0, end) };
}

test('a vector stands in the JSON by its place behind it', () => {
  const item = { name: 'n', embedding: [1, 2], metadata: { embedding: [1, 2] } };
  const { values, room, bytes } = crossing([item, { embedding: floats(3) }], { text: 'text' });
  assert.deepEqual(values, [
    { name: 'n', embedding: { at: 0, bytes: 8 }, metadata: { embedding: [1, 2] } },
    { embedding: { at: 8, bytes: 4 } },
  ]);
  assert.equal(room, 13);
  assert.deepEqual([...bytes.subarray(0, 5)], [0, 0, 0, 0, 0]);
  assert.deepEqual(new Float32Array(bytes.slice(5).buffer), floats(1, 2, 3));
});

test('without a vector, nothing is behind the JSON', () => {
  for (const [embedding, shown] of [
    [undefined, {}],
    [null, { embedding: null }],
    [[], { embedding: false }],
    ['no', { embedding: false }],
    [{ at: 0, bytes: 8 }, { embedding: false }],
  ]) {
    const { values, room, bytes } = crossing([{ embedding }]);
    assert.deepEqual(values, [shown]);
    assert.equal(room, 0);
    assert.equal(bytes.length, 0);
  }
});

test('bytes that are no text go the same way', () => {
  const how = { byteFields: ['words'] };
  const { values, bytes } = crossing([{ words: Uint8Array.of(7, 8, 9), hmm: null }], how);
  assert.deepEqual(values, [{ words: { at: 0, bytes: 3 }, hmm: null }]);
  assert.deepEqual([...bytes], [0, 7, 8, 9]);
  for (const words of ['text', 5, [1], { at: 0, bytes: 1 }, new ArrayBuffer(1), floats(1)]) {
    const told = { code: 'invalid_argument', message: 'words must be a Uint8Array' };
    assert.throws(() => crossing([{ words }], how), told);
  }
  assert.deepEqual(crossing([{ words: null }, {}], how).values, [{ words: null }, {}]);
});

test('for another thread a vector is a copy, and what is none stays none', () => {
  const given = [1, 2];
  const [plain] = plainArguments([{ embedding: given }]);
  given[0] = 5;
  assert.deepEqual(plain.embedding, floats(1, 2));
  assert.deepEqual({ ...plainArguments([{ embedding: ['a'] }])[0] }, { embedding: false });
  assert.deepEqual(crossing([plain]).values, [{ embedding: { at: 0, bytes: 8 } }]);
});
