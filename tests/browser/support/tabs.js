// Tabs that share a memory.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../bindings/toolchain/record.js';
import { evaluate, openPage } from './page.js';

const fixtures = '/tests/browser/fixtures/tabs';

/** The address of a worker of fixtures/tabs. */
export const workerOf = (name) => `${fixtures}/${name}`;

/** One page with a memory: `memory` in it, and `worker` where one was asked for. */
export class Tab {
  constructor(page) {
    this.page = page;
  }

  /** Runs an async function in the page; see evaluate(). */
  run(work, ...args) {
    return evaluate(this.page, work, ...args);
  }

  /** A method of its memory. */
  call(method, ...args) {
    const work = (name, values) => globalThis.memory[name](...values);
    return this.run(work, method, args);
  }

  role() {
    return this.run(async () => globalThis.memory.persistence.role);
  }

  /** A message to its worker, which is one of fixtures/tabs. */
  tell(message) {
    return this.run(async (data) => globalThis.worker.postMessage(data), message);
  }

  /** Opens `store` once more in this page, instead of what it has. */
  open(store, options = {}) {
    return this.run(openInPage, `opfs:${store}`, options);
  }

  close() {
    return this.page.close();
  }
}

/**
 * Opens a page, and in it a memory.
 * @param {import('node:test').TestContext} t
 * @param {{browser: object}} launched
 * @param {{url: (path: string) => string}} server
 * @param {string} store
 * @param {object} [options] of openMemory; `worker` is an address, and is there as `worker` then
 * @param {{expected?: RegExp[]}} [errors] as openPage takes them
 */
export async function openTab(t, launched, server, store, options = {}, errors = {}) {
  const tab = new Tab(await openPage(t, launched, server.url('/blank'), errors));
  await tab.open(store, options);
  return tab;
}

async function openInPage(location, { worker, module = '/js/browser.js', ...options }) {
  const { openMemory } = await import(module);
  if (worker) globalThis.worker = new Worker(worker, { type: 'module' });
  globalThis.memory = await openMemory(location, {
    ...options,
    ...(worker && { worker: globalThis.worker }),
  });
}

/** A worker of the page's own that runs what it is given. */
export function startWorker(page) {
  const start = async (address) => {
    globalThis.own = new Worker(address, { type: 'module' });
  };
  return evaluate(page, start, workerOf('evaluating.js'));
}

/** Runs an async function in the worker of startWorker(), as evaluate() does in a page. */
export function evaluateInWorker(page, work, ...args) {
  const send = async (text, values) => {
    const { own } = globalThis;
    own.postMessage({ work: text, args: values });
    const { value, error } = await new Promise((resolve) => {
      own.onmessage = ({ data }) => resolve(data);
    });
    if (error) throw Object.assign(new Error(error.message), error);
    return value;
  };
  return evaluate(page, send, `${work}`, args);
}

/** Has the page note who says to lead; `leads()` gives {epoch, from} of each, once. */
export async function watchLeads(page, store) {
  await evaluate(
    page,
    async (name) => {
      globalThis.leads = new Map();
      globalThis.watched = new BroadcastChannel(name);
      globalThis.watched.onmessage = ({ data: { type, epoch, from } }) => {
        if (type === 'lead') globalThis.leads.set(`${epoch} ${from}`, { epoch, from });
      };
    },
    `loci:${store}`,
  );
  return () => evaluate(page, async () => [...globalThis.leads.values()]);
}

/** No two tabs said to lead in one epoch. */
export function assertOneLeaderAnEpoch(leads) {
  const epochs = leads.map(({ epoch }) => epoch);
  assert.deepEqual(epochs, [...new Set(epochs)], 'two leaders in one epoch');
}

/**
 * Nobody has the store `store` open any more, and it is sound: a worker can have it to itself at once.
 * @returns {Promise<{items: string[], added: Record<string, number>}>} names of the items, and how
 *   often the journal says that each was added
 */
export async function inspect(t, launched, server, store) {
  const page = await openPage(t, launched, server.url('/blank'));
  await startWorker(page);
  const found = await evaluateInWorker(page, inspectExclusively, `opfs:${store}`);
  await page.close();
  assert.deepEqual(found.check, { ok: true, findings: [], warnings: [] });
  return found;
}

async function inspectExclusively(location) {
  const { openMemory } = await import('/js/browser.js');
  const memory = await openMemory(location, { exclusive: true });
  const all = (page) => {
    const found = [];
    for (let batch; (batch = page(found)).length > 0;) found.push(...batch);
    return found;
  };
  const items = all(({ length }) => memory.items({ limit: 100, offset: length }).items);
  const entries = all(
    (found) => memory.journal({ since: found.at(-1)?.revision ?? 0, limit: 100 }).entries,
  );
  const added = {};
  for (const { action, name } of entries) {
    if (action !== 'remove') added[name] = (added[name] ?? 0) + 1;
  }
  const check = memory.check();
  memory.close();
  return { items: items.map(({ name }) => name), added, check };
}

/** What serves another release of Loci at `/<folder>/js/browser.js`: this one, but with changes. */
export async function otherRelease(folder, change) {
  const pages = {};
  for (const part of ['js', 'bindings/hosts']) {
    const names = await readdir(join(root, part), { recursive: true });
    for (const name of names.filter((file) => file.endsWith('.js'))) {
      const text = await readFile(join(root, part, name), 'utf8');
      pages[`/${folder}/${part}/${name}`] = change(text, name);
    }
  }
  const glue = await readFile(join(root, 'build/wasm/loci.js'), 'utf8');
  const wasm = await readFile(join(root, 'build/wasm/loci.wasm'));
  pages[`/${folder}/build/wasm/loci.js`] = glue;
  pages[`/${folder}/build/wasm/loci.wasm`] = { body: wasm, type: 'application/wasm' };
  return pages;
}

/** Waits until `condition` gives something true, and gives that; fails after `seconds`. */
export async function until(condition, what, seconds = 10) {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(performance.now() < end, `${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
