// The read-only host over the bytes of a store, however they were read. The rules of hosts are in
// README.md.
//
// Tested by tests/js/node_host.test.js and tests/browser/hosts_snapshot.test.js.

import { READ_ONLY, guard } from './codes.js';

/** A host over bytes that stay as they are: whatever would change them is refused. */
export class SnapshotHost {
  durable = true;
  lastError = '';
  #files;

  /** Keeps the arrays, without a copy. */
  constructor({ database, wal, journal }) {
    this.#files = [database, wal, journal];
  }

  open() {
    return guard(this, 'cannot open', () => (this.#bytes(0), 0));
  }

  read(file, view, offset) {
    return guard(this, 'cannot read', () => {
      const bytes = this.#bytes(file).subarray(offset, offset + view.length);
      view.set(bytes);
      return bytes.length;
    });
  }

  write() {
    return this.#refuse();
  }

  truncate() {
    return this.#refuse();
  }

  flush() {
    return this.#refuse();
  }

  size(file) {
    return guard(this, 'cannot tell the size', () => this.#bytes(file).length);
  }

  close() {
    this.#files = [];
  }

  #bytes(file) {
    const bytes = this.#files[file];
    if (bytes) return bytes;
    throw new Error('the store is closed');
  }

  #refuse() {
    this.lastError = 'the store was opened with readOnly';
    return READ_ONLY;
  }
}
