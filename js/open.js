import { checkTimeout } from './embedder.js';
import { Attachments } from './attachments.js';
import { checkDictionary, mapFiles } from './dictionary.js';
import { MemoryError, invalidArgument, notPersisted } from './errors.js';
import { Memory } from './memory.js';
import { checkModel } from './model.js';
import { instantiate } from './module.js';

const OPTIONS = [
  'wasm',
  'profile',
  'readOnly',
  'durability',
  'clock',
  'monotonic',
  'onProgress',
  'requirePersistence',
  'model',
  'embedder',
  'embedderTimeout',
  'segmenter',
  'dictionary',
  'forms',
];
const TYPED = {
  function: ['clock', 'monotonic', 'onProgress', 'embedder'],
  boolean: ['readOnly', 'requirePersistence', 'exclusive'],
};
const WORDS = {
  profile: ['default', 'reference'],
  durability: ['full', 'relaxed'],
  segmenter: ['auto', 'jieba', 'bigram'],
  forms: ['grams', 'off', 'stems', 'both'],
};
const ENCODER = new TextEncoder();

/**
 * Makes what opens a location in this process, for a runtime with files.
 * @param {object} runtime
 * @param {(url: URL) => Promise<ArrayBufferView | Response>} runtime.read reads the wasm
 * @param {() => Promise<Function>} runtime.glue gives the factory of build/wasm/loci.js
 * @param {(path: string, options: {readOnly: boolean}) => object} runtime.fileHost
 *   a host of bindings/hosts for a path
 * @param {(host: object) => object} [runtime.yielding] shares the store of such a host with other
 *   processes, as Yielding of yielding.js does
 * @param {() => number} runtime.randomSeed an integer in [0, 2^53), another one at each call
 * @param {(close: () => void) => () => void} runtime.atExit calls `close` when the program ends;
 *   returns what takes that back
 */
export function openInProcess(runtime) {
  return async function open(location, options) {
    const place = placeInMemory(location) ?? placeInFile(location, runtime, options);
    return openHere(place, options, runtime);
  };
}

/**
 * Opens the engine where this code runs.
 * @param {{host: object | null, yielding?: object, persistence: object, bytes?: Uint8Array}} place
 *   `host`: nothing for a store in memory, which takes its content from `bytes`
 * @param {object} options as checkOptions() gives them
 * @param {object} runtime as openInProcess() takes it; `fileHost` is not needed
 * @returns {Promise<Memory>}
 */
export async function openHere(place, options, runtime) {
  const {
    clock = Date.now,
    monotonic = () => performance.now(),
    wasm,
    onProgress,
    requirePersistence,
    model,
    ...engineOptions
  } = options;
  if (requirePersistence && place.persistence.mode === 'memory') {
    throw notPersisted(place.persistence.reason);
  }
  onProgress?.({ step: 'load' });
  const module = await instantiate(wasm, runtime);
  onProgress?.({ step: 'open' });
  await place.yielding?.wait();
  const engine = openEngine(module, place, { ...engineOptions, seed: runtime.randomSeed() });
  const durability = engineOptions.durability ?? 'full';
  const persistence = Object.freeze({ role: 'sole', ...place.persistence, durability });
  const closed =
    place.host &&
    whenClosed(
      place,
      runtime.atExit(() => memory.close()),
    );
  const { host, yielding } = place;
  const memory = new Memory(module, engine, {
    clock,
    monotonic,
    model,
    persistence,
    inParts: host?.atomic === true,
    closed,
    yielding,
  });
  try {
    if (Object.hasOwn(place, 'bytes')) memory.importBytes(place.bytes);
    if (engineOptions.readOnly) engine.makeReadOnly();
    else yielding?.begin(memory);
    onProgress?.({ step: 'ready' });
  } catch (error) {
    memory.close(); // nobody else could: the caller never saw it
    throw error;
  }
  return memory;
}

