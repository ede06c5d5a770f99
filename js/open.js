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
 */
export function makeOpenMemory(runtime) {
  return async function openMemory(location, options = {}) {
    const { clock = Date.now, wasm, onProgress, ...engineOptions } = checkOptions(options);
    const place = placeOf(location, runtime, engineOptions);
    onProgress?.({ step: 'load' });
    const module = await instantiate(wasm, runtime.read);
    const engine = new module.Engine();
    onProgress?.({ step: 'open' });
    const reply = JSON.parse(
      engine.open(place.host, JSON.stringify([{ ...engineOptions, seed: randomSeed() }])),
    );
    if (reply.error) {
      engine.delete();
      throw new MemoryError(reply.error.code, reply.error.message, reply.error.detail);
    }
    const durability = engineOptions.durability ?? 'full';
    const persistence = Object.freeze({ ...place.persistence, durability, role: 'sole' });
    const memory = new Memory(module, engine, { clock, persistence });
    if (place.bytes) importInto(memory, place.bytes);
    onProgress?.({ step: 'ready' });
    return memory;
  };
}

function importInto(memory, bytes) {
  try {
    memory.importBytes(bytes);
  } catch (error) {
    memory.close();
    throw error;
  }
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

function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xfffff) * 2 ** 32 + low;
}
