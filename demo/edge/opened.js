// A memory that is opened when it is first needed, and anew after it has crashed.
//
// Tested by tests/edge/http_parts.test.js and tests/edge/http_opened.test.js.

export class Opened {
  #open;
  #opening;
  #memory; // what #opening has come to

  /** @param {() => Promise<Memory>} open is called again after it, or its memory, has failed */
  constructor(open) {
    this.#open = open;
  }

  /** The memory, the same one for all who ask while it lives. */
  async memory() {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      const memory = await opening;
      if (this.#opening === opening) this.#memory = memory;
      return memory;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  /**
   * Is told what a call threw: after a fault of the engine's own, nobody gets this memory again. One that
   * is being opened meanwhile stays: it had no part in it. Never throws.
   */
  failed(error) {
    if (this.#memory && ['internal', 'closed'].includes(error?.code)) this.close();
  }

  /** Closes the memory that is open; the next who asks has it opened anew. Never throws. */
  close() {
    const memory = this.#memory;
    if (!memory) return;
    this.#memory = undefined;
    this.#opening = undefined;
    try {
      memory.close(); // a store has one memory at a time
    } catch (cause) {
      console.error(cause);
    }
  }
}
