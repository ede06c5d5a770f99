// PERSISTENCE.md, Prove 4, the short version: six tabs, some seconds. tabs.soak.js has twenty.

import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { serveFiles } from './support/server.js';
import { churn } from './support/tabs_churn.js';

for (const browser of browsers) {
  test(`${browser.name}: tabs come and go`, { timeout: 90_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const place = { t, launched, server, store: 'churn' };
    const figures = await churn(place, { count: 6, seconds: 8, seed: 4 });
    t.diagnostic(`${browser.name}: ${JSON.stringify(figures)}`);
  });
}
