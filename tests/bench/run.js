// `npm run bench`: Loci beside MiniSearch, FlexSearch, Orama and SQLite FTS5 in one run.
//
//   npm run bench -- [--quick] [--only loci,minisearch] [--rows build,query] [--text generated]
//                    [--markdown] [--json FILE]
//   npm run bench -- --page      serves a page that measures in your own browser
//
// Progress goes to stderr, the report to stdout. Exits 0 also when a target is missed: a missed
// target is a result. Tested by tests/js/bench.test.js.

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../bindings/toolchain/build.js';
import { ensure } from '../../bindings/toolchain/ensure.js';
import { withChildren } from './child.js';
import { compare, compareRecall } from './compare.js';
import { BASE, FULL, hasData, recallTasks, texts } from './corpus.js';
import { browsers, servePage } from './browsers.js';
import { durable } from './durable.js';
import { edge } from './edge.js';
import { ENGINES } from './engines/index.js';
import { evidence } from './evidence.js';
import { growth } from './growth.js';
import { listOf, machine, progressTo } from './invocation.js';
import { native } from './native.js';
import { palace } from './palace.js';
import { report } from './report.js';
import { wasmSize } from './size.js';
import { judge } from './targets.js';
import { vectors } from './vectors.js';

export const ROWS = [
  'build',
  'query',
  'memory',
  'size',
  'durable',
  'browsers',
  'edge',
  'growth',
  'exact',
  'native',
  'vectors',
  'evidence',
  'palace',
  'recall',
];

/** The turns of LoCoMo that are there, each once. */
const BASE_TURNS = 2_760;

const FULL_RUN = {
  rounds: 5,
  sizes: { [BASE]: 'all', [FULL]: 'all' },
  growth: [1_000, 10_000, 100_000, 1_000_000],
  exact: { size: BASE, questions: 100 },
  vectors: { node: 100_000, turns: BASE_TURNS, browser: 20_000 },
  evidence: [1_000, 10_000, 100_000],
  palace: [1_000, 10_000, 100_000],
  recall: recallTasks(),
};
const QUICK_RUN = {
  rounds: 2,
  sizes: { [BASE]: 'all', [FULL]: 'loci' },
  growth: [1_000, 10_000, 100_000],
  exact: { size: BASE, questions: 10 },
  vectors: { node: 100_000, turns: 0, browser: 0 },
  evidence: [1_000, 10_000],
  palace: [1_000, 10_000],
  recall: recallTasks().slice(0, 3),
};

const LABELS = Object.fromEntries(
  Object.entries(ENGINES).map(([name, { label }]) => [name, label]),
);

/** The plan of a run out of its command line arguments. Throws on what it does not know. */
export function planOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean' },
      markdown: { type: 'boolean' },
      only: { type: 'string' },
      rows: { type: 'string' },
      text: { type: 'string' },
      json: { type: 'string' },
      page: { type: 'boolean' },
    },
  });
  const [source] = listOf(values.text, ['locomo', 'generated'], 'text');
  return {
    ...(values.quick ? QUICK_RUN : FULL_RUN),
    ...values,
    source: hasData() ? source : 'generated',
    names: listOf(values.only, Object.keys(ENGINES), 'only'),
    rows: listOf(values.rows, ROWS, 'rows'),
    command: ['npm run bench', ...(args.length ? ['--', ...args] : [])].join(' '),
  };
}

function notesOf({ source, rounds, rows }) {
  const notes = [`Medians of ${rounds} interleaved rounds, each engine in a process of its own.`];
  if (source === 'locomo') {
    notes.push('Texts: LoCoMo turns as `Name said, "…"`, repeated with suffixes where too few.');
  }
  if (!hasData()) notes.push('skipped: no ../shared: LoCoMo and XQuAD (generated text instead)');
  if (rows.includes('build')) {
    notes.push('build: Loci rebuilds the index of a filled store; the others index from texts.');
  }
  if (rows.includes('evidence')) {
    notes.push('evidence: generated events in a file, each of three chunks, with random vectors.');
  }
  if (rows.includes('palace')) {
    notes.push(
      'palace: generated drawers in a file, with random vectors, and a closet a file of 20.',
    );
  }
  if (rows.includes('vectors')) {
    notes.push(
      'vectors: the build of Loci is its first retrieval by one; hnswlib has M 32, ef 512.',
    );
  }
  return notes;
}

const megabytesOf = (list) => list.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;

async function compareSizes(plan, wanted, progress) {
  const results = { compare: {}, megabytesOfText: {} };
  if (!['build', 'query', 'memory'].some(wanted)) return results;
  for (const [size, whom] of Object.entries(plan.sizes)) {
    const names = plan.names.filter((name) =>
      whom === 'all' ? !ENGINES[name].recallOnly : name === whom,
    );
    if (names.length === 0) continue;
    const { source, rounds } = plan;
    const asks = wanted('query');
    const job = { names, source, size: Number(size), rounds, asks, progress };
    results.compare[size] = await compare(job);
    results.megabytesOfText[size] = megabytesOf(texts(source, Number(size)));
  }
  return results;
}

function exactness({ source, exact }, progress) {
  return withChildren(['loci'], async ([child]) => {
    progress(`exactness: ${exact.questions} questions against an exhaustive search`);
    return child.call('exact', source, exact.size, exact.questions);
  });
}

/** Runs a plan: all results as one JSON value. `progress` is told what is being done. */
export async function run(plan, progress) {
  const wanted = (row) => plan.rows.includes(row);
  const ours = (row) => wanted(row) && plan.names.includes('loci');
  const results = { command: plan.command, machine: machine(), source: plan.source };
  results.notes = notesOf(plan);
  Object.assign(results, await compareSizes(plan, wanted, progress));
  if (ours('size')) results.size = wasmSize();
  if (ours('durable')) results.durable = await durable({ ...plan, progress });
  if (ours('browsers')) results.browsers = await browsers({ ...plan, progress });
  if (ours('edge')) results.edge = await edge({ ...plan, progress });
  if (ours('growth')) results.growth = await growth({ ...plan, sizes: plan.growth, progress });
  if (ours('exact')) results.exact = await exactness(plan, progress);
  if (ours('native') && !plan.quick)
    results.native = await native({ ...plan, size: FULL, progress });
  if (ours('vectors')) results.vectors = await vectors({ ...plan, sizes: plan.vectors, progress });
  if (ours('evidence')) {
    results.evidence = await evidence({ ...plan, sizes: plan.evidence, progress });
  }
  if (ours('palace')) results.palace = await palace({ ...plan, sizes: plan.palace, progress });
  if (wanted('recall')) {
    const tasks = plan.source === 'locomo' ? plan.recall : ['generated'];
    results.recall = await compareRecall({ names: plan.names, tasks, progress });
  }
  results.judged = judge(results, wanted, LABELS);
  return results;
}

async function main() {
  const plan = planOf(process.argv.slice(2));
  await ensure({ tests: true });
  if (plan.names.includes('loci')) await ensureBuilt();
  if (plan.page) {
    process.stdout.write(`Open ${await servePage()} in a browser; Ctrl-C ends it.\n`);
    return;
  }
  const results = await run(plan, progressTo(process.stderr));
  process.stdout.write(report(results, results.judged, plan));
  if (plan.json) writeFileSync(plan.json, `${JSON.stringify(results, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error) => {
    process.stderr.write(`bench: ${error.message}\n`);
    process.exitCode = 1;
  });
}
