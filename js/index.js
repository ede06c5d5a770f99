// The entry for Node: files by node:fs, the module from the package's own folder.

import { readFile } from 'node:fs/promises';
import { NodeHost } from '../bindings/hosts/node.js';
import { makeOpenMemory } from './open.js';

export { MemoryError } from './errors.js';

export const openMemory = makeOpenMemory({
  read: readFile,
  fileHost: (path, options) => new NodeHost(path, options),
});
