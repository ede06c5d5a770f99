// The programs of the other runtimes, as the set-up brings them.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../bindings/toolchain/record.js';

/** Path of Deno's executable. */
export const deno = programIn('@deno', 'deno');

/** Path of Bun's executable. */
export const bun = programIn('@oven', 'bin/bun');

// npm installs a package for this platform only. Its own launcher would be a process in between.
function programIn(scope, path) {
  const folder = join(root, 'node_modules', scope);
  const programs = readdirSync(folder).map((name) => join(folder, name, path));
  return programs.find(existsSync);
}
