// The size of the .wasm that users load, plain and as gzip -9 sends it.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { wasmParts } from './parts.js';

const WASM = new URL('../../build/wasm/loci.wasm', import.meta.url);

/** `{raw, gzip}` in bytes, and `parts` of it (parts.js). */
export function wasmSize() {
  const bytes = readFileSync(WASM);
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, parts: wasmParts() };
}
