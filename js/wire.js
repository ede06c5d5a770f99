// Errors as messages. Structured clone would keep neither the class nor the code.

import { MemoryError, invalidArgument } from './errors.js';

export function packError(error) {
  const { name, message, code, detail, stack } = Object(error);
  if (error instanceof MemoryError) return { isMemoryError: true, message, code, detail };
  return { name, message: message ?? String(error), stack };
}

export function unpackError({ isMemoryError, name, message, code, detail, stack }) {
  if (isMemoryError) return new MemoryError(code, message, detail);
  const error = Object.assign(new Error(message), { name: name ?? 'Error' });
  if (stack) error.stack = stack;
  return error;
}

/** Calls `post`, of what a caller gave: a MemoryError where it cannot leave this thread. */
export function posting(post) {
  try {
    return post();
  } catch (cause) {
    if (cause?.name !== 'DataCloneError') throw cause;
    const what = `this cannot be handed to another thread: ${cause.message}`;
    throw Object.assign(invalidArgument(what), { cause });
  }
}
