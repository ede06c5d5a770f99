// Builds: set-up, configuration, compilation, each only where needed.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.js';
import { root } from './record.js';
import { run } from './shell.js';
import { exitWith, runSteps } from './steps.js';

/** Brings the WebAssembly module (build/wasm/loci.js and loci.wasm) up to date with its sources. */
export async function ensureBuilt() {
  await ensure();
  const work = () => build('wasm', ['loci']);
  if (existsSync(join(root, 'build/wasm/loci.wasm'))) return work();
  await runSteps('build', [{ name: 'WebAssembly module, one to three minutes', run: work }]);
}

/**
 * Configures a preset of CMakePresets.json where that has not been done, and builds targets of it.
 * @param {string[]} targets all of the preset where none is named.
 */
export async function build(preset, targets = []) {
  if (!existsSync(join(root, 'build', preset, 'build.ninja'))) {
    await run('cmake', ['--preset', preset], { cwd: root });
  }
  const chosen = targets.flatMap((target) => ['--target', target]);
  await run('cmake', ['--build', '--preset', preset, ...chosen], { cwd: root });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt().catch(exitWith);
}
