// The last answers that were given, by the keys of their calls: one that is sent twice, since the first
// answer did not reach its tab, gets the same again.
//
// Tested by tests/browser/tabs_executor.test.js.

const MOST = 32; // a second sending follows the first within seconds

export class RecentAnswers {
  #answers = new Map(); // the oldest first

  get(key) {
    return this.#answers.get(key);
  }

  keep(key, answer) {
    this.#answers.set(key, answer);
    if (this.#answers.size > MOST) this.#answers.delete(this.#answers.keys().next().value);
  }
}
