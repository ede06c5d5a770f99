#!/usr/bin/env node
// The command line `loci`, for Node, Deno and Bun. `loci` alone tells how it is used; the commands are
// in cli/.

import { run } from './cli/run.js';

/** Opens by the entry of this runtime, which is loaded only for commands that open a store. */
async function openMemory(location, options) {
  const entry = await import(entryHere());
  return entry.openMemory(location, options);
}

// Addresses and no calls of import(): a runtime reads those ahead, and refuses what is for another.
function entryHere() {
  if (globalThis.Deno) return './deno.js';
  return process.versions.bun ? './bun.js' : './index.js';
}

const { stdin: input, stdout: output, stderr: errors, env: environment, argv } = process;
process.exitCode = await run(argv.slice(2), { input, output, errors }, { environment, openMemory });
