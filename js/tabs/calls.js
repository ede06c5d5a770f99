// The calls of one tab that have no answer yet. Each stays until its answer is here, whoever leads
// meanwhile, and goes to each new leader again. Writes carry a key, by which the store knows those
// it has done, so that sending them again does nothing twice; so do calls of the evidence face that
// deliver, by which the leader knows them, since what was delivered is forgotten with it.

/**
 * @typedef {object} PendingCall
 * @property {number} id
 * @property {string} method of js/methods.js
 * @property {unknown[]} args
 * @property {string} [key] of a call that must not be done twice: no other call has it
 * @property {number} now the caller's clock
 * @property {(value: object) => Promise<boolean>} [progress]
 */
export class PendingCalls {
  #calls = new Map(); // by id
  #lastId = 0;

  get size() {
    return this.#calls.size;
  }

  [Symbol.iterator]() {
    return this.#calls.values();
  }

  get(id) {
    return this.#calls.get(id);
  }

  /**
   * Takes one in.
   * @returns {PendingCall & {answered: Promise}} `answered` is what its caller waits for
   */
  add({ method, args, key, now, progress }) {
    const id = ++this.#lastId;
    const call = { id, method, args, key, now, progress };
    call.answered = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
    this.#calls.set(id, call);
    return call;
  }

  answer(call, { result, error }) {
    this.#calls.delete(call.id);
    if (error) call.reject(error);
    else call.resolve(result);
  }

  /** Answers all of them with one error. */
  fail(error) {
    for (const call of this) this.answer(call, { error });
  }

  /** Resolves when those that are here now are answered. */
  async settled() {
    await Promise.allSettled([...this].map(({ answered }) => answered));
  }
}
