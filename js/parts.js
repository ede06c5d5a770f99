// Long batches on a host that takes a transaction as a whole, and only up to a limit (bindings/hosts,
// "atomic"): they are committed in parts, each far below it. A staged batch goes in parts as well, but
// these become the store together, so nobody need hear of them.
//
// Tested by tests/edge/parts.test.js.

import { MemoryError } from './errors.js';

/** Values of a list in one part, and in one call of the engine for it. */
export const PART_VALUES = 100;

/** Bytes of pages of one part, about; a single value may go above. */
export const PART_BYTES = 1 << 20;

export class Parts {
  #commit;
  #isStaged;
  #values = 0; // of the open part
  #bytes = 0;
  #count = 1;
  #committed = 0; // values of those before the open one

  /**
   * @param {() => void} commit commits what there is and goes on with the batch
   * @param {{isStaged: boolean}} how
   */
  constructor(commit, { isStaged }) {
    this.#commit = commit;
    this.#isStaged = isStaged;
  }

  /** To be called before so many values of about so many bytes join the open part. */
  makeRoom(values, bytes) {
    const isFull =
      this.#bytes + bytes > PART_BYTES || (!this.#isStaged && this.#values + values > PART_VALUES);
    if (this.#values === 0 || !isFull) return;
    this.#commit();
    this.#count++;
    this.#committed += this.#values;
    this.#values = 0;
    this.#bytes = 0;
  }

  /** They have joined it, and it would write so many bytes now. */
  add(values, pendingBytes) {
    this.#values += values;
    this.#bytes = pendingBytes;
  }

  /** The warning of a batch that was committed in more parts than one. */
  warnings() {
    if (this.#isStaged || this.#count === 1) return [];
    const message =
      `${this.#count} parts of this call were committed one by one, ` +
      'since this host takes at most 8 MiB at once';
    return [{ code: 'committed_in_parts', message, detail: { parts: this.#count } }];
  }

  /** The error that ends the batch: one of ours says how many values stay all the same. */
  withCommitted(error) {
    if (this.#isStaged || this.#committed === 0 || !(error instanceof MemoryError)) return error;
    error.detail = { ...error.detail, committed: this.#committed };
    return error;
  }
}
