/**
 * The second signal of the page: an embedder that is asked for the meaning of notes and questions.
 *
 * Loci does the storing and the searching; here is when to ask. (A memory can be opened with an
 * embedder, and then asks by itself. On this page embedders come and go while it is open.) Nothing
 * waits for it: notes are kept and found by their words whatever the embedder does, and vectors
 * follow in the background. In several tabs one computes at a time (a lock), and the others then find
 * nothing left to do.
 *
 *   off -> loading -> on <-> failed
 *             |        ^
 *             v        |
 *          asking -> replacing      the notes have vectors of another model
 *
 * Events: `change`, something of this object is other than it was; `vectors`, a search would give
 * something else now. No DOM here.
 *
 * Tested by tests/browser/page_meaning_parts.test.js.
 */

import { QueryVectors } from './query_vectors.js';
import { Sweep, hasOtherModel, tellsOtherModel } from './sweep.js';
import { widthOf } from './vectors.js';

const TRIAL = ['How wide is a vector?', 'And this one?']; // two, to see whether they are of one width
const BATCH_MS = 60_000; // reembed asks for 64 texts at once

/** How far the notes are before the first pass, or null where nothing is left to do. */
const progressOf = ({ vectors, pending }) =>
  pending > 0 ? { done: vectors, total: vectors + pending } : null;

const NOTHING = { model: undefined, width: undefined, progress: null };

export class Meaning extends EventTarget {
  /** `off`, `loading`, `asking`, `replacing`, `on` or `failed`. */
  state = 'off';
  /**
   * What is in use: `{title, remedy, model, width, progress, notes}`; `progress`: `{done, total}` while
   * notes are read, else null, and `notes` the same of the last pass.
   */
  about = NOTHING;
  /** What the notes have, where that is `asking`: `{model, width, vectors}`. */
  stored = null;
  /** Why it failed, or why some notes have no vector; null where nothing is wrong. */
  error = null;

  #memory;
  #exclusive;
  #embedder = null;
  #queries;
  #sweep;

  /** `exclusive(work)` runs `work` while no other tab runs its own. */
  constructor(memory, exclusive = (work) => work()) {
    super();
    this.#memory = memory;
    this.#exclusive = exclusive;
  }

  /** Whether questions are asked by meaning, too; while it is `failed` they try. */
  get isActive() {
    return this.#embedder !== null && ['on', 'failed'].includes(this.state);
  }

  /**
   * Starts an embedder in place of the one before: `{title, remedy?, start(), canRead(text),
   * embed(texts), close()}`. Never rejects.
   */
  async use(embedder) {
    this.off();
    const { title, remedy } = embedder;
    this.#embedder = embedder;
    this.#set('loading', { about: { ...NOTHING, title, remedy } });
    try {
      const { model } = await embedder.start();
      const width = widthOf(await embedder.embed(TRIAL));
      if (this.#embedder !== embedder) return;
      this.about = { ...this.about, model, width };
      await this.#begin(embedder);
    } catch (error) {
      if (this.#embedder !== embedder) return;
      this.off();
      this.#fail(error, { title, remedy });
    }
  }

  /** Ends the embedder. Vectors that are stored stay. */
  off() {
    this.#sweep?.end();
    this.#embedder?.close();
    this.#embedder = null;
    this.#set('off', { about: NOTHING });
    this.#announce();
  }

  /** Gives notes without a vector theirs; call it after writes. Never rejects. */
  async sweep() {
    if (this.isActive) await this.#sweep.run();
  }

  /** Computes all vectors anew and then swaps them in; a failure leaves the old ones. Never rejects. */
  async replaceAll() {
    const embedder = this.#embedder;
    this.#set('replacing');
    try {
      await this.#exclusive(() => this.#reembed(embedder));
      if (this.#embedder === embedder) await this.#begin(embedder);
    } catch (error) {
      if (this.#embedder === embedder) this.#stop('asking', error);
    }
  }

  /** What `retrieve` needs for a question: `{embedding, model}`, or nothing where there is none. */
  async optionsFor(query) {
    if (!this.isActive || !this.#embedder.canRead(query)) return {};
    const { model } = this.about;
    const patience = this.state === 'failed' ? 0 : undefined;
    const embedding = await this.#queries.of(query, patience);
    if (embedding === undefined) return {};
    if (this.state === 'failed') this.#recover();
    return { embedding, model };
  }

  /** Goes on with the embedder, or asks first where the notes have vectors of another model. */
  async #begin(embedder) {
    this.#sweep?.end();
    const stored = (await this.#memory.status()).embeddings;
    if (this.#embedder !== embedder) return;
    if (hasOtherModel(stored, this.about)) return this.#stop('asking', null, stored);
    this.#queries = this.#makeQueries(embedder);
    this.#sweep = this.#makeSweep(embedder);
    this.#set('on', { about: { ...this.about, progress: progressOf(stored) } });
    this.#announce();
    this.#sweep.run();
  }

  #makeQueries(embedder) {
    const ifCurrent = (work) => (given) => this.#embedder === embedder && work(given);
    return new QueryVectors((texts) => embedder.embed(texts), {
      arrived: ifCurrent(() => this.#recover()),
      failed: ifCurrent((error) => this.#fail(error)),
    });
  }

  #makeSweep(embedder) {
    return new Sweep(this.#memory, this.#exclusive, {
      embedder,
      about: this.about,
      tell: {
        progress: (progress) => this.#set('on', { about: { ...this.about, progress } }),
        swept: (outcome) => this.#swept(outcome),
        failed: (error) => (tellsOtherModel(error) ? this.#begin(embedder) : this.#fail(error)),
      },
    });
  }

  #swept({ stored, refused, ...notes }) {
    const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
    const error = refused.length > 0 ? `${refused[0].error.message}${more}` : null;
    this.#set('on', { error, about: { ...this.about, progress: null, notes } });
    if (stored > 0) this.#announce();
  }

  async #reembed(embedder) {
    const isCurrent = () => this.#embedder === embedder;
    await this.#memory.reembed((texts) => embedder.embed(texts), {
      model: this.about.model,
      embedderTimeout: BATCH_MS,
      onProgress: ({ done, total }) =>
        isCurrent() &&
        this.#set('replacing', { about: { ...this.about, progress: { done, total } } }),
    });
  }

  /** A question was answered, late or after a failure: what had failed works again. */
  #recover() {
    if (this.state === 'failed') {
      this.#set('on');
      this.sweep();
    }
    this.#announce();
  }

  #fail(error, about) {
    this.#stop('failed', error, this.stored, about);
  }

  #stop(state, error, stored = this.stored, about = {}) {
    const stopped = { ...this.about, ...about, progress: null };
    this.#set(state, { error: error?.message ?? null, stored, about: stopped });
  }

  #set(state, { error = null, ...more } = {}) {
    Object.assign(this, { state, error, ...more });
    this.dispatchEvent(new Event('change'));
  }

  #announce() {
    this.dispatchEvent(new Event('vectors'));
  }
}
