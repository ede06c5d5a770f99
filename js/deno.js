// The entry for Deno: the module is imported like any other, so that it needs no permission to read
// it, and is part of what `deno compile` makes.

import source wasm from '../build/wasm/loci.wasm';

import { runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';

export const openMemory = makeOpenMemory(openInProcess({ ...runtime, ownModule: () => wasm }));
