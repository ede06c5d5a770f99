// Runs suites in order and tells how they went: a line each, and all output of what failed.

import { build } from '../../bindings/toolchain/build.js';
import { seconds } from '../../bindings/toolchain/steps.js';
import { failure } from './attempt.js';

/**
 * @typedef {{passed: number, failed: number, skipped?: number, log?: string}} Outcome
 * @typedef {{name: string, builds?: [preset: string, targets: string[]], run: () => Promise<Outcome>}} Suite
 *
 * Runs the suites. A build that fails counts as one failure, and the suites on it are not run.
 * @param {Suite[]} suites
 * @returns {Promise<{passed: number, failed: number}>} the sums over all of them.
 */
export async function runSuites(suites) {
  const built = new Map();
  const failures = [];
  const times = [];
  const total = { passed: 0, failed: 0 };
  const add = (name, outcome) => {
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    if (outcome.failed > 0) failures.push(name);
    return outcome.failed === 0;
  };
  const timed = async (name, work) => {
    const begun = performance.now();
    const outcome = await report(name, work);
    times.push(`${name} ${seconds(begun)}`);
    return add(name, outcome);
  };
  for (const { name, builds, run } of suites) {
    const key = builds?.flat().join(' ');
    if (builds && !built.has(key)) {
      built.set(key, await timed(`build ${key}`, () => buildAll(builds)));
    }
    if (builds && !built.get(key)) console.log(`${name}: not run, its build failed`);
    else await timed(name, run);
  }
  console.log(`\nTimes: ${times.join('; ')}`);
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
  return total;
}

async function buildAll([preset, targets]) {
  await build(preset, targets);
  return { passed: 0, failed: 0 };
}

async function report(name, work) {
  process.stdout.write(`${name} ... `);
  const begun = performance.now();
  const outcome = await work().catch(failure);
  console.log(`${describe(outcome)}, ${seconds(begun)}`);
  if (outcome.failed > 0) console.log(outcome.log);
  return outcome;
}

function describe({ passed, failed, skipped = 0 }) {
  const counts = [
    [passed, 'passed'],
    [skipped, 'skipped'],
    [failed, 'failed'],
  ];
  const told = counts.filter(([count]) => count > 0).map((pair) => pair.join(' '));
  return told.length > 0 ? told.join(', ') : 'done';
}
