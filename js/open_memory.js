// What every entry's `openMemory` is: its own way to open, and the embedder around what it opened.

import { embeddingLock } from './embedding_lock.js';
import { EmbeddingMemory } from './embedding_memory.js';
import { checkOptions } from './open.js';

const PATIENCE = 30_000; // milliseconds for another tab to embed a batch

/**
 * @param {(location: unknown, options: object) => Promise<Memory | RemoteMemory>} open is given options
 *   that are checked
 * @param {string[]} [more] options that this entry knows beside the common ones
 */
export function makeOpenMemory(open, more) {
  return async function openMemory(location, options = {}) {
    const { embedder, embedderTimeout: timeout, ...checked } = checkOptions(options, more);
    if (!embedder) return open(location, checked);
    const { model, ...rest } = checked;
    const memory = await open(location, rest);
    const { readOnly, onProgress } = rest;
    const lock = embeddingLock(location, PATIENCE);
    return new EmbeddingMemory(memory, { embedder, timeout, model, readOnly, onProgress, lock });
  };
}
