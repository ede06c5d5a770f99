// The entry for Deno: the wasm is imported like any other module, so that nobody needs to permit that
// it be read.

import source wasm from '../build/wasm/loci.wasm';

import { runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';

export const openMemory = makeOpenMemory(openInProcess({ ...runtime, ownModule: () => wasm }));
