// A host of bindings/hosts that is watched, and that fails when a test says so.

export const FILES = ['database', 'log', 'journal'];

/** The codes of bindings/hosts/README.md, by the error that a caller sees. */
export const FAILURES = { storage_error: -1, storage_full: -2 };

/** Passes all calls on to `host`, writing down those that change files. */
export class WatchedHost {
  /** The calls that change files, in order, such as 'write log'. */
  calls = [];
  /** Called after each flush that the medium confirmed. */
  onFlush = () => {};
  #host;
  #fail = null;

  constructor(host) {
    this.#host = host;
  }

  get durable() {
    return this.#host.durable;
  }

  get lastError() {
    return this.#host.lastError;
  }

  /**
   * From the `after`-th changing call from now on (0 is the next), every one fails with `code`, or
   * only that one where `once` is true. A write leaves half of its bytes behind.
   */
  failAfter(after, code, { once = false } = {}) {
    this.#fail = { after, code, once };
  }

  /** The medium is sound again. */
  recover() {
    this.#fail = null;
  }

  open() {
    return this.#host.open();
  }

  read(file, view, offset) {
    return this.#host.read(file, view, offset);
  }

  size(file) {
    return this.#host.size(file);
  }

  write(file, view, offset) {
    const failure = this.#change('write', file);
    if (failure === 0) return this.#host.write(file, view, offset);
    this.#host.write(file, view.subarray(0, view.length / 2), offset);
    return failure;
  }

  truncate(file, size) {
    return this.#change('truncate', file) || this.#host.truncate(file, size);
  }

  flush(file) {
    const flushed = this.#change('flush', file) || this.#host.flush(file);
    if (flushed === 0) this.onFlush();
    return flushed;
  }

  close() {
    this.#host.close();
  }

  #change(call, file) {
    this.calls.push(`${call} ${FILES[file]}`);
    if (this.#fail === null) return 0;
    const { after, code, once } = this.#fail;
    this.#fail.after--;
    return after === 0 || (after < 0 && !once) ? code : 0;
  }
}
