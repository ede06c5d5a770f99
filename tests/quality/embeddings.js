// Embeddings of texts by the small English model of the demo, kept in the user's cache: the model
// takes some 50 ms a text, and all sets together have ten thousand.
//
// The cache is one file of records, each the digest of a text and its vector as float32. Records are
// only ever appended; half of one at the end, of a run that was killed, is cut off.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../bindings/toolchain/cache.js';
import { MODEL, SentenceModel } from '../../demo/embed/sentence_model.js';

const WIDTH = 512;
const DIGEST_BYTES = 16;
const RECORD_BYTES = DIGEST_BYTES + WIDTH * Float32Array.BYTES_PER_ELEMENT;
const BATCH = 16;

const keyOf = (text) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * DIGEST_BYTES);

const defaultPath = () => join(cacheFolder, `${MODEL.replaceAll('/', '-')}.vectors`);

/** The vectors in a cache file, by the key of their text. Cuts off what is no whole record. */
function readCache(path) {
  const vectors = new Map();
  if (!existsSync(path)) return vectors;
  const bytes = readFileSync(path);
  const whole = bytes.length - (bytes.length % RECORD_BYTES);
  if (whole < bytes.length) truncateSync(path, whole);
  for (let at = 0; at < whole; at += RECORD_BYTES) {
    const record = Uint8Array.from(bytes.subarray(at + DIGEST_BYTES, at + RECORD_BYTES));
    const key = bytes.toString('hex', at, at + DIGEST_BYTES);
    vectors.set(key, new Float32Array(record.buffer));
  }
  return vectors;
}

const recordOf = (key, vector) =>
  Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(Float32Array.from(vector).buffer)]);

/** Gives vectors of texts, from the cache where it has them. `model`, `path`: tests have others. */
export class Embeddings {
  #path;
  #model;
  #vectors;

  constructor({ model = new SentenceModel(), path = defaultPath() } = {}) {
    this.#path = path;
    this.#model = model;
    mkdirSync(dirname(path), { recursive: true });
    this.#vectors = readCache(path);
  }

  /** The vectors of `texts`, in order. `progress` is told how many are computed. */
  async of(texts, progress) {
    const missing = [...new Set(texts)].filter((text) => !this.#vectors.has(keyOf(text)));
    for (let from = 0; from < missing.length; from += BATCH) {
      if (from % (16 * BATCH) === 0) progress(`embedding ${from} of ${missing.length} texts`);
      await this.#compute(missing.slice(from, from + BATCH));
    }
    return texts.map((text) => this.#vectors.get(keyOf(text)));
  }

  async #compute(texts) {
    const { width, floats } = await this.#model.embed(texts);
    if (width !== WIDTH) throw new Error(`the model gives ${width} numbers, not ${WIDTH}`);
    const records = texts.map((text, i) => {
      const vector = floats.slice(i * width, (i + 1) * width);
      this.#vectors.set(keyOf(text), vector);
      return recordOf(keyOf(text), vector);
    });
    appendFileSync(this.#path, Buffer.concat(records));
  }

  close() {
    return this.#model.close();
  }
}
