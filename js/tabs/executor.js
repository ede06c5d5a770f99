// Runs calls on a memory, one at a time, in the order in which they came.
//
// A memory is synchronous, and a batch of it would keep a worker deaf for as long as it takes. So
// batches run step by step: between two steps the worker hears its messages, asks the caller of the
// batch whether to go on, and may be told to stop.

import { MemoryError } from '../errors.js';
import { runSteps } from '../memory.js';
import { METHODS } from '../methods.js';
import { nextTask } from '../next_task.js';
import { GO } from './protocol.js';
import { RecentAnswers } from './recent_answers.js';

const BREATH = 30; // milliseconds of work between two looks at the messages

/** What a call is told that an executor will not run any more; whoever sent it sends it elsewhere. */
export class Dismissed extends Error {}

/**
 * @typedef {object} Call
 * @property {string} method of js/methods.js
 * @property {unknown[]} args
 * @property {string} [key] of a method that writes or delivers: done once for all calls with this key
 * @property {number} now the caller's clock
 * @property {(value: object) => Promise<boolean>} [progress] tells the caller how far a batch is;
 *   false takes the batch back
 */
export class Executor {
  #memory;
  #settle;
  #setNow;
  #queue = [];
  #isRunning = false;
  #isStopped = false;
  #idle = Promise.resolve();
  #lastBreath = 0;
  #delivered = new RecentAnswers();

  /**
   * @param {Memory} memory
   * @param {object} place
   * @param {(now: number) => void} place.setNow sets the clock of the memory
   * @param {() => Promise<void>} [place.settle] resolves when what was written is kept
   */
  constructor(memory, { setNow, settle }) {
    this.#memory = memory;
    this.#setNow = setNow;
    this.#settle = settle;
  }

  /** Runs a call when its turn comes; its result. Rejects with Dismissed once stopped. */
  run(call) {
    if (this.#isStopped) return Promise.reject(new Dismissed());
    return new Promise((resolve, reject) => {
      this.#queue.push({ call, resolve, reject });
      if (!this.#isRunning) this.#idle = this.#drain();
    });
  }

  /** Whether nothing runs or waits. */
  get isIdle() {
    return !this.#isRunning;
  }

  /** Takes no more calls, and resolves when those it has are answered. */
  async finish() {
    while (this.#isRunning) await this.#idle;
    this.#isStopped = true;
  }

  /** Ends the running call, by taking its batch back, and dismisses those that wait. */
  async stop() {
    this.#isStopped = true;
    for (const { reject } of this.#queue.splice(0)) reject(new Dismissed());
    await this.#idle;
  }

  async #drain() {
    this.#isRunning = true;
    for (let next; (next = this.#queue.shift());) {
      try {
        next.resolve(await this.#answer(next.call));
      } catch (error) {
        next.reject(error);
      }
      await this.#breathe();
    }
    this.#isRunning = false;
  }

  // What was delivered is the engine's to remember, so that such a call is known here and not in the store.
  async #answer({ key, ...call }) {
    if (!METHODS[call.method].delivers) return this.#execute({ key, ...call });
    const kept = this.#delivered.get(key);
    if (kept) return kept;
    const answer = await this.#execute(call);
    this.#delivered.keep(key, answer);
    return answer;
  }

  async #execute({ method, args, key, now, progress }) {
    this.#setNow(now);
    const steps = runSteps(this.#memory, method, args, key);
    const caller = new Caller(progress);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return await this.#settled(value);
      if (!(await caller.goesOn(value))) steps.throw(endedByCaller());
      await this.#breathe();
      if (this.#isStopped) steps.throw(new Dismissed());
      this.#setNow(now);
    }
  }

  async #settled(result) {
    await this.#settle?.();
    return result;
  }

  #breathe() {
    const now = performance.now();
    if (now - this.#lastBreath < BREATH) return undefined;
    return nextTask().then(() => (this.#lastBreath = performance.now()));
  }
}

// Who has a batch run, and may end it. One that does not answer in time may be busy, frozen or gone:
// the batch goes on, and asks again when the answer is there.
class Caller {
  #progress;
  #answer; // that is not there yet
  #hasEnded = false;

  constructor(progress) {
    this.#progress = progress;
  }

  async goesOn(value) {
    if (this.#progress && !this.#answer && !this.#hasEnded) {
      this.#answer = this.#ask(value);
      await inTime(this.#answer, GO);
    }
    return !this.#hasEnded;
  }

  async #ask(value) {
    this.#hasEnded = (await this.#progress(value)) === false;
    this.#answer = undefined;
  }
}

const endedByCaller = () => new MemoryError('internal', 'onProgress ended the batch');

// What a promise gives, or nothing when it takes longer.
function inTime(promise, milliseconds) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
