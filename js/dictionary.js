// The dictionary of a segmenter: the bytes of up to three files, `{words, hmm, user}`.

import { checkBytes, copyOf, kindOf } from './arguments.js';
import { invalidArgument } from './errors.js';

const FILES = ['words', 'hmm', 'user'];
const ABSENT = 2 ** 32 - 1; // in place of a size

/** The files of `dictionary` as views on the caller's bytes; `hmm` and `user` where they are given. */
export function checkDictionary(dictionary) {
  if (dictionary === null || typeof dictionary !== 'object' || isBytes(dictionary)) {
    throw invalidArgument('dictionary must be an object of words, hmm and user');
  }
  const unknown = Object.keys(dictionary).find((name) => !FILES.includes(name));
  if (unknown !== undefined) {
    throw invalidArgument(`dictionary.${unknown} is unknown; known are ${FILES.join(', ')}`);
  }
  const given = FILES.filter((name) => name === 'words' || (dictionary[name] ?? null) !== null);
  const checked = (name) => checkBytes(dictionary[name], `dictionary.${name}`);
  return Object.fromEntries(given.map((name) => [name, checked(name)]));
}

const isBytes = (value) => ArrayBuffer.isView(value) || kindOf(value) === 'ArrayBuffer';

/** The same with bytes of our own. */
export function copyDictionary(dictionary) {
  return mapFiles(checkDictionary(dictionary), copyOf);
}

/** The same for each file that there is: what `change` makes of its bytes. */
export function mapFiles(dictionary, change) {
  const files = Object.entries(dictionary);
  return Object.fromEntries(files.map(([name, bytes]) => [name, change(bytes)]));
}

/**
 * All files in one piece: for each a little-endian uint32, its size, or 2^32 - 1 where it is absent;
 * then the files.
 * @returns {Uint8Array}
 */
export function packDictionary(dictionary) {
  const files = FILES.map((name) => dictionary[name]);
  const header = 4 * FILES.length;
  const packed = new Uint8Array(files.reduce((sum, file) => sum + (file?.length ?? 0), header));
  const sizes = new DataView(packed.buffer);
  let at = header;
  for (const [i, file] of files.entries()) {
    sizes.setUint32(4 * i, file?.length ?? ABSENT, true);
    if (file) packed.set(file, at);
    at += file?.length ?? 0;
  }
  return packed;
}

/** What packDictionary() was given, as views on `packed`. */
export function unpackDictionary(packed) {
  const sizes = new DataView(packed.buffer, packed.byteOffset);
  const dictionary = {};
  let at = 4 * FILES.length;
  for (const [i, name] of FILES.entries()) {
    const size = sizes.getUint32(4 * i, true);
    if (size === ABSENT) continue;
    dictionary[name] = packed.subarray(at, at + size);
    at += size;
  }
  return dictionary;
}
