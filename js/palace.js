// The palace face of a memory: texts kept word for word in drawers, by wing and room. The engine does
// the work; here are the names.
//
// Tested by tests/js/palace.test.js.

import { defineFace } from './faces.js';

/** `memory.palace`, by promise where its memory answers so; palace.d.ts describes it. */
export class Palace {
  #run;

  /** @param {(method: string, args: unknown[]) => any} run calls a method of js/methods.js */
  constructor(run) {
    this.#run = run;
  }

  static {
    defineFace(Palace.prototype, 'palace', (palace, ...call) => palace.#run(...call));
  }
}
