// Killed with SIGKILL, over and over, in Node: see tests/support/kill_loop.js. Other runtimes:
// tests/runtimes/kill.test.js.
//
//   LOCI_KILLS=2000 LOCI_KILL_SEED=7 node --test tests/js/store/kill.test.js

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { KillLoop } from '../../support/kill_loop.js';
import { newStore } from '../../support/temp_store.js';

const KILLS = Number(process.env.LOCI_KILLS ?? 200); // both kinds of durability together
const SEED = Number(process.env.LOCI_KILL_SEED ?? 1);

describe('killed with SIGKILL', { concurrency: true }, () => {
  for (const durability of ['full', 'relaxed']) {
    test(`${durability}: what was acknowledged is there, the rest whole or absent`, async (t) => {
      const loop = new KillLoop(newStore(t), { durability, seed: SEED });
      await loop.run(KILLS / 2, SEED);
      await loop.finish();
      t.diagnostic(`killed during: ${JSON.stringify(loop.killedIn)}`);
      const kinds = ['opening', 'addMany', 'spill', 'shrink', 'compact']; // the long ones
      const missing = kinds.filter((kind) => !loop.killedIn[kind]);
      assert.ok(KILLS < 200 || missing.length === 0, `no kill during ${missing}`);
    });
  }
});
