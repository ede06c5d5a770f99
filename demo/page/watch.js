/** Notices that notes were written in another tab. */

const EVERY_MS = 2000;

export class RevisionWatch {
  #memory;
  #changed;
  #known;

  /** Calls `changed()` when the revision is another one, looked at while the page is visible. */
  constructor(memory, changed) {
    this.#memory = memory;
    this.#changed = changed;
    document.addEventListener('visibilitychange', () => this.#look());
    setInterval(() => this.#look(), EVERY_MS);
    this.#look();
  }

  /** Forgets what it knew, and takes the present revision: the page shows its own writes already. */
  async accept() {
    this.#known = undefined;
    this.#known = await this.#memory.revision();
  }

  async #look() {
    if (document.hidden) return;
    try {
      const revision = await this.#memory.revision();
      const isNew = this.#known !== undefined && this.#known !== revision;
      this.#known = revision;
      if (isNew) this.#changed();
    } catch {
      // A closed or busy store: whoever uses it next is told.
    }
  }
}
