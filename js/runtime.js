// What opening an engine takes from a browser.

import createLoci from '../build/wasm/loci.js';

/** As openInProcess() of open.js takes it, without files. */
export const runtime = {
  read: (url) => fetch(url),
  glue: () => createLoci,
  randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0],
  atExit: () => () => {},
};
