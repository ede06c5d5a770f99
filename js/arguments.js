// From the arguments of a call to the JSON text that crosses into the engine. JSON has no NaN, no
// bytes and no lone surrogates, so these are refused, decoded and repaired here; everything else is
// for the engine to judge. Vectors, and bytes that are no text, go beside the JSON.

import { Attachments } from './attachments.js';
import { MemoryError, invalidArgument } from './errors.js';
import { checkModel } from './model.js';
import { typedArrayKind, vectorOf } from './vectors.js';
import { posting } from './wire.js';

const MAX_DEPTH = 100; // far above what the engine takes, far below what a stack holds
const MAX_CHARACTERS = 2 ** 28; // of one call: its copies must fit into 4 GB beside the store
const PATH_CHARACTERS = 80; // of a path in a message
const MAX_TIME = 8.64e15; // that of a Date
const VECTORS = ['embedding', 'summaryEmbedding'];
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * @param {unknown[]} args The fields `embedding` and `summaryEmbedding` of an argument are vectors,
 *   `chunkEmbeddings` is a list of them.
 * @param {object} how
 * @param {(bytes: Uint8Array) => {text: string, replaced: number}} how.decode makes UTF-8 valid
 * @param {string} [how.owner] what messages call the only argument where it is one of a list: `items[3]`
 * @param {Attachments} [how.attachments] takes the vectors and bytes of the arguments
 * @param {string[]} [how.byteFields] fields of an argument whose bytes are no text
 * @returns {{json: string, repaired: number}} the arguments as JSON, divided by commas; `repaired`
 *   counts the characters that became U+FFFD
 */
export function encodeArguments(args, { owner, attachments = new Attachments(), ...how }) {
  const encoder = new Encoder({ owner, attachments, ...how });
  const values = args.map((value, i) => encoder.encode(value, owner ?? `argument ${i + 1}`, 0));
  return { json: joined(values), repaired: encoder.repaired };
}

/**
 * The same arguments, with the same refusals, as values that can be handed to another thread, and
 * that stay as they are whatever the caller does with his. Texts and bytes are repaired and decoded
 * where the engine is.
 */
export function plainArguments(args, owner) {
  const encoder = new PlainEncoder({ owner });
  return args.map((value, i) => encoder.encode(value, owner ?? `argument ${i + 1}`, 0));
}

function joined(values) {
  try {
    return values.map((value) => JSON.stringify(value) ?? 'null').join();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new MemoryError(
      'too_large',
      'the texts of this call are too long; hand over less at once',
    );
  }
}

class Encoder {
  repaired = 0;
  characters = 0;

  constructor({ decode, owner, attachments, byteFields = [] }) {
    Object.assign(this, { decode, owner, attachments, byteFields });
  }

  encode(value, path, depth) {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        if (Number.isFinite(value)) return value;
        throw refusal(path, `is ${value}; give a finite number`);
      case 'boolean':
      case 'undefined':
        return value;
      case 'object':
        return value === null ? null : this.object(value, path, depth);
      default:
        throw refusal(path, `is a ${typeof value}, which is no JSON value`);
    }
  }

  object(value, path, depth) {
    if (depth > MAX_DEPTH) throw refusal(path, 'nests too deep, or holds itself');
    const bytes = asBytes(value);
    if (bytes) return this.bytes(bytes);
    if (value instanceof Date) return this.date(value, path);
    if (Array.isArray(value)) {
      return value.map((element, i) => this.encode(element, `${path}[${i}]`, depth + 1));
    }
    const kind = kindOf(value);
    if (kind !== 'Object') throw refusal(path, `is a ${kind}; give a plain object`);
    return this.fields(value, path, depth);
  }

  fields(value, path, depth) {
    const fields = Object.create(null); // so that `__proto__` is a name like any other
    for (const name of Object.keys(value)) {
      const place = depth === 0 && !this.owner ? name : `${path}.${name}`;
      const encoded = this.field(name, value[name], place, depth);
      if (encoded !== undefined) fields[this.text(name)] = encoded;
    }
    return fields;
  }

  field(name, value, place, depth) {
    if (depth === 0 && (value ?? null) !== null) {
      if (VECTORS.includes(name)) return this.vector(vectorOf(value));
      if (name === 'chunkEmbeddings' && Array.isArray(value)) return this.vectors(value);
      if (this.byteFields.includes(name)) return this.attachment(value, place);
    }
    return this.encode(value, place, depth + 1);
  }

  vector(floats) {
    return floats && this.attachments.add(floats);
  }

  // One may be missing. `map` would pass over holes.
  vectors(values) {
    return Array.from(values, (value) => {
      return (value ?? null) === null ? null : this.vector(vectorOf(value));
    });
  }

  attachment(value, place) {
    const bytes = asBytes(value);
    if (bytes) return this.attachments.add(bytes);
    throw refusal(place, 'must be a Uint8Array');
  }

  text(value) {
    this.count(value);
    if (value.isWellFormed?.() ?? value.search(LONE_SURROGATES) < 0) return value;
    return value.replace(LONE_SURROGATES, () => {
      this.repaired++;
      return '\ufffd';
    });
  }

  count({ length }) {
    this.characters += length;
    if (this.characters <= MAX_CHARACTERS) return;
    throw new MemoryError('too_large', `the texts of one call exceed ${MAX_CHARACTERS} characters`);
  }

  bytes(value) {
    this.count(value);
    const { text, replaced } = this.decode(value);
    this.repaired += replaced;
    return text;
  }

  date(value, path) {
    const time = millisecondsOf(value);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    throw refusal(path, 'is no valid date');
  }
}

