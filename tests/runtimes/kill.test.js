// Killed with SIGKILL, over and over, in Deno and Bun: see tests/support/kill_loop.js. The next process
// gets the store at once; in Deno, which with few permissions knows nothing of other processes, as soon
// as the heartbeat is three seconds old.
//
//   LOCI_KILLS=2000 LOCI_KILL_SEED=7 node --test tests/runtimes/kill.test.js

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { KillLoop } from '../support/kill_loop.js';
import { otherRuntimes, startIn, wholeLines } from '../support/programs.js';
import { newStore } from '../support/temp_store.js';

const KILLS = Number(process.env.LOCI_KILLS ?? 20); // in each runtime
const SEED = Number(process.env.LOCI_KILL_SEED ?? 1);
const CHILD = fileURLToPath(new URL('../support/kill_child.js', import.meta.url));

describe('killed with SIGKILL', { concurrency: true }, () => {
  for (const runtime of otherRuntimes) {
    test(`${runtime}: what was acknowledged is there, the rest whole or absent`, async (t) => {
      const loop = new KillLoop(newStore(t), { runtime, seed: SEED });
      await loop.run(KILLS, SEED);
      await loop.finish();
      t.diagnostic(`killed during: ${JSON.stringify(loop.killedIn)}`);
      assert.ok(Object.keys(loop.killedIn).length > 3);
    });
  }
});

for (const runtime of otherRuntimes) {
  test(`${runtime}: started again at once, the next waits at most five seconds`, async (t) => {
    const path = newStore(t);
    for (let life = 0; life < 2; ++life) {
      const begun = performance.now();
      const child = startIn(runtime, dirname(path), [CHILD, path, 'full', '1']);
      t.after(() => child.kill('SIGKILL'));
      const { value: line } = await wholeLines(child.stdout).next();
      assert.ok(line, child.errors);
      t.diagnostic(`after ${Math.round(performance.now() - begun)} ms`);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  });
}
