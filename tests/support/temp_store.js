// Places for the stores of tests.

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new directory that goes with the test. */
export function newFolder(t) {
  const directory = fs.mkdtempSync(join(tmpdir(), 'loci-store-'));
  t.after(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The path of a store that is not there yet, alone in a directory that goes with the test. */
export const newStore = (t) => join(newFolder(t), 'store');

/** A new store's path with `bytes` in its file. */
export function storeOf(t, bytes) {
  const path = newStore(t);
  fs.writeFileSync(path, bytes);
  return path;
}
