// Opens a store where this worker runs: its host, which is asynchronous to get, and the engine on it.

import { HostError } from '../../bindings/hosts/codes.js';
import { IndexedDbHost } from '../../bindings/hosts/indexed_db.js';
import { OpfsHost } from '../../bindings/hosts/opfs.js';
import { SnapshotHost, readSnapshot } from '../../bindings/hosts/snapshot.js';
import { MemoryError } from '../errors.js';
import { prepareModule } from '../module.js';
import { openHere } from '../open.js';
import { runtime } from '../runtime.js';

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 250;

/** An open store. `persistence` has mode and reason; `settle` resolves when writes are kept. */
class OpenStore {
  now = 0;
  memory;
  #host;

  static async open(host, place, options) {
    const store = new OpenStore(host);
    try {
      store.memory = await openHere(place, { ...options, clock: () => store.now }, runtime);
      await store.settle();
      return store;
    } catch (error) {
      host?.close();
      throw inBrowserWords(error);
    }
  }

  constructor(host) {
    this.#host = host;
  }

  settle() {
    return this.#host?.settle?.().catch((error) => {
      throw toMemoryError(error);
    });
  }

  /** Whether the browser still has its files. */
  async isPresent() {
    return (await this.#host?.isPresent?.()) ?? true;
  }

  async close() {
    await this.isPresent(); // which tells the host how to close
    this.memory.close();
  }
}

/**
 * Opens the store for writing. On OPFS the last owner's files may take a moment to be free, so a busy
 * one is tried again for `patience` milliseconds. Rejects with a MemoryError.
 * @param {string} name
 * @param {{mode: 'opfs' | 'indexeddb' | 'memory', reason: string}} rung
 * @param {object} options of openMemory()
 * @param {object} [place]
 * @param {number} [place.patience]
 * @param {() => boolean} [place.isWanted] false ends the waiting
 * @param {() => void} [place.beat] called with each call of the host, while others would think us stuck
 */
export async function openStore(
  name,
  { mode, reason },
  options,
  { patience = 0, isWanted = () => true, beat = () => {} } = {},
) {
  const wasm = prepareModule(options.wasm, runtime);
  const host = await hostOf(name, mode, options, { patience, isWanted, beat });
  const isSnapshot = options.readOnly && mode === 'indexeddb';
  const persistence = { mode, reason, ...(isSnapshot && { role: 'snapshot' }) };
  const place = { host: host && beating(host, beat), persistence };
  return OpenStore.open(host, place, { ...options, wasm });
}

/** A store that is kept nowhere. `place` as openHere() of open.js takes it. */
export function openInMemory(place, options) {
  return OpenStore.open(null, place, options);
}

/** The store as it is at this moment, to be read only; its owner does not notice. */
export async function openSnapshot(name, reason, options) {
  const host = new SnapshotHost(await toMemoryErrors(readSnapshot(name)));
  const place = { host, persistence: { mode: 'opfs', reason, role: 'snapshot' } };
  return OpenStore.open(host, place, { ...options, readOnly: true });
}

/** Opens the host of a store once. Rejects with a MemoryError. */
export function openOpfsHost(name) {
  return toMemoryErrors(OpfsHost.open(name));
}

/** The same error of opening an engine. Its own words are of files and paths. */
export function inBrowserWords(error) {
  if (error.code !== 'unsupported_format') return error;
  error.message = error.message.replace(
    'give the path of one, or of a file that does not exist yet',
    "give another name, or clear this site's data",
  );
  return error;
}

function hostOf(name, mode, { readOnly }, waiting) {
  if (mode === 'memory') return null;
  if (mode === 'indexeddb') return toMemoryErrors(IndexedDbHost.open(name, { readOnly }));
  return toMemoryErrors(persistently(() => OpfsHost.open(name), waiting));
}

async function persistently(open, { patience, isWanted, beat }) {
  const deadline = performance.now() + patience;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await open();
    } catch (error) {
      const isWorthIt = error instanceof HostError && error.code === 'busy';
      if (!isWorthIt || !isWanted() || performance.now() + pause > deadline) throw error;
    }
    beat();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const CODES = {
  busy: 'store_busy',
  full: 'storage_full',
  refused: 'storage_error',
  failed: 'storage_error',
};

function toMemoryError(error) {
  if (!(error instanceof HostError)) return error;
  return Object.assign(new MemoryError(CODES[error.code], error.message), { cause: error });
}

async function toMemoryErrors(promise) {
  try {
    return await promise;
  } catch (error) {
    throw toMemoryError(error);
  }
}

// The host, with a sign of life at each call: a long call of the engine is no silence then.
function beating(host, beat) {
  const wrapped = {
    durable: host.durable,
    get lastError() {
      return host.lastError;
    },
  };
  for (const call of ['open', 'read', 'write', 'truncate', 'flush', 'size', 'close']) {
    wrapped[call] = (a, b, c) => {
      beat();
      return host[call](a, b, c);
    };
  }
  if (host.releaseReserve) wrapped.releaseReserve = () => host.releaseReserve();
  return wrapped;
}
