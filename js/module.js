// The compiled module and instances of it. Each memory has an instance, and so a heap, of its own;
// the module is compiled once.

import { MemoryError, invalidArgument } from './errors.js';

let compiled; // the promise of the package's own module

/**
 * Makes an instance of the engine's module.
 * @param {WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string | undefined} wasm
 *   nothing for the package's own; also the promise of any of these
 * @param {object} runtime
 * @param {(url: URL) => Promise<ArrayBufferView | Response>} runtime.read how this runtime reads the wasm
 * @param {() => Promise<Function>} runtime.glue gives the factory of build/wasm/loci.js
 * @param {() => WebAssembly.Module | Promise<WebAssembly.Module>} [runtime.ownModule] gives the
 *   package's own module, where it is not to be read from the package's folder
 */
export async function instantiate(wasm, runtime) {
  const given = await wasm;
  const module = await (given === undefined ? ownModule(runtime) : toModule(given, runtime.read));
  const createLoci = await runtime.glue();
  try {
    return await createLoci({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        done(instance, module);
        return instance.exports;
      },
    });
  } catch (cause) {
    if (given === undefined) throw cause;
    throw badModule('wasm is not the module of this Loci', cause);
  }
}

/**
 * Begins to load a module, for one that has something else to wait for first.
 * @returns {Promise<WebAssembly.Module> | undefined} what instantiate() takes, and then tells what went
 *   wrong; nothing for the package's own
 */
export function prepareModule(wasm, runtime) {
  const loading = wasm === undefined ? ownModule(runtime) : toModule(wasm, runtime.read);
  loading.catch(() => {});
  return wasm === undefined ? undefined : loading;
}

/**
 * The same module as can be posted to a worker: an address means there what it means here, and a
 * Response is read. Rejects with a MemoryError where that is none.
 */
export async function toMovable(wasm) {
  if (isAddress(wasm)) return toUrl(wasm).href;
  if (typeof wasm !== 'object' || wasm === null) throw noModule();
  if (!isResponse(wasm)) return wasm;
  return readable(async () => {
    checkAnswer(wasm);
    return wasm.arrayBuffer();
  });
}

function ownModule({ read, ownModule: load }) {
  compiled ??= load
    ? readable(load)
    : toModule(new URL('../build/wasm/loci.wasm', import.meta.url), read);
  compiled.catch(() => (compiled = undefined)); // a failure is not remembered
  return compiled;
}

async function toModule(wasm, read) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer) return compile(() => wasm);
  if (ArrayBuffer.isView(wasm)) {
    const { buffer, byteOffset, byteLength } = wasm;
    return compile(() => new Uint8Array(buffer, byteOffset, byteLength)); // V8 takes no DataView
  }
  if (isAddress(wasm)) {
    const url = toUrl(wasm);
    return compile(() => read(url));
  }
  if (isResponse(wasm)) return compile(() => wasm);
  throw noModule();
}

const noModule = () =>
  invalidArgument('wasm must be a WebAssembly.Module, a Response, bytes or a URL');

const isAddress = (wasm) => typeof wasm === 'string' || wasm instanceof URL;

function toUrl(wasm) {
  try {
    return new URL(wasm, globalThis.location?.href); // a page's own addresses may be relative
  } catch {
    throw invalidArgument(`wasm is no URL: ${wasm}`);
  }
}

// By its class's name, because a runtime may load its whole fetch for the sake of the class.
const isResponse = (value) => Object.prototype.toString.call(value) === '[object Response]';

const compile = (load) => readable(async () => compileLoaded(await load()));

async function readable(read) {
  try {
    return await read();
  } catch (cause) {
    throw badModule('wasm cannot be read as a module', cause);
  }
}

// Browsers keep the machine code of a module that came as a stream, for the next time.
async function compileLoaded(loaded) {
  if (!isResponse(loaded)) return WebAssembly.compile(loaded);
  checkAnswer(loaded);
  const isWasm = /^application\/wasm\b/.test(loaded.headers.get('content-type') ?? '');
  if (isWasm && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(loaded);
  return WebAssembly.compile(await loaded.arrayBuffer());
}

function checkAnswer({ ok, url, status }) {
  if (!ok) throw new Error(`${url || 'the Response'} answered ${status}`);
}

function badModule(message, cause) {
  const error = new MemoryError('invalid_argument', `${message}: ${cause.message}`);
  error.cause = cause;
  return error;
}
