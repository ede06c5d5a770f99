// Measures in the browser that shows this page, and prints the rows of `npm run bench` for it.

import { addOneByOne, close, fill, forget, open, openAndAsk } from './browser_page.js';
import { count, median, time } from './stats.js';

const STORE = 'bench-page';
const ITEMS = Number(new URLSearchParams(location.search).get('items') ?? 10_000);
const ADDS = 200;
const OPENINGS = 11;

const say = (text) => (document.querySelector('#progress').textContent = text);
const print = (what, ms, target) => {
  const line = `${what.padEnd(44)} ${time(ms).padStart(9)}   target ${target}\n`;
  document.querySelector('#figures').append(line);
};

async function measure() {
  say(`Filling a store of ${ITEMS} items …`);
  await forget(STORE);
  await open(STORE);
  await fill(0, ITEMS);
  say(`Adding ${ADDS} items, one by one …`);
  const adds = await addOneByOne(ITEMS, ITEMS + ADDS);
  await close();
  print(`add one item, durable, at ${count(ITEMS)} items, p50`, median(adds), '≤ 8.00 ms');
  const opens = [];
  for (let i = 0; i < OPENINGS; i++) {
    say(`Opening the store, ${i + 1} of ${OPENINGS} …`);
    opens.push(await openAndAsk(STORE, ITEMS));
  }
  print(`open ${count(ITEMS)} items on OPFS, first query`, median(opens), '≤ 180 ms');
  await forget(STORE);
  say('Done. Reload to measure again.');
}

await measure().catch((error) => say(`It ended with: ${error.message}`));
