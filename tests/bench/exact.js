// Exactness: the engine skips most postings, yet its top ten and their scores must be those of an
// exhaustive search. Here every text is scored with the formula (src/index/bm25.h, over
// `name + "\n" + content`) from the same tokens, without any index. Each text stands for itself and
// for its own words, so forms and context are off.

import { itemOf } from './items.js';

const REFERENCE = { k1: 1.5, b: 0.75 }; // of the profile; contract() tells those of the default

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

const MOST_HITS = 1000; // of one retrieval: far more than it takes to see every term of a question

// What a term weighs in a question: its occurrences, a part of an identifier and a function word less
// than others. The account of a hit that holds it tells.
function queryWeights(memory, question, counted, constants) {
  const all = { limit: MOST_HITS, expandLinks: false, explain: true, context: 'off' };
  const lengths = new Map(counted.documents.map(({ name, length }) => [name, length]));
  const weights = new Map();
  for (const { name, terms } of memory.retrieve(question, all).items) {
    const norm = normOf(lengths.get(name), counted.averageLength, constants);
    for (const { term, tf, idf, weight } of terms) {
      weights.set(term, weight / (idf * partOf(tf, norm, constants)));
    }
  }
  return weights;
}

const normOf = (length, averageLength, { k1, b }) => k1 * (1 - b + (b * length) / averageLength);
const partOf = (tf, norm, { k1 }) => (tf * (k1 + 1)) / (tf + norm);

function scoreOf(document, terms, averageLength, constants) {
  const norm = normOf(document.length, averageLength, constants);
  return terms.reduce((sum, { term, weight, idf }) => {
    const tf = document.tf.get(term) ?? 0;
    return sum + weight * idf * partOf(tf, norm, constants);
  }, 0);
}

function exhaustive(counted, weights, limit, constants) {
  const { documents, averageLength } = counted;
  const terms = [...weights].map(([term, weight]) => ({
    term,
    weight,
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
  const memory = await openMemory(':memory:', { profile, forms: 'off' });
  const items = texts.map(itemOf);
  await memory.addMany(items);
  const counted = countAll(memory, items);
  const constants = profile === 'reference' ? REFERENCE : memory.contract().constants;
  const differences = questions.map((question) => {
    const found = memory.retrieve(question, { limit, expandLinks: false, context: 'off' }).items;
    const weights = queryWeights(memory, question, counted, constants);
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
