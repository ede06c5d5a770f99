// How a program of the tests runs in each runtime, with no more permissions than a store needs.

import { spawn } from 'node:child_process';

import { root } from '../../bindings/toolchain/record.js';
import { bun, deno } from './runtimes.js';

/** Runtime -> (folder of the store) => the command that runs a script. */
export const runtimes = {
  Node: () => [process.execPath],
  Deno: (folder) => [
    deno,
    'run',
    '--no-prompt',
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
  ],
  'Deno, all allowed': () => [deno, 'run', '--allow-all'],
  Bun: () => [bun],
};

/** Those that are not this one. */
export const otherRuntimes = Object.keys(runtimes).filter((name) => name !== 'Node');

/**
 * Starts a script in a runtime. It finds the package by its name, as programs of users do.
 * @param {string} runtime a key of `runtimes`
 * @param {string} folder that of the store
 * @param {string[]} program the script and its arguments
 */
export function startIn(runtime, folder, program, options) {
  return startCommand([...runtimes[runtime](folder), ...program], options);
}

/** Starts a command in the root of the checkout; what it prints as errors is kept in `errors`. */
export function startCommand([command, ...args], options = {}) {
  const how = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options };
  const child = spawn(command, args, how);
  child.errors = '';
  child.stderr?.on('data', (text) => (child.errors += text));
  return child;
}

/** The lines of a stream; what it was cut off in the middle of is none. */
export async function* wholeLines(stream) {
  let rest = '';
  for await (const text of stream.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    yield* lines;
  }
}
