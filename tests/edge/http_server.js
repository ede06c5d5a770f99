// The workers of demo/edge in workerd, as they are deployed: bundled, with the wasm as a module.

import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { COMPATIBILITY_DATE, bundleWorker } from './support/harness.js';

const ROOT = new URL('../../', import.meta.url);
const JSON_TYPE = { 'content-type': 'application/json' };

/** The secret of every worker here. */
export const TOKEN = 'moss-and-granite';

async function modulesOf(entry, snapshot) {
  const modules = await bundleWorker({ entryPoints: [fileURLToPath(new URL(entry, ROOT))] });
  if (snapshot) modules.push({ type: 'Data', path: 'snapshot.loci', contents: snapshot });
  return modules;
}

/**
 * Starts a worker; it ends with the test.
 * @param {object} t the test, or what has its `after`
 * @param {object} options
 * @param {string} [options.entry] the worker's file
 * @param {string} [options.persist] a folder in which the objects stay
 * @param {Record<string, unknown>} [options.vars] instead of what wrangler.toml sets
 * @param {Uint8Array} [options.snapshot] the bytes of `./snapshot.loci`
 * @param {string | null} [options.token] the secret; null sets none
 * @returns {Promise<Server>}
 */
export async function startWorker(t, { entry = 'demo/edge/worker.js', ...options } = {}) {
  const { persist, vars = {}, snapshot, token = TOKEN } = options;
  const miniflare = new Miniflare({
    modules: await modulesOf(entry, snapshot),
    compatibilityDate: COMPATIBILITY_DATE,
    bindings: { REQUESTS_PER_SECOND: 1e6, REQUEST_BURST: 1e6, ...vars, ...secret(token) },
    ...(!snapshot && { durableObjects: { AGENTS: { className: 'Agent', useSQLite: true } } }),
    ...(persist && { durableObjectsPersist: persist }),
  });
  const server = new Server(miniflare);
  t.after(() => server.stop());
  server.address = await miniflare.ready;
  return server;
}

const secret = (token) => (token === null ? {} : { LOCI_TOKEN: token });

/** A running worker, and how its clients ask it. */
class Server {
  #miniflare;

  constructor(miniflare) {
    this.#miniflare = miniflare;
  }

  /** Ends it, once. */
  async stop() {
    await this.#miniflare?.dispose();
    this.#miniflare = undefined;
  }

  /** A request with the token, whose reply is not looked at. */
  fetch(path, { headers, ...init } = {}) {
    const all = { authorization: `Bearer ${TOKEN}`, ...headers };
    return fetch(new URL(path, this.address), { headers: all, ...init });
  }

  /** `{status, body}` of a request; a `json` is its body. */
  async ask(method, path, json) {
    const init = json === undefined ? {} : { body: JSON.stringify(json), headers: JSON_TYPE };
    const response = await this.fetch(path, { method, ...init });
    return { status: response.status, body: await response.json() };
  }

  /** The body of a request that must succeed. */
  async done(method, path, json) {
    const { status, body } = await this.ask(method, path, json);
    if (status === 200) return body;
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  }

  /** The bytes of a store. */
  async exported(agent) {
    const response = await this.fetch(`/agents/${agent}/export`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
