// The programs of the other runtimes, as the set-up brings them.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../bindings/toolchain/record.js';

/** Path of Deno's executable. */
export const deno = programOf('deno', '@deno', 'deno');

/** Path of Bun's executable. */
export const bun = programOf('bun', '@oven', 'bin/bun');

// npm installs a package for this platform only. The launcher of the package itself would be a
// process in between; but where npm ran its script, Bun's program has been moved to that place.
function programOf(name, scope, path) {
  const folder = join(root, 'node_modules', scope);
  const programs = readdirSync(folder).map((platform) => join(folder, platform, path));
  programs.push(join(root, 'node_modules', name, 'bin', `${name}.exe`)); // on every system
  const found = programs.find(existsSync);
  if (!found) throw new Error(`no program of ${name} in node_modules; run \`npm ci\``);
  return found;
}
