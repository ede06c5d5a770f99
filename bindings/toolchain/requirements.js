// The system's own programs a build and a test run need, and the Debian packages that bring them.

import { existsSync } from 'node:fs';
import { prefixPackages } from './compiler.js';
import { oldestClang } from './pins.js';
import { findOnPath, run } from './shell.js';

/** For the programs that generate SQLite while building: any will do. */
const cCompilers = ['cc', 'clang-19', 'clang', 'gcc'];

/** Names of the packages that are missing, for building (`tests` false) or for testing too. */
export async function missingPackages({ tests, ownCompiler }) {
  const wanted = ['cmake', 'ninja-build', 'make', 'tcl', ...(ownCompiler ? prefixPackages : [])];
  if (!findOnPath(...cCompilers)) wanted.push('clang-19');
  if (tests) {
    wanted.push('clang-19', 'llvm-19', 'libclang-rt-19-dev', 'clang-format-19', 'sqlite3');
    wanted.push('chromium', 'firefox-esr', 'fonts-dejavu-core', 'fonts-wqy-microhei');
  }
  const missing = [];
  for (const name of new Set(wanted)) {
    if (!(await probes[name]({ ownCompiler }))) missing.push(name);
  }
  return missing;
}

/** Path of a native clang++ that is new enough, or undefined. */
export async function nativeCompiler() {
  const found = findOnPath('clang++-19', 'clang++');
  if (!found) return undefined;
  const major = /version (\d+)\./.exec(await run(found, ['--version']))?.[1];
  return Number(major) >= oldestClang ? found : undefined;
}

/** For each package: is what it brings here? The private prefix wants LLVM 19 where Debian has it. */
const probes = {
  cmake: () => findOnPath('cmake'),
  'ninja-build': () => findOnPath('ninja'),
  make: () => findOnPath('make'),
  tcl: () => findOnPath('tclsh'),
  patchelf: () => findOnPath('patchelf'),
  python3: () => findOnPath('python3'),
  'clang-19': ({ ownCompiler }) => (ownCompiler ? hasLlvm('clang') : nativeCompiler()),
  'llvm-19': ({ ownCompiler }) => !ownCompiler || hasLlvm('llvm-ar'),
  'lld-19': () => hasLlvm('wasm-ld'),
  'libclang-rt-19-dev': hasSanitizers,
  'clang-format-19': () => findOnPath('clang-format-19', 'clang-format'),
  sqlite3: () => findOnPath('sqlite3'),
  chromium: () => findOnPath('chromium', 'chromium-browser', 'google-chrome'),
  'firefox-esr': () => findOnPath('firefox-esr', 'firefox'),
  // Letters for the screenshots; the second has the Chinese and Japanese ones, in 2 MB.
  'fonts-dejavu-core': () => hasFonts('dejavu'),
  'fonts-wqy-microhei': () => hasFonts('wqy'),
};

function hasLlvm(program) {
  return existsSync(`/usr/lib/llvm-19/bin/${program}`);
}

function hasFonts(folder) {
  return existsSync(`/usr/share/fonts/truetype/${folder}`);
}

async function hasSanitizers() {
  const compiler = await nativeCompiler();
  if (!compiler) return false;
  const machine = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
  // Both layouts of clang's runtime folder. A name that is not found is printed as it stands.
  const names = [`libclang_rt.asan-${machine}.a`, 'libclang_rt.asan.a'];
  const printed = await Promise.all(
    names.map((name) => run(compiler, [`-print-file-name=${name}`])),
  );
  return printed.some((path) => existsSync(path.trim()));
}
