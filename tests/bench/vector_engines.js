// What searches vectors, in Node and in pages alike. Each gives
//   build(vectors, texts)      indexes them from nothing; {build, filled?} in ms
//   search(question, k)        the k nearest by cosine, as indices of vectors
//   bytes()                    what it takes beside the vectors' texts, where that can be told

import { indexOfName, itemOf } from './items.js';

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Loci, through its published API: no words in the question, so what is asked is the cosine alone.
 * The index is made by the first retrieval that needs it; that one is what counts as the build.
 */
export function loci(openMemory) {
  let memory;
  let grown;
  const ask = (question, words, limit) =>
    memory.retrieve(words, { limit, expandLinks: false, embedding: question });
  return {
    async build(vectors, texts) {
      await memory?.close();
      memory = await openMemory(':memory:');
      const items = texts.map((text, i) => ({ ...itemOf(text, i), embedding: vectors[i] }));
      const filled = await timed(() => memory.addMany(items));
      const before = memory.status().heapBytes;
      const build = await timed(() => ask(vectors[0], '', 10));
      grown = memory.status().heapBytes - before;
      return { build, filled };
    },
    search: (question, k) => ask(question, '', k).items.map(({ name }) => indexOfName(name)),
    /** A retrieval by words and vector together; how many items it found. */
    searchBoth: (question, words, k) => ask(question, words, k).items.length,
    bytes: () => grown,
  };
}

function cosineOf(a, b) {
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i] * b[i];
    squareA += a[i] * a[i];
    squareB += b[i] * b[i];
  }
  return dot / Math.sqrt(squareA * squareB);
}

function insertInOrder(best, entry, k) {
  let at = best.length;
  while (at > 0 && best[at - 1].cosine < entry.cosine) at--;
  best.splice(at, 0, entry);
  if (best.length > k) best.pop();
}

/** What one writes without a library: a loop over arrays of floats. Its answers are exact. */
export function loop() {
  let rows;
  return {
    async build(vectors) {
      return { build: await timed(() => (rows = vectors.map((vector) => vector.slice()))) };
    },
    search(question, k) {
      const best = [];
      for (let row = 0; row < rows.length; row++) {
        const cosine = cosineOf(question, rows[row]);
        if (best.length < k || cosine > best[k - 1].cosine) insertInOrder(best, { row, cosine }, k);
      }
      return best.map(({ row }) => row);
    },
    bytes: () => rows.reduce((sum, row) => sum + row.byteLength, 0),
  };
}

/** Orama's vector search; `similarity: -1` lets it return whatever is nearest. */
export async function orama() {
  const { create, insertMultiple, search } = await import('@orama/orama');
  let database;
  return {
    async build(vectors) {
      const width = vectors[0].length;
      database = create({ schema: { embedding: `vector[${width}]` } });
      const documents = vectors.map((vector, i) => ({ id: String(i), embedding: [...vector] }));
      return { build: await timed(() => insertMultiple(database, documents, vectors.length)) };
    },
    async search(question, limit) {
      const vector = { value: [...question], property: 'embedding' };
      const options = { mode: 'vector', vector, limit, similarity: -1, includeVectors: false };
      return (await search(database, options)).hits.map(({ id }) => Number(id));
    },
  };
}

/** As for vectors that are hard to tell apart; `search` is how many it keeps in view. */
const HNSW = { links: 32, construction: 128, search: 512, seed: 100 };

/** hnswlib in WebAssembly; for pages only. `load` is its loadHnswlib(). */
export async function hnswlib(load) {
  const library = await load();
  let index;
  return {
    async build(vectors) {
      index = new library.HierarchicalNSW('cosine', vectors[0].length, '');
      index.initIndex(vectors.length, HNSW.links, HNSW.construction, HNSW.seed);
      index.setEfSearch(HNSW.search);
      return { build: await timed(() => index.addItems(vectors, false)) };
    },
    search: (question, k) => index.searchKnn(question, k, undefined).neighbors,
    bytes: () => library.HEAPU8?.length,
  };
}
