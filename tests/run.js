// npm test: set-up, builds and every suite, each with its time, and one line of totals at the end.
//
//   npm test                      all of it
//   npm test -- --only js,types   the suites named

import { ensure } from '../bindings/toolchain/ensure.js';
import { exitWith } from '../bindings/toolchain/steps.js';
import { runSuites } from './runner/report.js';
import { suites } from './runner/suites.js';

const names = suites.map((suite) => suite.name);
const only = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : names;
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No suite '${unknown.join("', '")}'. There are: ${names.join(', ')}.`);
  process.exit(2);
}

await ensure({ tests: true }).catch(exitWith);
const { passed, failed } = await runSuites(suites.filter((suite) => only.includes(suite.name)));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
