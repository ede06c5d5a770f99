// A small run of the benchmark over generated text: its shape and the sanity of its figures, never
// how long anything took.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openMemory } from 'loci';
import { texts } from '../bench/corpus.js';
import { CHUNKS, generatedEvent } from '../bench/evidence_events.js';
import { generatedQuestion, generatedText, wordOfRank } from '../bench/generated.js';
import { SMALL, SMALL_WING, generatedClosets, generatedDrawer } from '../bench/palace_drawers.js';
import { report } from '../bench/report.js';
import { planOf, run } from '../bench/run.js';
import { quantile, time, times } from '../bench/stats.js';
import { judge } from '../bench/targets.js';
import { recallOf } from '../bench/vectors.js';
import { codeSizes } from '../bench/wasm_sections.js';

const positive = (value) => Number.isFinite(value) && value > 0;

test('quantiles are elements of the list', () => {
  assert.equal(quantile([9, 1, 5], 0.5), 5);
  assert.equal(quantile([3, 1, 2, 4], 0), 1);
  assert.equal(quantile([3, 1, 2, 4], 1), 4);
  assert.ok(Number.isNaN(quantile([], 0.5)));
});

test('figures carry their unit', () => {
  assert.deepEqual([time(1500), time(0.0612), time(NaN)], ['1.50 s', '0.061 ms', '–']);
  assert.deepEqual([times(312.4), times(8.04), times(0.5)], ['312×', '8.0×', '0.50×']);
});

test('generated text depends on nothing but its number', () => {
  assert.deepEqual(texts('generated', 30).slice(20, 21), [generatedText(20)]);
  assert.notEqual(generatedText(20), generatedText(21));
  const { question, evidence } = generatedQuestion(3, 100);
  const words = question.toLowerCase().match(/[a-z0-9]+/g);
  const text = generatedText(evidence[0]).toLowerCase();
  assert.ok(words.filter((word) => text.includes(word)).length >= 3, question);
});

test('generated words are as unequal as those of a language', () => {
  const words = texts('generated', 2_000)
    .join(' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const share = words.filter((word) => word === wordOfRank(0)).length / words.length;
  assert.ok(share > 0.03 && share < 0.1, `the most frequent word makes ${share}`);
  assert.ok(new Set(words).size > 5_000);
});

test('arguments that a run does not know are refused by name', () => {
  assert.throws(() => planOf(['--only', 'loci,lucene']), /lucene/);
  assert.throws(() => planOf(['--rows', 'speed']), /speed/);
  assert.throws(() => planOf(['--fast']), /--fast/);
});

test('a missed target is called missed, a kept one met', () => {
  const size = { raw: 900_000, gzip: 300_000 };
  const [raw, gzip] = judge({ compare: {}, size }, () => true, {});
  assert.deepEqual([raw.met, gzip.met], [false, true]);
});

test('sizes of functions are read out of a module', () => {
  // (module (import "m" "f" (func)) (import "m" "m" (memory 1)) (func) (func (nop) (nop)))
  const type = [1, 4, 1, 0x60, 0, 0];
  const imports = [2, 14, 2, 1, 0x6d, 1, 0x66, 0, 0, 1, 0x6d, 1, 0x6d, 2, 0, 1];
  const functions = [3, 3, 2, 0, 0];
  const code = [10, 9, 2, 2, 0, 0x0b, 4, 0, 1, 1, 0x0b];
  const bytes = Uint8Array.from(
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].concat(type, imports, functions, code),
  );
  assert.ok(WebAssembly.validate(bytes));
  assert.deepEqual(codeSizes(bytes), [
    { index: 1, size: 3 },
    { index: 2, size: 5 },
  ]);
});

const plan = {
  ...planOf([
    '--text',
    'generated',
    '--rows',
    'build,query,memory,growth,exact,vectors,evidence,palace,recall',
  ]),
  rounds: 1,
  sizes: { 300: 'all' },
  growth: [100, 300],
  exact: { size: 300, questions: 10 },
  vectors: { node: 2_500, turns: 0, browser: 0 },
  evidence: [20, 50],
  palace: [200, 400],
};
const said = [];
const results = await run(plan, (text) => said.push(text));

test('every engine has its times and memory', () => {
  const engines = results.compare[300];
  assert.deepEqual(Object.keys(engines), [
    'loci',
    'minisearch',
    'flexsearch',
    'orama',
    'fts5',
    'fts5-porter',
  ]);
  for (const [name, { build, p50, p95, memory }] of Object.entries(engines)) {
    assert.ok(positive(build) && positive(p50) && p95 >= p50, name);
    assert.ok(Number.isFinite(memory.rss) && Number.isFinite(memory.js), name);
  }
  assert.ok(positive(engines.loci.addMany) && positive(engines.loci.memory.wasm));
});

