// npm run test:soak: the long versions of the tests of browsers and of other runtimes (*.soak.js),
// minutes each: hundreds of kills and failovers. `npm test` runs short versions of them.
//
//   npm run test:soak             all of it
//   npm run test:soak -- tabs     the files whose names hold one of the words

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from '../bindings/toolchain/build.js';
import { ensure } from '../bindings/toolchain/ensure.js';
import { root } from '../bindings/toolchain/record.js';
import { exitWith } from '../bindings/toolchain/steps.js';

const folders = ['tests/browser', 'tests/runtimes'];
const words = process.argv.slice(2);
const files = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.soak.js'));
const chosen = files.filter(
  (name) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (chosen.length === 0) {
  console.error(`No soak test of that name. There are: ${files.join(', ') || 'none'}.`);
  process.exit(2);
}

await ensure({ tests: true }).then(ensureBuilt).catch(exitWith);
const options = ['--test', '--test-reporter=spec', '--test-concurrency=1'];
const child = spawn(process.execPath, [...options, ...chosen], { cwd: root, stdio: 'inherit' });
const [code] = await once(child, 'exit');
process.exitCode = code ?? 1;
