// A memory whose engine runs elsewhere: every method of js/methods.js, answered by promise. One
// generic call carries them all.

import {
  checkBatchOptions,
  checkBytes,
  checkFile,
  checkIterable,
  copyOf,
  plainArguments,
  timeOf,
} from './arguments.js';
import { copyDictionary } from './dictionary.js';
import { PromisedEvidence } from './evidence.js';
import { METHODS, OWN_METHODS, defineMethods } from './methods.js';
import { withModel } from './model.js';
import { Palace } from './palace.js';
import { reembed } from './reembed.js';

// Not crypto.randomUUID, which pages without a certificate do not have.
const newName = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

// The arguments of methods that take bytes which are no text.
const RAW = {
  importBytes: (bytes) => [copyOf(checkBytes(bytes))],
  loadSegmenter: (dictionary) => [copyDictionary(dictionary)],
};

// What is refused is refused as Memory refuses it, before it leaves this thread.
function plainList(values, name) {
  const plain =
    name === 'files' ? plainFile : (value, i) => plainArguments([value], `${name}[${i}]`)[0];
  return Array.from(checkIterable(values, name), plain);
}

function plainFile(given, index) {
  const file = checkFile(given, index);
  return file.bytes ? { ...file, bytes: copyOf(file.bytes) } : file;
}

/** Made by `openMemory`; loci.d.ts describes it. */
export class RemoteMemory {
  #line;
  #clock;
  #model; // of vectors whose call names none
  #ending = new AbortController(); // ends what waits for an embedder
  #name = newName(); // no other memory has it, in any tab
  #lastKey = 0;

  /** The evidence face. */
  evidence = new PromisedEvidence(async (method, args) => this.#call(method, args));

  /** The palace face. */
  palace = new Palace(async (method, args) => this.#call(method, args));

  /**
   * @param {{call: (call: object) => Promise, close: () => Promise, persistence: object}} line
   * @param {() => number} clock
   * @param {string} [model]
   */
  constructor(line, clock, model) {
    this.#line = line;
    this.#clock = clock;
    this.#model = model;
  }

  /** Where the memory is kept, and how safely. It changes when another tab takes the lead. */
  get persistence() {
    return this.#line.persistence;
  }

  async reembed(embedder, options) {
    const { result, model } = await reembed(this, embedder, options, {
      model: this.#model,
      signal: this.#ending.signal,
    });
    this.#model = model;
    return result;
  }

  async close() {
    this.#ending.abort();
    await this.#line.close();
  }

  async #call(method, args) {
    if (METHODS[method].list) return this.#batch(method, ...args);
    const plain = RAW[method]?.(args[0]) ?? plainArguments(withModel(method, args, this.#model));
    const result = await this.#line.call(this.#toCall(method, plain));
    if (method !== 'status') return result;
    return { ...result, persistence: this.persistence }; // not that of the tab that leads
  }

  // What `onProgress` throws takes the batch back, and is what the caller gets.
  async #batch(method, list, options = {}) {
    const { list: name, takesModel } = METHODS[method];
    const { onProgress, ...rest } = checkBatchOptions(options, takesModel ? ['model'] : []);
    const [, named] = plainArguments(withModel(method, [null, rest], this.#model));
    const values = plainList(list, name);
    let thrown;
    const progress = (value) => {
      try {
        onProgress(value);
        return true;
      } catch (error) {
        thrown = { error };
        return false;
      }
    };
    const call = { ...this.#toCall(method, [values, named]), ...(onProgress && { progress }) };
    return this.#line.call(call).catch((error) => {
      throw thrown ? thrown.error : error;
    });
  }

  // The key of a call stays the same, however often it has to be sent until it is answered.
  #toCall(method, args) {
    const { writes, delivers } = METHODS[method];
    const key = writes || delivers ? `${this.#name}:${++this.#lastKey}` : undefined;
    return { method, args, key, now: timeOf(this.#clock) };
  }

  static {
    defineMethods(RemoteMemory.prototype, OWN_METHODS, (method) => {
      return async function (...args) {
        return this.#call(method, args);
      };
    });
    if (Symbol.asyncDispose) {
      RemoteMemory.prototype[Symbol.asyncDispose] = RemoteMemory.prototype.close;
    }
  }
}
