// The entry for Node: the module is read from the package's own folder.

import { runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';
export { evidenceText } from './evidence_text.js';

export const openMemory = makeOpenMemory(openInProcess({ ...runtime, glue: importGlue }));

async function importGlue() {
  try {
    return (await import('../build/wasm/loci.js')).default;
  } catch (cause) {
    if (cause?.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new Error('Loci is not built yet: run `npm run build` in its folder', { cause });
  }
}
