/** Notices that notes were written in another tab, or that the store is kept in another way now. */

const EVERY_MS = 2000;

export class StoreWatch {
  #memory;
  #changed;
  #known; // undefined until it is looked at

  /** Calls `changed()` when the store is not what it was, looked at while the page is visible. */
  constructor(memory, changed) {
    this.#memory = memory;
    this.#changed = changed;
    document.addEventListener('visibilitychange', () => this.#look());
    setInterval(() => this.#look(), EVERY_MS);
    this.#look();
  }

  /** Takes the store as it is now for known: the page shows its own writes already. */
  async accept() {
    this.#known = undefined;
    this.#known = await this.#state();
  }

  /** The revision and how the notes are kept: the leader's tab may close, and this one take over. */
  async #state() {
    return JSON.stringify([await this.#memory.revision(), this.#memory.persistence]);
  }

  async #look() {
    if (document.hidden) return;
    try {
      const state = await this.#state();
      const isNew = this.#known !== undefined && this.#known !== state;
      this.#known = state;
      if (isNew) this.#changed();
    } catch {
      // A closed or busy store: whoever uses it next is told.
    }
  }
}
