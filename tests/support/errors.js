import assert from 'node:assert/strict';
import { MemoryError } from 'loci';

/** The MemoryError that `call` throws; anything else it does fails the test. */
export function errorOf(call) {
  let result;
  try {
    result = call();
  } catch (error) {
    assert.ok(error instanceof MemoryError, `no MemoryError, but ${error?.stack}`);
    return error;
  }
  return assert.fail(`no error, but ${JSON.stringify(result)?.slice(0, 200)}`);
}

/** Asserts that `call` throws a MemoryError of this code whose message holds all of `words`. */
export function assertFails(call, code, ...words) {
  const { code: actual, message } = errorOf(call);
  assert.equal(actual, code, message);
  for (const word of words) assert.ok(message.includes(word), `'${word}' in: ${message}`);
}
