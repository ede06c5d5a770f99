// The contract of all hosts, over those of browsers, in a dedicated worker of each browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostContract } from '../support/host_contract.js';
import { openHostPage, startWorker } from './fixtures/hosts/in_worker.js';
import { browsers } from './support/browsers.js';

const HOSTS = { OpfsHost: true, IndexedDbHost: false };

for (const browser of browsers) {
  test(`${browser.name}: the contract of hosts`, async (t) => {
    const page = await openHostPage(t, browser);
    const { run } = await startWorker(page);
    for (const [host, durable] of Object.entries(HOSTS)) {
      for (const [index, { name }] of hostContract.entries()) {
        await t.test(`${host}: ${name}`, () => run(checkInWorker, host, index));
      }
      await t.test(`${host}: what it held is there again`, async () => {
        assert.deepEqual(await run(reopen, host), ['kept', 4, 0, durable]);
      });
      await t.test(`${host}: names that are none are refused`, async () => {
        assert.deepEqual(await run(openBadNames, host), ['refused', 'refused', 'refused']);
      });
      await t.test(`${host}: odd names are apart`, async () => {
        assert.deepEqual(await run(openOddNames, host), []);
      });
    }
  });
}

function checkInWorker(tools, host, index) {
  return tools.checkRule(tools.hostContract[index], () => tools[host].open(`rule ${index}`));
}

async function reopen(tools, name) {
  const host = await tools[name].open('again');
  tools.put(host, tools.DATABASE, 'kept', 0);
  host.close();
  await host.settle?.();
  const again = await tools[name].open('again');
  const size = again.size(tools.DATABASE);
  const result = [tools.get(again, tools.DATABASE, 9, 0), size, again.open(), again.durable];
  again.close();
  return result;
}

function openBadNames(tools, name) {
  const names = ['', 'a'.repeat(201), '\ud800'];
  return Promise.all(names.map((bad) => tools.outcomeOf(tools[name].open(bad))));
}

/** The names under which a store was not empty, or could not be opened. */
async function openOddNames(tools, name) {
  const wrong = [];
  for (const odd of ['.', '..', '...', 'a.', 'CON', 'x.lnk', 'a/b', 'a%2Fb', 'é ☃', 'A', 'a']) {
    const host = await tools[name].open(odd);
    if (host.size(tools.DATABASE) !== 0) wrong.push(odd);
    tools.put(host, tools.DATABASE, odd === 'é ☃' ? 'x' : odd, 0);
    host.close();
    await host.settle?.();
  }
  return wrong;
}
