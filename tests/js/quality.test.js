// What `npm run quality` measures with: its arithmetic on lists whose figures are known, the cache of
// embeddings with a model of its own, and the shape of a small run. Never how long anything took.

import assert from 'node:assert/strict';
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { hasData } from '../bench/corpus.js';
import { Embeddings } from '../quality/embeddings.js';
import { hasConfidence } from '../quality/confidence.js';
import { LABELS, nearest } from '../quality/hybrid.js';
import { areaUnderCurve, meanScores, scoresOf } from '../quality/measures.js';
import { FORMS, knows } from '../quality/ours.js';
import { costs, withFront } from '../quality/pareto.js';
import { summaryOf } from '../quality/recall.js';
import { report } from '../quality/report.js';
import { planOf, run } from '../quality/run.js';
import { CATEGORIES, SETS, partsOf } from '../quality/sets.js';
import { judge } from '../quality/targets.js';
import { newFolder } from '../support/temp_store.js';

const skip = !hasData() && 'skipped: no ../shared';

test('recall is the share of the evidence among the first, whatever its order', () => {
  assert.deepEqual(scoresOf([7, 3, 9], [3, 8]), { r1: 0, r5: 0.5, r10: 0.5, mrr: 0.5 });
  assert.deepEqual(scoresOf([8, 1, 2, 4, 5, 3], [3, 8]), { r1: 0.5, r5: 0.5, r10: 1, mrr: 1 });
  assert.deepEqual(scoresOf([], [3]), { r1: 0, r5: 0, r10: 0, mrr: 0 });
});

test('what is found behind the tenth place is not found', () => {
  const found = [...Array.from({ length: 10 }, (_, i) => i), 42];
  assert.deepEqual(scoresOf(found, [42]), { r1: 0, r5: 0, r10: 0, mrr: 0 });
  assert.deepEqual(scoresOf(found, [9]), { r1: 0, r5: 0, r10: 1, mrr: 0.1 });
});

test('a question without evidence, or whose evidence is no document, counts 1', () => {
  for (const evidence of [[], [undefined]]) {
    assert.deepEqual(scoresOf([1], evidence), { r1: 1, r5: 1, r10: 1, mrr: 1 });
  }
  assert.equal(scoresOf([1], [undefined, 1, 2]).r10, 0.5);
});

test('means are over questions, by category as well', () => {
  const [hit, miss] = [scoresOf([1], [1]), scoresOf([2], [1])];
  assert.deepEqual(meanScores([hit, miss, miss, hit]), { r1: 0.5, r5: 0.5, r10: 0.5, mrr: 0.5 });
  const { questions, r10, categories } = summaryOf([
    { category: 1, ...hit },
    { category: 2, ...miss },
    { category: 1, ...miss },
  ]);
  assert.deepEqual([questions, r10], [3, 1 / 3]);
  assert.deepEqual(Object.keys(categories), ['1', '2']);
  assert.deepEqual([categories[1].questions, categories[1].r10, categories[2].r10], [2, 0.5, 0]);
  assert.deepEqual(summaryOf([hit]).categories, {});
});

