/**
 * What was typed into the form and is not kept yet, for as long as the page is open: who follows a
 * link in between finds it again.
 */
export class Drafts {
  #drafts = new Map(); // by what makes a route: its hash

  get any() {
    return this.#drafts.size > 0;
  }

  get(hash) {
    return this.#drafts.get(hash);
  }

  /** `draft`: `{values, basis}`, what was typed and what it rests on. */
  set(hash, draft) {
    this.#drafts.set(hash, draft);
  }

  drop(hash) {
    this.#drafts.delete(hash);
  }
}
