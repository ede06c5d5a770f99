// A model for tests: it knows a few things by several names, and tells nothing else apart. What it
// finds near is plain from this file, which no real model's answers are.

const CONCEPTS = [
  ['lighthouse', 'beacon'],
  ['sugar', 'brûlée', 'sweetness'],
  ['boat', 'ferry', 'vessel'],
];

const KNOWN = new Map(CONCEPTS.flatMap((names, at) => names.map((name) => [name, at])));

/** A float for each concept, how often it is named, and a small one that all texts share. */
export function conceptsOf(text) {
  const vector = [...CONCEPTS.map(() => 0), 0.1];
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (KNOWN.has(word)) vector[KNOWN.get(word)] += 1;
  }
  return vector;
}

export const WIDTH = CONCEPTS.length + 1;
export const MODEL = 'concepts';

/** The same as what embedEndpoint() takes; `embed` may be replaced, to fail or to wait. */
export function conceptModel() {
  return {
    embed: async (texts) => {
      const floats = Float32Array.from(texts.flatMap(conceptsOf));
      return { model: MODEL, width: WIDTH, floats };
    },
  };
}
