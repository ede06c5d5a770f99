// The entry for workers at the edge: memories in Durable Objects, and in memory. Such a runtime
// compiles no wasm, so the module comes with the call.

import createLoci from '../build/wasm/loci.js';

import { DurableObjectHost } from '../bindings/hosts/durable_object.js';
import { invalidArgument } from './errors.js';
import { openHere, placeInMemory } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';
export { evidenceText } from './evidence_text.js';

const runtime = {
  glue: () => createLoci,
  randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0],
  atExit: () => () => {},
};

export const openMemory = makeOpenMemory(open);

async function open(location, options) {
  const place = placeInMemory(location) ?? placeInObject(location, options);
  const wasm = await options.wasm;
  if (!(wasm instanceof WebAssembly.Module)) {
    throw invalidArgument(
      "wasm must be a WebAssembly.Module here: import wasm from 'loci/loci.wasm', and pass {wasm}",
    );
  }
  return openHere(place, { ...options, wasm }, runtime);
}

function placeInObject(location, { readOnly = false }) {
  if (location === null || typeof location !== 'object' || !('durableObject' in location)) {
    throw invalidArgument(
      "location must be {durableObject: ctx.storage}, ':memory:' or {bytes} at the edge",
    );
  }
  const storage = location.durableObject;
  if (!hasSql(storage)) {
    throw invalidArgument(
      'durableObject must be ctx.storage of a Durable Object with SQLite: list its class in ' +
        'new_sqlite_classes of the migrations',
    );
  }
  return {
    host: new DurableObjectHost(storage, { readOnly }),
    persistence: {
      mode: 'durable-object',
      reason: 'the location is the storage of a Durable Object',
      persisted: true,
    },
  };
}

// An object of the older kind throws where `sql` is read.
function hasSql(storage) {
  try {
    return typeof storage.sql.exec === 'function' && typeof storage.transactionSync === 'function';
  } catch {
    return false;
  }
}
