// The page layout of a store, read and written without the engine: what src/store/FORMAT.md says, in
// other words than src/store/checksum.cpp, so that each checks the other.

import { readFileSync } from 'node:fs';

export const PAGE_SIZE = 4096;
const SUM_AT = PAGE_SIZE - 8;
const WORD = 2n ** 32n;

/** The two sums of a page, in integers of any size, cut to 32 bits at the end of each step. */
function pageSums(page) {
  const words = new DataView(page.buffer, page.byteOffset, PAGE_SIZE);
  let [s1, s2] = [0n, 0n];
  for (let at = 0; at < SUM_AT; at += 8) {
    s1 = (s1 + BigInt(words.getUint32(at, true)) + s2) % WORD;
    s2 = (s2 + BigInt(words.getUint32(at + 4, true)) + s1) % WORD;
  }
  return [Number(s1), Number(s2)];
}

/** The page of that number, from 1 as in SQLite: a view into `database`. */
export function pageOf(database, number) {
  return database.subarray((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
}

export const pageCount = (database) => database.length / PAGE_SIZE;

export function hasItsChecksum(page) {
  const words = new DataView(page.buffer, page.byteOffset, PAGE_SIZE);
  const [s1, s2] = pageSums(page);
  return words.getUint32(SUM_AT, true) === s1 && words.getUint32(SUM_AT + 4, true) === s2;
}

/** A copy of `database` with bytes changed by `edit(page)` and the page's checksum made to fit. */
export function withPage(database, number, edit) {
  const copy = Uint8Array.from(database);
  const page = pageOf(copy, number);
  edit(page);
  const [s1, s2] = pageSums(page);
  const words = new DataView(page.buffer, page.byteOffset, PAGE_SIZE);
  words.setUint32(SUM_AT, s1, true);
  words.setUint32(SUM_AT + 4, s2, true);
  return copy;
}

/** A copy of `bytes` with one bit turned. */
export function withFlippedBit(bytes, offset, bit) {
  const copy = Uint8Array.from(bytes);
  copy[offset] ^= 1 << bit;
  return copy;
}

/** A file of tests/data. */
export const testData = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url));