test('the area under the curve is the share of pairs in order, equal ones half', () => {
  assert.equal(areaUnderCurve([0.9, 0.8], [0.1, 0.2]), 1);
  assert.equal(areaUnderCurve([0.1, 0.2], [0.9, 0.8]), 0);
  assert.equal(areaUnderCurve([0.5, 0.5], [0.5]), 0.5);
  assert.equal(areaUnderCurve([1, 3], [2, 3]), (0 + 0 + 1 + 0.5) / 4);
  assert.ok(Number.isNaN(areaUnderCurve([1], [])));
  const values = Array.from({ length: 60 }, (_, i) => ((i * 37) % 17) / 17);
  const [some, others] = [values.slice(0, 35), values.slice(35)];
  const pairs = some.flatMap((a) => others.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  const slow = pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
  assert.ok(Math.abs(areaUnderCurve(some, others) - slow) < 1e-12);
});

test('the nearest vectors are those of the largest cosine, the first of equal ones', () => {
  const vectors = [
    [0, 1],
    [1, 0],
    [0.6, 0.8],
    [1, 0],
  ];
  assert.deepEqual(nearest(vectors, [1, 0], 3), [1, 3, 2]);
});

test('a row is on the front unless another is as good in all and better in one', () => {
  const row = (mean, build, p50, heap) => ({ recall: { mean }, build, p50, heap });
  const fronts = (...rows) => withFront(rows).map(({ onFront }) => onFront);
  assert.deepEqual(fronts(row(0.8, 1, 1, 1), row(0.9, 2, 2, 2)), [true, true]);
  assert.deepEqual(fronts(row(0.8, 1, 1, 1), row(0.8, 1, 1, 2)), [true, false]);
  assert.deepEqual(fronts(row(0.8, 1, 1, 1), row(0.9, 1, 1, 1), row(0.9, 1, 1, 1)), [
    false,
    true,
    true,
  ]);
});

/** Embeds a text as its length; `asked` are the texts that it was asked for. */
function lengthModel() {
  const asked = [];
  const embed = async (texts) => {
    asked.push(...texts);
    const floats = Float32Array.from({ length: 512 * texts.length }, (_, i) => {
      return texts[Math.floor(i / 512)].length + (i % 512);
    });
    return { width: 512, floats };
  };
  return { asked, embed, close: async () => {} };
}

test('embeddings are computed once, and kept', async (t) => {
  const path = join(newFolder(t), 'cache', 'vectors');
  const texts = ['one', 'three', 'one', ...Array.from({ length: 40 }, (_, i) => 'x'.repeat(i + 6))];
  const first = lengthModel();
  const computed = await new Embeddings({ model: first, path }).of(texts, () => {});
  assert.deepEqual(
    computed.map(([start]) => start),
    texts.map(({ length }) => length),
  );
  assert.equal(first.asked.length, texts.length - 1);
  const second = lengthModel();
  const kept = await new Embeddings({ model: second, path }).of([...texts, 'four'], () => {});
  assert.deepEqual(kept.slice(0, -1), computed);
  assert.deepEqual(second.asked, ['four']);
});

test('a record that was cut off is computed again, and the others stay', async (t) => {
  const path = join(newFolder(t), 'vectors');
  await new Embeddings({ model: lengthModel(), path }).of(['a', 'bb'], () => {});
  const { size } = statSync(path);
  appendFileSync(path, 'half a record');
  const model = lengthModel();
  await new Embeddings({ model, path }).of(['a', 'bb', 'ccc'], () => {});
  assert.deepEqual(model.asked, ['ccc']);
  assert.equal(statSync(path).size, size * 1.5);
});

test('arguments that a run does not know are refused by name', () => {
  assert.throws(() => planOf(['--rows', 'speed']), /speed/);
  assert.throws(() => planOf(['--sets', 'turns,xquad-xx']), /xquad-xx/);
  assert.throws(() => planOf(['--only', 'lucene']), /lucene/);
  assert.throws(() => planOf(['--fast']), /--fast/);
  assert.equal(planOf(['--sets', 'turns']).command, 'npm run quality -- --sets turns');
});

const scores = (value, categories = {}) => ({
  questions: 10,
  ...{ r1: value, r5: value, r10: value, mrr: value },
  categories,
});

test('figures are judged by the targets of their set', () => {
  const recall = { sessions: { loci: scores(0.95) }, 'xquad-ar': { loci: scores(0.9) } };
  const hybrid = { sequence: { words: scores(0.7), embeddings: scores(0.5), hybrid: scores(0.8) } };
  const met = judge({ recall, hybrid }).map((row) => row.met);
  assert.deepEqual(met, [true, false, true, true]);
  const worse = { turns: { words: scores(0.7), embeddings: scores(0.5), hybrid: scores(0.69) } };
  assert.deepEqual(
    judge({ hybrid: worse }).map((row) => row.met),
    [false],
  );
  const confidence = [
    { set: 'turns', area: 0.9 },
    { set: 'all', area: 0.84 },
  ];
  assert.deepEqual(
    judge({ confidence }).map((row) => row.met),
    [false],
  );
  assert.deepEqual(judge({}), []);
});

test('the report has a table for each result, in both forms', () => {
  const kinds = Object.fromEntries(Object.keys(CATEGORIES).map((key) => [key, scores(0.4)]));
  const figures = { questions: 9, area: 0.9, covered: 0.8, uncovered: 0.2, kept: 0.9, wrong: 0.1 };
  const results = {
    command: 'npm run quality',
    machine: { cpu: 'a processor', cores: 1, memory: '1 GB', system: 'a system', node: '20' },
    notes: ['a note'],
    recall: { turns: { loci: scores(0.5, kinds), minisearch: scores(0.45, kinds) } },
    hybrid: { turns: Object.fromEntries(Object.keys(LABELS).map((key) => [key, scores(0.6)])) },
    confidence: [{ title: 'a set', ...figures }],
    pareto: [
      {
        forms: 'off',
        recall: { turns: 0.5, mean: 0.5 },
        ...{ addMany: 1, build: 1, p50: 1, smallP50: 1, heap: 1e6, onFront: true },
      },
    ],
  };
  const { rows } = planOf([]);
  const judged = judge(results);
  for (const markdown of [false, true]) {
    const text = report(results, judged, { rows, markdown });
    for (const part of ['a processor', 'a note', 'MiniSearch', 'single-hop', 'embeddings alone']) {
      assert.ok(text.includes(part), part);
    }
    for (const part of ['area under ROC', '0.450', 'Targets', 'missed', 'R@10', 'on the front']) {
      assert.ok(text.includes(part), part);
    }
  }
  assert.ok(!report(results, judged, { rows: ['recall'] }).includes('single-hop'));
});

test('every set has documents, questions and evidence among the documents', { skip }, () => {
  for (const name of Object.keys(SETS)) {
    for (const { documents, sequences, questions } of partsOf(name)) {
      assert.ok(documents.length > 10 && questions.length > 50, name);
      assert.equal(sequences?.length, SETS[name].inSequence ? documents.length : undefined);
      for (const { question, evidence, category } of questions) {
        assert.equal(typeof question, 'string');
        assert.ok(evidence.every((index) => index in documents));
        assert.equal(category in CATEGORIES, SETS[name].conversations === true);
      }
    }
  }
});

test('a run of one set and two engines', { skip }, async () => {
  const said = [];
  const plan = planOf(['--rows', 'recall', '--sets', 'xquad-zh', '--only', 'loci,minisearch']);
  const results = await run(plan, (text) => said.push(text));
  const { loci, minisearch } = results.recall['xquad-zh'];
  assert.equal(loci.questions, 1_190);
  for (const { r1, r5, r10, mrr } of [loci, minisearch]) {
    assert.ok(0 < r1 && r1 <= mrr && mrr <= r10 && r5 <= r10 && r10 <= 1);
  }
  assert.ok(loci.r1 > minisearch.r1 + 0.5, `${loci.r1}`);
  assert.deepEqual(said, ['recall, XQuAD, Chinese: Loci', 'recall, XQuAD, Chinese: MiniSearch']);
  assert.match(report(results, results.judged, plan), /XQuAD, Chinese, R@1 +0\.\d+ +≥ 0\.930/);
});

const noForms = !(await knows('forms', 'off')) && 'skipped: this build has no option `forms`';

test('each way to find forms has its times and memory', { skip: noForms }, async () => {
  const job = { source: 'generated', size: 300, rounds: 1, progress() {} };
  const byForms = await costs(job);
  assert.deepEqual(Object.keys(byForms), FORMS);
  for (const figures of Object.values(byForms)) {
    for (const key of ['addMany', 'build', 'p50', 'heap']) assert.ok(figures[key] > 0, key);
  }
});

test('confidence is measured with the evidence and without it', { skip }, async (t) => {
  if (!(await hasConfidence())) return t.skip('skipped: this build gives no confidence');
  const plan = planOf(['--rows', 'confidence', '--sets', 'xquad-es']);
  const results = await run(plan, () => {});
  const [row, all] = results.confidence;
  assert.deepEqual({ ...row, title: all.title, set: all.set }, all);
  assert.ok(row.area > 0.7 && row.covered > row.uncovered && row.kept > row.wrong);
});
