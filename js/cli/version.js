// The version of this package.
//
// Tested by tests/js/cli.test.js.

import { readFileSync } from 'node:fs';

export const version = () =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
