// A memory that is opened when it is first needed, and anew after it has crashed.
//
// Tested by tests/edge/http_parts.test.js.

export class Opened {
  #open;
  #opening;

  /** @param {() => Promise<Memory>} open is called again after it, or its memory, has failed */
  constructor(open) {
    this.#open = open;
  }

  /** The memory, the same one for all who ask while it lives. */
  async memory() {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      return await opening;
    } catch (error) {
      this.#forget(opening);
      throw error;
    }
  }

  /** Is told what a call threw: after a fault of the engine's own, nobody gets this memory again. */
  async failed(error) {
    if (!this.#opening || !['internal', 'closed'].includes(error?.code)) return;
    const opening = this.#opening;
    this.#forget(opening);
    (await opening).close(); // a store has one memory at a time
  }

  #forget(opening) {
    if (this.#opening === opening) this.#opening = undefined;
  }
}
