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
const WORKER_KILLS = 4;
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
  test(`${browser.name}: what is killed loses and damages nothing`, async (t) => {
    const server = await serveFiles(t);
    const url = server.url('/blank');
    const userDataDir = await temporaryProfile(t);
    const launch = () => browser.launch(t, { userDataDir });
    const killed = victims();
    const random = makeRandom(SEED);
    const launched = await launch();
    await killWorkers(await openPage(t, launched, url), killed, WORKER_KILLS, random);
    await launched.kill();
    await killBrowsers(t, launch, url, killed, BROWSER_KILLS, random);
    for (const { label, counts, findings, killedIn } of killed) {
      t.diagnostic(`${label}: killed during ${JSON.stringify(killedIn)}`);
      assert.deepEqual(findings, [], label);
      const kills = WORKER_KILLS + BROWSER_KILLS;
      assert.deepEqual(counts, { kills, corrupt: 0, lost: 0 }, label);
    }
  });
}
