// Embedders for tests, with as little meaning as a test can look through.

const AXES = ['river', 'stone', 'cloud', 'bread'];

/** A vector on the axes of the words that a text holds, and a little of its own. */
export function axisVector(text) {
  const words = text.toLowerCase();
  return Float32Array.from(AXES, (axis, i) => (words.includes(axis) ? 1 : 0.01 * (i + 1)));
}

/** The embedder of it. `calls` has the texts of each call. */
export function axisEmbedder() {
  const calls = [];
  const embed = (texts) => {
    calls.push([...texts]);
    return texts.map(axisVector);
  };
  return Object.assign(embed, { calls });
}

export const never = () => new Promise(() => {});

/** What an embedder may do wrong, by name; each is an embedder. */
export const liars = {
  'throws at once': () => {
    throw new Error('broken');
  },
  'throws nothing': () => {
    throw undefined;
  },
  rejects: () => Promise.reject(new Error('down')),
  'never answers': never,
  'gives nothing': () => undefined,
  'gives too few': (texts) => texts.slice(1).map(axisVector),
  'gives too many': (texts) => [...texts, 'x'].map(axisVector),
  'gives one long list': (texts) => new Float32Array(4 * texts.length).fill(1),
  'gives texts': (texts) => texts,
  'gives empty lists': (texts) => texts.map(() => []),
  'gives NaN': (texts) => texts.map(() => [NaN, 1, 1, 1]),
  'gives zeros': (texts) => texts.map(() => [0, 0, 0, 0]),
  'gives another width': (texts) => texts.map(() => [1, 1]),
  'gives too wide a width': (texts) => texts.map(() => new Float32Array(9000).fill(1)),
  'gives what throws': () =>
    new Proxy([], {
      get() {
        throw new Error('mine');
      },
    }),
  'gives a trap of a promise': () => ({
    then() {
      throw new Error('mine');
    },
  }),
};
