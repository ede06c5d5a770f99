// The body of a request: kept up to a limit, whatever its headers say, and parsed.
//
// Tested by tests/edge/http_parts.test.js.

import { Refusal } from './errors.js';

const PATIENCE = 16 * 2 ** 20; // bytes
const MAGIC = new TextEncoder().encode('SQLite format 3\0'); // what every store begins with

/**
 * All bytes of a body. One that announces more than `limit` is refused unread; one that turns out to be
 * longer, at the first byte too many. The rest is for discard().
 */
export async function readBytes({ headers, body }, limit) {
  const announced = Number(headers.get('content-length') ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const collected = new Bytes(announced);
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    if (collected.size + chunk.length > limit) throw tooLarge(limit);
    collected.add(chunk);
  }
  return collected.all();
}

/**
 * Reads what is left of a body that was refused, for a while, and keeps nothing of it: a client that
 * still sends when its connection is closed may never see the reply.
 */
export async function discard({ body }) {
  let left = PATIENCE;
  try {
    for await (const chunk of body ?? []) {
      left -= chunk.length;
      if (left < 0) return; // which ends the stream
    }
  } catch {
    // the client has gone
  }
}

/** The object that a body in JSON holds, whatever its headers say of its type. */
export async function readJson(request, limit) {
  return objectIn(await readBytes(request, limit), 'no JSON in UTF-8');
}

/** The bytes of a store, or the object that a body in JSON holds: its first bytes tell which. */
export async function readStoreOrJson(request, limit) {
  const bytes = await readBytes(request, limit);
  const isStore = MAGIC.every((byte, i) => bytes[i] === byte);
  return isStore ? bytes : objectIn(bytes, 'no Loci store and no JSON in UTF-8');
}

function objectIn(bytes, otherwise) {
  const value = parse(bytes, otherwise);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('the body must be a JSON object');
}

function parse(bytes, otherwise) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw malformed(`the body is ${otherwise}: ${error.message}`);
  }
}

const malformed = (message) => new Refusal(400, 'invalid_argument', message);

const tooLarge = (limit) =>
  new Refusal(413, 'too_large', `the body has more than the ${limit} bytes that are taken here`);

// One buffer that grows, so that a large body is not held twice.
class Bytes {
  size = 0;
  #room;

  constructor(expected) {
    this.#room = new Uint8Array(expected);
  }

  add(chunk) {
    const needed = this.size + chunk.length;
    if (needed > this.#room.length) this.#grow(Math.max(needed, 2 * this.#room.length));
    this.#room.set(chunk, this.size);
    this.size = needed;
  }

  #grow(length) {
    const larger = new Uint8Array(length);
    larger.set(this.all());
    this.#room = larger;
  }

  all() {
    return this.#room.subarray(0, this.size);
  }
}
