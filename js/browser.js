// The entry for browsers: pages and workers.

import createLoci from '../build/wasm/loci.js';
import { invalidArgument } from './errors.js';
import { checkOptions, openHere, placeInMemory } from './open.js';

export { MemoryError } from './errors.js';

const runtime = {
  read: (url) => fetch(url),
  glue: () => createLoci,
  randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0],
  atExit: () => () => {},
};

export async function openMemory(location, options = {}) {
  const checked = checkOptions(options, ['worker', 'broker', 'exclusive']);
  const place = placeInMemory(location);
  if (place) return openHere(place, checked, runtime);
  throw invalidArgument('not yet');
}
