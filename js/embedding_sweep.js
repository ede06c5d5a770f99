// Embeds what is pending, in the background: whatever text was written by whomever, its vector follows.
//
// An embedder that fails is tried again after a pause that grows, and at once when something is written
// or flush() waits. Each failure halves what it is given at once, each success doubles it: so one that
// is too slow for many texts gets its time, and a text that it cannot bear is found. That one is set
// aside until the next flush, if a plain word succeeds; if that fails too, the embedder is down.
//
// A store of another model takes no vectors. Until that has changed, writes do not bother the embedder,
// which may cost money; only flush() does.
//
// Tested by tests/js/embeddings_sweep.test.js.

import { BATCH } from './embedder.js';
import { GONE, MemoryError, inWords } from './errors.js';
import { nextTask } from './next_task.js';

const PLAIN_WORD = 'word'; // that any embedder bears
const FIRST_PAUSE = 1000; // milliseconds
const LONGEST_PAUSE = 60_000;
const HOPELESS = ['model_mismatch', 'dimension_mismatch', 'read_only']; // however often it is tried

export class EmbeddingSweep {
  /** What went wrong last, until all is well: a MemoryError or null. */
  lastError = null;
  #memory;
  #source;
  #inTurn;
  #onProgress;
  #running; // the promise of it
  #isWanted = false;
  #isOver = false;
  #timer;
  #pause = FIRST_PAUSE;
  #size = BATCH;
  #refusal; // {source, model} where the store's model is another than the source's
  #setAside = new Set(); // hashes
  #done = 0;

  /**
   * @param {object} place
   * @param {object} place.memory Its status, pendingEmbeddings and putEmbeddings are called.
   * @param {() => {embedder: Embedder, model?: string}} place.source asked at each batch; the same object
   *   as long as nothing of it has changed
   * @param {(work: () => Promise) => Promise} place.inTurn runs a batch when nothing stands against it
   * @param {(progress: object) => void} [place.onProgress]
   */
  constructor({ memory, source, inTurn, onProgress }) {
    this.#memory = memory;
    this.#source = source;
    this.#inTurn = inTurn;
    this.#onProgress = onProgress;
  }

  /** Something was written. */
  wake() {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when all has its vector, or it failed, which lastError tells. */
  async finish() {
    this.#tryAll();
    await this.#running;
  }

  /** All vectors have been replaced: what went wrong with the old ones is over. */
  startAnew() {
    this.lastError = null;
    this.#tryAll();
  }

  #tryAll() {
    this.#setAside.clear();
    this.#refusal = undefined;
    this.wake();
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #run() {
    try {
      await nextTask(); // so that writes in a row become one batch
      while (this.#isWanted && !this.#isOver) {
        this.#isWanted = false;
        await this.#sweep();
      }
      if (this.#setAside.size === 0) this.lastError = null;
    } catch (error) {
      if (error?.code === 'model_mismatch') await this.#noteRefusal();
      this.#fail(error);
    } finally {
      this.#running = undefined;
    }
  }

  async #sweep() {
    this.#done = 0;
    if (await this.#isStillRefused()) throw this.lastError;
    this.#refusal = undefined;
    for (let after = 0; after !== null && !this.#isOver; await nextTask()) {
      const from = after;
      after = await this.#inTurn(() => this.#embedPage(from));
    }
  }

  async #noteRefusal() {
    const source = this.#source();
    this.#refusal ??= { source, model: await this.#storedModel().catch(() => undefined) };
  }

  async #isStillRefused() {
    const { source, model } = this.#refusal ?? {};
    return (
      model !== undefined && source === this.#source() && model === (await this.#storedModel())
    );
  }

  async #storedModel() {
    return (await this.#memory.status()).embeddings.model;
  }

  // Embeds the next texts; where to go on, or null.
  async #embedPage(after) {
    if (this.#isOver) return null;
    const { entries, next, pending } = await this.#memory.pendingEmbeddings({
      limit: this.#size,
      after,
    });
    const wanted = entries.filter(({ hash }) => !this.#setAside.has(hash));
    if (wanted.length > 0) await this.#embed(wanted, pending);
    return next;
  }

  async #embed(entries, pending) {
    const { embedder, model } = this.#source();
    const vectors = await this.#try(embedder, entries);
    if (!vectors || this.#isOver) return;
    const embedded = entries.map(({ text: _text, ...key }, i) => ({
      ...key,
      embedding: vectors[i],
    }));
    const { results, stored } = await this.#memory.putEmbeddings(embedded, { model });
    results.forEach(({ error }, i) => this.#judge(error, entries[i]));
    throwIfNoneFits(results);
    this.#tell(stored, pending);
  }

  // Nothing where the only text is one that the embedder cannot bear.
  async #try(embedder, entries) {
    const texts = entries.map(({ text }) => text);
    try {
      const vectors = await embedder.vectorsOf(texts);
      this.#size = Math.min(BATCH, 2 * this.#size);
      this.#pause = FIRST_PAUSE;
      return vectors;
    } catch (error) {
      if (error.code === 'closed') throw error;
      this.#size = Math.ceil(entries.length / 2);
      if (entries.length > 1) throw error;
      return this.#tryAlone(embedder, entries[0], error);
    }
  }

  // The text has failed alone. It is its fault if a plain word does not fail, and it does once more.
  async #tryAlone(embedder, { text, hash }, error) {
    if (!(await embedder.vectorsOf([PLAIN_WORD]).catch(() => undefined))) throw error;
    return embedder.vectorsOf([text]).catch((again) => {
      if (again.code === 'closed') throw again;
      this.lastError = again;
      this.#setAside.add(hash);
    });
  }

  // What the embedder gave for one text was no vector, or none of the width of the others.
  #judge(error, { hash }) {
    if (!error || GONE.includes(error.code)) return;
    this.#setAside.add(hash);
    this.lastError = new MemoryError(
      error.code,
      `what the embedder gave is refused: ${error.message}`,
    );
  }

  #tell(stored, pending) {
    this.#done += stored;
    try {
      this.#onProgress?.({
        step: 'embed',
        done: this.#done,
        total: this.#done + pending - stored,
      });
    } catch {
      // There is nobody to tell.
    }
  }

  #fail(thrown) {
    const error =
      thrown instanceof MemoryError ? thrown : new MemoryError('internal', inWords(thrown));
    if (error.code === 'closed') return;
    this.lastError = error;
    if (this.#isOver || HOPELESS.includes(error.code)) return;
    this.#timer = setTimeout(() => this.wake(), this.#pause);
    this.#timer.unref?.(); // a process need not wait for it
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }
}

// A store of vectors of another width takes none of these, nor of those to come.
function throwIfNoneFits(results) {
  if (!results.every(({ error }) => error?.code === 'dimension_mismatch')) return;
  const [{ error }] = results;
  throw new MemoryError(error.code, error.message);
}
