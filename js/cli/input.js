// What comes in: stdin as `-`, and files by their names. Bytes, never decoded piece by piece: a
// character that is cut between two pieces of a pipe stays whole.
//
// Tested by tests/js/cli_pipes.test.js.

import { readFileSync } from 'node:fs';

import { CommandError, onFiles } from './errors.js';

/** All of stdin. Throws where it is more than `most` bytes, before it has been read to its end. */
export async function readAll(stream, most) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) {
      throw new CommandError('too_large', `stdin has more than the ${most} bytes that fit here`);
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** All of a file. */
export function readWhole(path) {
  return onFiles(`cannot read ${path}`, () => new Uint8Array(readFileSync(path)));
}
