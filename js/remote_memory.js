// A memory whose engine runs elsewhere: every method of js/methods.js, answered by promise. One
// generic call carries them all.

import { checkIterable, checkProgress } from './arguments.js';
import { invalidArgument } from './errors.js';
import { METHODS } from './methods.js';
import { MAX_TIME } from './memory.js';

/** Made by `openMemory`; loci.d.ts describes it. */
export class RemoteMemory {
  #line;
  #clock;

  /**
   * @param {{call: (call: object) => Promise, close: () => Promise, persistence: object}} line
   * @param {() => number} clock
   */
  constructor(line, clock) {
    this.#line = line;
    this.#clock = clock;
  }

  /** Where the memory is kept, and how safely. It changes when another tab takes the lead. */
  get persistence() {
    return this.#line.persistence;
  }

  async close() {
    await this.#line.close();
  }

  async #call(method, args) {
    const { list } = METHODS[method];
    if (list) return this.#batch(method, [...checkIterable(args[0], list)], args[1]);
    const result = await this.#line.call({ method, args, now: this.#now() });
    if (method !== 'status') return result;
    return { ...result, persistence: this.persistence }; // not that of the tab that leads
  }

  // What `onProgress` throws takes the batch back, and is what the caller gets.
  async #batch(method, values, options = {}) {
    const onProgress = checkProgress(options);
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
    const call = { method, args: [values], now: this.#now(), ...(onProgress && { progress }) };
    return this.#line.call(call).catch((error) => {
      throw thrown ? thrown.error : error;
    });
  }

  #now() {
    const now = this.#clock();
    if (typeof now === 'number' && Math.abs(now) <= MAX_TIME) return now;
    throw invalidArgument('clock must give milliseconds since 1970, as Date.now does');
  }

  static {
    for (const method of Object.keys(METHODS)) {
      const call = async function (...args) {
        return this.#call(method, args);
      };
      Object.defineProperty(call, 'name', { value: method });
      const property = { value: call, writable: true, configurable: true };
      Object.defineProperty(RemoteMemory.prototype, method, property);
    }
    if (Symbol.asyncDispose) {
      RemoteMemory.prototype[Symbol.asyncDispose] = RemoteMemory.prototype.close;
    }
  }
}
