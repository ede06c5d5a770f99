// The rows that are judged: each is a figure of this run, its unit, and the bound it must keep.
// A row without a bound is a figure to be watched. Ratios are peer / Loci, so larger is better.

import { FULL, BASE } from './corpus.js';
import { count, megabytes, time, times } from './stats.js';

const bytes = (n) => `${count(n)} bytes`;
/** A share in [0, 1] as text. */
export const share = (value) => value.toFixed(3);

const row = (what, value, show, bound, atLeast = false) => ({
  what,
  value,
  shown: show(value),
  target: bound === undefined ? '' : `${atLeast ? '≥' : '≤'} ${show(bound)}`,
  met: bound === undefined ? undefined : atLeast ? value >= bound : value <= bound,
});

/** A row whose figure may be `bound` at most; without a bound it is not judged. */
export const atMost = (what, value, show, bound) => row(what, value, show, bound);

/** A row whose figure must be `bound` at least. */
export const atLeast = (what, value, show, bound) => row(what, value, show, bound, true);
const figure = (what, value, show) => row(what, value, show);

function sizeRows({ size }) {
  if (!size) return [];
  return [
    atMost('.wasm, engine and SQLite together', size.raw, bytes, 866_600),
    atMost('.wasm, gzip', size.gzip, bytes, 396_000),
  ];
}

const RATIO_TARGETS = {
  build: { minisearch: 8, fts5: 8, 'fts5-porter': 8 },
  p50: { minisearch: 300, fts5: 300, 'fts5-porter': 300, flexsearch: 30 },
};

function ratioRows(engines, key, what, labels) {
  return Object.keys(engines)
    .filter((name) => name !== 'loci')
    .map((name) => {
      const ratio = engines[name][key] / engines.loci[key];
      const bound = RATIO_TARGETS[key][name];
      return atLeast(`${what}: against ${labels[name]}`, ratio, times, bound);
    });
}

function comparisonRows({ compare }, wanted, labels) {
  const full = compare[FULL];
  const base = compare[BASE];
  const rows = [];
  if (full?.loci && wanted('build')) {
    rows.push(...ratioRows(full, 'build', 'build, 99 994 texts', labels));
    rows.push(atMost('build (rebuild), 99 994 texts', full.loci.build, time, 450));
    rows.push(figure('addMany, 99 994 texts', full.loci.addMany, time));
  }
  if (full?.loci && wanted('query')) {
    rows.push(...ratioRows(full, 'p50', 'query p50, 99 994 texts', labels));
    rows.push(atMost('query p50, 99 994 texts', full.loci.p50, time, 0.5));
  }
  if (base?.loci && wanted('query')) {
    rows.push(atMost('query p50, 5 882 texts', base.loci.p50, time, 0.08));
  }
  if (full?.loci && wanted('memory')) {
    rows.push(atMost('wasm heap, 99 994 texts', full.loci.memory.wasm, megabytes, 60e6));
  }
  return rows;
}

function durableRows({ durable }) {
  if (!durable) return [];
  return [
    atMost('open a stored 10 000-item memory, first query', durable.open, time, 100),
    atMost('add one item, durable, at 10 000 items, p50', durable.add, time, 2),
    figure('  a plain 4 KB write and fsync here, p50', durable.fsync, time),
  ];
}

function nativeRows({ native }) {
  if (!native) return [];
  const { wasm, native: alone, vectors } = native;
  return [
    atMost('query p50, 99 994 texts: against the same engine native', wasm / alone, times, 1.6),
    figure('  native', alone, time),
    figure(
      'cosine top 10, random: against the same engine native',
      vectors.wasm / vectors.native,
      times,
    ),
    figure('  native', vectors.native, time),
  ];
}

const OPEN_TARGET = { Chromium: 180 };

function browserRows({ browsers }) {
  return Object.entries(browsers ?? {}).flatMap(([name, { open, openModules, add, failover }]) => [
    atMost(`${name}: open 10 000 items on OPFS, first query`, open, time, OPEN_TARGET[name]),
    atMost(`${name}:   the same, not bundled`, openModules, time, OPEN_TARGET[name]),
    atMost(`${name}: add one item, durable, at 10 000 items, p50`, add.leader, time, 8),
    atMost(`${name}:   the same from a tab that follows, p50`, add.follower, time, 8),
    figure(
      `${name}: leader's tab closed, a follower's write, 1 000 items, p50`,
      failover.median,
      time,
    ),
    atMost(`${name}:   p99`, failover.p99, time, 250),
  ]);
}

