// openMemory() on a host of the test's own.

import { readFile } from 'node:fs/promises';

import { NodeHost } from '../../bindings/hosts/node.js';
import { openInProcess } from '../../js/open.js';
import { makeOpenMemory } from '../../js/open_memory.js';
import { BufferHost } from './buffer_host.js';
import { WatchedHost } from './watched_host.js';

const wasm = await WebAssembly.compile(
  await readFile(new URL('../../build/wasm/loci.wasm', import.meta.url)),
);

/** Opens the store that `host` holds. */
export function openOnHost(host, options = {}) {
  const runtime = {
    read: readFile,
    glue: async () => (await import('../../build/wasm/loci.js')).default,
    fileHost: () => host,
    randomSeed: () => Math.floor(Math.random() * 2 ** 48),
    atExit: () => () => {},
  };
  return makeOpenMemory(openInProcess(runtime))('store', { wasm, ...options });
}

/** Opens the store at `path` through a host that is watched. */
export async function openWatched(path, options) {
  const host = new WatchedHost(new NodeHost(path));
  return { memory: await openOnHost(host, options), host };
}

/** The files of a new store after `fill(memory)` and, unless `killed`, after closing. */
export async function filesOf(fill, { killed = false, files } = {}) {
  const host = new BufferHost(files);
  const memory = await openOnHost(host);
  fill(memory);
  const alive = host.files();
  memory.close();
  return killed ? alive : host.files();
}
