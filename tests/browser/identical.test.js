// One store and the same questions, with vectors and without, give the same bytes in Node, Chromium and
// Firefox: JSON as text, scores to the last bit, and equal scores in the store's order (case 18). And the
// same writes make the same store.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMemory } from 'loci';
import { readDemoNotes } from '../../demo/notes.js';
import { generatedQuestion, generatedText } from '../bench/generated.js';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const TWINS = 12;
const RUNS = 100;
const GENERATED = 300;
const NOW = Date.UTC(2025, 0, 1);

const generated = Array.from({ length: GENERATED }, (_, i) => generatedText(i));
const queries = [
  ...generated.slice(0, 150).map((_, i) => generatedQuestion(i, GENERATED).question),
  ...['京都 桜', 'crème brûlée', 'SQLite backup 备份', 'C++', 'ไทย', '서울', 'привет', '%!', '水'],
  ...(await readDemoNotes()).flatMap(({ text }) =>
    [...text.matchAll(/^## (.*)$/gm)].map((m) => m[1]),
  ),
].slice(0, 200);

const WIDTH = 96;

/** A vector of integers, so that every runtime makes the same; every third is one of few directions. */
function vectorOf(i) {
  let state = i % 3 === 0 ? i % 7 : i + 1000;
  return Float32Array.from({ length: WIDTH }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state >> 16;
  });
}

/** A store with notes in many scripts, generated texts, most with vectors, and twins. */
async function storeBytes() {
  const memory = await openMemory(':memory:', { clock: () => NOW });
  memory.importMarkdown(await readDemoNotes());
  memory.addMany(
    generated.map((content, i) => ({
      category: 'generated',
      name: `g${i}`,
      content,
      embedding: i % 5 === 0 ? null : vectorOf(i),
    })),
    { model: 'integers' },
  );
  for (let i = 0; i < TWINS; i++) {
    memory.add({ category: 'twins', name: `twin ${i}`, content: 'The very same words.' });
  }
  const bytes = memory.exportBytes();
  memory.close();
  return bytes;
}

/** Runs in each runtime. All answers as text. */
async function answers(memory, open, { queries, vectors, runs, now }) {
  const ask = async (query) => JSON.stringify(await memory.retrieve(query, { explain: true }));
  const twins = new Set();
  for (let i = 0; i < runs; i++) twins.add(await ask('the very same words'));
  const all = [];
  for (const query of queries) all.push(await ask(query));
  const near = [];
  for (const [i, embedding] of vectors.entries()) {
    const options = { embedding, explain: true, fusion: i % 2 ? 'rrf' : 'minmax' };
    near.push(JSON.stringify(await memory.retrieve(queries[i], options)));
  }
  const written = await open(':memory:', { clock: () => now, model: 'integers' });
  const items = queries.map((content, i) => ({ category: 'a', name: `n${i}`, content }));
  written.addMany(items.map((item, i) => ({ ...item, embedding: i % 2 ? vectors[i] : null })));
  const scale = (i) => vectors[i].map((number) => number * (i % 4 ? 1e300 : 1e-300));
  written.putEmbeddings(
    items.map(({ category, name }, i) => ({ category, name, embedding: scale(i) })),
  );
  const digest = await crypto.subtle.digest('SHA-256', written.exportBytes());
  return {
    twins: [...twins],
    all,
    near,
    store: [...new Uint8Array(digest)].join(),
    terms: JSON.stringify(await memory.tokenize(queries.join(' '))),
  };
}

async function answersOfNode(bytes) {
  const memory = await openMemory({ bytes });
  const given = await answers(memory, openMemory, job);
  memory.close();
  return given;
}

/** In a page, from memory and from OPFS. */
async function answersOfPage(address, answersText, job) {
  const { openMemory } = await import('/js/browser.js');
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const answers = (0, eval)(`(${answersText})`);
  const inPlace = await openMemory({ bytes });
  const kept = await openMemory('opfs:identical');
  await kept.importBytes(bytes);
  return {
    inPlace: await answers(inPlace, openMemory, job),
    kept: await answers(kept, openMemory, job),
  };
}

const vectors = queries.map((_, i) => [...vectorOf(3 * i)]);
const job = { queries, vectors, runs: RUNS, now: NOW };
const bytes = await storeBytes();
const expected = await answersOfNode(bytes);

test('the questions find something, and twins come in one order', () => {
  assert.equal(queries.length, 200);
  assert.equal(expected.twins.length, 1);
  const names = JSON.parse(expected.twins[0]).items.map(({ name }) => name);
  assert.deepEqual(
    names.slice(0, 10),
    Array.from({ length: 10 }, (_, i) => `twin ${i}`),
  );
  const empty = expected.all.filter((text) => JSON.parse(text).items.length === 0);
  assert.ok(empty.length < 10, `${empty.length} questions found nothing`);
});

test('vectors take part, and a store that is written again is the same', async () => {
  const near = expected.near.map((text) => JSON.parse(text));
  assert.ok(near.every(({ embeddingUsed }) => embeddingUsed));
  const cosines = near.flatMap(({ items }) => items.map(({ cosScore }) => cosScore));
  assert.ok(cosines.filter((cosine) => cosine > 0).length > 500);
  assert.equal((await answersOfNode(bytes)).store, expected.store);
});

for (const browser of browsers) {
  test(`${browser.name}: the same bytes as in Node`, async (t) => {
    const pages = { '/store': { body: bytes, type: 'application/octet-stream' } };
    const server = await serveFiles(t, { pages });
    const launched = await browser.launch(t);
    const page = await openPage(t, launched, server.url('/blank'));
    const given = await evaluate(page, answersOfPage, '/store', String(answers), job);
    assert.deepEqual(given.inPlace, expected);
    assert.deepEqual(given.kept, expected);
  });
}
