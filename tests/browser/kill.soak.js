// The long version of kill.test.js: 100 kills of each browser. Beside Loci, SQLite's own VFS for the
// same place, opfs-sahpool of sqlite-wasm, is killed at the same moments with the same writes, in
// each of its journal modes, and as it was up to 3.53: these kills must damage that one, or they would
// show nothing of the others. The table tells of all.
//
//   LOCI_KILLS=60 LOCI_KILL_SEED=7 npm run test:soak -- kill

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRandom } from '../support/random.js';
import { Victim, killBrowsers } from './kill_rounds.js';
import { browsers, temporaryProfile } from './support/browsers.js';
import { serveFiles } from './support/server.js';

const KILLS = Number(process.env.LOCI_KILLS ?? 100);
const SEED = Number(process.env.LOCI_KILL_SEED ?? 1);

const CONTROL = 'opfs-sahpool up to 3.53, DELETE';

const loci = (config) => ({ engine: 'loci', mode: 'opfs', ...config });
const sahpool = (journal) => ({ engine: 'sqlite', journal, name: journal });

const victims = () =>
  [
    ['Loci, full', loci({ name: 'full', durability: 'full' })],
    ['Loci, relaxed', loci({ name: 'relaxed', durability: 'relaxed' })],
    ['Loci, IndexedDB', loci({ name: 'pages', mode: 'indexeddb', withoutHandles: true })],
    ['opfs-sahpool, DELETE', sahpool('DELETE')],
    ['opfs-sahpool, TRUNCATE', sahpool('TRUNCATE')],
    ['opfs-sahpool, PERSIST', sahpool('PERSIST')],
    ['opfs-sahpool, WAL, exclusive', sahpool('WAL')],
    [CONTROL, { ...sahpool('DELETE'), name: 'control', isReserved: true }],
  ].map(([label, config], i) => new Victim(label, config, SEED * 100 + i));

for (const browser of browsers) {
  test(`${browser.name}: killed ${KILLS} times`, async (t) => {
    const server = await serveFiles(t);
    const userDataDir = await temporaryProfile(t);
    const launch = () => browser.launch(t, { userDataDir });
    const killed = victims();
    await killBrowsers(t, launch, server.url('/blank'), killed, KILLS, makeRandom(SEED));
    console.log(table(browser, killed));
    for (const { label, findings } of killed.filter(({ label }) => label.startsWith('Loci'))) {
      assert.deepEqual(findings, [], label);
    }
    const { counts } = killed.find(({ label }) => label === CONTROL);
    assert.ok(KILLS < 30 || counts.corrupt > 0, 'what is known to break was not broken');
  });
}

const HEAD = ['killed', 'inside a large transaction', 'corrupt', 'acknowledged writes lost'];

function table({ name }, killed) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rows = killed.map(({ label, counts, killedIn }) =>
    line([label, counts.kills, killedIn.spill ?? 0, counts.corrupt, counts.lost]),
  );
  const examples = killed
    .filter(({ findings }) => findings.length > 0)
    .map(({ label, findings }) => `${label}: ${findings[0]}`);
  const rule = line(['---', ...HEAD.map(() => '--:')]);
  return ['', line([name, ...HEAD]), rule, ...rows, '', ...examples].join('\n');
}
