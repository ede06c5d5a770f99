// Loci as it is measured: its published API, a store in memory, default options but those named.

import { openMemory } from 'loci';
import { indexOfName, itemOf } from '../bench/items.js';

/** The ways to find words by their forms. */
export const FORMS = ['off', 'stems', 'grams', 'both'];

/** Does this build know an option of `openMemory` with this value? */
export async function knows(option, value) {
  try {
    (await openMemory(':memory:', { [option]: value })).close();
    return true;
  } catch (error) {
    if (error.code === 'invalid_argument') return false;
    throw error;
  }
}

/**
 * A memory that holds the documents of one part of a set at a time.
 *   build(documents, {sequences?, embeddings?})  forgets what it held, and holds these
 *   search(question, limit, request?) -> {found: [index], confidence?}
 *   without(indices, work)            calls `work` while these documents are not in it
 * @param {object} options of openMemory
 */
export function createOurs(options = {}) {
  let memory;
  let items;
  return {
    async build(documents, { sequences, embeddings } = {}) {
      memory?.close();
      memory = await openMemory(':memory:', options);
      items = documents.map((content, index) => ({
        ...itemOf(content, index),
        sequence: sequences?.[index],
        embedding: embeddings?.[index],
      }));
      memory.addMany(items);
    },
    search(question, limit, request = {}) {
      const result = memory.retrieve(question, { limit, expandLinks: false, ...request });
      const found = result.items.map(({ name }) => indexOfName(name));
      return { found, confidence: result.confidence };
    },
    without(indices, work) {
      const taken = indices.map((index) => items[index]);
      for (const { category, name } of taken) memory.remove(category, name);
      const result = work();
      memory.addMany(taken);
      return result;
    },
    close: () => memory?.close(),
  };
}
