// Loci and its peers side by side. Rounds are interleaved, every engine once in each, so that a
// machine that slows down for a while slows all of them; figures are medians over the rounds.

import { withChildren } from './child.js';
import { median, quantile } from './stats.js';

const QUESTIONS = { small: 100, large: 25 };

async function buildRound(children, round, { source, size, progress }) {
  for (const child of children) {
    progress(`${size} texts, round ${round + 1}: ${child.name} builds`);
    const result = await child.call('build', source, size);
    child.builds.push(result);
    child.memory ??= await child.call('memory');
  }
}

async function queryRound(children, round, { source, size, progress }) {
  const number = size > 20_000 ? QUESTIONS.large : QUESTIONS.small;
  for (const child of children) {
    progress(`${size} texts, round ${round + 1}: ${child.name} answers ${number} questions`);
    const ms = await child.call('query', round * number, number);
    child.p50s.push(quantile(ms, 0.5));
    child.p95s.push(quantile(ms, 0.95));
  }
}

const summary = ({ builds, memory, p50s, p95s }) => ({
  build: median(builds.map(({ build }) => build)),
  addMany: builds[0].addMany && median(builds.map(({ addMany }) => addMany)),
  p50: median(p50s),
  p95: median(p95s),
  memory,
});

/**
 * Measures the engines at one size: `{names, source, size, rounds, asks, progress(text)}`, `asks` being
 * false to build only. An object by engine name: `{build, addMany?, p50, p95}` in ms (NaN when not
 * asked) and `memory: {js, rss, wasm?}` in bytes.
 */
export function compare(options) {
  return withChildren(options.names, async (children) => {
    for (const child of children) Object.assign(child, { builds: [], p50s: [], p95s: [] });
    for (let round = 0; round < options.rounds; round++) {
      await buildRound(children, round, options);
      if (options.asks) await queryRound(children, round, options);
    }
    return Object.fromEntries(children.map((child) => [child.name, summary(child)]));
  });
}

/** Recall of each engine on each task: an object by task, by engine name, of shares in [0, 1]. */
export function compareRecall({ names, tasks, progress }) {
  return withChildren(names, async (children) => {
    const result = {};
    for (const task of tasks) {
      result[task] = {};
      for (const child of children) {
        progress(`recall on ${task}: ${child.name}`);
        result[task][child.name] = await child.call('recall', task);
      }
    }
    return result;
  });
}
