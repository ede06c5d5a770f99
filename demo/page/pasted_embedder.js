/**
 * An embedder whose code a person has pasted: the text of a module with
 *
 *   export default async (texts) => vectors;   // an array of arrays of numbers, one for each text
 *   export const model = 'name';               // if the vectors have one
 *
 * It runs in a frame that cannot reach this page (embedder_frame.js); what comes back is checked as
 * what anybody may have sent.
 *
 * Tested by tests/browser/page_embedder.test.js.
 */

import { Calls } from './calls.js';
import { h } from './dom.js';
import { checkCount } from './vectors.js';

const TRIAL_MS = 15_000; // to start and for the first answer: it may fetch a library or load a model

/** The model's name where the code tells none: other code is another model. */
async function nameOf(code) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
  const hex = Array.from(new Uint8Array(digest, 0, 4), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `pasted-${hex.join('')}`;
}

export class PastedEmbedder {
  title = 'your embedder';
  remedy = 'Mend the code below and run it again.';
  #code;
  #patience;
  #frame;
  #port;
  #calls = new Calls((request) => this.#port.postMessage(request));

  /** `trial`: milliseconds that the code has to start, and then for its first answer. */
  constructor(code, { trial = TRIAL_MS } = {}) {
    this.#code = code;
    this.#patience = trial;
  }

  /** Runs the code; answers `{model}`. */
  async start() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const ready = new Promise((resolve, reject) => {
      port1.onmessage = ({ data }) => this.#hear(data, resolve, reject);
      const late = () => reject(new Error(`did not answer within ${this.#patience / 1000} s`));
      setTimeout(late, this.#patience);
    });
    this.#frame = h('iframe', {
      sandbox: 'allow-scripts',
      src: 'embedder.html',
      hidden: true,
      title: 'Runs an embedder',
      load: ({ target }) => target.contentWindow.postMessage({ code: this.#code }, '*', [port2]),
    });
    document.body.append(this.#frame);
    const { model } = await ready;
    return { model: typeof model === 'string' && model ? model : await nameOf(this.#code) };
  }

  canRead() {
    return true; // nobody knows
  }

  /** The vectors of `texts`; rejects with what the code has thrown, or where it answers nonsense. */
  async embed(texts) {
    const { vectors } = await this.#calls.call({ texts }, this.#patience);
    this.#patience = undefined; // it is tried: from now on it has as long as any call
    return checkCount(vectors, texts);
  }

  /** Ends the code, also in the midst of a loop. */
  close() {
    this.#frame?.remove();
    this.#port?.close();
    this.#calls.fail(new Error('the embedder was switched off'));
  }

  #hear(data, ready, failed) {
    if (data?.id !== undefined) this.#calls.settle(data);
    else if (data?.ready) ready(data);
    else failed(new Error(`${data?.error}`));
  }
}
