// What WebAssembly costs: the same engine compiled natively (native.cpp), over the same texts and
// questions, in rounds that alternate with the module's.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../bindings/toolchain/build.js';
import { withChildren } from './child.js';
import { questions, texts } from './corpus.js';
import { itemOf } from './items.js';
import { median } from './stats.js';

const BINARY = fileURLToPath(new URL('../../build/native/loci_bench', import.meta.url));
const BATCH = 1_000;
const QUESTIONS = 100;

function writeLines(file, values) {
  writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}

function batchesOf(items) {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) => [
    items.slice(i * BATCH, (i + 1) * BATCH),
    i * BATCH,
  ]);
}

async function alternate({ directory, source, size, rounds, progress }, child) {
  const files = [join(directory, 'batches'), join(directory, 'questions')];
  writeLines(files[0], batchesOf(texts(source, size).map(itemOf)));
  await child.call('build', source, size);
  const figures = { native: [], wasm: [] };
  for (let round = 0; round < rounds; round++) {
    progress(`native beside wasm, round ${round + 1}`);
    const asked = questions(source, size, round * QUESTIONS, QUESTIONS);
    writeLines(
      files[1],
      asked.map((question) => [question, { limit: 10, expandLinks: false }]),
    );
    figures.native.push(
      median(JSON.parse(execFileSync(BINARY, files, { encoding: 'utf8' })).queries),
    );
    figures.wasm.push(median(await child.call('query', round * QUESTIONS, QUESTIONS)));
  }
  return { native: median(figures.native), wasm: median(figures.wasm) };
}

/** Median query times in ms, `{native, wasm}`. Builds the native program where it is not built. */
export async function native(options) {
  options.progress('native beside wasm: building the native engine');
  await build('native', ['loci_bench']);
  const directory = mkdtempSync(join(tmpdir(), 'loci-bench-'));
  try {
    return await withChildren(['loci'], ([child]) => alternate({ ...options, directory }, child));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