const pace = ({ perSecond, p50, p99 }) =>
  `${count(Math.round(perSecond))}/s, p50 ${time(p50)}, p99 ${time(p99)}`;

function edgeRows({ edge }) {
  if (!edge) return [];
  const { one, many, read, add, cold, storeBytes, heapBytes } = edge;
  const opening = 'workerd: open 10 000 items in a Durable Object, first query';
  return [
    atMost(opening, cold.process, time, 120),
    figure('workerd:   the same in an isolate that runs', cold.object, time),
    figure('workerd: retrieve, one client', one, pace),
    figure('workerd: retrieve, 16 clients', many, pace),
    figure('workerd: add one item, kept, p50', add, time),
    figure('workerd:   an item by its name, p50', read, time),
    figure('workerd: 10 000 items, stored', storeBytes, megabytes),
    figure('workerd: 10 000 items, wasm heap', heapBytes, megabytes),
  ];
}

/** How much faster than the size a figure grows between two sizes: 1 is linear, 0 is flat. */
function exponent(rows, key) {
  const [first, last] = [rows.at(0), rows.at(-1)];
  return Math.log(last[key] / first[key]) / Math.log(last.size / first.size);
}

function growthRows({ growth }) {
  if (!growth || growth.length < 2) return [];
  const power = (value) => `n^${value.toFixed(2)}`;
  const span = `${count(growth[0].size)} to ${count(growth.at(-1).size)} items`;
  return [
    atMost(`query p50, ${span}`, exponent(growth, 'p50'), power, 1),
    atMost(`wasm heap, ${span}`, exponent(growth, 'heap'), power, 1),
    atMost(`add in memory, ${span}`, exponent(growth, 'add'), power, 0.1),
  ];
}

function exactRows({ exact }) {
  if (!exact) return [];
  return exact.map(({ profile, questions, worst }) => {
    const what = `exact top 10, ${profile}, ${questions} questions: largest difference of a score`;
    return atMost(what, worst, (value) => value.toExponential(0), 1e-9);
  });
}

function vectorRows({ vectors }) {
  return (vectors ?? []).flatMap(({ title, size, width, floats, results }) => {
    const { loci, loop } = results;
    const what = `cosine top 10, ${count(size)} × ${width}, ${title}`;
    const enough = size >= 100_000 ? 25 : undefined; // small sets end before they begin
    return [
      atMost(what, loci.p50, time, 5),
      atLeast(`${what}: against a plain Float32Array loop`, loop.p50 / loci.p50, times, enough),
      atLeast(`${what}: recall@10`, loci.recall, share, 0.99),
      atMost(`${what}: index memory, of float32`, loci.bytes / floats, share, 0.5),
      ...(loci.both ? [figure(`${what}: by words and vector`, loci.both, time)] : []),
    ];
  });
}

function evidenceRows({ evidence }) {
  if (!evidence) return [];
  const largest = evidence.at(-1);
  const what = `evidence: search p50, ${count(largest.size)} events, ${count(3 * largest.size)} chunks`;
  const rows = [
    atMost(`${what}, words and vector`, largest.both, time, 30),
    figure('  wasm heap', largest.heap, megabytes),
  ];
  if (evidence.length < 2) return rows;
  const span = `${count(evidence[0].size)} to ${count(largest.size)} events`;
  const power = (value) => `n^${value.toFixed(2)}`;
  rows.push(atMost(`  growth from ${span}`, exponent(evidence, 'both'), power, 1));
  return rows;
}

function palaceRows({ palace }) {
  if (!palace) return [];
  const largest = palace.at(-1);
  return [
    atMost(`palace: search p50, ${count(largest.size)} drawers`, largest.vector, time, 15),
    atMost('  in a wing of 100', largest.smallWing, time, 1),
    atMost('  taxonomy', largest.taxonomy, time, 20),
    figure('  wasm heap', largest.heap, megabytes),
  ];
}

function recallRows({ recall }) {
  return Object.entries(recall ?? {})
    .filter(([, byEngine]) => 'loci' in byEngine)
    .map(([task, byEngine]) => figure(`recall, ${task}`, byEngine.loci, share));
}

/** All rows that the results of a run allow: `[{what, value, shown, target, met?}]`. */
export function judge(results, wanted, labels) {
  return [
    ...comparisonRows(results, wanted, labels),
    ...sizeRows(results),
    ...durableRows(results),
    ...browserRows(results),
    ...edgeRows(results),
    ...growthRows(results),
    ...exactRows(results),
    ...nativeRows(results),
    ...vectorRows(results),
    ...evidenceRows(results),
    ...palaceRows(results),
    ...recallRows(results),
  ];
}