/** NaN also for what merely inherits from a date, and has no time of its own. */
function millisecondsOf(date) {
  try {
    return Date.prototype.getTime.call(date);
  } catch {
    return NaN;
  }
}

class PlainEncoder extends Encoder {
  text(value) {
    this.count(value);
    return value;
  }

  bytes(value) {
    this.count(value);
    return copyOf(value);
  }

  vector(floats) {
    return floats;
  }
}

/** Bytes of our own, for a call that runs later, or is sent again, when the caller has changed his. */
export const copyOf = (bytes) => posting(() => structuredClone(bytes));

/** What a value calls itself: 'Object', 'Map', 'ArrayBuffer'. */
export const kindOf = (value) => Object.prototype.toString.call(value).slice('[object '.length, -1);

// `value` where it is a Uint8Array. One of another realm, as of an iframe, is no instance of ours and
// comes as a view of ours on the same bytes.
function asBytes(value) {
  if (typedArrayKind(value) !== 'Uint8Array') return undefined;
  if (value instanceof Uint8Array) return value;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

const { get: lengthOfBuffer } = Object.getOwnPropertyDescriptor(
  ArrayBuffer.prototype,
  'byteLength',
);

function isArrayBuffer(value) {
  try {
    return lengthOfBuffer.call(value) >= 0;
  } catch {
    return false; // the only way to tell of one of another realm
  }
}

// The start of a long path says where to look.
function refusal(path, what) {
  const isLong = path.length > PATH_CHARACTERS;
  return invalidArgument(`${isLong ? `${path.slice(0, PATH_CHARACTERS)}…` : path} ${what}`);
}

/** The warning that goes with a call some of whose texts had to be repaired. */
export function repairedWarning(count) {
  return {
    code: 'repaired',
    message: `${count} bad sequences in the texts of this call became U+FFFD`,
    detail: { count },
  };
}

/** What the caller's clock says, in milliseconds. */
export function timeOf(clock) {
  const now = clock();
  if (typeof now === 'number' && Math.abs(now) <= MAX_TIME) return now;
  throw invalidArgument('clock must give milliseconds since 1970, as Date.now does');
}

/** What the caller's other clock says, which never goes back, in milliseconds. */
export function elapsedOf(monotonic) {
  const elapsed = monotonic();
  if (typeof elapsed === 'number' && Math.abs(elapsed) <= MAX_TIME) return elapsed;
  throw invalidArgument('monotonic must give milliseconds, as performance.now does');
}

/**
 * The options of a batch.
 * @returns {{onProgress?: Function}} and what else of `known` was given
 */
export function checkBatchOptions(options, known = []) {
  if (options === null || typeof options !== 'object') {
    throw invalidArgument('options must be an object');
  }
  const all = ['onProgress', ...known];
  const unknown = Object.keys(options).find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const verb = all.length > 1 ? 'are' : 'is';
    throw invalidArgument(`${unknown} is unknown here; known ${verb} ${all.join(', ')}`);
  }
  if (options.onProgress !== undefined && typeof options.onProgress !== 'function') {
    throw invalidArgument('onProgress must be a function');
  }
  checkModel(options.model);
  return { ...options };
}

/** Bytes that are no text and cross as they are. */
export function checkBytes(bytes, name = 'bytes') {
  if (isArrayBuffer(bytes)) return new Uint8Array(bytes);
  const found = asBytes(bytes);
  if (found) return found;
  throw invalidArgument(`${name} must be a Uint8Array or an ArrayBuffer`);
}

/** `files[index]` of an import of Markdown: {path, text} or {path, bytes}. */
export function checkFile(file, index) {
  const { path, text, bytes, ...rest } = file ?? {};
  if (typeof path !== 'string') throw invalidArgument(`files[${index}].path must be a string`);
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) {
    throw invalidArgument(`files[${index}].${unknown} is unknown; known are path, text, bytes`);
  }
  if ((text ?? null) !== null && (bytes ?? null) !== null) {
    throw invalidArgument(`files[${index}] must have text or bytes, not both`);
  }
  if (typeof text === 'string') return { path, text };
  const found = asBytes(bytes);
  if (found) return { path, bytes: found };
  throw invalidArgument(`files[${index}] must have text, a string, or bytes, a Uint8Array`);
}

/** `values`, if they are an array or another iterable; a text is none. */
export function checkIterable(values, name) {
  if (
    values !== null &&
    typeof values === 'object' &&
    typeof values[Symbol.iterator] === 'function'
  )
    return values;
  throw invalidArgument(`${name} must be an array or another iterable`);
}
