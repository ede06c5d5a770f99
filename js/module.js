// The compiled module and instances of it. Each memory has an instance, and so a heap, of its own;
// the module is compiled once.

import { MemoryError, invalidArgument } from './errors.js';

let compiled; // the promise of the package's own module

/**
 * Makes an instance of the engine's module.
 * @param {WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string | undefined} wasm
 *   nothing for the package's own
 * @param {(url: URL) => Promise<ArrayBufferView>} read how this runtime reads a file
 */
export async function instantiate(wasm, read) {
  const module = wasm === undefined ? await ownModule(read) : await toModule(wasm, read);
  const { default: createLoci } = await importGlue();
  try {
    return await createLoci({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        done(instance, module);
        return instance.exports;
      },
    });
  } catch (cause) {
    if (wasm === undefined) throw cause;
    throw badModule('wasm is not the module of this Loci', cause);
  }
}

function ownModule(read) {
  compiled ??= toModule(new URL('../build/wasm/loci.wasm', import.meta.url), read);
  compiled.catch(() => (compiled = undefined)); // a failure is not remembered
  return compiled;
}

async function importGlue() {
  try {
    return await import('../build/wasm/loci.js');
  } catch (cause) {
    if (cause?.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('Loci is not built yet: run `npm run build` in its folder', { cause });
  }
}

async function toModule(wasm, read) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer) return compile(() => wasm);
  if (ArrayBuffer.isView(wasm)) {
    const { buffer, byteOffset, byteLength } = wasm;
    return compile(() => new Uint8Array(buffer, byteOffset, byteLength)); // V8 takes no DataView
  }
  if (wasm instanceof URL || typeof wasm === 'string') {
    const url = toUrl(wasm);
    return compile(() => read(url));
  }
  // Last, because a runtime may load its whole fetch for the sake of this name.
  if (typeof Response !== 'undefined' && wasm instanceof Response) {
    return compile(() => wasm.arrayBuffer());
  }
  throw invalidArgument('wasm must be a WebAssembly.Module, a Response, bytes or a URL');
}

function toUrl(wasm) {
  try {
    return new URL(wasm);
  } catch {
    throw invalidArgument(`wasm is no URL: ${wasm}`);
  }
}

async function compile(load) {
  try {
    return await WebAssembly.compile(await load());
  } catch (cause) {
    throw badModule('wasm cannot be read as a module', cause);
  }
}

function badModule(message, cause) {
  const error = new MemoryError('invalid_argument', `${message}: ${cause.message}`);
  error.cause = cause;
  return error;
}
