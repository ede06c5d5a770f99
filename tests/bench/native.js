// What WebAssembly costs: the same engine compiled natively (native.cpp), over the same texts and
// questions, in rounds that alternate with the module's.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../bindings/toolchain/build.js';
import { encoded } from '../support/native_calls.js';
import { withChildren } from './child.js';
import { questions, texts } from './corpus.js';
import { itemOf } from './items.js';
import { median } from './stats.js';
import { vectorSet } from './vector_sets.js';

const BINARY = fileURLToPath(new URL('../../build/native/loci_bench', import.meta.url));
const BATCH = 1_000;
const QUESTIONS = 100;
const VECTORS = { size: 100_000, width: 384, questions: 50 };

function writeCalls(path, calls) {
  const file = openSync(path, 'w');
  for (const call of calls) {
    const bytes = encoded(call);
    writeSync(file, `${bytes.length}\n`);
    writeSync(file, bytes);
  }
  closeSync(file);
}

function batchesOf(items) {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) => [
    items.slice(i * BATCH, (i + 1) * BATCH),
    i * BATCH,
  ]);
}

const ask = (files) =>
  median(JSON.parse(execFileSync(BINARY, files, { encoding: 'utf8' })).queries);

async function alternate({ files, source, size, rounds, progress }, child) {
  writeCalls(files[0], batchesOf(texts(source, size).map(itemOf)));
  await child.call('build', source, size);
  const figures = { native: [], wasm: [] };
  for (let round = 0; round < rounds; round++) {
    progress(`native beside wasm, round ${round + 1}`);
    const asked = questions(source, size, round * QUESTIONS, QUESTIONS);
    writeCalls(
      files[1],
      asked.map((question) => [question, { limit: 10, expandLinks: false }]),
    );
    figures.native.push(ask(files));
    figures.wasm.push(median(await child.call('query', round * QUESTIONS, QUESTIONS)));
  }
  return { native: median(figures.native), wasm: median(figures.wasm) };
}

async function alternateVectors({ files, source, rounds, progress }, child) {
  const { vectors: rows, questions: asked } = vectorSet(VECTORS);
  const items = texts(source, rows.length).map(itemOf);
  writeCalls(files[0], batchesOf(items.map((item, i) => ({ ...item, embedding: rows[i] }))));
  writeCalls(
    files[1],
    asked.map((embedding) => ['', { limit: 10, expandLinks: false, embedding }]),
  );
  await child.call('build', VECTORS, source);
  const figures = { native: [], wasm: [] };
  for (let round = 0; round < rounds; round++) {
    progress(`vectors, native beside wasm, round ${round + 1}`);
    figures.native.push(ask(files));
    figures.wasm.push(median(await child.call('times')));
  }
  return { native: median(figures.native), wasm: median(figures.wasm) };
}

/**
 * Median times in ms, `{native, wasm}`, of a query by words, and under `vectors` of one by vector.
 * Builds the native program where it is not built.
 */
export async function native(options) {
  options.progress('native beside wasm: building the native engine');
  await build('native', ['loci_bench']);
  const directory = mkdtempSync(join(tmpdir(), 'loci-bench-'));
  const job = { ...options, files: ['batches', 'questions'].map((name) => join(directory, name)) };
  try {
    const words = await withChildren(['loci'], ([child]) => alternate(job, child));
    const inChild = ([child]) => alternateVectors(job, child);
    return { ...words, vectors: await withChildren(['loci'], inChild, 'vector_worker.js') };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
