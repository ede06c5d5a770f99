// A store in a browser, on OPFS: opening one of 10 000 items up to its first answer, in a page of its
// own each time; adding one item that is kept when `add` resolves, from the tab that leads and from
// one that follows; and how long a follower's write waits when the leader's tab is closed.

import { browsers as all } from '../browser/support/browsers.js';
import { serveFiles } from '../browser/support/server.js';
import { ITEMS } from './durable.js';
import { median, quantile } from './stats.js';

const ADDS = 200;
const FAILOVERS = 20;
const FAILOVER_ITEMS = 1_000;

/** Stands for a test: what is started ends with the run. */
class Scope {
  #ends = [];

  after(end) {
    this.#ends.push(end);
  }

  async end() {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}

/** Runs in a page. Leaves the memory open as `memory`. */
async function openStore(store) {
  const { openMemory } = await import('/js/browser.js');
  globalThis.memory = await openMemory(`opfs:${store}`);
}

async function fill(from, to) {
  const { generatedText } = await import('/tests/bench/generated.js');
  const { itemOf } = await import('/tests/bench/items.js');
  const indexes = Array.from({ length: to - from }, (_, i) => from + i);
  await globalThis.memory.addMany(indexes.map((i) => itemOf(generatedText(i), i)));
}

async function openAndAsk(store, items) {
  const { generatedQuestion } = await import('/tests/bench/generated.js');
  const { openMemory } = await import('/js/browser.js');
  const { question } = generatedQuestion(1, items);
  const start = performance.now();
  const memory = await openMemory(`opfs:${store}`);
  const { items: found } = await memory.retrieve(question, { limit: 10, expandLinks: false });
  const ms = performance.now() - start;
  if (found.length === 0) throw new Error('the stored memory answered nothing');
  await memory.close();
  return ms;
}

async function addOneByOne(from, to) {
  const { generatedText } = await import('/tests/bench/generated.js');
  const { itemOf } = await import('/tests/bench/items.js');
  const times = [];
  for (let i = from; i < to; i++) {
    const item = itemOf(generatedText(i), i);
    const start = performance.now();
    await globalThis.memory.add(item);
    times.push(performance.now() - start);
  }
  return times;
}

async function addOnce(name) {
  const start = performance.now();
  await globalThis.memory.add({ category: 'failover', name, content: name });
  return performance.now() - start;
}

class Bench {
  constructor(launched, url) {
    this.launched = launched;
    this.url = url;
  }

  async inPage(work) {
    const page = await this.newPage();
    try {
      return await work(page);
    } finally {
      await page.close();
    }
  }

  async newPage() {
    const page = await this.launched.browser.newPage();
    await page.goto(this.url, { waitUntil: 'load' });
    return page;
  }

  openings(rounds) {
    return this.series(rounds, () =>
      this.inPage((page) => page.evaluate(openAndAsk, 'bench', ITEMS)),
    );
  }

  adds() {
    return this.inPage(async (leader) => {
      await leader.evaluate(openStore, 'bench');
      const own = await leader.evaluate(addOneByOne, ITEMS, ITEMS + ADDS);
      const others = await this.inPage(async (follower) => {
        await follower.evaluate(openStore, 'bench');
        return follower.evaluate(addOneByOne, ITEMS + ADDS, ITEMS + 2 * ADDS);
      });
      return { leader: median(own), follower: median(others) };
    });
  }

  async failovers() {
    let leader = await this.newPage();
    await leader.evaluate(openStore, 'failover');
    await leader.evaluate(fill, 0, FAILOVER_ITEMS);
    const times = await this.series(FAILOVERS, async (i) => {
      const follower = await this.newPage();
      await follower.evaluate(openStore, 'failover');
      const [waited] = await Promise.all([follower.evaluate(addOnce, `n${i}`), leader.close()]);
      leader = follower;
      return waited;
    });
    await leader.close();
    return { median: median(times), p99: quantile(times, 0.99) };
  }

  async series(number, measure) {
    const results = [];
    for (let i = 0; i < number; i++) results.push(await measure(i));
    return results;
  }
}

async function measure(browser, url, rounds, progress) {
  const scope = new Scope();
  try {
    progress(`${browser.name}: a store of ${ITEMS} items on OPFS`);
    const bench = new Bench(await browser.launch(scope), url);
    await bench.inPage(async (page) => {
      await page.evaluate(openStore, 'bench');
      await page.evaluate(fill, 0, ITEMS);
      await page.evaluate(() => globalThis.memory.close());
    });
    progress(`${browser.name}: opening, adding, failing over`);
    const open = median(await bench.openings(2 * rounds + 1));
    return { open, add: await bench.adds(), failover: await bench.failovers() };
  } finally {
    await scope.end();
  }
}

/** Medians in ms by browser: `{open, add: {leader, follower}, failover: {median, p99}}`. */
export async function browsers({ rounds, progress }) {
  const scope = new Scope();
  try {
    // As from a server in use: what a page loaded once need not be asked for again.
    const headers = () => ({ 'cache-control': 'max-age=3600' });
    const server = await serveFiles(scope, { headers });
    const results = {};
    for (const browser of all) {
      results[browser.name] = await measure(browser, server.url('/blank'), rounds, progress);
    }
    return results;
  } finally {
    await scope.end();
  }
}
