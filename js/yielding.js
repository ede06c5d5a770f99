// A memory on a file lets other processes have its store while it is idle (bindings/hosts/wanted.js
// says how they ask). The engine keeps its indexes; the next call takes the store back, and learns
// what the others have written.
//
// Idle is a memory that had no call for a second. It is counted in turns of a timer, five without a
// call, because a call that takes long holds the timer up as well: what it counts is time in which the
// program was free to call, and did not.
//
// Tested by tests/js/yielding.test.js and tests/runtimes/contention.test.js.

import { release } from './memory.js';

const TURN_MS = 200;
const IDLE_TURNS = 5;

/** The part of one memory in sharing its store. */
export class Yielding {
  #host;
  #memory;
  #timer;
  #turns = 0; // since the last call

  /** @param {object} host a NodeHost of bindings/hosts, not open yet */
  constructor(host) {
    this.#host = host;
  }

  /** Waits for the store without blocking; whether it came is what the host's open() says. */
  async wait() {
    await this.#host.prepare();
  }

  /** From now on, the store that `memory` has open goes to others when it is idle. */
  begin(memory) {
    this.#memory = memory;
    this.called();
  }

  /** The memory is being called. */
  called() {
    this.#turns = 0;
    if (this.#timer || !this.#memory) return;
    this.#timer = setInterval(() => this.#turn(), TURN_MS);
    this.#timer.unref();
  }

  /** Lets others have the store until the next call, where that may be. */
  giveUp() {
    this.#host.giveUp(() => this.#release());
  }

  /** What is known beside the words of an error with this code. */
  detailOf(code) {
    return code === 'store_busy' ? (this.#host.holder ?? undefined) : undefined;
  }

  /** The memory is closed. */
  end() {
    this.#memory = undefined;
    this.#stop();
    this.#host.forget();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #turn() {
    if (++this.#turns >= IDLE_TURNS && this.#host.isWanted()) this.giveUp();
  }

  // Nobody waits for what this answers, so a failure is left for the next call to meet.
  #release() {
    try {
      if (release(this.#memory).released) this.#stop();
    } catch {
      // A crash has closed the memory; of anything else the store knows.
    }
  }
}
