// node:fs as a host in Deno and Bun: the contract of all hosts, as tests/js/node_host.test.js checks it
// in Node.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { hostContract } from '../support/host_contract.js';
import { runtimes, startIn, wholeLines } from '../support/programs.js';
import { newStore } from '../support/temp_store.js';

const PROGRAM = fileURLToPath(new URL('programs/host_contract.js', import.meta.url));

for (const runtime of Object.keys(runtimes)) {
  test(`${runtime}: node:fs keeps the rules of hosts`, async (t) => {
    const folder = dirname(newStore(t));
    const child = startIn(runtime, folder, [PROGRAM, folder]);
    const { value: line } = await wholeLines(child.stdout).next();
    if (child.exitCode === null) await once(child, 'close');
    assert.ok(line, child.errors);
    const outcomes = JSON.parse(line);
    const broken = Object.entries(outcomes).filter(([, thrown]) => thrown !== null);
    assert.deepEqual(broken, []);
    assert.ok(Object.keys(outcomes).length > hostContract.length);
  });
}
