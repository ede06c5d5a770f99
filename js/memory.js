import {
  checkBatchOptions,
  checkBytes,
  checkFile,
  checkIterable,
  encodeArguments,
  repairedWarning,
  timeOf,
} from './arguments.js';
import { Attachments } from './attachments.js';
import { batches, finish } from './batches.js';
import { checkDictionary } from './dictionary.js';
import { MemoryError, closedError } from './errors.js';
import { ImportedItems } from './imported_items.js';
import { METHODS, defineMethods } from './methods.js';
import { withModel } from './model.js';
import { PART_BYTES, PART_VALUES, Parts } from './parts.js';
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
  #model; // of vectors whose call names none
  #inParts; // whether long batches are committed in parts
  #closed; // told when close() has run
  #yielding; // told of each call, where the store is shared with other processes
  #ending = new AbortController(); // ends what waits for an embedder

  /** Where the memory is kept, and how safely. */
  persistence;

  constructor(module, engine, { clock, model, persistence, inParts, closed, yielding }) {
    this.#module = module;
    this.#engine = engine;
    this.#clock = clock;
    this.#model = model;
    this.#inParts = inParts;
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

  async reembed(embedder, options) {
    const { result, model } = await reembed(this, embedder, options, {
      model: this.#model,
      signal: this.#ending.signal,
    });
    this.#model = model;
    return result;
  }

  #runBatch(method, list, options = {}) {
    const known = METHODS[method].takesModel ? ['model'] : [];
    const { onProgress, ...rest } = checkBatchOptions(options, known);
    const [, named] = withModel(method, [list, rest], this.#model);
    return finish(BATCHES[method](this, { list, options: named }), onProgress);
  }

  *#addMany({ list, options, key }) {
    const counts = { added: 0, updated: 0 };
    const repairs = [];
    return yield* this.#inBatch({ counts, repairs, key }, function* (parts) {
      const batch = { list, name: 'items', options, repairs, parts };
      yield* this.#inSteps('addBatch', batch, (reply) => {
        counts.added += reply.added;
        counts.updated += reply.updated;
      });
    });
  }

  *#putEmbeddings({ list, options, key }) {
    const counts = { results: [], stored: 0 };
    const repairs = [];
    return yield* this.#inBatch({ counts, repairs, key }, function* (parts) {
      const batch = { list, name: 'entries', options, repairs, parts };
      yield* this.#inSteps('putEmbeddingsBatch', batch, ({ results, stored }) => {
        for (const result of results) counts.results.push(result);
        counts.stored += stored;
      });
    });
  }

  *#replaceEmbeddings({ list, options, key }) {
    const counts = { stored: 0, skipped: 0 };
    const repairs = [];
    return yield* this.#inBatch({ counts, repairs, key, isStaged: true }, function* (parts) {
      this.#call('clearEmbeddings', []);
      const batch = { list, name: 'entries', options, repairs, parts };
      yield* this.#inSteps('putEmbeddingsBatch', batch, ({ results, stored }) => {
        throwRefused(results);
        counts.stored += stored;
        counts.skipped += results.length - stored;
      });
    });
  }

  *#importMarkdown({ list, key }) {
    const total = Array.isArray(list) ? list.length : undefined;
    const counts = { added: 0, updated: 0, same: 0, problems: [] };
    const repairs = [];
    const imported = new ImportedItems();
    let done = 0;
    return yield* this.#inBatch({ counts, repairs, key }, function* (parts) {
      for (const file of checkIterable(list, 'files')) {
        const owner = `files[${done}]`;
        const read = markdownFile(file, done);
        const json = this.#encode([read], { repairs, owner });
        for (const reply of this.#importFile(json, parts)) {
          for (const count of ['added', 'updated', 'same']) counts[count] += reply[count];
          counts.problems.push(...reply.problems, ...imported.add(read.path, reply.items));
        }
        done++;
        yield { done, total };
      }
    });
  }

  // A file may hold more than a part, so with parts it goes in stretches of items. One that ended did so
  // for want of room: what is behind it begins a new part.
  *#importFile(json, parts) {
    if (!parts) return yield this.#send('importMarkdownFile', `[${json}]`);
    for (let first = 0; first !== undefined;) {
      parts.makeRoom(1, first === 0 ? json.length : PART_BYTES);
      const stretch = JSON.stringify({ first, bytes: PART_BYTES });
      const reply = this.#send('importMarkdownFile', `[${json},${stretch}]`);
      parts.add(reply.added + reply.updated + reply.same, reply.pendingBytes);
      first = reply.next;
      yield reply;
    }
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

  // Sends a list step by step, and tells `take` what each step was answered.
  *#inSteps(method, { list, name, options, repairs, parts }, take) {
    const total = Array.isArray(list) ? list.length : undefined;
    const last = options.model === undefined ? '' : `,${this.#encode([options], { repairs })}`;
    let done = 0;
    const encode = (value, index, attachments) =>
      this.#encode([value], { repairs, attachments, owner: `${name}[${index}]` });
    const most = parts ? PART_VALUES : undefined;
    for (const batch of batches(checkIterable(list, name), encode, most)) {
      const { values, characters, attachments } = batch;
      parts?.makeRoom(values.length, characters + attachments.size);
      const reply = this.#send(method, `[[${values.join()}],${done}${last}]`, attachments);
      parts?.add(values.length, reply.pendingBytes);
      take(reply);
      done += values.length;
      yield { done, total };
    }
  }

  // All of `work` is one transaction; a failure inside, the caller's own code included, takes it
  // back, and so does abandoning the generator. The result is kept under the key. Where it goes in
  // parts, it is the open one that is taken back, but for a staged batch, which stays one whole.
  *#inBatch({ counts, repairs, key, isStaged = false }, work) {
    const commitPart = () => this.#call('commitBatch', [{}, { more: true }]);
    const parts = this.#inParts ? new Parts(commitPart, { isStaged }) : null;
    this.#call('beginBatch', parts && isStaged ? [{ staged: true }] : []);
    let isCommitted = false;
    try {
      yield* work.call(this, parts);
      const repaired = repairs.reduce((sum, count) => sum + count, 0);
      const warnings = repaired > 0 ? [repairedWarning(repaired)] : [];
      warnings.push(...(parts?.warnings() ?? []));
      if (key !== undefined) this.#call('claim', [key]);
      const kept = key === undefined ? {} : { ...counts, warnings };
      const { revision } = this.#call('commitBatch', [kept]);
      isCommitted = true;
      return { ...counts, revision, warnings };
    } catch (error) {
      throw parts ? parts.withCommitted(error) : error;
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
    const [list, options = {}] = args;
    const batch = BATCHES[method]?.(this, { list, options, key });
    return batch ? yield* batch : this[method](...args);
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
    BATCHES = {
      addMany: (memory, batch) => memory.#addMany(batch),
      importMarkdown: (memory, batch) => memory.#importMarkdown(batch),
      putEmbeddings: (memory, batch) => memory.#putEmbeddings(batch),
      replaceEmbeddings: (memory, batch) => memory.#replaceEmbeddings(batch),
    };
    defineMethods(Memory.prototype, Object.keys(BATCHES), (method) => {
      return function (list, options) {
        return this.#runBatch(method, list, options);
      };
    });

    checkpoint = (memory) => memory.#call('checkpoint', []);
    release = (memory) => memory.#call('release', []);
    runSteps = (memory, ...call) => memory.#steps(...call);

    // Those that are not written out above cross as they are: arguments in, result out.
    const plain = Object.keys(METHODS).filter((method) => !Object.hasOwn(Memory.prototype, method));
    defineMethods(Memory.prototype, plain, (method) => {
      return function (...args) {
        return this.#call(method, withModel(method, args, this.#model));
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

// All entries must be good, but for those whose item changed or went meanwhile.
function throwRefused(results) {
  const gone = ['unknown_item', 'stale_hash'];
  const refused = results.find(({ error }) => error && !gone.includes(error.code));
  if (refused) throw new MemoryError(refused.error.code, refused.error.message);
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
