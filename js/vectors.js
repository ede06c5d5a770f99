// What a caller gives as a vector, as the engine takes it: 32-bit floats of our own.
//
// Whatever can be no vector is `false`. It crosses as that, and what becomes of it is the engine's to
// say: a write refuses it by name, a retrieval goes on without it. Numbers that are not finite cross
// with the others, and are refused there too.
//
// An array of doubles may hold what 32 bits cannot, [1e308, 1e308] or [1e-310, 0]. Only the direction
// of a vector counts, so such a one is first scaled by a power of two, which loses nothing.
//
// Tested by tests/js/vector_arguments.test.js.

/** The most numbers of a vector: `contract().limits.vectorWidth`. */
export const MAX_WIDTH = 8192;

const FLOATS = ['Float32Array', 'Float64Array', 'Float16Array'];
const LEAST_NORMAL = 2 ** -126; // of 32-bit floats; below, they lose digits
const HALFWAY_OUT = 2 ** 128 - 2 ** 103; // from here on, they round to infinity
const STEP = 2 ** 500; // a factor that is a double itself, while 2^1074 is none

/**
 * @param {unknown} value
 * @returns {Float32Array | false} a copy
 */
export function vectorOf(value) {
  try {
    const numbers = numbersOf(value);
    return numbers ? toFloats(numbers) : false;
  } catch {
    return false; // a getter or a proxy of the caller's threw
  }
}

// A copy that nobody changes any more: of 32-bit floats as they are, of anything else as doubles.
function numbersOf(value) {
  const kind = typedArrayKind(value);
  if (kind) return FLOATS.includes(kind) && copyOfFloats(value, kind);
  return Array.isArray(value) && copyOfArray(value);
}

function copyOfFloats(value, kind) {
  if (!isWidth(lengthOf(value))) return undefined;
  return kind === 'Float32Array' ? new Float32Array(value) : new Float64Array(value);
}

function copyOfArray(array) {
  const { length } = array;
  if (!isWidth(length)) return undefined;
  const numbers = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const element = array[i];
    if (typeof element !== 'number') return undefined;
    numbers[i] = element;
  }
  return numbers;
}

const isWidth = (length) => Number.isInteger(length) && length >= 1 && length <= MAX_WIDTH;

function toFloats(numbers) {
  if (numbers instanceof Float32Array) return numbers;
  let largest = 0;
  for (const number of numbers) largest = Math.max(largest, Math.abs(number)); // NaN stays
  const fits = largest >= LEAST_NORMAL && largest < HALFWAY_OUT;
  if (!fits && largest > 0 && largest < Infinity) scaleToOne(numbers, largest);
  return new Float32Array(numbers);
}

// By a power of two, until the largest is about 1. What vanishes beside it would anyway.
function scaleToOne(numbers, largest) {
  for (let exponent = -Math.floor(Math.log2(largest)); exponent !== 0;) {
    const factor = Math.abs(exponent) > 500 ? STEP ** Math.sign(exponent) : 2 ** exponent;
    for (let i = 0; i < numbers.length; i++) numbers[i] *= factor;
    exponent -= Math.sign(exponent) * Math.min(500, Math.abs(exponent));
  }
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const getterOf = (name) => Object.getOwnPropertyDescriptor(typedArray, name).get;
const kindGetter = getterOf(Symbol.toStringTag);
const lengthGetter = getterOf('length');

/** The name of a typed array's class, also of one of another realm; undefined for all else. */
export const typedArrayKind = (value) => kindGetter.call(value); // which nobody can make up

/** The true length of a typed array, which a subclass cannot make up. */
export const lengthOf = (array) => lengthGetter.call(array);
