/**
 * Of several things that were asked for one after another, only the last may appear.
 *
 * A task prepares everything it needs and answers a function that paints it in one go. When a newer
 * task has begun in the meantime, that function is not called: nothing flickers, and a slow answer
 * never replaces a later one.
 */

const PAUSE_MS = 60; // between two keys of a fast typist: long enough to skip, too short to notice

export class Latest {
  #fail;
  #ticket = 0;
  #timer;

  /** `fail(error)` is called when a task that is still the latest rejects. */
  constructor(fail) {
    this.#fail = fail;
  }

  /** As `now`, after a short pause in which another call takes its place. */
  soon(prepare) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(prepare), PAUSE_MS);
  }

  /** Runs `prepare` and then, if nothing newer came, what it answers. Never rejects. */
  async now(prepare) {
    clearTimeout(this.#timer);
    const ticket = ++this.#ticket;
    const isLatest = () => ticket === this.#ticket;
    try {
      const paint = await prepare();
      if (isLatest()) paint();
    } catch (error) {
      if (isLatest()) this.#fail(error);
    }
  }
}