// The engine has closed its host, unless it crashed.
function whenClosed({ host, yielding }, forget) {
  return () => {
    forget();
    host.close();
    yielding?.end();
  };
}

// A store in memory is empty until its bytes come, so it becomes read-only behind them.
function openEngine(module, { host, yielding }, { readOnly = false, dictionary, ...options }) {
  const engine = new module.Engine();
  const all = { ...options, readOnly: readOnly && host !== null };
  try {
    const size = handOver(engine, all, dictionary);
    const { error } = JSON.parse(engine.open(host, size));
    if (error) {
      const detail = error.detail ?? yielding?.detailOf(error.code);
      throw new MemoryError(error.code, error.message, detail);
    }
    return engine;
  } catch (error) {
    engine.delete();
    host?.close(); // it may have been waited for, and never been asked to open
    throw error;
  }
}

// Puts the options where the engine reads them, the dictionary behind them; how many bytes that is.
function handOver(engine, options, dictionary) {
  const attachments = new Attachments();
  const attached = dictionary && mapFiles(dictionary, (bytes) => attachments.add(bytes));
  const json = ENCODER.encode(JSON.stringify([{ ...options, dictionary: attached }]));
  const room = engine.reserve(json.length + attachments.room);
  if (!room) throw new MemoryError('out_of_memory', 'no room for the dictionary');
  room.set(json);
  return attachments.writeTo(room, json.length);
}

/**
 * The options that were given. `more` names those that a runtime knows beside the common ones.
 */
export function checkOptions(options, more = []) {
  if (options === null || typeof options !== 'object') {
    throw invalidArgument('options must be an object');
  }
  const known = [...OPTIONS, ...more];
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw invalidArgument(`${name} is unknown here; known are ${known.join(', ')}`);
    }
  }
  checkTypes(options);
  checkWords(options);
  checkModel(options.model);
  checkTimeout(options.embedderTimeout);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const checked = Object.fromEntries(given);
  if ((checked.dictionary ?? null) !== null)
    checked.dictionary = checkDictionary(checked.dictionary);
  return checked;
}

function checkTypes(options) {
  for (const [type, names] of Object.entries(TYPED)) {
    for (const name of names) {
      if (options[name] === undefined || typeof options[name] === type) continue;
      throw invalidArgument(
        `${name} must be ${type === 'boolean' ? 'true or false' : 'a function'}`,
      );
    }
  }
}

// The engine judges texts. What is none may have no JSON, or not cross to a worker.
function checkWords(options) {
  for (const [name, words] of Object.entries(WORDS)) {
    const value = options[name];
    if (value === undefined || typeof value === 'string') continue;
    const known = words.map((word) => `'${word}'`).join(' ');
    throw invalidArgument(`${name} must be one of ${known}, not ${described(value)}`);
  }
}

function described(value) {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' ? 'a function' : String(value);
  }
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** The place of `':memory:'` and `{bytes}`, nothing for other locations. */
export function placeInMemory(location) {
  if (location === ':memory:') {
    return inMemory('the location is :memory:');
  }
  if (location !== null && typeof location === 'object' && 'bytes' in location) {
    return { ...inMemory('the location is {bytes}'), bytes: location.bytes };
  }
  return undefined;
}

function placeInFile(location, runtime, { readOnly = false }) {
  if (typeof location !== 'string' || location === '') {
    throw invalidArgument("location must be ':memory:', a file path or {bytes}");
  }
  if (location.startsWith('opfs:')) {
    throw invalidArgument(`location ${location} is for browsers; give a file path or ':memory:'`);
  }
  const host = runtime.fileHost(location, { readOnly });
  return {
    host,
    yielding: runtime.yielding?.(host),
    persistence: { mode: 'file', reason: 'the location is a path', persisted: true },
  };
}

function inMemory(reason) {
  return { host: null, persistence: { mode: 'memory', reason, persisted: false } };
}
