// New vectors for all items, by another embedder or another model. All of them are computed first and
// then put in the place of the old ones in one transaction: until then nothing has changed, so whoever
// asks meanwhile is answered by the old ones, and a failure costs nothing.
//
// Tested by tests/js/embeddings_reembed.test.js.

import { checkBatchOptions } from './arguments.js';
import { BATCH, Embedder, checkEmbedder, checkTimeout } from './embedder.js';
import { MemoryError } from './errors.js';
import { nextTask } from './next_task.js';

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
  const source = new Embedder(checkEmbedder(embedder), { timeout, signal });
  const entries = await embedAll(memory, source, onProgress);
  return { result: await memory.replaceEmbeddings(entries, { model }), model };
}

async function embedAll(memory, source, onProgress) {
  const { items } = await memory.status();
  const entries = [];
  for (let after = 0; after !== null;) {
    const page = await memory.pendingEmbeddings({ limit: BATCH, after, all: true });
    after = page.next;
    if (page.entries.length === 0) continue;
    const vectors = await source.vectorsOf(page.entries.map(({ text }) => text));
    page.entries.forEach((entry, i) => entries.push(embedded(entry, vectors[i], entries[0])));
    onProgress?.({ done: entries.length, total: Math.max(items, entries.length) });
    await nextTask();
  }
  return entries;
}

// What is no vector is found here, not after all the work.
function embedded({ text: _text, ...key }, embedding, first) {
  if (!embedding || !isUsable(embedding)) throw unusable(key, 'no vector');
  const width = first?.embedding.length ?? embedding.length;
  if (embedding.length === width) return { ...key, embedding };
  throw unusable(key, `a vector of ${embedding.length} numbers, not of ${width} as for others`);
}

const isUsable = (vector) => vector.every(Number.isFinite) && vector.some((number) => number !== 0);

function unusable({ category, name }, what) {
  const message = `the embedder gave ${what} for the item ${category}:${name}`;
  return new MemoryError('embedder_failed', message);
}
