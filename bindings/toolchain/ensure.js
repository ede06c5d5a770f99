// The set-up: everything a build (and a test run) stands on is there when `ensure` returns.
//
// It leaves `build/setup.cmake`, which tells CMake where the parts and compilers are, and a stamp.
// While the stamp is true the set-up costs some file checks and prints nothing.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PackageSource, installPackages } from './apt.js';
import { withTemporaryFolder } from './cache.js';
import { layPrefix, prefixToolchain, toolchainOnPath } from './compiler.js';
import { layPart, partFolder } from './parts.js';
import { parts } from './pins.js';
import { areModulesFresh, isDone, markModulesFresh, record, root } from './record.js';
import { missingPackages, nativeCompiler } from './requirements.js';
import { run } from './shell.js';
import { exitWith, runSteps } from './steps.js';

const buildParts = ['sqlite', 'json', 'unicode'];

/**
 * Brings what is missing.
 * @param {{tests?: boolean}} purpose building alone, or with `tests` also what a test run needs.
 * @returns rejects with SetupError, which names the failed step and how to mend it.
 */
export async function ensure({ tests = false } = {}) {
  if (isDone('tests') || (!tests && isDone('build'))) return;
  await withTemporaryFolder(async (folder) => {
    const packages = new PackageSource(folder);
    const found = await toolchainOnPath();
    const missing = await missingPackages({ tests, ownCompiler: !found });
    const wanted = tests ? Object.keys(parts) : buildParts;
    await runSteps('set-up', [
      ...systemSteps(missing),
      ...compilerSteps(found, packages),
      ...wanted
        .filter((name) => !existsSync(partFolder(name)))
        .map((name) => partStep(name, packages)),
      ...(tests ? moduleSteps() : []),
    ]);
    const compilers = {
      LOCI_WASM_TOOLCHAIN: found ?? prefixToolchain,
      LOCI_NATIVE_CXX: await nativeCompiler(),
    };
    record(tests ? 'tests' : 'build', compilers, wanted);
  });
}

function systemSteps(missing) {
  if (missing.length === 0) return [];
  const name = `Debian packages ${missing.join(', ')}`;
  return [{ name, run: () => installPackages(missing), mend: 'see what apt says above.' }];
}

function compilerSteps(found, packages) {
  if (found || existsSync(prefixToolchain)) return [];
  const mend = 'see above; or put an emcc of version 3.1.60 or later on PATH.';
  return [
    {
      name: 'WebAssembly compiler (no fitting emcc on PATH)',
      run: () => layPrefix(packages),
      mend,
    },
  ];
}

function partStep(name, packages) {
  const mend = `see above; or put the files into ${partFolder(name)} yourself.`;
  return { name: `${name} ${parts[name].version}`, run: () => layPart(name, packages), mend };
}

function moduleSteps() {
  if (areModulesFresh()) return [];
  const install = async () => {
    // No package needs a script of its own to run; some move programs to other places by theirs.
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root });
    markModulesFresh();
  };
  return [{ name: 'npm packages for the tests', run: install, mend: 'see what npm says above.' }];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensure({ tests: process.argv.includes('--tests') }).catch(exitWith);
}
