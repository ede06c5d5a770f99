// Calls an embedder: a function of the caller's that gives a vector for each text. Nothing of what it
// does is relied on. It may throw, answer never or too late, give too little or no vectors, keep its
// arrays and change them, or call the memory that called it.
//
// Only so many calls run at once; others wait for their turn, within their own time. One that was too
// late keeps its place for a while, whether it ends or not: so an embedder that asks the memory a
// question, and is asked itself for that, comes to an end, and one that hangs is tried again.
//
// Tested by tests/js/embedder.test.js.

import { MemoryError, closedError, inWords, invalidArgument } from './errors.js';
import { vectorOf } from './vectors.js';

/** Texts of one call. */
export const BATCH = 64;
const TIMEOUT = 10_000; // milliseconds
const AT_ONCE = 8;
const HELD = 3; // times the timeout: the place of a call that was too late
const LONGEST_TIMER = 2 ** 31 - 1; // what is longer would go off at once

/** `embedder`, if it is one. */
export function checkEmbedder(embedder) {
  if (typeof embedder === 'function') return embedder;
  throw invalidArgument('embedder must be a function');
}

/** `milliseconds`, if they may be a timeout: nothing, or a number above 0. */
export function checkTimeout(milliseconds) {
  if (milliseconds === undefined) return milliseconds;
  if (typeof milliseconds === 'number' && milliseconds > 0 && milliseconds < Infinity) {
    return milliseconds;
  }
  throw invalidArgument('embedderTimeout must be a number of milliseconds above 0');
}

export class Embedder {
  #embed;
  #timeout;
  #signal;
  #open = new Set(); // calls without an outcome
  #waiting = new Set(); // those of them that have not begun, by age
  #running = 0;

  /**
   * @param {(texts: string[]) => unknown} embed
   * @param {object} [how]
   * @param {number} [how.timeout] milliseconds for one call
   * @param {AbortSignal} [how.signal] ends all calls as `closed`
   */
  constructor(embed, { timeout = TIMEOUT, signal } = {}) {
    this.#embed = embed;
    this.#timeout = timeout;
    this.#signal = signal;
  }

  /**
   * A vector for each text, or false where the embedder gave what can be none. Rejects with
   * `embedder_failed`, `embedder_timeout` or `closed`.
   * @param {string[]} texts
   * @returns {Promise<(Float32Array | false)[]>} copies
   */
  async vectorsOf(texts) {
    const given = await this.#call(texts);
    try {
      return checked(given, texts.length);
    } catch (cause) {
      throw failure(cause);
    }
  }

  #call(texts) {
    return new Promise((resolve, reject) => {
      if (this.#signal?.aborted) return reject(closedError());
      const end = (settle, value) => {
        clearTimeout(timer);
        this.#forget(call);
        settle(value);
      };
      const late = () => {
        call.isLate = true;
        end(reject, timeout(this.#timeout));
      };
      const timer = setTimer(late, this.#timeout);
      const call = {
        texts,
        isLate: false,
        answer: (given) => end(resolve, given),
        fail: (cause) => end(reject, failure(cause)),
        close: () => end(reject, closedError()),
      };
      this.#remember(call);
      return this.#begin();
    });
  }

  // One listener for all calls: Node takes more than ten on one signal for a leak, and warns.
  #remember(call) {
    if (this.#open.size === 0) this.#signal?.addEventListener('abort', this.#closeAll);
    this.#open.add(call);
    this.#waiting.add(call);
  }

  #forget(call) {
    this.#waiting.delete(call);
    this.#open.delete(call);
    if (this.#open.size === 0) this.#signal?.removeEventListener('abort', this.#closeAll);
  }

  #closeAll = () => {
    for (const call of this.#open) call.close();
  };

  #begin() {
    for (const call of this.#waiting) {
      if (this.#running >= AT_ONCE) return;
      this.#waiting.delete(call);
      this.#start(call);
    }
  }

  async #start(call) {
    this.#running++;
    const held = setTimer(() => this.#leave(), HELD * this.#timeout);
    held.unref?.(); // nobody waits for it
    await this.#run(call.texts).then(call.answer, call.fail);
    if (call.isLate) return;
    clearTimeout(held);
    this.#leave();
  }

  #leave() {
    this.#running--;
    this.#begin();
  }

  async #run(texts) {
    await undefined; // never inside of the call that brought it here
    return this.#embed([...texts]);
  }
}

function setTimer(work, milliseconds) {
  return setTimeout(work, Math.min(milliseconds, LONGEST_TIMER));
}

function checked(given, count) {
  if (!Array.isArray(given) || given.length !== count) throw miscounted(given, count);
  return Array.from({ length: count }, (_, i) => vectorOf(given[i]));
}

function miscounted(given, count) {
  const what = Array.isArray(given) ? `an array of ${given.length}` : `no array: ${inWords(given)}`;
  return new MemoryError(
    'embedder_failed',
    `the embedder must give an array of ${count} vectors, one for each text; it gave ${what}`,
  );
}

function timeout(milliseconds) {
  const what = `the embedder did not answer within ${milliseconds} ms (embedderTimeout)`;
  return new MemoryError('embedder_timeout', what);
}

function failure(cause) {
  if (cause instanceof MemoryError && cause.code === 'embedder_failed') return cause;
  const error = new MemoryError('embedder_failed', `the embedder failed: ${inWords(cause)}`);
  return Object.assign(error, { cause });
}
