// `npm run quality`: does Loci find what answers a question? Recall beside other engines, words beside
// embeddings, and how well the confidence of an answer can be trusted.
//
//   npm run quality -- [--rows recall,hybrid] [--sets turns,xquad-th] [--only loci,minisearch]
//                      [--markdown] [--json FILE]
//
// Needs ../shared/data beside the checkout. Embeddings are computed once and kept in the user's cache.
// Progress goes to stderr, the report to stdout. Exits 0 also when a target is missed: a missed target
// is a result. Tested by tests/js/quality.test.js.

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../bindings/toolchain/build.js';
import { ensure } from '../../bindings/toolchain/ensure.js';
import { BASE, FULL, hasData } from '../bench/corpus.js';
import { listOf, machine, progressTo } from '../bench/invocation.js';
import { confidence, hasConfidence } from './confidence.js';
import { CONTENDERS, ableOf } from './contenders.js';
import { hybrid } from './hybrid.js';
import { FORMS } from './ours.js';
import { pareto } from './pareto.js';
import { recall } from './recall.js';
import { report } from './report.js';
import { SETS } from './sets.js';
import { judge } from './targets.js';

/** `categories`: recall by the kind of question, where a set has kinds. */
export const ROWS = ['recall', 'categories', 'hybrid', 'confidence', 'pareto'];

const ROUNDS = 3;

/** The plan of a run out of its command line arguments. Throws on what it does not know. */
export function planOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string' },
      sets: { type: 'string' },
      only: { type: 'string' },
      markdown: { type: 'boolean' },
      json: { type: 'string' },
    },
  });
  return {
    ...values,
    rows: listOf(values.rows, ROWS, 'rows'),
    sets: listOf(values.sets, Object.keys(SETS), 'sets'),
    names: listOf(values.only, Object.keys(CONTENDERS), 'only'),
    rounds: ROUNDS,
    source: 'locomo',
    sizes: { small: BASE, large: FULL },
    command: ['npm run quality', ...(args.length ? ['--', ...args] : [])].join(' '),
  };
}

const NOTES = [
  'Whole questions, with their stop words. R@k: the share of a question’s evidence among the first k;',
  'MRR: 1 / place of the first of it among ten. Each conversation of LoCoMo is a store of its own.',
];

/** The contenders that are measured: the front needs each way to find forms, whatever is asked for. */
async function namesOf({ rows, names }) {
  const needed = rows.includes('pareto') ? FORMS.map((forms) => `loci-${forms}`) : [];
  const all = Object.keys(CONTENDERS).filter(
    (name) => names.includes(name) || needed.includes(name),
  );
  return ableOf(all);
}

/** Runs a plan: all results as one JSON value. `progress` is told what is being done. */
export async function run(plan, progress) {
  const wanted = (...rows) => rows.some((row) => plan.rows.includes(row));
  const results = { command: plan.command, machine: machine(), notes: [...NOTES] };
  const names = await namesOf(plan);
  const hasForms = names.some((name) => CONTENDERS[name].options?.forms);
  if (wanted('recall', 'categories', 'pareto')) {
    results.recall = await recall({ ...plan, names, progress });
  }
  if (wanted('hybrid')) results.hybrid = await hybrid({ ...plan, progress });
  if (wanted('confidence')) {
    if (await hasConfidence()) results.confidence = await confidence({ ...plan, progress });
    else results.notes.push('skipped: confidence, which this build does not give');
  }
  if (wanted('pareto')) {
    if (hasForms) results.pareto = await pareto({ ...plan, recall: results.recall, progress });
    else results.notes.push('skipped: pareto, as this build has no option `forms`');
  }
  results.judged = judge(results);
  return results;
}

async function main() {
  const plan = planOf(process.argv.slice(2));
  if (!hasData()) {
    process.stdout.write('skipped: no ../shared\n');
    return;
  }
  await ensure({ tests: true });
  await ensureBuilt();
  const results = await run(plan, progressTo(process.stderr));
  process.stdout.write(report(results, results.judged, plan));
  if (plan.json) writeFileSync(plan.json, `${JSON.stringify(results, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error) => {
    process.stderr.write(`quality: ${error.message}\n`);
    process.exitCode = 1;
  });
}
