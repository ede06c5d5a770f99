// Progress of a set-up: numbered steps with their times, and what to do when one fails.

import { CommandError } from './shell.js';

/** A failure the user can mend. `mend` says how, in words or commands. */
export class SetupError extends Error {
  constructor(message, mend) {
    super(message);
    this.name = 'SetupError';
    this.mend = mend;
  }
}

/**
 * Runs the steps in order, each announced on standard error. The first failure ends the run.
 * @param {{name: string, run: () => Promise<void>, mend?: string}[]} steps
 * @returns rejects with SetupError, which names the step.
 */
export async function runSteps(title, steps, out = process.stderr) {
  for (const [index, step] of steps.entries()) {
    const label = `${title} [${index + 1}/${steps.length}] ${step.name}`;
    out.write(`${label} ... `);
    const begun = performance.now();
    try {
      await step.run();
    } catch (error) {
      out.write('failed\n');
      throw new SetupError(`${label} failed.\n${describe(error)}`, error.mend ?? step.mend);
    }
    out.write(`${seconds(begun)}\n`);
  }
}

/** Time since `begun` (of performance.now()) as text: '12.3 s'. */
export function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

/** Prints a failure for a person and ends the process with status 1. */
export function exitWith(error) {
  const known = error instanceof SetupError || error instanceof CommandError;
  console.error(known ? describe(error) : error);
  if (error.mend) console.error(`\nTo mend it: ${error.mend}`);
  process.exit(1);
}

function describe(error) {
  return error instanceof CommandError ? `${error.message}\n${error.output}` : error.message;
}
