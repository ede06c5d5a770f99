// The suites of `npm test`, in the order in which they run.

import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { formatCpp, formatScripts } from '../../bindings/toolchain/format.js';
import { root } from '../../bindings/toolchain/record.js';
import { fuzzAll } from '../fuzz/run.js';
import { attempt, failure } from './attempt.js';
import { catchCounts, nodeCounts, sum } from './counts.js';

const secondsPerFuzzTarget = 15;

/** @type {import('./report.js').Suite[]} */
export const suites = [
  { name: 'format', run: checkFormat },
  {
    name: 'native',
    builds: ['sanitize', []],
    run: () => runCatch(['build/sanitize/tests/loci_tests']),
  },
  {
    name: 'wasm',
    builds: ['wasm', []],
    run: () => runCatch(['node', 'build/wasm/tests/loci_tests.js']),
  },
  { name: 'types', run: checkTypes },
  { name: 'js', builds: ['wasm', ['loci']], run: () => runNode('tests/js') },
  // Deno and Bun, and workerd, driven from Node.
  { name: 'runtimes', builds: ['wasm', ['loci']], run: () => runNode('tests/runtimes') },
  { name: 'edge', builds: ['wasm', ['loci']], run: () => runNode('tests/edge') },
  {
    name: 'browser',
    builds: ['wasm', ['loci']],
    run: async () => sum([await runPages(), await runBrowsers()]),
  },
  { name: 'fuzz', builds: ['sanitize', []], run: () => fuzzAll(secondsPerFuzzTarget) },
];

async function checkFormat() {
  const checks = [formatCpp, formatScripts].map((format) => format({ check: true }));
  const verdicts = await Promise.allSettled(checks);
  return sum(verdicts.map(({ reason }) => (reason ? failure(reason) : { passed: 1, failed: 0 })));
}

async function checkTypes() {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { ok, output } = await attempt(['node', compiler, '-p', 'tests/js/tsconfig.json']);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, log: output };
}

const SHARES_PER_PROCESSOR = 8; // some test cases take a minute: small shares end together

/** One process a processor at a time, each with a share of the test cases. */
async function runCatch(program) {
  const processors = availableParallelism();
  const count = SHARES_PER_PROCESSOR * processors;
  const share = (index) => [
    ...program,
    '--colour-mode',
    'none',
    '--shard-count',
    `${count}`,
    '--shard-index',
    `${index}`,
  ];
  const outcomes = [];
  let next = 0;
  const work = async () => {
    while (next < count) outcomes.push(catchCounts(await attempt(share(next++))));
  };
  await Promise.all(Array.from({ length: processors }, work));
  return sum(outcomes);
}

// A page that waits for ever ends its file after ten minutes.
const BROWSER_OPTIONS = ['--test-timeout=600000'];
const isPage = (path) => basename(path).startsWith('page');

/** The pages of the demo: most of the time they wait for the browser. */
const runPages = () => runNode('tests/browser', { only: isPage, options: BROWSER_OPTIONS });

/** One file at a time: a browser is a dozen processes, and some tests measure times. */
const runBrowsers = () =>
  runNode('tests/browser', {
    only: (path) => !isPage(path),
    concurrency: 1,
    options: BROWSER_OPTIONS,
  });

/** The test files in a folder; unless told otherwise as many at a time as there are processors. */
async function runNode(folder, how = {}) {
  const { only = () => true, concurrency = availableParallelism(), options = [] } = how;
  const paths = readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.js') && only(name))
    .map((name) => `${folder}/${name}`);
  const reported = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`];
  return nodeCounts(await attempt(['node', ...reported, ...options, ...paths]));
}
