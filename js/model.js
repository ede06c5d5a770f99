// Whose vectors they are: the id of the model that made them.

import { invalidArgument } from './errors.js';
import { METHODS } from './methods.js';

const MAX_BYTES = 512;

/** `model`, if it may be one: nothing, or a text that is not empty. */
export function checkModel(model) {
  if (model === undefined) return model;
  if (typeof model !== 'string' || model === '') {
    throw invalidArgument('model must be a string, and not empty');
  }
  if (new TextEncoder().encode(model).length <= MAX_BYTES) return model;
  throw invalidArgument(`model must have at most ${MAX_BYTES} bytes`);
}

/**
 * The arguments of a call, with the model of its memory where the method takes one and the caller names
 * none.
 */
export function withModel(method, args, model) {
  const { takesModel, optionsAt = 1 } = METHODS[method];
  if (!takesModel || model === undefined) return args;
  const options = args[optionsAt];
  const isSilent = typeof (options ?? {}) === 'object' && (options?.model ?? null) === null;
  if (!isSilent) return args;
  const before = Array.from({ length: optionsAt }, (_, at) => args[at]);
  return [...before, { ...options, model }, ...args.slice(optionsAt + 1)];
}
