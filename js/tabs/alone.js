// A memory that no other tab shares: one that could not be kept, or a snapshot to be read only. The
// same calls as a Seat.

import { closedError } from '../errors.js';
import { Dismissed, Executor } from './executor.js';

export class Alone {
  #store;
  #executor;

  /** @param {{memory: Memory, now: number, settle: () => Promise<void>, close: () => Promise}} store */
  constructor(store) {
    this.#store = store;
    const setNow = (now) => (store.now = now);
    this.#executor = new Executor(store.memory, { setNow, settle: () => store.settle() });
  }

  get persistence() {
    return this.#store.memory.persistence;
  }

  async call(call) {
    try {
      return await this.#executor.run(call);
    } catch (error) {
      if (error instanceof Dismissed) throw closedError();
      throw error;
    }
  }

  setVisible() {}
  leave() {}
  comeBack() {}

  async close() {
    await this.#executor.finish();
    await this.#store.close();
  }
}
