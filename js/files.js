// What opening an engine takes from a runtime with files: Node, and Deno and Bun, which have its
// modules. The entries differ in how they come by the engine's module and its glue.

import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';

import { NodeHost } from '../bindings/hosts/node.js';
import { Yielding } from './yielding.js';

const unclosed = new Set();

/** As openInProcess() of open.js takes it, but for `glue`. */
export const runtime = {
  read: readFile,
  fileHost: (path, options) => new NodeHost(path, options),
  yielding: (host) => new Yielding(host),
  randomSeed: () => randomInt(2 ** 48 - 1),
  atExit,
};

// A program may end without close(). Nothing is lost then, but the store would stay spread over its
// file and its log; so what is still open is closed, as long as the program ends by itself.
function atExit(close) {
  if (unclosed.size === 0) process.prependListener('exit', closeAll); // before locks are released
  unclosed.add(close);
  return () => {
    unclosed.delete(close);
    if (unclosed.size === 0) process.removeListener('exit', closeAll);
  };
}

/** Closes what is open, because the program ends. */
export function closeAll() {
  for (const close of [...unclosed]) close();
}
