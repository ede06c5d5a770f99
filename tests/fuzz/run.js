// npm run fuzz: every fuzz target for a while, a process a processor.
//
//   npm run fuzz                                all targets, ten minutes each
//   npm run fuzz -- --seconds 60 links markdown two of them, a minute each
//
// Inputs that reached new code stay in build/fuzz/<target> for the next run; an input that broke
// something is left there too, and its path is in the output.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../bindings/toolchain/build.js';
import { ensure } from '../../bindings/toolchain/ensure.js';
import { root } from '../../bindings/toolchain/record.js';
import { exitWith } from '../../bindings/toolchain/steps.js';
import { attempt } from '../runner/attempt.js';
import { sum } from '../runner/counts.js';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Runs the targets, built before, each for so many seconds.
 * @param {string[]} chosen names without `_fuzz`; all where there are none.
 * @returns {Promise<import('../runner/report.js').Outcome>} one test a target.
 */
export async function fuzzAll(seconds, chosen = []) {
  const files = readdirSync(here).filter((name) => name.endsWith('_fuzz.cpp'));
  const targets = files.map((name) => name.replace('_fuzz.cpp', ''));
  const waiting = targets.filter((name) => chosen.length === 0 || chosen.includes(name));
  const outcomes = [];
  const work = async () => {
    while (waiting.length > 0) outcomes.push(await fuzz(waiting.shift(), seconds));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return sum(outcomes);
}

async function fuzz(target, seconds) {
  const corpus = join(root, 'build/fuzz', target);
  mkdirSync(corpus, { recursive: true });
  const seeds = join(here, 'seeds', target);
  const limits = [`-max_total_time=${seconds}`, '-timeout=10', '-rss_limit_mb=2048'];
  const folders = [corpus, ...(existsSync(seeds) ? [seeds] : [])];
  const program = join(root, 'build/sanitize/fuzz', `${target}_fuzz`);
  const result = await attempt([program, ...limits, `-artifact_prefix=${corpus}/`, ...folders]);
  return { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, log: result.output };
}

async function main(args) {
  const at = args.indexOf('--seconds');
  const [, seconds] = at < 0 ? [, '600'] : args.splice(at, 2);
  await ensure({ tests: true });
  await build('sanitize');
  const { passed, failed, log } = await fuzzAll(Number(seconds), args);
  if (log) console.log(log);
  console.log(`${passed} targets passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch(exitWith);
}
