// A program run for its verdict: failing is an answer, not an error.

import { root } from '../../bindings/toolchain/record.js';
import { CommandError, run } from '../../bindings/toolchain/shell.js';

/**
 * Runs a program in the root of the checkout.
 * @returns {Promise<{ok: boolean, output: string}>} did it exit with 0, and what it printed: its
 *     standard output, or when it failed all of it.
 */
export async function attempt([command, ...args]) {
  try {
    return { ok: true, output: await run(command, args, { cwd: root }) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { ok: false, output: describe(error) };
  }
}

/** The outcome of a suite that ended in an error: one failure, told by what the error tells. */
export function failure(error) {
  return { passed: 0, failed: 1, log: describe(error) };
}

function describe(error) {
  return error instanceof CommandError ? `${error.message}\n${error.output}` : error.stack;
}
