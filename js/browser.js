// The entry for browsers: pages and workers.

import { invalidArgument } from './errors.js';
import { openExclusively } from './exclusive.js';
import { checkOptions, openHere, placeInMemory } from './open.js';
import { RemoteMemory } from './remote_memory.js';
import { runtime } from './runtime.js';
import { openSeatLine } from './seat_line.js';
import { WorkerLine } from './worker_line.js';

export { MemoryError } from './errors.js';

const OPTIONS = ['worker', 'broker', 'exclusive'];
const isPage = typeof document !== 'undefined';
const isDedicatedWorker =
  typeof DedicatedWorkerGlobalScope !== 'undefined' &&
  globalThis instanceof DedicatedWorkerGlobalScope;

export async function openMemory(location, options = {}) {
  const checked = checkOptions(options, OPTIONS);
  const place = placeInMemory(location);
  if (place && checked.worker === undefined) return openHere(place, checked, runtime);
  if (place) return openRemotely({ place }, checked);
  const store = storeOf(location);
  if (!isPage && !isDedicatedWorker) throw homeless(location);
  if (!checked.exclusive) return openRemotely({ store }, checked);
  if (!isPage) return openExclusively(store, withoutWorkers(checked));
  throw invalidArgument('exclusive is for dedicated workers; a page shares its memory by promises');
}

async function openRemotely(location, { clock = Date.now, wasm, ...options }) {
  const movable = { ...options, ...(wasm !== undefined && { wasm: await toMovable(wasm) }) };
  const line = isPage
    ? await WorkerLine.open(location, movable)
    : await openSeatLine(location, withoutWorkers(movable));
  return new RemoteMemory(line, clock);
}

// What can be posted to a worker; an address means there what it means here.
async function toMovable(wasm) {
  if (typeof wasm === 'string' || wasm instanceof URL)
    return new URL(wasm, globalThis.location.href).href;
  return wasm instanceof Response ? wasm.arrayBuffer() : wasm;
}

function withoutWorkers({ worker: _worker, broker: _broker, exclusive: _exclusive, ...options }) {
  return options;
}

function storeOf(location) {
  if (typeof location === 'string' && /^opfs:./.test(location))
    return location.slice('opfs:'.length);
  throw invalidArgument("location must be 'opfs:<name>', ':memory:' or {bytes} in a browser");
}

// It could keep pages in IndexedDB, but that would be another store than the one of the pages.
function homeless(location) {
  const remedy = "open it in a page or a dedicated worker, or open ':memory:' here";
  return invalidArgument(`${location} cannot be opened in a shared or service worker; ${remedy}`);
}
