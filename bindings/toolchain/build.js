// Builds: set-up, configuration, compilation, each only where needed.
//
// Tested by tests/js/build.test.js.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.js';
import { root } from './record.js';
import { run } from './shell.js';
import { exitWith, runSteps } from './steps.js';

const MEND =
  'mend what it names; if that is nothing of yours, remove build/wasm and run this again';
const PATIENCE = 2_000; // ms that a build may take without a word

/** Brings the WebAssembly module (build/wasm/loci.js and loci.wasm) up to date with its sources. */
export async function ensureBuilt() {
  await ensure();
  const isBuilt = existsSync(join(root, 'build/wasm/loci.wasm'));
  await compile(() => build('wasm', ['loci']), isBuilt);
}

/**
 * Runs the build, announced where there is none yet or where it takes its time. Rejects with
 * SetupError, which shows what the tools printed.
 * @param {() => Promise<void>} work
 */
export async function compile(work, isBuilt, out = process.stderr) {
  const step = { name: 'WebAssembly module, one to three minutes', run: work, mend: MEND };
  const late = new LateStream(out);
  if (!isBuilt) late.open();
  const timer = isBuilt && setTimeout(() => late.open(), PATIENCE);
  try {
    await runSteps('build', [step], late);
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps what is written until it is opened, and drops it where it never is. */
class LateStream {
  #out;
  #kept = '';
  #isOpen = false;

  constructor(out) {
    this.#out = out;
  }

  open() {
    this.#isOpen = true;
    this.#out.write(this.#kept);
  }

  write(text) {
    if (this.#isOpen) this.#out.write(text);
    else this.#kept += text;
  }
}

/**
 * Configures a preset of CMakePresets.json where that has not been done, and builds targets of it.
 * @param {string[]} targets all of the preset where none is named.
 */
export async function build(preset, targets = []) {
  if (!isConfigured(join(root, 'build', preset), root)) {
    await run('cmake', ['--preset', preset, '--fresh'], { cwd: root });
  }
  const chosen = targets.flatMap((target) => ['--target', target]);
  await run('cmake', ['--build', '--preset', preset, ...chosen], { cwd: root });
}

/** Is this a build folder of these sources? That of a checkout which was copied or moved is none. */
export function isConfigured(folder, sources) {
  if (!existsSync(join(folder, 'build.ninja'))) return false;
  const cache = join(folder, 'CMakeCache.txt');
  if (!existsSync(cache)) return false;
  const home = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(cache, 'utf8'))?.[1];
  return home !== undefined && existsSync(home) && realpathSync(home) === realpathSync(sources);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt().catch(exitWith);
}
