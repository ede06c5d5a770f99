// The WebAssembly compiler: the one on PATH where it is new enough, otherwise a private prefix laid
// from Debian's packages.
//
// The whole package unpacks to 1.6 GB; a single-threaded build with wasm exceptions needs the
// 90 MB listed here. Its optimizer is linked against a newer C library than Debian 12 has, so that
// library comes along and the programs are pointed at it by absolute path.

import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unpackDeb } from './apt.js';
import { cacheFolder, fillOnce, withTemporaryFolder } from './cache.js';
import { compiler, oldestEmcc } from './pins.js';
import { findOnPath, run } from './shell.js';

const prefixKey = `emscripten-${compiler.version}-r${compiler.revision}`;
const prefix = join(cacheFolder, prefixKey);
const llvm = '/usr/lib/llvm-19/bin';
const home = 'usr/share/emscripten';
const toolchainFile = 'cmake/Modules/Platform/Emscripten.cmake';

/** With fewer of them the compiler builds what is missing from its sources, or fails. */
const systemLibraries = [
  ...['c', 'c_optz', 'dlmalloc', 'emmalloc', 'stubs', 'printf_long_double'].flatMap(withDebug),
  ...['c++', 'c++abi', 'c++abi-debug', 'unwind'].flatMap((name) => [
    `${name}-except`,
    `${name}-noexcept`,
  ]),
  ...['bulkmemory', 'compiler_rt', 'compiler_rt-wasm-sjlj', 'embind', 'embind-rtti', 'jsmath'],
  ...['GL-getprocaddr', 'al', 'html5', 'noexit', 'sockets'],
  ...['standalonewasm-memgrow', 'standalonewasm-nocatch-memgrow'],
];

/** System packages the private prefix stands on. */
export const prefixPackages = ['clang-19', 'lld-19', 'llvm-19', 'patchelf', 'python3'];

/** Path of the CMake toolchain file inside the private prefix. */
export const prefixToolchain = join(prefix, home, toolchainFile);

/** CMake toolchain file of the emcc on PATH, or undefined where that is missing or too old. */
export async function toolchainOnPath() {
  const emcc = findOnPath('emcc');
  if (!emcc || !isNewEnough(await run(emcc, ['--version']))) return undefined;
  const inRoot = join(dirname(realpathSync(emcc)), toolchainFile);
  if (existsSync(inRoot)) return inRoot;
  const root = (await run(findOnPath('em-config') ?? 'em-config', ['EMSCRIPTEN_ROOT'])).trim();
  return join(root, toolchainFile);
}

/** Lays the private prefix unless it is there. */
export async function layPrefix(packages) {
  await fillOnce(prefixKey, async (folder) => {
    await withTemporaryFolder((archives) => unpackPackages(folder, archives, packages));
    await useBundledLibraries(folder);
    await installAcorn(folder);
    writeFileSync(join(folder, home, '.emscripten'), configuration());
  });
}

function withDebug(name) {
  return [name, `${name}-debug`];
}

function isNewEnough(banner) {
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(banner)?.slice(1).map(Number) ?? [0, 0, 0];
  const differing = version.findIndex((number, i) => number !== oldestEmcc[i]);
  return differing < 0 || version[differing] > oldestEmcc[differing];
}

async function unpackPackages(folder, archives, packages) {
  const names = ['emscripten', 'binaryen', 'libc6', 'libstdc++6', 'libgcc-s1'];
  const [emscripten, ...others] = await packages.binaries(compiler.suite, names, archives);
  await unpackDeb(emscripten, folder, compilerPatterns());
  for (const deb of others) await unpackDeb(deb, folder);
  // emcc looks for the folder of its library sources, though it compiles none of them here.
  mkdirSync(join(folder, home, 'system'), { recursive: true });
}

/** The members of Debian's package that a build here opens, as tar patterns. */
function compilerPatterns() {
  const programs = ['em*', 'cmake', 'src', 'third_party', 'tools'];
  const cached = ['sysroot_install.stamp', 'symbol_lists*', 'sysroot/include'];
  const library = 'sysroot/lib/wasm32-emscripten';
  const startup = ['crt1.o', 'crt1_reactor.o', 'crtbegin.o'].map((name) => `${library}/${name}`);
  const archives = systemLibraries.map((name) => `${library}/lib${name}.a`);
  const inCache = [...cached, ...startup, ...archives].map((path) => `cache/${path}`);
  return [...programs, ...inCache].map((path) => `./${home}/${path}`);
}

/** Points the optimizer's programs at the C library that came with them, at its final place. */
async function useBundledLibraries(folder) {
  const libraries = join('usr/lib', only(join(folder, 'usr/lib'), /-linux-gnu/));
  const interpreter = join(prefix, libraries, only(join(folder, libraries), /^ld-linux/));
  const rpath = ['--set-rpath', join(prefix, libraries)];
  const programs = readdirSync(join(folder, 'usr/bin')).filter((name) => name.startsWith('wasm'));
  for (const name of programs) {
    await run('patchelf', [
      '--set-interpreter',
      interpreter,
      ...rpath,
      join(folder, 'usr/bin', name),
    ]);
  }
  await run('patchelf', [...rpath, join(folder, libraries, 'libbinaryen.so')]);
}

async function installAcorn(folder) {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...options, `acorn@${compiler.acorn}`], { cwd: join(folder, home) });
}

/** The compiler's own settings. It finds them beside itself, whatever the environment. */
function configuration() {
  const settings = {
    LLVM_ROOT: llvm,
    BINARYEN_ROOT: join(prefix, 'usr'),
    NODE_JS: process.execPath,
    CACHE: join(prefix, home, 'cache'),
  };
  const lines = Object.entries(settings).map(
    ([key, value]) => `${key} = ${JSON.stringify(value)}\n`,
  );
  return `${lines.join('')}FROZEN_CACHE = True\n`;
}

function only(folder, pattern) {
  const found = readdirSync(folder).filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`${folder}: ${found.length} names match ${pattern}`);
  return found[0];
}
