// What opening an engine takes from a runtime with files: Node, and Deno and Bun, which have its
// modules. The entries differ in how they come by the package's own wasm.

import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import process from 'node:process';

import { NodeHost } from '../bindings/hosts/node.js';
import { Yielding } from './yielding.js';

const unclosed = new Set();

/** As openInProcess() of open.js takes it. */
export const runtime = {
  read: readFile,
  glue: importGlue,
  fileHost: (path, options) => new NodeHost(path, options),
  yielding: (host) => new Yielding(host),
  randomSeed: () => randomInt(2 ** 48 - 1),
  atExit,
};

async function importGlue() {
  try {
    return (await import('../build/wasm/loci.js')).default;
  } catch (cause) {
    if (cause?.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('Loci is not built yet: run `npm run build` in its folder', { cause });
  }
}

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
