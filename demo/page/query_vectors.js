/**
 * The vectors of questions, asked for while somebody types: one at a time, the latest first, and no
 * list waits long for one. No DOM here.
 *
 * Tested by tests/browser/page_meaning_parts.test.js.
 */

const PATIENCE_MS = 400;
const REMEMBERED = 100;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class QueryVectors {
  #embed;
  #tell;
  #known = new Map();
  #wanted;
  #late; // the question whose list went on without
  #asking;

  /**
   * `embed(texts)` makes vectors. `tell` hears what `of` did not wait for: `arrived(query)`, and
   * `failed(error)`.
   */
  constructor(embed, tell) {
    this.#embed = embed;
    this.#tell = tell;
  }

  /** The vector of a question, or undefined where there is none in time. Never rejects. */
  async of(query, patience = PATIENCE_MS) {
    if (this.#known.has(query)) return this.#known.get(query);
    this.#wanted = query;
    this.#asking ??= this.#askOn();
    await Promise.race([this.#asking, pause(patience)]);
    if (!this.#known.has(query)) this.#late = query;
    return this.#known.get(query);
  }

  /** Asks for what is wanted until nothing is; what was wanted in between is skipped. */
  async #askOn() {
    try {
      while (this.#wanted !== undefined) {
        const query = this.#wanted;
        this.#wanted = undefined;
        const [vector] = await this.#embed([query]);
        this.#keep(query, vector);
      }
    } catch (error) {
      this.#tell.failed(error);
    } finally {
      this.#wanted = undefined;
      this.#asking = undefined;
    }
  }

  #keep(query, vector) {
    this.#known.set(query, vector);
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value);
    if (query === this.#late) this.#tell.arrived(query);
  }
}
