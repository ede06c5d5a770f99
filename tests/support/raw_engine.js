// The engine's module without the package around it: each method with its JSON, as js/memory.js
// calls it.

import { readFileSync } from 'node:fs';

import createLoci from '../../build/wasm/loci.js';

const wasm = new WebAssembly.Module(
  readFileSync(new URL('../../build/wasm/loci.wasm', import.meta.url)),
);
const TIME = Date.UTC(2026, 0, 2);

/** Opens the store that `host` holds, null for one in memory. Close it with `engine.close()`. */
export async function openRaw(host, options = {}) {
  const module = await createLoci({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(wasm, imports);
      done(instance, wasm);
      return instance.exports;
    },
  });
  const engine = new module.Engine();
  resultOf(engine.open(host, handOver(engine, [{ seed: 1, ...options }])));
  return engine;
}

/** What a method answers; its error is thrown. */
export function call(engine, method, ...args) {
  return resultOf(new TextDecoder().decode(engine[method](handOver(engine, args), TIME)));
}

/** As call(), with bytes. */
export function importInto(engine, bytes) {
  engine.reserve(bytes.length).set(bytes);
  return resultOf(engine.importBytes(bytes.length));
}

function handOver(engine, args) {
  const bytes = new TextEncoder().encode(JSON.stringify(args));
  engine.reserve(bytes.length).set(bytes);
  return bytes.length;
}

function resultOf(reply) {
  const { result, error } = JSON.parse(reply);
  if (error) throw Object.assign(new Error(error.message), error);
  return result;
}
