// Turns the results of a run into tables, for the terminal or for the README (Markdown).

import { ENGINES } from './engines/index.js';
import { count, megabytes, time, times } from './stats.js';
import { judgedSection, reportOf } from './tables.js';

const VECTOR_LABELS = {
  loci: 'Loci',
  loop: 'a Float32Array loop',
  orama: 'Orama',
  hnswlib: 'hnswlib-wasm',
};

function engineCells(engines, name) {
  const { build, addMany, p50, p95, memory } = engines[name];
  const against = (key) => (engines.loci ? times(engines[name][key] / engines.loci[key]) : '–');
  return [
    ENGINES[name].label,
    time(build),
    against('build'),
    time(addMany ?? build),
    time(p50),
    against('p50'),
    time(p95),
    megabytes(memory.wasm),
    megabytes(memory.js),
    megabytes(memory.rss),
  ];
}

const ENGINE_HEADER = [
  'engine',
  'build',
  '× Loci',
  'texts to index',
  'query p50',
  '× Loci',
  'p95',
  'wasm heap',
  'JS heap',
  'RSS',
];

function comparisonSection(size, engines, { source, megabytesOfText }) {
  const rows = Object.keys(engines).map((name) => engineCells(engines, name));
  const title = `${count(Number(size))} texts (${source}, ${megabytesOfText[size].toFixed(1)} MB)`;
  return { title, header: ENGINE_HEADER, rows };
}

function growthSection(growth) {
  const rows = growth.map((row) => [
    count(row.size),
    time(row.addMany),
    time(row.build),
    time(row.p50),
    megabytes(row.heap),
    time(row.add),
  ]);
  const header = ['items', 'addMany', 'rebuild', 'query p50', 'wasm heap', 'add p50'];
  return { title: 'Growth (generated text, in memory)', header, rows };
}

const VECTOR_HEADER = ['engine', 'build', 'query p50', '× Loci', 'recall@10', 'memory'];

function vectorSection({ title, size, width, results }) {
  const rows = Object.entries(results).map(([name, { build, p50, recall, bytes }]) => [
    VECTOR_LABELS[name],
    time(build),
    time(p50),
    times(p50 / results.loci.p50),
    recall === undefined ? '' : recall.toFixed(3),
    megabytes(bytes),
  ]);
  return { title: `Vectors: ${count(size)} × ${width}, ${title}`, header: VECTOR_HEADER, rows };
}

const EVIDENCE_HEADER = [
  'events',
  'saveMany',
  'open',
  'first search',
  'words and vector',
  'words',
  'vector',
  'newest',
  'expand',
  'save one',
  'wasm heap',
  'file',
];

const PALACE_TIMES = {
  save: 'addDrawers',
  open: 'open',
  first: 'first search',
  vector: 'vector',
  union: 'union',
  words: 'words',
  wing: 'one wing of 20',
  smallWing: 'a wing of 100',
  taxonomy: 'taxonomy',
  traverse: 'traverse',
  saveOne: 'addDrawer',
};

function evidenceSection(rows) {
  const cells = rows.map((row) => [
    count(row.size),
    ...['save', 'open', 'first', 'both', 'words', 'vector', 'newest', 'expand', 'saveOne'].map(
      (key) => time(row[key]),
    ),
    megabytes(row.heap),
    megabytes(row.store),
  ]);
  const title = 'Evidence (p50 of searches; three chunks an event, 384 numbers a vector)';
  return { title, header: EVIDENCE_HEADER, rows: cells };
}

function palaceSection(rows) {
  const cells = rows.map((row) => [
    count(row.size),
    ...Object.keys(PALACE_TIMES).map((key) => time(row[key])),
    megabytes(row.heap),
    megabytes(row.store),
  ]);
  const header = ['drawers', ...Object.values(PALACE_TIMES), 'wasm heap', 'store'];
  return { title: 'Palace (p50 of searches; 384 numbers a vector)', header, rows: cells };
}

function recallSection(recall) {
  const names = Object.keys(Object.values(recall)[0]);
  const rows = Object.entries(recall).map(([task, byEngine]) => [
    task,
    ...names.map((name) => byEngine[name].toFixed(3)),
  ]);
  const header = ['task', ...names.map((name) => ENGINES[name].label)];
  return { title: 'Recall (R@10 of sessions, turns; R@1 of XQuAD)', header, rows };
}

function partsSection({ parts }) {
  const rows = parts.map(({ name, bytes, budget }) => [
    name,
    count(bytes),
    count(budget),
    bytes > budget ? 'over' : '',
  ]);
  return { title: 'Parts of the .wasm', header: ['part', 'bytes', 'budget', ''], rows };
}

function sections(results, judged) {
  const list = judged.length ? [judgedSection('Loci', judged)] : [];
  for (const [size, engines] of Object.entries(results.compare)) {
    list.push(comparisonSection(size, engines, results));
  }
  if (results.growth) list.push(growthSection(results.growth));
  for (const set of results.vectors ?? []) list.push(vectorSection(set));
  if (results.evidence) list.push(evidenceSection(results.evidence));
  if (results.palace) list.push(palaceSection(results.palace));
  if (results.recall) list.push(recallSection(results.recall));
  if (results.size?.parts) list.push(partsSection(results.size));
  return list;
}

/** The report as text: ratios first, then the figures behind them. */
export function report(results, judged, { markdown }) {
  return reportOf(results, sections(results, judged), { markdown });
}
