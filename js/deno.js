// The entry for Deno: the wasm is imported like any other module, so that nobody needs to permit that
// it be read.

import createLoci from '../build/wasm/loci.js';
import source wasm from '../build/wasm/loci.wasm';

import { closeAll, runtime } from './files.js';
import { openInProcess } from './open.js';
import { makeOpenMemory } from './open_memory.js';
import { Yielding } from './yielding.js';

export { MemoryError } from './errors.js';
export { evidenceText } from './evidence_text.js';

export const openMemory = makeOpenMemory(
  openInProcess({
    ...runtime,
    glue: () => createLoci,
    ownModule: () => wasm,
    yielding: (host) => new YieldingInDeno(host),
  }),
);

const open = new Set();

// Where a program ends by Deno.exit() or by an error, Deno tells nobody who listens to the `exit` of
// node:process. What looks like its end may be none, if another listener forgives the error: so the
// stores are given up then, and not closed.
class YieldingInDeno extends Yielding {
  begin(memory) {
    if (open.size === 0) listen(globalThis.addEventListener);
    open.add(this);
    super.begin(memory);
  }

  end() {
    open.delete(this);
    if (open.size === 0) listen(globalThis.removeEventListener);
    super.end();
  }
}

function listen(change) {
  change.call(globalThis, 'unload', closeAll);
  for (const event of ['error', 'unhandledrejection']) change.call(globalThis, event, giveUpAll);
}

function giveUpAll() {
  for (const yielding of open) yielding.giveUp();
}
