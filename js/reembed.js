// New vectors for all texts, of items and of events, by another embedder or another model. All of them are computed first and
// then put in the place of the old ones in one transaction: until then nothing has changed, so whoever
// asks meanwhile is answered by the old ones, and a failure costs nothing.
//
// Tested by tests/js/embeddings_reembed.test.js.

import { checkBatchOptions } from './arguments.js';
import { BATCH, Embedder, checkTimeout } from './embedder.js';
import { MemoryError, invalidArgument } from './errors.js';
import { nextTask } from './next_task.js';

/** `embedder`, the first argument of `reembed`, if it is one. */
export function checkSource(embedder) {
  if (typeof embedder === 'function') return embedder;
  throw invalidArgument(
    (embedder ?? null) === null
      ? 'this memory has no embedder of its own; pass one: reembed(embedder, {model})'
      : "give the embedder first: reembed(embedder, {model}); undefined for this memory's own",
  );
}

/** The options of `reembed`, checked. */
export function checkReembedOptions(options = {}) {
  const checked = checkBatchOptions(options, ['model', 'embedderTimeout']);
  checkTimeout(checked.embedderTimeout);
  return checked;
}

/**
 * @param {object} memory Its status, pendingEmbeddings and replaceEmbeddings are called.
 * @param {(texts: string[]) => unknown} embedder
 * @param {object} [options] of `reembed`, as loci.d.ts describes them
 * @param {{model?: string, signal: AbortSignal}} place the model where the options name none; what ends it all
 * @returns {Promise<{result: object, model?: string}>} what replaceEmbeddings gave, and the new model
 */
export async function reembed(memory, embedder, options, { model: own, signal }) {
  const { onProgress, embedderTimeout: timeout, model = own } = checkReembedOptions(options);
  const source = new Embedder(checkSource(embedder), { timeout, signal });
  const entries = await embedAll(memory, source, onProgress);
  return { result: await memory.replaceEmbeddings(entries, { model }), model };
}

async function embedAll(memory, source, onProgress) {
  const { vectors: stored, pending } = (await memory.status()).embeddings;
  const entries = new Map(); // by key, as what is written meanwhile comes once more
  let width;
  for (let after = 0; after !== null;) {
    const page = await memory.pendingEmbeddings({ limit: BATCH, after, all: true });
    after = page.next;
    if (page.entries.length === 0) continue;
    const vectors = await source.vectorsOf(page.entries.map(({ text }) => text));
    for (const [i, { text: _text, ...key }] of page.entries.entries()) {
      const embedding = checked(vectors[i], width, key);
      width ??= embedding.length;
      entries.set(placeOf(key), { ...key, embedding });
    }
    onProgress?.({ done: entries.size, total: Math.max(stored + pending, entries.size) });
    await nextTask();
  }
  return [...entries.values()];
}

// What is no vector is found here, not after all the work.
function checked(vector, width, key) {
  if (!vector || !isUsable(vector)) throw unusable(key, 'no vector');
  if (vector.length === (width ?? vector.length)) return vector;
  throw unusable(key, `a vector of ${vector.length} numbers, not of ${width} as for others`);
}

const isUsable = (vector) => vector.every(Number.isFinite) && vector.some((number) => number !== 0);

function unusable(key, what) {
  const message = `the embedder gave ${what} for ${placeOf(key)}`;
  return new MemoryError('embedder_failed', message);
}

// Where a text stands, in words; no two are the same.
function placeOf({ face, ...key }) {
  const { id, part, closet } = key;
  switch (face) {
    case 'evidence':
      return part === 'summary'
        ? `the summary of the event ${id}`
        : `chunk ${part} of the event ${id}`;
    case 'palace':
      return closet ? `the closet ${JSON.stringify(closet)}` : `the drawer ${id}`;
    default:
      return `the item ${key.category}:${key.name}`;
  }
}
