import { MemoryError, invalidArgument } from './errors.js';
import { Memory } from './memory.js';
import { instantiate } from './module.js';

const OPTIONS = ['wasm', 'profile', 'readOnly', 'durability', 'clock', 'onProgress'];

/**
 * Makes `openMemory` for one runtime.
 * @param {object} runtime
 * @param {(url: URL) => Promise<ArrayBufferView>} runtime.read reads the wasm
 * @param {(path: string, options: {readOnly: boolean}) => object} runtime.fileHost
 *   a host of bindings/hosts for a path
 * @param {() => number} runtime.randomSeed an integer in [0, 2^53), another one at each call
 * @param {(close: () => void) => () => void} runtime.atExit calls `close` when the program ends;
 *   returns what takes that back
 */
export function makeOpenMemory(runtime) {
  return async function openMemory(location, options = {}) {
    const { clock = Date.now, wasm, onProgress, ...engineOptions } = checkOptions(options);
    const place = placeOf(location, runtime, engineOptions);
    onProgress?.({ step: 'load' });
    const module = await instantiate(wasm, runtime.read);
    onProgress?.({ step: 'open' });
    const engine = openEngine(module, place, { ...engineOptions, seed: runtime.randomSeed() });
    const durability = engineOptions.durability ?? 'full';
    const persistence = Object.freeze({ ...place.persistence, durability, role: 'sole' });
    const closed =
      place.host &&
      whenClosed(
        place.host,
        runtime.atExit(() => memory.close()),
      );
    const memory = new Memory(module, engine, { clock, persistence, closed });
    try {
      if (Object.hasOwn(place, 'bytes')) memory.importBytes(place.bytes);
      if (engineOptions.readOnly) engine.makeReadOnly();
      onProgress?.({ step: 'ready' });
    } catch (error) {
      memory.close(); // nobody else could: the caller never saw it
      throw error;
    }
    return memory;
  };
}

// The engine has closed its host, unless it crashed.
function whenClosed(host, forget) {
  return () => {
    forget();
    host.close();
  };
}

// A store in memory is empty until its bytes come, so it becomes read-only behind them.
function openEngine(module, { host }, { readOnly = false, ...options }) {
  const engine = new module.Engine();
  const all = { ...options, readOnly: readOnly && host !== null };
  const { error } = JSON.parse(engine.open(host, JSON.stringify([all])));
  if (!error) return engine;
  engine.delete();
  throw new MemoryError(error.code, error.message, error.detail);
}

function checkOptions(options) {
  if (options === null || typeof options !== 'object') {
    throw invalidArgument('options must be an object');
  }
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) {
      throw invalidArgument(`${name} is unknown here; known are ${OPTIONS.join(', ')}`);
    }
  }
  for (const name of ['clock', 'onProgress']) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw invalidArgument(`${name} must be a function`);
    }
  }
  if (options.readOnly !== undefined && typeof options.readOnly !== 'boolean') {
    throw invalidArgument('readOnly must be true or false');
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

// Where the store of a location lives, and what can be said of its safety.
function placeOf(location, runtime, { readOnly = false }) {
  if (location === ':memory:') {
    return inMemory('the location is :memory:');
  }
  if (location !== null && typeof location === 'object' && 'bytes' in location) {
    return { ...inMemory('the location is {bytes}'), bytes: location.bytes };
  }
  if (typeof location !== 'string' || location === '') {
    throw invalidArgument("location must be ':memory:', a file path or {bytes}");
  }
  if (location.startsWith('opfs:')) {
    throw invalidArgument(`location ${location} is for browsers; give a file path or ':memory:'`);
  }
  return {
    host: runtime.fileHost(location, { readOnly }),
    persistence: { mode: 'file', reason: 'the location is a path', persisted: true },
  };
}

function inMemory(reason) {
  return { host: null, persistence: { mode: 'memory', reason, persisted: false } };
}
