// Searching vectors: Loci beside a plain loop and Orama in Node, each in a process of its own, and
// beside hnswlib in a browser. Recall is measured against the loop, whose answers are exact.

import { browsers as all } from '../browser/support/browsers.js';
import { serveFiles } from '../browser/support/server.js';
import { Scope } from './browsers.js';
import { withChildren } from './child.js';
import { locomo, questions, texts } from './corpus.js';
import { median } from './stats.js';
import { embedded } from './vector_sets.js';

const WIDTH = 384;
const QUESTIONS = 50;
const WORKER = 'vector_worker.js';

/** What share of the exact answers were found, on average. */
export function recallOf(found, exact) {
  const shares = exact.map((ids, i) => {
    const mine = new Set(found[i]);
    return ids.filter((id) => mine.has(id)).length / ids.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

async function measureAll(children, description, { source, rounds, progress, title }) {
  const results = {};
  for (const child of children) {
    progress(`vectors, ${title}: ${child.name} builds`);
    results[child.name] = await child.call('build', description, source);
  }
  progress(`vectors, ${title}: recall`);
  const found = {};
  for (const child of children) found[child.name] = await child.call('nearest');
  for (const { name } of children) results[name].recall = recallOf(found[name], found.loop);
  const p50s = Object.fromEntries(children.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    progress(`vectors, ${title}: round ${round + 1}`);
    for (const child of children) p50s[child.name].push(median(await child.call('times')));
  }
  for (const { name } of children) results[name].p50 = median(p50s[name]);
  const { size } = description;
  const both = await children[0].call('timesOfBoth', questions(source, size, 0, QUESTIONS));
  results.loci.both = median(both);
  return { title, size, width: description.width, floats: size * description.width * 4, results };
}

const compareIn = (names, description, job) =>
  withChildren(names, (children) => measureAll(children, description, job), WORKER);

/** LoCoMo's turns and questions as embeddings, or null where the data are absent. */
async function realBase(progress, turns) {
  if (!locomo()) return null;
  const asked = questions('locomo', 0, 0, QUESTIONS);
  const { width, numbers } = await embedded([...texts('locomo', turns), ...asked], progress);
  const split = numbers.length - asked.length * width;
  return { width, base: numbers.slice(0, split), questions: numbers.slice(split) };
}

async function inPage(browser, url, size, rounds) {
  const scope = new Scope();
  try {
    const { browser: launched } = await browser.launch(scope);
    const page = await launched.newPage();
    await page.goto(url, { waitUntil: 'load' });
    const work = async (...args) => (await import('/tests/bench/vector_page.js')).compare(...args);
    const description = { size, width: WIDTH, questions: QUESTIONS };
    const { found, ...results } = await page.evaluate(work, description, rounds);
    for (const name of ['loci', 'hnswlib']) {
      results[name].recall = recallOf(found[name], found.loop);
    }
    return { title: browser.name, size, width: WIDTH, floats: size * WIDTH * 4, results };
  } finally {
    await scope.end();
  }
}

async function inChromium(size, rounds, progress) {
  const scope = new Scope();
  try {
    progress(`vectors: ${size} in Chromium, beside hnswlib`);
    const server = await serveFiles(scope);
    const chromium = all.find(({ name }) => name === 'Chromium');
    return await inPage(chromium, server.url('/blank'), size, rounds);
  } finally {
    await scope.end();
  }
}

/**
 * Each kind of vectors with its figures: `{title, size, width, floats, results: {engine: {build,
 * filled?, p50, recall, bytes, both?}}}`; ms, bytes, and recall among ten; `both` is a retrieval by
 * words and vector. `sizes`: of the sets in Node, of the turns that are embedded (0: none), and of
 * the set in a browser (0: none).
 */
export async function vectors({ sizes, source, rounds, progress }) {
  const job = { source, rounds, progress };
  const names = ['loci', 'loop', 'orama'];
  const random = { size: sizes.node, width: WIDTH, questions: QUESTIONS };
  const sets = [await compareIn(names, random, { ...job, title: 'random' })];
  const base = sizes.turns > 0 ? await realBase(progress, sizes.turns) : null;
  if (base) {
    const real = { size: sizes.node, ...base };
    sets.push(await compareIn(['loci', 'loop'], real, { ...job, title: 'embeddings' }));
  }
  if (sizes.browser > 0) sets.push(await inChromium(sizes.browser, rounds, progress));
  return sets;
}
