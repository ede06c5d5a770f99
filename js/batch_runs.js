// The methods that take a list. Each is one transaction, run step by step: the generator gives its
// progress between two steps. A failure inside, the caller's own code included, takes it back, and so
// does abandoning the generator. On a host that takes only so much at once it goes in parts (parts.js);
// then it is the open one that is taken back, but for a staged batch, which stays one whole.
//
// Tested by tests/js/batch.test.js and tests/edge/parts.test.js.

import { checkFile, checkIterable, repairedWarning } from './arguments.js';
import { batches } from './batches.js';
import { GONE, MemoryError } from './errors.js';
import { ImportedItems } from './imported_items.js';
import { PART_BYTES, PART_VALUES, Parts } from './parts.js';

/**
 * What a batch needs of its memory.
 * @typedef {object} Engine
 * @property {boolean} inParts whether long batches are committed in parts
 * @property {(method: string, args: unknown[]) => any} call
 * @property {(method: string, json: string, attachments?: Attachments) => any} send
 * @property {(args: unknown[], how: {repairs: number[]}) => string} encode arguments as JSON without
 *   the array's brackets; the count of what had to be repaired in them goes to `repairs`
 * @property {() => void} rollBack
 */

/**
 * Runs the method of this name. With a `key` the result is kept under it.
 * @param {Engine} engine
 * @param {string} method one that isBatch() knows
 * @param {{list: Iterable, options: object, key?: string}} given
 * @returns {Generator<{done: number, total?: number}, object>}
 */
export function runBatch(engine, method, { list, options, key }) {
  return new Batch(engine, METHODS[method]).run({ list, options, key });
}

/** Whether a method runs as a batch. */
export const isBatch = (method) => Object.hasOwn(METHODS, method);

class Batch {
  counts; // what the result tells
  #engine;
  #work;
  #isStaged;
  #repairs = [];
  #parts;

  constructor(engine, { counts, work, isStaged = false }) {
    this.#engine = engine;
    this.counts = counts();
    this.#work = work;
    this.#isStaged = isStaged;
    if (!engine.inParts) return;
    this.#parts = new Parts(() => engine.call('commitBatch', [{}, { more: true }]), { isStaged });
  }

