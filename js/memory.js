import {
  checkBytes,
  checkFile,
  checkIterable,
  checkProgress,
  encodeArguments,
  repairedWarning,
  timeOf,
} from './arguments.js';
import { MemoryError, closedError } from './errors.js';
import { METHODS, defineMethods } from './methods.js';

// What crosses at once in a batch: enough to make the crossing cheap, little enough to keep the heap
// small and progress steady.
const BATCH_ITEMS = 500;
const BATCH_CHARACTERS = 1 << 15;

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();
const SHORT_TEXT = 1 << 16;
const MAX_INPUT = 2 ** 30;

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
    const encode = (item, index) => this.#encode([item], repairs, `items[${index}]`);
    return yield* this.#inBatch({ counts, repairs, key }, function* () {
      for (const batch of batches(checkIterable(items, 'items'), encode)) {
        const reply = this.#send('addBatch', `[[${batch.join()}],${done}]`);
        counts.added += reply.added;
        counts.updated += reply.updated;
        done += batch.length;
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
        const json = this.#encode([markdownFile(file, done)], repairs, `files[${done}]`);
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
    const result = this.#send(method, `[${this.#encode(args, repairs)}]`);
    if (repairs.length > 0) result?.warnings?.push(repairedWarning(repairs[0]));
    return result;
  }

  // The arguments as JSON without the array's brackets. The count of what had to be repaired in them
  // goes to `repairs`.
  #encode(args, repairs, owner) {
    this.#open(); // before the text of a closed memory would be decoded
    const decode = (bytes) => {
      const engine = this.#open(); // a getter of the caller's may have closed it
      return this.#result(engine.repair(this.#fill(bytes)));
    };
    const { json, repaired } = encodeArguments(args, decode, owner);
    if (repaired > 0) repairs.push(repaired);
    return json;
  }

  #send(method, json) {
    const now = timeOf(this.#clock);
    const engine = this.#open();
    const size = this.#fill(json);
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

  // Hands bytes, or a text as UTF-8, to the engine's memory; how many bytes that are. A short text is
  // encoded where it goes, a long one first by itself, since three bytes a character is much to ask.
  #fill(input) {
    if (typeof input !== 'string') {
      const size = lengthOf(input);
      this.#reserve(size).set(input);
      return size;
    }
    if (input.length > SHORT_TEXT) return this.#fill(ENCODER.encode(input));
    return ENCODER.encodeInto(input, this.#reserve(3 * input.length)).written;
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

// The true length, which a subclass cannot make up.
const { get: lengthGetter } = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  'length',
);
const lengthOf = (bytes) => lengthGetter.call(bytes);

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

function* batches(items, encode) {
  let batch = [];
  let characters = 0;
  let index = 0;
  for (const item of items) {
    const json = encode(item, index++);
    batch.push(json);
    characters += json.length;
    if (batch.length < BATCH_ITEMS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
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