test('growth has a row for each size', () => {
  assert.deepEqual(
    results.growth.map(({ size }) => size),
    [100, 300],
  );
  for (const row of results.growth) {
    assert.ok([row.addMany, row.build, row.p50, row.heap, row.add].every(positive));
  }
});

test('the top ten are those of an exhaustive search', () => {
  assert.deepEqual(
    results.exact.map(({ profile }) => profile),
    ['reference', 'default'],
  );
  for (const { profile, worst } of results.exact) assert.ok(worst <= 1e-9, `${profile}: ${worst}`);
});

test('the evidence face has a row for each size', () => {
  assert.deepEqual(
    results.evidence.map(({ size }) => size),
    [20, 50],
  );
  for (const { size, ...figures } of results.evidence) {
    assert.ok(Object.values(figures).every(positive), `${size}: ${JSON.stringify(figures)}`);
  }
});

test('the palace face has a row for each size', () => {
  assert.deepEqual(
    results.palace.map(({ size }) => size),
    [200, 400],
  );
  for (const { size, ...figures } of results.palace) {
    assert.ok(Object.values(figures).every(positive), `${size}: ${JSON.stringify(figures)}`);
  }
});

test('one wing of the generated drawers is small, and every file has a closet', () => {
  const drawers = Array.from({ length: 200 }, (_, i) => generatedDrawer(i, 8));
  assert.equal(drawers.filter(({ wing }) => wing === SMALL).length, SMALL_WING);
  const files = new Set(drawers.map(({ sourceFile }) => sourceFile));
  assert.deepEqual(
    [...generatedClosets(200, 8)].map(({ sourceFile }) => sourceFile),
    [...files],
  );
});

test('a generated event has a vector for each of its chunks', async () => {
  const memory = await openMemory(':memory:');
  const event = generatedEvent(7, 8);
  assert.equal(memory.evidence.chunks(event.content).length, CHUNKS);
  assert.deepEqual(event, generatedEvent(7, 8));
  memory.close();
});

test('those who search vectors find the nearest', () => {
  const [{ title, size, floats, results: engines }] = results.vectors;
  assert.deepEqual([title, size, floats], ['random', 2_500, 2_500 * 384 * 4]);
  assert.deepEqual(Object.keys(engines), ['loci', 'loop', 'orama']);
  for (const [name, { build, p50, recall, bytes }] of Object.entries(engines)) {
    assert.ok(positive(build) && positive(p50) && Number.isFinite(bytes), name);
    assert.ok(recall >= 0.99 && recall <= 1, `${name}: ${recall}`);
  }
  // Codes of less than half, and of so few vectors a step by which memory grows on top of them.
  assert.ok(engines.loci.bytes < floats && positive(engines.loci.both));
});

test('recall is the share of the exact answers that was found', () => {
  const exact = [
    [1, 2],
    [3, 4],
  ];
  assert.equal(recallOf(exact, exact), 1);
  assert.equal(
    recallOf(
      [
        [2, 9],
        [3, 4],
      ],
      exact,
    ),
    0.75,
  );
});

test('engines that rank by BM25 find the text that a question was made of', () => {
  const recall = results.recall.generated;
  for (const name of ['loci', 'minisearch', 'fts5', 'fts5-porter']) {
    assert.ok(recall[name] > 0.95, `${name}: ${recall[name]}`);
  }
  for (const share of Object.values(recall)) assert.ok(share > 0.3 && share <= 1);
});

test('the report names the machine, the command and each engine, in both forms', () => {
  const plain = report(results, results.judged, {});
  const markdown = report(results, results.judged, { markdown: true });
  for (const text of [plain, markdown]) {
    for (const part of [results.machine.cpu, 'npm run bench', 'MiniSearch', 'Growth', 'Recall']) {
      assert.ok(text.includes(part), part);
    }
  }
  const cells = (line) => line.split(' | ').length;
  const table = markdown.split('\n').filter((line) => line.startsWith('| '));
  const header = table.findIndex((line) => line.startsWith('| engine'));
  for (const line of table.slice(header, header + 8)) assert.equal(cells(line), 10, line);
});

test('progress tells what is being measured', () => {
  for (const part of [
    'minisearch builds',
    'loci answers',
    'growth: 300',
    'exactness',
    'vectors',
    'recall',
  ]) {
    assert.ok(
      said.some((text) => text.includes(part)),
      part,
    );
  }
});
