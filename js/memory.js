import {
  checkBytes,
  checkFile,
  checkIterable,
  checkProgress,
  encodeArguments,
  repairedWarning,
  timeOf,
} from './arguments.js';
import { Attachments } from './attachments.js';
import { MemoryError, closedError } from './errors.js';
import { METHODS, defineMethods } from './methods.js';
import { lengthOf } from './vectors.js';

// What crosses at once in a batch: enough to make the crossing cheap, little enough to keep the heap
// small and progress steady.
const BATCH_ITEMS = 500;
const BATCH_CHARACTERS = 1 << 15;
const BATCH_ATTACHMENTS = 1 << 19; // bytes

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();
const SHORT_TEXT = 1 << 16;
const MAX_INPUT = 2 ** 30;
const NO_ATTACHMENTS = new Attachments();

/**
 * Runs a method step by step: a batch gives its progress between steps, any other method has no
 * steps. With a `key`, a write that was done before with this key is not done again: its result is
 * given once more.
 * @type {(memory: Memory, method: string, args: unknown[], key?: string) => Generator<object, any>}
 */
export let runSteps;

/**
 * Folds the log of a store into its one file, as far as there is room.
 * @type {(memory: Memory) => void}
 */
export let checkpoint;

/** One open memory. Made by `openMemory`; loci.d.ts describes every method. */
export class Memory {
  #module;
  #engine;
  #clock;
  #closed; // told when close() has run

  /** Where the memory is kept, and how safely. */
  persistence;

  constructor(module, engine, { clock, persistence, closed }) {
    this.#module = module;
    this.#engine = engine;
    this.#clock = clock;
    this.#closed = closed;
    this.persistence = persistence;
  }

  contract() {
    return JSON.parse(this.#module.contract()); // anew, so that nobody changes it for others
  }

  status() {
    const { warnings, ...status } = this.#call('status', []);
    const heapBytes = this.#module.HEAPU8.length;
    return { ...status, heapBytes, persistence: this.persistence, warnings };
  }

  addMany(items, options = {}) {
    return finish(this.#addMany({ items }), checkProgress(options));
  }

  importMarkdown(files, options = {}) {
    return finish(this.#importMarkdown({ files }), checkProgress(options));
  }

  *#addMany({ items, key }) {
    const total = Array.isArray(items) ? items.length : undefined;
    const counts = { added: 0, updated: 0 };
    const repairs = [];
    let done = 0;
    const encode = (item, index, attachments) =>
      this.#encode([item], { repairs, attachments, owner: `items[${index}]` });
    return yield* this.#inBatch({ counts, repairs, key }, function* () {
      for (const { parts, attachments } of batches(checkIterable(items, 'items'), encode)) {
        const reply = this.#send('addBatch', `[[${parts.join()}],${done}]`, attachments);
        counts.added += reply.added;
        counts.updated += reply.updated;
        done += parts.length;
        yield { done, total };
      }
    });
  }

