// One engine in its own process, so that heaps and compiled code of the engines do not disturb each
// other; see child.js.

import { answer } from './answer.js';
import { questions, recallTask, texts } from './corpus.js';
import { createEngine } from './engines/index.js';

const engine = await createEngine(process.argv[2]);
const LIMIT = 10;
let source;
let size;
let corpus;

function used() {
  globalThis.gc();
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, js: heapUsed + external };
}

const empty = used();

async function timed(call) {
  const start = performance.now();
  const result = await call();
  return { result, ms: performance.now() - start };
}

async function search(question) {
  const found = engine.search(question, LIMIT);
  return found instanceof Promise ? await found : found;
}

/** Milliseconds of each search; no `await` inside the clock where the engine is synchronous. */
async function searchTimes(asked) {
  const result = [];
  for (const question of asked) {
    const start = performance.now();
    const found = engine.search(question, LIMIT);
    if (found instanceof Promise) await found;
    result.push(performance.now() - start);
  }
  return result;
}

// The compiler gets half a second, or one pass for engines that are slower than that.
async function warmUp(asked) {
  const until = performance.now() + 500;
  do {
    for (const question of asked) {
      await search(question);
      if (performance.now() > until) return;
    }
  } while (performance.now() < until);
}

function evidenceShare(found, evidence, k) {
  const known = evidence.filter((index) => index !== undefined);
  if (known.length === 0) return 1;
  const first = new Set(found.slice(0, k).map(({ id }) => id));
  return known.filter((index) => first.has(index)).length / known.length;
}

const methods = {
  /** Builds the index of `size` texts; ms of the build, and of `addMany` where it is separate. */
  async build(newSource, newSize) {
    if (source !== newSource || size !== newSize) corpus = undefined;
    [source, size] = [newSource, newSize];
    corpus ??= texts(source, size);
    const { result, ms } = await timed(() => engine.build(corpus));
    return { build: ms, ...result };
  },
  /**
   * Bytes since start-up: `js` heap with external buffers, `rss`, and the whole `wasm` memory. The
   * array of texts counts only for engines that answer from it.
   */
  memory() {
    if (!engine.keepsTexts) corpus = undefined;
    const now = used();
    return { js: now.js - empty.js, rss: now.rss - empty.rss, wasm: engine.heapBytes?.() };
  },
  async query(from, number) {
    const asked = questions(source, size, from, number);
    await warmUp(asked);
    return searchTimes(asked);
  },
  async recall(name) {
    const { k, parts } = recallTask(name);
    const shares = [];
    for (const part of parts) {
      await engine.build(part.documents);
      for (const [question, evidence] of part.questions) {
        shares.push(evidenceShare(await search(question), evidence, k));
      }
    }
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  },
  /** Milliseconds of each of `number` single adds of new texts to the store as built. */
  async add(number) {
    const added = texts('generated', size + number).slice(size);
    const result = [];
    for (const [i, text] of added.entries()) {
      result.push((await timed(() => engine.add(text, size + i))).ms);
    }
    return result;
  },
  /** Compares Loci with an exhaustive search; see exact.js. */
  async exact(textSource, textCount, number) {
    const { checkExact } = await import('./exact.js');
    const asked = questions(textSource, textCount, 0, number);
    return checkExact(texts(textSource, textCount), asked, LIMIT);
  },
};

answer(methods);
