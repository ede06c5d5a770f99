// workerd for tests, by miniflare: a worker bundled as people bundle theirs, its wasm as a compiled
// module, one class of Durable Objects with SQLite, kept in a folder of the test's.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';
import { Miniflare } from 'miniflare';

import { newFolder } from '../../support/temp_store.js';

const here = dirname(fileURLToPath(import.meta.url));
const WASM = join(here, '../../../build/wasm/loci.wasm');

export const COMPATIBILITY_DATE = '2026-01-01';

const wasmIsAModule = {
  name: 'wasm is a module of its own',
  setup(build) {
    build.onResolve({ filter: /\.wasm$/ }, () => ({ path: './loci.wasm', external: true }));
  },
};

/**
 * The modules of a worker, as miniflare takes them.
 * @param {object} entry what esbuild takes as `stdin` or `entryPoints`
 */
export async function bundleWorker(entry) {
  const { outputFiles } = await esbuild.build({
    ...entry,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'import'],
    external: ['cloudflare:workers', '*.loci'], // stores are modules of data
    plugins: [wasmIsAModule],
    logLevel: 'silent',
  });
  return [
    { type: 'ESModule', path: 'worker.js', contents: outputFiles[0].text },
    { type: 'CompiledWasm', path: 'loci.wasm', contents: await readFile(WASM) },
  ];
}

function bundleChecks(checks) {
  const contents = `
    import * as checks from './${checks}';
    import { objectOf, router } from './support/worker.js';
    export const Checks = objectOf(checks);
    export default router;`;
  return bundleWorker({ stdin: { contents, resolveDir: join(here, '..') } });
}

/** A worker that runs checks; its objects' storage outlives a restart. */
export class CheckWorker {
  #options;
  #miniflare;

  constructor(modules, folder) {
    this.#options = {
      modules,
      modulesRoot: '/',
      compatibilityDate: COMPATIBILITY_DATE,
      durableObjects: { OBJECTS: { className: 'Checks', useSQLite: true } },
      durableObjectsPersist: folder,
    };
  }

  /** @param {string} checks the module of the checks, a file of tests/edge */
  static async start(t, checks) {
    const worker = new CheckWorker(await bundleChecks(checks), newFolder(t));
    t.after(() => worker.stop());
    await worker.restart();
    return worker;
  }

  /** The result of a check in the object of this name. Rejects with the error that it threw. */
  async run(object, name, args = null) {
    const response = await this.#miniflare.dispatchFetch(`http://checks/${object}`, {
      method: 'POST',
      body: JSON.stringify({ name, args }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`workerd answered ${response.status}: ${text}`);
    const { result, error } = JSON.parse(text);
    if (!error) return result;
    throw Object.assign(new Error(error.message), error);
  }

  /** Ends the process of workerd and starts another one on the same storage. */
  async restart() {
    await this.stop();
    this.#miniflare = new Miniflare(this.#options);
    await this.#miniflare.ready;
  }

  async stop() {
    await this.#miniflare?.dispose();
    this.#miniflare = undefined;
  }
}
