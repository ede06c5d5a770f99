// PERSISTENCE.md, Prove 4 and 5, the long versions: twenty tabs for five minutes, 500 failovers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { serveFiles } from './support/server.js';
import { churn } from './support/tabs_churn.js';
import { failOver, summary, waysToGo } from './support/tabs_failover.js';

const TABS = 20;
const SECONDS = 300;
const FAILOVERS = 500; // in all: both browsers, both transports, all ways

for (const browser of browsers) {
  test(`${browser.name}: ${TABS} tabs for ${SECONDS} s`, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const seed = Date.now() % 1e6;
    t.diagnostic(`seed ${seed}`);
    const place = { t, launched, server, store: 'churn' };
    const figures = await churn(place, { count: TABS, seconds: SECONDS, seed });
    t.diagnostic(`${browser.name}: ${JSON.stringify(figures)}`);
  });

  for (const broker of ['/js/broker.js', null]) {
    test(`${browser.name}: failovers, broker ${broker}`, async (t) => {
      const server = await serveFiles(t);
      const launched = await browser.launch(t);
      const place = { t, launched, server, store: 'failover', options: { broker } };
      const ways = waysToGo(launched.kind);
      const rounds = Math.ceil(FAILOVERS / 4 / Object.keys(ways).length);
      const times = await failOver(place, { ways, items: 1000, rounds });
      t.diagnostic(`${browser.name}, broker ${broker}: ${summary(times)}`);
      assert.ok(Math.max(...times) < 10_000, summary(times));
    });
  }
}
