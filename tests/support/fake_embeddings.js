// What an embedder's background sees of a memory, without an engine: texts in the order in which they
// were written, and their vectors.

import { MemoryError } from '../../js/errors.js';

export class FakeEmbeddings {
  texts = new Map(); // id -> text
  vectors = new Map(); // id -> {embedding, model}
  refuses = () => undefined; // (entry) => {code, message} where it does
  failure; // thrown by its methods
  model = null; // what status() says
  #lastId = 0;

  add(...texts) {
    for (const text of texts) this.texts.set(++this.#lastId, text);
  }

  get pending() {
    return this.texts.size - this.vectors.size;
  }

  /** Texts that have a vector, in order. */
  get embedded() {
    return [...this.texts].filter(([id]) => this.vectors.has(id)).map(([, text]) => text);
  }

  async status() {
    if (this.failure) throw this.failure;
    return { embeddings: { model: this.model } };
  }

  async pendingEmbeddings({ limit, after }) {
    if (this.failure) throw this.failure;
    const left = [...this.texts].filter(([id]) => id > after && !this.vectors.has(id));
    const entries = left.slice(0, limit).map(([id, text]) => ({
      face: 'wiki',
      category: 'a',
      name: `${id}`,
      hash: text,
      text,
    }));
    const next = left.length > limit ? left[limit - 1][0] : null;
    return { entries, next, pending: this.pending };
  }

  async putEmbeddings(entries, { model }) {
    if (this.failure) throw this.failure;
    const results = entries.map((entry) => this.#put(entry, model));
    return { results, stored: results.filter(({ stored }) => stored).length };
  }

  #put({ name, hash, embedding }, model) {
    const id = Number(name);
    const error = this.refuses({ text: hash, embedding });
    if (error) return { name, stored: false, error };
    if (this.texts.get(id) !== hash) return { name, stored: false, error: { code: 'stale_hash' } };
    if (!embedding) return { name, stored: false, error: { code: 'invalid_vector' } };
    this.vectors.set(id, { embedding, model });
    return { name, stored: true };
  }
}

export const closed = new MemoryError('closed', 'closed');
