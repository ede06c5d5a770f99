// Reads from what a test program printed how many tests passed and failed.
//
// Trusting only the exit status would let a program pass that ran nothing, and trusting only the
// summary one that crashed after or before it; so they must agree, and a run without any test fails.

/** Counts of a Catch2 program from its console report. */
export function catchCounts({ ok, output }) {
  const allPassed = /All tests passed \(.* in (\d+) test cases?\)/.exec(output)?.[1];
  const summary = /^test cases:(.*)$/m.exec(output)?.[1] ?? '';
  const of = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(summary)?.[1] ?? 0);
  const counts = {
    passed: allPassed ? Number(allPassed) : of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
  };
  return agreeing(counts, { ok, output });
}

/** Counts of `node --test` from its report (reporter `spec` or `tap`). */
export function nodeCounts({ ok, output }) {
  const of = (word) => Number(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const counts = {
    passed: of('pass'),
    failed: of('fail') + of('cancelled'),
    skipped: of('skipped') + of('todo'),
  };
  return agreeing(counts, { ok, output });
}

/** The outcome of several programs taken together. */
export function sum(outcomes) {
  const add = (key) => outcomes.reduce((total, outcome) => total + (outcome[key] ?? 0), 0);
  const logs = outcomes.filter((outcome) => outcome.failed > 0).map((outcome) => outcome.log);
  return {
    passed: add('passed'),
    failed: add('failed'),
    skipped: add('skipped'),
    log: logs.join('\n'),
  };
}

function agreeing(counts, { ok, output }) {
  const ranNothing = counts.passed + counts.failed + counts.skipped === 0;
  const unexplained = counts.failed === 0 && (!ok || ranNothing);
  return { ...counts, failed: unexplained ? 1 : counts.failed, log: output };
}
