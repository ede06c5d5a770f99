// A worker terminated, and a browser killed with SIGKILL, in the middle of transactions that are
// larger than SQLite's cache: what was acknowledged is there afterwards, nothing is damaged, and each
// transaction is there whole or not at all. The long version is kill.soak.js.
//
//   LOCI_KILL_SEED=7 node --test tests/browser/kill.test.js

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRandom } from '../support/random.js';
import { Victim, killBrowsers, killWorkers } from './kill_rounds.js';
import { browsers, temporaryProfile } from './support/browsers.js';
import { openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const SEED = Number(process.env.LOCI_KILL_SEED ?? 1);
const WORKER_KILLS = 8;
const BROWSER_KILLS = 2;

const victims = () => [
  new Victim('full', { engine: 'loci', mode: 'opfs', name: 'full', durability: 'full' }, SEED),
  new Victim(
    'relaxed',
    { engine: 'loci', mode: 'opfs', name: 'relaxed', durability: 'relaxed' },
    SEED + 1,
  ),
  new Victim(
    'IndexedDB',
    { engine: 'loci', mode: 'indexeddb', name: 'pages', withoutHandles: true },
    SEED + 2,
  ),
];

for (const browser of browsers) {
  test(`${browser.name}: workers that are terminated lose and damage nothing`, async (t) => {
    const server = await serveFiles(t);
    const page = await openPage(t, await browser.launch(t), server.url('/blank'));
    const killed = victims();
    await killWorkers(page, killed, WORKER_KILLS, makeRandom(SEED));
    judge(t, killed, WORKER_KILLS);
  });

  test(`${browser.name}: a browser that is killed loses and damages nothing`, async (t) => {
    const server = await serveFiles(t);
    const userDataDir = await temporaryProfile(t);
    const launch = () => browser.launch(t, { userDataDir });
    const killed = victims();
    await killBrowsers(t, launch, server.url('/blank'), killed, BROWSER_KILLS, makeRandom(SEED));
    judge(t, killed, BROWSER_KILLS);
  });
}

function judge(t, killed, kills) {
  for (const { label, counts, findings, killedIn } of killed) {
    t.diagnostic(`${label}: killed during ${JSON.stringify(killedIn)}`);
    assert.deepEqual(findings, [], label);
    assert.deepEqual(counts, { kills, corrupt: 0, lost: 0 }, label);
  }
}
