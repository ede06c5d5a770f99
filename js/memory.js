import {
  checkBatchOptions,
  checkBytes,
  elapsedOf,
  encodeArguments,
  repairedWarning,
  timeOf,
} from './arguments.js';
import { Attachments } from './attachments.js';
import { isBatch, runBatch } from './batch_runs.js';
import { finish } from './batches.js';
import { checkDictionary } from './dictionary.js';
import { MemoryError, closedError } from './errors.js';
import { Evidence } from './evidence.js';
import { callMethod } from './faces.js';
import { METHODS, OWN_METHODS, defineMethods } from './methods.js';
import { withModel } from './model.js';
import { Palace } from './palace.js';
import { reembed } from './reembed.js';
import { lengthOf } from './vectors.js';

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

/**
 * Gives the store up until the next call, for others to use; `{released: false}` where that may not be.
 * @type {(memory: Memory) => {released: boolean}}
 */
export let release;

// The methods that are run in steps: (memory, {list, options, key}) => their generator.
let BATCHES;

/** One open memory. Made by `openMemory`; loci.d.ts describes every method. */
export class Memory {
  #module;
  #engine;
  #clock;
  #monotonic; // milliseconds that never go back
  #model; // of vectors whose call names none
  #access; // what batches need of all this
  #closed; // told when close() has run
  #yielding; // told of each call, where the store is shared with other processes
  #ending = new AbortController(); // ends what waits for an embedder

  /** Where the memory is kept, and how safely. */
  persistence;

  /** The evidence face. */
  evidence = new Evidence((method, args) => this.#do(method, args));

  /** The palace face. */
  palace = new Palace((method, args) => this.#do(method, args));

  constructor(module, engine, { clock, monotonic, model, persistence, inParts, closed, yielding }) {
    this.#module = module;
    this.#engine = engine;
    this.#clock = clock;
    this.#monotonic = monotonic;
    this.#model = model;
    this.#access = this.#accessFor({ inParts });
    this.#closed = closed;
    this.#yielding = yielding;
    this.persistence = persistence;
  }

  contract() {
    return JSON.parse(this.#module.contract()); // anew, so that nobody changes it for others
  }

  loadSegmenter(dictionary) {
    return this.#call('loadSegmenter', [checkDictionary(dictionary)]);
  }

  status() {
    const { warnings, ...status } = this.#call('status', []);
    const heapBytes = this.#module.HEAPU8.length;
    return { ...status, heapBytes, persistence: this.persistence, warnings };
  }

  // `repair` of the engine mends a text.
  repair(...args) {
    return this.#call('repairStore', args);
  }

  async reembed(embedder, options) {
    const { result, model } = await reembed(this, embedder, options, {
      model: this.#model,
      signal: this.#ending.signal,
    });
    this.#model = model;
    return result;
  }

  // A method that crosses as it is: arguments in, result out; or a batch.
  #do(method, args) {
    if (isBatch(method)) return this.#runBatch(method, ...args);
    return this.#call(method, withModel(method, args, this.#model));
  }

  #runBatch(method, list, options = {}) {
    const known = METHODS[method].takesModel ? ['model'] : [];
    const { onProgress, ...rest } = checkBatchOptions(options, known);
    const [, named] = withModel(method, [list, rest], this.#model);
    return finish(runBatch(this.#access, method, { list, options: named }), onProgress);
  }

  #accessFor({ inParts }) {
    return {
      inParts,
      call: (method, args) => this.#call(method, args),
      send: (method, json, attachments) => this.#send(method, json, attachments),
      encode: (args, how) => this.#encode(args, how),
      rollBack: () => this.#rollBack(),
    };
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
    this.#ending.abort();
    try {
      engine?.close();
      engine?.delete();
    } finally {
      this.#closed?.();
    }
  }

  // The engine has done it already where a call of the batch failed, and a closed one with the store.
  #rollBack() {
    if (!this.#engine) return;
    const size = this.#fill('[]');
    this.#result(decodeReply(this.#engine.rollbackBatch(size, 0, 0))); // whatever the clocks say
  }

  #open() {
    this.#yielding?.called();
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
    const elapsed = elapsedOf(this.#monotonic);
    const engine = this.#open();
    const size = this.#fill(json, attachments);
    return this.#result(this.#run(() => decodeReply(engine[method](size, now, elapsed))));
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
    const [list, options = {}] = args;
    if (isBatch(method)) return yield* runBatch(this.#access, method, { list, options, key });
    return callMethod(this, method, args);
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
    if (!error) return result;
    const detail = error.detail ?? this.#yielding?.detailOf(error.code);
    throw new MemoryError(error.code, error.message, detail);
  }

  static {
    checkpoint = (memory) => memory.#call('checkpoint', []);
    release = (memory) => memory.#call('release', []);
    runSteps = (memory, ...call) => memory.#steps(...call);

    // Those that are not written out above.
    const others = OWN_METHODS.filter((method) => !Object.hasOwn(Memory.prototype, method));
    defineMethods(Memory.prototype, others, (method) => {
      return function (...args) {
        return this.#do(method, args);
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
