// The entry for Bun: the module is named as a file, so that it is part of what `bun build` makes.

import { readFile } from 'node:fs/promises';

import createLoci from '../build/wasm/loci.js';
import path from '../build/wasm/loci.wasm' with { type: 'file' };

import { runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';
export { evidenceText } from './evidence_text.js';

export const openMemory = makeOpenMemory(
  openInProcess({
    ...runtime,
    glue: () => createLoci,
    ownModule: async () => WebAssembly.compile(await readFile(path)),
  }),
);