  *#importMarkdown({ files, key }) {
    const total = Array.isArray(files) ? files.length : undefined;
    const counts = { added: 0, updated: 0, same: 0, problems: [] };
    const repairs = [];
    let done = 0;
    return yield* this.#inBatch({ counts, repairs, key }, function* () {
      for (const file of checkIterable(files, 'files')) {
        const owner = `files[${done}]`;
        const json = this.#encode([markdownFile(file, done)], { repairs, owner });
        const reply = this.#send('importMarkdownFile', `[${json}]`);
        for (const count of ['added', 'updated', 'same']) counts[count] += reply[count];
        counts.problems.push(...reply.problems);
        done++;
        yield { done, total };
      }
    });
  }

  exportBytes() {
    const reply = this.#open().exportBytes();
    return typeof reply === 'string' ? this.#result(reply) : reply;
  }

  importBytes(bytes) {
    const checked = checkBytes(bytes);
    const engine = this.#open();
    return this.#result(engine.importBytes(this.#fill(checked)));
  }

  close() {
    const engine = this.#engine;
    this.#engine = undefined;
    try {
      engine?.close();
      engine?.delete();
    } finally {
      this.#closed?.();
    }
  }

  // All of `work` is one transaction; a failure inside, the caller's own code included, takes it
  // back, and so does abandoning the generator. The result is kept under the key.
  *#inBatch({ counts, repairs, key }, work) {
    this.#call('beginBatch', []);
    let isCommitted = false;
    try {
      yield* work.call(this);
      const repaired = repairs.reduce((sum, count) => sum + count, 0);
      const warnings = repaired > 0 ? [repairedWarning(repaired)] : [];
      if (key !== undefined) this.#call('claim', [key]);
      const { revision } = this.#call('commitBatch', [{ ...counts, warnings }]);
      isCommitted = true;
      return { ...counts, revision, warnings };
    } finally {
      if (!isCommitted) this.#rollBack();
    }
  }

  // The engine has done it already where a call of the batch failed, and a closed one with the store.
  #rollBack() {
    if (!this.#engine) return;
    const size = this.#fill('[]');
    this.#result(decodeReply(this.#engine.rollbackBatch(size, 0))); // whatever the clock says
  }

  #open() {
    if (this.#engine) return this.#engine;
    throw closedError();
  }

  #call(method, args) {
    const repairs = [];
    const attachments = new Attachments();
    const { byteFields } = METHODS[method] ?? {};
    const json = this.#encode(args, { repairs, attachments, byteFields });
    const result = this.#send(method, `[${json}]`, attachments);
    if (repairs.length > 0) result?.warnings?.push(repairedWarning(repairs[0]));
    return result;
  }

  // The arguments as JSON without the array's brackets. The count of what had to be repaired in them
  // goes to `repairs`.
  #encode(args, { repairs, ...how }) {
    this.#open(); // before the text of a closed memory would be decoded
    const decode = (bytes) => {
      const engine = this.#open(); // a getter of the caller's may have closed it
      return this.#result(engine.repair(this.#fill(bytes)));
    };
    const { json, repaired } = encodeArguments(args, { decode, ...how });
    if (repaired > 0) repairs.push(repaired);
    return json;
  }

  #send(method, json, attachments) {
    const now = timeOf(this.#clock);
    const engine = this.#open();
    const size = this.#fill(json, attachments);
    return this.#result(this.#run(() => decodeReply(engine[method](size, now))));
  }

  // A trap leaves the engine in no state to go on: the store is given up, as it was last committed.
  #run(work) {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
      this.#engine = undefined;
      this.#closed?.();
      const error = new MemoryError(
        'internal',
        `the engine has crashed (${cause.message}); open it again`,
      );
      throw Object.assign(error, { cause });
    }
  }

  *#steps(method, args, key) {
    const kept = key === undefined ? null : this.#call('claim', [key]);
    if (kept) return kept.answer;
    if (method === 'addMany') return yield* this.#addMany({ items: args[0], key });
    if (method === 'importMarkdown') return yield* this.#importMarkdown({ files: args[0], key });
    return this[method](...args);
  }

  // Hands bytes, or a text as UTF-8, to the engine's memory, and attachments behind them; how many
  // bytes that are. A short text is encoded where it goes, a long one first by itself, since three
  // bytes a character is much to ask.
  #fill(input, attachments = NO_ATTACHMENTS) {
    if (typeof input !== 'string') {
      const size = lengthOf(input);
      const room = this.#reserve(size + attachments.room);
      room.set(input);
      return attachments.writeTo(room, size);
    }
    if (input.length > SHORT_TEXT) return this.#fill(ENCODER.encode(input), attachments);
    const room = this.#reserve(3 * input.length + attachments.room);
    return attachments.writeTo(room, ENCODER.encodeInto(input, room).written);
  }

  #reserve(size) {
    if (size > MAX_INPUT) {
      throw new MemoryError('too_large', `${size} bytes are more than one call takes (2^30)`);
    }
    const room = this.#engine.reserve(size);
    if (room) return room;
    throw new MemoryError('out_of_memory', `no room for ${size} bytes; hand over less at a time`);
  }

  #result(reply) {
    const { result, error } = JSON.parse(reply);
    if (error) throw new MemoryError(error.code, error.message, error.detail);
    return result;
  }

  static {
    checkpoint = (memory) => memory.#call('checkpoint', []);
    runSteps = (memory, ...call) => memory.#steps(...call);

    // Those that are not written out above cross as they are: arguments in, result out.
    const plain = Object.keys(METHODS).filter((method) => !Object.hasOwn(Memory.prototype, method));
    defineMethods(Memory.prototype, plain, (method) => {
      return function (...args) {
        return this.#call(method, args);
      };
    });
    if (Symbol.dispose) Memory.prototype[Symbol.dispose] = Memory.prototype.close;
  }
}

function decodeReply(bytes) {
  try {
    return DECODER.decode(bytes);
  } catch (cause) {
    const error = new MemoryError('too_large', 'the result is longer than a string; ask for less');
    throw Object.assign(error, { cause });
  }
}

// Runs the steps of a batch to their end. What the caller's own function throws ends the batch.
function finish(steps, onProgress) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    try {
      onProgress?.(value);
    } catch (error) {
      return steps.throw(error);
    }
  }
}

// Values of a list as JSON, some at once, with what is attached to them.
function* batches(values, encode) {
  let batch = newBatch();
  let index = 0;
  for (const value of values) {
    const json = encode(value, index++, batch.attachments);
    batch.parts.push(json);
    batch.characters += json.length;
    if (!isFull(batch)) continue;
    yield batch;
    batch = newBatch();
  }
  if (batch.parts.length > 0) yield batch;
}

const newBatch = () => ({ parts: [], characters: 0, attachments: new Attachments() });

function isFull({ parts, characters, attachments }) {
  if (parts.length >= BATCH_ITEMS || characters >= BATCH_CHARACTERS) return true;
  return attachments.size >= BATCH_ATTACHMENTS;
}

// Bytes that are no UTF-8 are not repaired here: the engine reports such a file and leaves it alone.
function markdownFile(file, index) {
  const { path, text, bytes } = checkFile(file, index);
  return { path, text: bytes ? decodeStrictly(bytes) : text };
}

function decodeStrictly(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
