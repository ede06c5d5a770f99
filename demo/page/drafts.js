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

  set(hash, values) {
    this.#drafts.set(hash, values);
  }

  drop(hash) {
    this.#drafts.delete(hash);
  }
}
