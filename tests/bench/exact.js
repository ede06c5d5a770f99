// Exactness: the engine skips most postings, yet its top ten and their scores must be those of an
// exhaustive search. Here every text is scored with the formula (src/index/bm25.h, over
// `name + "\n" + content`) from the same tokens, without any index.

import { itemOf } from './items.js';

function countsOf(memory, item) {
  const tf = new Map();
  const tokens = memory.tokenize(`${item.name}\n${item.content}`);
  for (const term of tokens) tf.set(term, (tf.get(term) ?? 0) + 1);
  return { name: item.name, tf, length: tokens.length };
}

/** Counts of every item in store order, the mean length, and how many items hold each term. */
function countAll(memory, items) {
  const documents = items.map((item) => countsOf(memory, item));
  const df = new Map();
  for (const { tf } of documents) {
    for (const term of tf.keys()) df.set(term, (df.get(term) ?? 0) + 1);
  }
  const total = documents.reduce((sum, { length }) => sum + length, 0);
  return { documents, df, averageLength: total / documents.length };
}

function idfOf(term, { df, documents }) {
  const n = df.get(term) ?? 0;
  return Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
}

// Each occurrence counts; a part of an identifier less than a word that stands by itself.
function queryWeights(memory, question, { partWeight }) {
  const weights = new Map();
  for (const { term, kind } of memory.tokenize(question, { kinds: true })) {
    const { each, sum } = weights.get(term) ?? { each: kind === 'part' ? partWeight : 1, sum: 0 };
    weights.set(term, { each, sum: sum + each });
  }
  return weights;
}

function scoreOf(document, terms, averageLength, { k1, b }) {
  const norm = k1 * (1 - b + (b * document.length) / averageLength);
  return terms.reduce((sum, { term, weight, idf }) => {
    const tf = document.tf.get(term) ?? 0;
    return sum + (weight * idf * tf * (k1 + 1)) / (tf + norm);
  }, 0);
}

function exhaustive(counted, weights, limit, constants) {
  const { documents, averageLength } = counted;
  const terms = [...weights].map(([term, { sum }]) => ({
    term,
    weight: sum,
    idf: idfOf(term, counted),
  }));
  return documents
    .map((document, order) => ({
      name: document.name,
      order,
      score: scoreOf(document, terms, averageLength, constants),
    }))
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.order - y.order)
    .slice(0, limit);
}

function largestDifference(found, expected) {
  const sameOrder =
    found.length === expected.length && found.every(({ name }, i) => name === expected[i].name);
  if (!sameOrder) return Infinity;
  return Math.max(0, ...found.map(({ score }, i) => Math.abs(score - expected[i].score)));
}

async function checkProfile(profile, texts, questions, limit) {
  const { openMemory } = await import('loci');
  const memory = await openMemory(':memory:', { profile });
  const items = texts.map(itemOf);
  await memory.addMany(items);
  const counted = countAll(memory, items);
  const { constants } = memory.contract();
  const differences = questions.map((question) => {
    const found = memory.retrieve(question, { limit, expandLinks: false }).items;
    const weights = queryWeights(memory, question, constants);
    return largestDifference(found, exhaustive(counted, weights, limit, constants));
  });
  await memory.close();
  return { profile, questions: questions.length, worst: Math.max(...differences) };
}

/**
 * Compares in both profiles: `[{profile, questions, worst}]`, `worst` being the largest difference
 * between two scores, Infinity when the items or their order differ.
 */
export async function checkExact(texts, questions, limit) {
  const results = [];
  for (const profile of ['reference', 'default']) {
    results.push(await checkProfile(profile, texts, questions, limit));
  }
  return results;
}
