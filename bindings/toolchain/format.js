// The committed style: clang-format for C++, prettier for the rest. `npm run format` applies it.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './ensure.js';
import { root } from './record.js';
import { findOnPath, run } from './shell.js';
import { exitWith } from './steps.js';

/** Rewrites the tracked C++ files in the style, or with `check` rejects where one deviates. */
export async function formatCpp({ check = false } = {}) {
  const tracked = await run('git', ['ls-files', '-z', '--', '*.cpp', '*.h'], { cwd: root });
  const sources = tracked.split('\0').filter(Boolean);
  const options = check ? ['--dry-run', '-Werror'] : ['-i'];
  await run(findOnPath('clang-format-19', 'clang-format'), [...options, ...sources], { cwd: root });
}

/** The same for JavaScript, types and JSON. */
export async function formatScripts({ check = false } = {}) {
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
  await run(process.execPath, [prettier, check ? '--check' : '--write', '.'], { cwd: root });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensure({ tests: true })
    .then(() => formatCpp())
    .then(() => formatScripts())
    .catch(exitWith);
}
