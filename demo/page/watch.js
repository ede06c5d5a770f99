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

  /** Takes the present revision as known: the page has written, and shows it already. */
  async accept() {
    this.#known = await this.#memory.revision();
  }

  async #look() {
    if (document.hidden) return;
    try {
      const known = this.#known;
      await this.accept();
      if (known !== undefined && known !== this.#known) this.#changed();
    } catch {
      // A closed or busy store: whoever uses it next is told.
    }
  }
}
