// The module with a heap that cannot grow beyond so many pages of 64 KB, to meet the end of memory.

import { readFileSync } from 'node:fs';

const WASM = new URL('../../build/wasm/loci.wasm', import.meta.url);
const MEMORY_SECTION = 5;

export function moduleWithAtMost(pages) {
  const bytes = new Uint8Array(readFileSync(WASM));
  let at = 8; // behind magic and version
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  for (;;) {
    const section = bytes[at++];
    const size = readNumber();
    if (section === MEMORY_SECTION) break;
    at += size;
  }
  readNumber(); // one memory
  readNumber(); // its flags: there is a maximum
  readNumber(); // the minimum
  const start = at;
  readNumber();
  overwriteNumber(bytes, start, at, pages);
  return bytes;
}

/** The number in LEB128 at [start, end), in as many bytes as before. */
function overwriteNumber(bytes, start, end, value) {
  for (let at = start; at < end; at++) {
    bytes[at] = (value & 127) | (at + 1 < end ? 128 : 0);
    value >>>= 7;
  }
}
