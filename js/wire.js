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

/** Calls `post`; what cannot be cloned is the caller's argument. */
export function posting(post, args) {
  try {
    return post();
  } catch (cause) {
    if (cause?.name !== 'DataCloneError') throw cause;
    throw Object.assign(invalidArgument(describe(args, cause)), { cause });
  }
}

function describe(args, cause) {
  const place = args.map((value, i) => findUncloneable(value, `argument ${i + 1}`)).find(Boolean);
  return place ?? `the arguments cannot be handed to another thread: ${cause.message}`;
}

/** Where in a value something stands that cannot leave its thread, in words. */
function findUncloneable(value, path, depth = 0) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    return `${path} is a ${typeof value}, which is no JSON value`;
  }
  if (value === null || typeof value !== 'object' || depth > 100) return undefined;
  for (const [name, field] of Object.entries(value)) {
    const isIndex = Array.isArray(value);
    const found = findUncloneable(
      field,
      isIndex ? `${path}[${name}]` : `${path}.${name}`,
      depth + 1,
    );
    if (found) return found;
  }
  return undefined;
}
