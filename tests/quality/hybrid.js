// Words and embeddings together, beside each of them alone. The embeddings are those of an English
// model: on other languages they are nearly noise, and must do no harm there either.

import { DEPTH, scoresOf } from './measures.js';
import { Embeddings } from './embeddings.js';
import { createOurs } from './ours.js';
import { summaryOf } from './recall.js';
import { SETS, partsOf } from './sets.js';

const WEIGHTS = [0.3, 0.5, 0.7, 0.9];

/** What a question is asked with, by the name of the signal. */
const SIGNALS = {
  words: () => ({}),
  hybrid: (embedding) => ({ embedding }),
  ...Object.fromEntries(
    WEIGHTS.map((fusionWeight) => [
      `weight ${fusionWeight}`,
      (embedding) => ({ embedding, fusionWeight }),
    ]),
  ),
};

export const LABELS = {
  words: 'words alone',
  embeddings: 'embeddings alone',
  hybrid: 'both, default weight',
  ...Object.fromEntries(WEIGHTS.map((w) => [`weight ${w}`, `both, fusionWeight ${w}`])),
};

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

const normalized = (vector) => {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
};

/** The indices of the `limit` vectors nearest to `question`, all of length 1, by looking at each. */
export function nearest(vectors, question, limit) {
  return vectors
    .map((vector, index) => ({ index, cosine: dot(vector, question) }))
    .sort((a, b) => b.cosine - a.cosine || a.index - b.index)
    .slice(0, limit)
    .map(({ index }) => index);
}

async function measurePart({ documents, sequences, questions }, memory, embeddings, progress) {
  const vectors = await embeddings.of(documents, progress);
  const asked = questions.map(({ question }) => question);
  const askedVectors = await embeddings.of(asked, progress);
  await memory.build(documents, { sequences, embeddings: vectors });
  const units = vectors.map(normalized);
  return questions.map(({ question, evidence, category }, i) => {
    const scored = (found) => ({ category, ...scoresOf(found, evidence) });
    const answers = Object.entries(SIGNALS).map(([signal, request]) => {
      const { found } = memory.search(question, DEPTH, request(askedVectors[i]));
      return [signal, scored(found)];
    });
    const alone = nearest(units, normalized(askedVectors[i]), DEPTH);
    return Object.fromEntries([...answers, ['embeddings', scored(alone)]]);
  });
}

async function measure(set, embeddings, progress) {
  const memory = createOurs();
  const scored = [];
  for (const part of partsOf(set)) {
    scored.push(...(await measurePart(part, memory, embeddings, progress)));
  }
  memory.close();
  return Object.fromEntries(
    Object.keys(LABELS).map((signal) => [signal, summaryOf(scored.map((one) => one[signal]))]),
  );
}

/** By set, by signal (see LABELS): `{questions, r1, r5, r10, mrr, categories}`. */
export async function hybrid({ sets, progress }) {
  const embeddings = new Embeddings();
  try {
    const result = {};
    for (const set of sets) {
      const title = `words and embeddings, ${SETS[set].title}`;
      progress(title);
      result[set] = await measure(set, embeddings, (text) => progress(`${title}: ${text}`));
    }
    return result;
  } finally {
    await embeddings.close();
  }
}
