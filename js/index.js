// The entry for Node: the module is read from the package's own folder.

import { runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';

export { MemoryError } from './errors.js';

export const openMemory = makeOpenMemory(openInProcess(runtime));
