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
 * @returns {Generator<{parts: string[], attachments: Attachments}>}
 */
export function* batches(values, encode) {
  let batch = newBatch();
  let index = 0;
  for (const value of values) {
    const json = encode(value, index++, batch.attachments);
    batch.parts.push(json);
    batch.characters += json.length;
    if (!isFull(batch)) continue;
    yield batch;
    batch = newBatch();
  }
  if (batch.parts.length > 0) yield batch;
}

const newBatch = () => ({ parts: [], characters: 0, attachments: new Attachments() });

function isFull({ parts, characters, attachments }) {
  return parts.length >= VALUES || characters >= CHARACTERS || attachments.size >= ATTACHED;
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
