// Batches: what a list of values crosses in, and how far it is run.

import { Attachments } from './attachments.js';

// What crosses at once: enough to make the crossing cheap, little enough to keep the heap small and
// progress steady.
const VALUES = 500;
const CHARACTERS = 1 << 15;
const ATTACHED = 1 << 19; // bytes

/**
 * Divides a list.
 * @param {Iterable} values
 * @param {(value: unknown, index: number, attachments: Attachments) => string} encode gives the JSON of
 *   one, and attaches what goes beside it
 * @param {number} [most] values at once
 * @returns {Generator<{values: string[], characters: number, attachments: Attachments}>}
 */
export function* batches(values, encode, most = VALUES) {
  let batch = newBatch();
  let index = 0;
  for (const value of values) {
    const json = encode(value, index++, batch.attachments);
    batch.values.push(json);
    batch.characters += json.length;
    if (!isFull(batch, most)) continue;
    yield batch;
    batch = newBatch();
  }
  if (batch.values.length > 0) yield batch;
}

const newBatch = () => ({ values: [], characters: 0, attachments: new Attachments() });

function isFull({ values, characters, attachments }, most) {
  return values.length >= most || characters >= CHARACTERS || attachments.size >= ATTACHED;
}

/** Runs steps to their end. What the caller's own function throws is thrown into them, and ends them. */
export function finish(steps, onProgress) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    try {
      onProgress?.(value);
    } catch (error) {
      return steps.throw(error);
    }
  }
}