  *run({ list, options, key }) {
    const engine = this.#engine;
    engine.call('beginBatch', this.#parts && this.#isStaged ? [{ staged: true }] : []);
    let isCommitted = false;
    try {
      yield* this.#work(list, options);
      const warnings = this.#warnings();
      if (key !== undefined) engine.call('claim', [key]);
      const kept = key === undefined ? {} : { ...this.counts, warnings };
      const { revision } = engine.call('commitBatch', [kept]);
      isCommitted = true;
      return { ...this.counts, revision, warnings };
    } catch (error) {
      throw this.#parts ? this.#parts.withCommitted(error) : error;
    } finally {
      if (!isCommitted) engine.rollBack();
    }
  }

  #warnings() {
    const repaired = this.#repairs.reduce((sum, count) => sum + count, 0);
    const warnings = repaired > 0 ? [repairedWarning(repaired)] : [];
    return [...warnings, ...(this.#parts?.warnings() ?? [])];
  }

  clearEmbeddings() {
    this.#engine.call('clearEmbeddings', []);
  }

  /** Sends a list step by step to a method of the engine, and tells `take` what each was answered. */
  *inSteps(method, { list, name, options }, take) {
    const total = totalOf(list);
    const repairs = this.#repairs;
    const last =
      options.model === undefined ? '' : `,${this.#engine.encode([options], { repairs })}`;
    let done = 0;
    const encode = (value, index, attachments) =>
      this.#engine.encode([value], { repairs, attachments, owner: `${name}[${index}]` });
    const most = this.#parts ? PART_VALUES : undefined;
    for (const batch of batches(checkIterable(list, name), encode, most)) {
      const { values, characters, attachments } = batch;
      this.#parts?.makeRoom(values.length, characters + attachments.size);
      const json = `[[${values.join()}],${done}${last}]`;
      const reply = this.#engine.send(method, json, attachments);
      this.#parts?.add(values.length, reply.pendingBytes);
      take(reply);
      done += values.length;
      yield { done, total };
    }
  }

  /** The same of values that are added, updated or the same, and have ids. */
  *keepAll(method, values) {
    yield* this.inSteps(method, values, (reply) => {
      sum(this.counts, reply, ['added', 'updated', 'same']);
      this.counts.ids.push(...reply.ids);
    });
  }

  /** Imports a file; the replies of its stretches. */
  *importFile(read, owner) {
    const json = this.#engine.encode([read], { repairs: this.#repairs, owner });
    if (this.#parts) yield* this.#importStretches(json);
    else yield this.#engine.send('importMarkdownFile', `[${json}]`);
  }

  // A file may hold more than a part, so with parts it goes in stretches of items. One that ended did so
  // for want of room: what is behind it begins a new part.
  *#importStretches(json) {
    for (let first = 0; first !== undefined;) {
      this.#parts.makeRoom(1, first === 0 ? json.length : PART_BYTES);
      const stretch = JSON.stringify({ first, bytes: PART_BYTES });
      const reply = this.#engine.send('importMarkdownFile', `[${json},${stretch}]`);
      this.#parts.add(reply.added + reply.updated + reply.same, reply.pendingBytes);
      first = reply.next;
      yield reply;
    }
  }
}

// What `work` counts is in the result of the batch, beside revision and warnings.
const METHODS = {
  addMany: {
    counts: () => ({ added: 0, updated: 0 }),
    *work(list, options) {
      yield* this.inSteps('addBatch', { list, name: 'items', options }, (reply) => {
        sum(this.counts, reply, ['added', 'updated']);
      });
    },
  },

  evidenceSaveMany: {
    counts: () => ({ added: 0, updated: 0, same: 0, ids: [] }),
    *work(list, options) {
      yield* this.keepAll('evidenceSaveBatch', { list, name: 'events', options });
    },
  },

  palaceAddDrawers: {
    counts: () => ({ added: 0, updated: 0, same: 0, ids: [] }),
    *work(list, options) {
      yield* this.keepAll('palaceAddDrawerBatch', { list, name: 'drawers', options });
    },
  },

  putEmbeddings: {
    counts: () => ({ results: [], stored: 0 }),
    *work(list, options) {
      const entries = { list, name: 'entries', options };
      yield* this.inSteps('putEmbeddingsBatch', entries, ({ results, stored }) => {
        this.counts.results.push(...results);
        this.counts.stored += stored;
      });
    },
  },

  replaceEmbeddings: {
    isStaged: true,
    counts: () => ({ stored: 0, skipped: 0 }),
    *work(list, options) {
      this.clearEmbeddings();
      const entries = { list, name: 'entries', options };
      yield* this.inSteps('putEmbeddingsBatch', entries, ({ results, stored }) => {
        throwRefused(results);
        this.counts.stored += stored;
        this.counts.skipped += results.length - stored;
      });
    },
  },

  importMarkdown: {
    counts: () => ({ added: 0, updated: 0, same: 0, problems: [] }),
    *work(list) {
      const imported = new ImportedItems();
      const total = totalOf(list);
      let done = 0;
      for (const file of checkIterable(list, 'files')) {
        const read = markdownFile(file, done);
        for (const reply of this.importFile(read, `files[${done}]`)) {
          sum(this.counts, reply, ['added', 'updated', 'same']);
          this.counts.problems.push(...reply.problems, ...imported.add(read.path, reply.items));
        }
        done++;
        yield { done, total };
      }
    },
  },
};

const totalOf = (list) => (Array.isArray(list) ? list.length : undefined);

function sum(counts, reply, names) {
  for (const name of names) counts[name] += reply[name];
}

// All entries must be good, but for those whose text changed or went meanwhile.
function throwRefused(results) {
  const refused = results.find(({ error }) => error && !GONE.includes(error.code));
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
