// A store in a browser, on OPFS: opening one of 10 000 items up to its first answer, in a page of its
// own each time; adding one item that is kept when `add` resolves, from the tab that leads and from
// one that follows; and how long a follower's write waits when the leader's tab is closed.

import { build } from 'esbuild';
import { root } from '../../bindings/toolchain/record.js';
import { browsers as all } from '../browser/support/browsers.js';
import { serveFiles } from '../browser/support/server.js';
import { ITEMS } from './durable.js';
import { median, quantile } from './stats.js';

const ADDS = 200;
const FAILOVERS = 20;
const FAILOVER_ITEMS = 1_000;

/** As from a server in use: what a page loaded once need not be asked for again. */
const headers = () => ({ 'cache-control': 'max-age=3600' });

/** As from a bundler, the worker is one file; and as from the package, modules one by one. */
const BUNDLED = { worker: '/bundled/worker.js', wasm: '/build/wasm/loci.wasm' };

async function bundledWorker() {
  const options = { bundle: true, format: 'esm', minify: true, write: false };
  const entry = { entryPoints: ['js/worker.js'], absWorkingDir: root };
  const { outputFiles } = await build({ ...options, ...entry, logLevel: 'error' });
  return { [BUNDLED.worker]: { body: outputFiles[0].contents, type: 'text/javascript' } };
}

/** Stands for a test: what is started ends with the run. */
export class Scope {
  #ends = [];

  after(end) {
    this.#ends.push(end);
  }

  async end() {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}

/** Calls a function of browser_page.js in a page. */
function call(page, name, ...args) {
  const work = async (module, name, args) => (await import(module))[name](...args);
  return page.evaluate(work, '/tests/bench/browser_page.js', name, args);
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

  openings(rounds, options) {
    return this.series(rounds, () =>
      this.inPage((page) => call(page, 'openAndAsk', 'bench', ITEMS, options)),
    );
  }

  adds() {
    return this.inPage(async (leader) => {
      await call(leader, 'open', 'bench');
      const own = await call(leader, 'addOneByOne', ITEMS, ITEMS + ADDS);
      const others = await this.inPage(async (follower) => {
        await call(follower, 'open', 'bench');
        return call(follower, 'addOneByOne', ITEMS + ADDS, ITEMS + 2 * ADDS);
      });
      return { leader: median(own), follower: median(others) };
    });
  }

  async failovers() {
    let leader = await this.newPage();
    await call(leader, 'open', 'failover');
    await call(leader, 'fill', 0, FAILOVER_ITEMS);
    const times = await this.series(FAILOVERS, async (i) => {
      const follower = await this.newPage();
      await call(follower, 'open', 'failover');
      const [waited] = await Promise.all([call(follower, 'addOnce', `n${i}`), leader.close()]);
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
      await call(page, 'open', 'bench');
      await call(page, 'fill', 0, ITEMS);
      await call(page, 'close');
    });
    progress(`${browser.name}: opening, adding, failing over`);
    const open = median(await bench.openings(2 * rounds + 1, BUNDLED));
    const openModules = median(await bench.openings(2 * rounds + 1, {}));
    return { open, openModules, add: await bench.adds(), failover: await bench.failovers() };
  } finally {
    await scope.end();
  }
}

/** Medians in ms by browser: `{open, openModules, add: {leader, follower}, failover: {median, p99}}`. */
export async function browsers({ rounds, progress }) {
  const scope = new Scope();
  try {
    const server = await serveFiles(scope, { headers, pages: await bundledWorker() });
    const results = {};
    for (const browser of all) {
      results[browser.name] = await measure(browser, server.url('/blank'), rounds, progress);
    }
    return results;
  } finally {
    await scope.end();
  }
}

/** Serves page.html, which measures in the browser that opens it; its address. */
export async function servePage() {
  const { url } = await serveFiles(new Scope(), { headers });
  return url('/tests/bench/page.html');
}
