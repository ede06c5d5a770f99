// The entry for browsers: pages and workers.

import { encodeStoreName } from '../bindings/hosts/store_name.js';
import { copyDictionary } from './dictionary.js';
import { invalidArgument } from './errors.js';
import { openExclusively } from './exclusive.js';
import { toMovable } from './module.js';
import { openHere, placeInMemory } from './open.js';
import { makeOpenMemory } from './open_memory.js';
import { RemoteMemory } from './remote_memory.js';
import { runtime } from './runtime.js';
import { openSeatLine } from './seat_line.js';
import { WorkerLine } from './worker_line.js';

export { MemoryError } from './errors.js';
export { evidenceText } from './evidence_text.js';

const OPTIONS = ['worker', 'broker', 'exclusive'];
const SCHEME = 'opfs:';
const SHOWN = 40; // characters of a location in a message
const isPage = typeof document !== 'undefined';
const isDedicatedWorker =
  typeof DedicatedWorkerGlobalScope !== 'undefined' &&
  globalThis instanceof DedicatedWorkerGlobalScope;

export const openMemory = makeOpenMemory(open, OPTIONS);

async function open(location, checked) {
  const place = placeInMemory(location);
  if (place && checked.exclusive) throw unshared();
  if (place && checked.worker === undefined) {
    return openHere(place, withoutWorkers(checked), runtime);
  }
  if (place) return openRemotely({ place }, checked);
  const store = storeOf(location);
  if (!isPage && !isDedicatedWorker) throw homeless(location);
  if (!checked.exclusive) return openRemotely({ store }, checked);
  if (!isPage) return openExclusively(store, withoutWorkers(checked));
  throw invalidArgument('exclusive is for dedicated workers; a page shares its memory by promises');
}

async function openRemotely(
  location,
  { clock = Date.now, monotonic, wasm, model, dictionary, exclusive: _exclusive, ...options },
) {
  if (monotonic !== undefined) throw elsewhere();
  const movable = {
    ...options,
    ...(dictionary && { dictionary: copyDictionary(dictionary) }),
    ...(wasm !== undefined && { wasm: await toMovable(wasm) }),
  };
  const line = isPage
    ? await WorkerLine.open(location, movable)
    : await openSeatLine(location, withoutWorkers(movable));
  return new RemoteMemory(line, clock, model);
}

function withoutWorkers({ worker: _worker, broker: _broker, exclusive: _exclusive, ...options }) {
  return options;
}

function storeOf(location) {
  if (typeof location !== 'string' || location === SCHEME || !location.startsWith(SCHEME)) {
    throw invalidArgument("location must be 'opfs:<name>', ':memory:' or {bytes} in a browser");
  }
  const name = location.slice(SCHEME.length);
  try {
    encodeStoreName(name);
    return name;
  } catch ({ message }) {
    throw invalidArgument(`location ${location.slice(0, SHOWN)}…: ${message}`);
  }
}

function unshared() {
  const what = "exclusive is for 'opfs:<name>'; ':memory:' and {bytes} belong to their opener";
  return invalidArgument(`${what} anyway, so leave it out`);
}

function elsewhere() {
  const what = 'monotonic is asked where the engine runs, which may be another tab or worker';
  return invalidArgument(`${what}; leave it out, or open with exclusive: true`);
}

// It could keep pages in IndexedDB, but that would be another store than the one of the pages.
function homeless(location) {
  const remedy = "open it in a page or a dedicated worker, or open ':memory:' here";
  return invalidArgument(`${location} cannot be opened in a shared or service worker; ${remedy}`);
}
