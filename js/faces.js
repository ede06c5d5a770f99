// The faces of a memory, each an object of its own with its methods: what js/methods.js calls
// `evidenceSave` is `save` of `memory.evidence`.
//
// Tested by tests/js/evidence.test.js and tests/js/palace.test.js.

import { METHODS, defineMethods } from './methods.js';

const ownName = (method, face) => method[face.length].toLowerCase() + method.slice(face.length + 1);

/** The methods of a face: its own names, and what js/methods.js calls them. */
export function methodsOf(face) {
  const names = Object.keys(METHODS).filter((method) => METHODS[method].face === face);
  return Object.fromEntries(names.map((method) => [ownName(method, face), method]));
}

/** Gives the class of a face its methods but those that it has; `run` is what calls one. */
export function defineFace(prototype, face, run) {
  const methods = methodsOf(face);
  const others = Object.keys(methods).filter((name) => !Object.hasOwn(prototype, name));
  defineMethods(prototype, others, (name) => {
    return function (...args) {
      return run(this, methods[name], args);
    };
  });
}

/** Calls a method of js/methods.js where a memory has it: on itself, or on one of its faces. */
export function callMethod(memory, method, args) {
  const { face } = METHODS[method];
  return face ? memory[face][ownName(method, face)](...args) : memory[method](...args);
}
