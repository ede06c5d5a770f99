// Places for the stores of tests.

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of a store that is not there yet, alone in a directory that goes with the test. */
export function newStore(t) {
  const directory = fs.mkdtempSync(join(tmpdir(), 'loci-store-'));
  t.after(() => fs.rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'store');
}

/** A new store's path with `bytes` in its file. */
export function storeOf(t, bytes) {
  const path = newStore(t);
  fs.writeFileSync(path, bytes);
  return path;
}
