import type { WasmModule } from './platform.js';

/**
 * The engine's module, as Workers import it: `import wasm from 'loci/loci.wasm'`, for the option
 * `wasm` of openMemory. Other runtimes need no such import; bundlers take the file by its address.
 */
declare const wasm: WasmModule;
export default wasm;
