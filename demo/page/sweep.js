/**
 * Gives every note that has no vector its own, some at a time, beside whatever else goes on. What an
 * embedder fails to do is tried again, after pauses that grow. No DOM here.
 *
 * Tested by tests/browser/page_meaning_parts.test.js.
 */

import { plural } from './words.js';

const BATCH = 8; // few, so that a question which comes meanwhile does not wait long
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;

/** A text that has changed or gone since it was listed: the next pass sees what is there now. */
const OVERTAKEN = ['stale_hash', 'unknown_item'];

const OTHER_MODEL = ['model_mismatch', 'dimension_mismatch'];

/** Whether an error says that the notes have vectors which do not compare with these. */
export const tellsOtherModel = ({ code }) => OTHER_MODEL.includes(code);

/** The same of what a memory has, `status().embeddings`; a stamp that is not there fits all. */
export function hasOtherModel(stored, { model, width }) {
  return stored.vectors > 0 && ((stored.model ?? model) !== model || stored.width !== width);
}

const mismatch = (message) => Object.assign(new Error(message), { code: 'model_mismatch' });

const isRefused = ({ stored, error }) => !stored && !OVERTAKEN.includes(error.code);

export class Sweep {
  #memory;
  #exclusive;
  #embedder;
  #about;
  #tell;
  #running = null;
  #isStale = false; // something was written since the pass began
  #isOver = false;
  #pause = FIRST_PAUSE_MS;
  #timer;

  /**
   * `exclusive(work)` runs `work` while no other tab sweeps; `about`: `{model, width}`. `tell` hears
   * of `progress({done, total})`, in notes; of `swept({stored, refused, done, total})`, the number of
   * vectors that a pass has stored, the results of those that the memory refused, and how many notes
   * have one then; and of `failed(error)`.
   */
  constructor(memory, exclusive, { embedder, about, tell }) {
    this.#memory = memory;
    this.#exclusive = exclusive;
    this.#embedder = embedder;
    this.#about = about;
    this.#tell = tell;
  }

  /** Looks for notes without a vector, once more where it is at it. Never rejects. */
  async run() {
    this.#isStale = true;
    await (this.#running ??= this.#runOn().finally(() => (this.#running = null)));
  }

  /** Nothing is asked for or told any more. */
  end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #runOn() {
    clearTimeout(this.#timer);
    try {
      while (this.#isStale && !this.#isOver) {
        this.#isStale = false;
        const outcome = await this.#exclusive(() => this.#pass());
        if (this.#isOver) return;
        this.#pause = FIRST_PAUSE_MS;
        this.#tell.swept(outcome);
      }
    } catch (error) {
      if (!this.#isOver) this.#fail(error);
    }
  }

  async #pass() {
    const outcome = { stored: 0, refused: [] };
    const { embeddings } = await this.#memory.status();
    if (hasOtherModel(embeddings, this.#about)) throw mismatch('the store has other vectors now');
    const { vectors, pending } = embeddings;
    let after; // from the first
    while (after !== null && !this.#isOver) {
      const { entries, next } = await this.#memory.pendingEmbeddings({ limit: BATCH, after });
      if (entries.length === 0) break;
      await this.#embed(entries, outcome);
      const progress = { done: vectors + outcome.stored, total: vectors + pending };
      if (!this.#isOver) this.#tell.progress(progress);
      after = next;
    }
    return { ...outcome, done: vectors + outcome.stored, total: vectors + pending };
  }

  async #embed(entries, outcome) {
    const embeddings = await this.#embedder.embed(entries.map(({ text }) => text));
    if (this.#isOver) return;
    this.#checkWidths(embeddings);
    const given = entries.map(({ text, ...key }, at) => ({ ...key, embedding: embeddings[at] }));
    const { results, stored } = await this.#memory.putEmbeddings(given, {
      model: this.#about.model,
    });
    const refused = results.filter(isRefused);
    const other = refused.find(({ error }) => tellsOtherModel(error));
    if (other) throw mismatch(other.error.message);
    outcome.stored += stored;
    outcome.refused.push(...refused);
  }

  /** Refuses what the first batch of a lying embedder would stamp the store with. */
  #checkWidths(embeddings) {
    const { width } = this.#about;
    const odd = embeddings.find((vector) => (vector?.length ?? width) !== width);
    if (!odd) return;
    throw new Error(`gives a vector of ${plural(odd.length, 'number')}, the first had ${width}`);
  }

  #fail(error) {
    this.#timer = setTimeout(() => this.run(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE_MS, 2 * this.#pause);
    this.#tell.failed(error); // who hears it may end this
  }
}
