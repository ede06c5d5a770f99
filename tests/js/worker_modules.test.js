// js/worker_modules.js lists what js/worker.js imports, to the last module.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const LIST = new URL('../../js/worker_modules.js', import.meta.url).href;
const WORKER = new URL('../../js/worker.js', import.meta.url).href;

/** The modules that one imports by a relative address. */
function importsOf(address) {
  const text = readFileSync(new URL(address), 'utf8');
  const found = text.matchAll(/^(?:import|export) [^;]*?'(\.[^']+)';/gms);
  return [...found].map(([, path]) => new URL(path, address).href);
}

function modulesBehind(address, seen = new Set()) {
  for (const imported of importsOf(address)) {
    if (imported === LIST || seen.has(imported)) continue;
    seen.add(imported);
    modulesBehind(imported, seen);
  }
  return seen;
}

test('the list of the modules of the worker is complete, and has no others', () => {
  const needed = [...modulesBehind(WORKER)].sort();
  assert.ok(needed.length > 20);
  assert.deepEqual(importsOf(LIST).sort(), needed);
});
