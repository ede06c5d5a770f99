// What a finished set-up leaves in `build`: the paths CMake reads, and a stamp by which the next
// one knows that nothing is left to do.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from './cache.js';
import { partFolder } from './parts.js';
import { parts } from './pins.js';
import { findOnPath } from './shell.js';

const here = dirname(fileURLToPath(import.meta.url));

/** Root of the checkout. */
export const root = join(here, '../..');

const settingsPath = join(root, 'build/setup.cmake');
const modulesStamp = join(root, 'node_modules/.loci-lock');

/** Is the set-up for this purpose ('build' or 'tests') finished, and is all it brought still here? */
export function isDone(purpose) {
  const stamp = contentOf(stampPath(purpose));
  if (stamp === undefined) return false;
  const { key, paths } = JSON.parse(stamp);
  return (
    key === stampKey() && paths.every(existsSync) && (purpose === 'build' || areModulesFresh())
  );
}

/**
 * Records a finished set-up.
 * @param compilers CMake settings: name to path; an undefined path is one this purpose needs not.
 * @param {string[]} wanted names of the parts this purpose needs.
 */
export function record(purpose, compilers, wanted) {
  const found = Object.entries(compilers).filter(([, path]) => path);
  // All parts are listed whatever the purpose: a build must not forget what the tests brought.
  const folders = Object.keys(parts).map((name) => [
    `LOCI_${name.toUpperCase()}_DIR`,
    partFolder(name),
  ]);
  mkdirSync(dirname(settingsPath), { recursive: true });
  writeChanged(
    settingsPath,
    [...found, ...folders].map(([k, path]) => `set(${k} "${path}")\n`).join(''),
  );
  const paths = [settingsPath, ...found.map(([, path]) => path), ...wanted.map(partFolder)];
  writeFileSync(stampPath(purpose), JSON.stringify({ key: stampKey(), paths }));
}

/** Are the installed npm packages those of the lock file? */
export function areModulesFresh() {
  return contentOf(modulesStamp) === lockDigest();
}

/** Notes that `npm ci` has just installed what the lock file says. */
export function markModulesFresh() {
  writeFileSync(modulesStamp, lockDigest());
}

/** Changes when the set-up itself does, or when another emcc comes to stand on PATH. */
function stampKey() {
  const scripts = readdirSync(here).filter((name) => name.endsWith('.js'));
  const texts = scripts.sort().map((name) => readFileSync(join(here, name), 'utf8'));
  return sha256([findOnPath('emcc') ?? '', ...texts].join('\0'));
}

function lockDigest() {
  return sha256(readFileSync(join(root, 'package-lock.json')));
}

function stampPath(purpose) {
  return join(root, `build/setup-${purpose}.json`);
}

/** An untouched file keeps its time, so that CMake does not configure again. */
function writeChanged(path, text) {
  if (contentOf(path) !== text) writeFileSync(path, text);
}

function contentOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
