// The contract of all hosts, over memory: the host that tests open stores on, and the paged files that
// the host of IndexedDB is made of.

import assert from 'node:assert/strict';
import test from 'node:test';

import { FAILED, READ_ONLY, guard } from '../../bindings/hosts/codes.js';
import { PagedFile } from '../../bindings/hosts/paged_file.js';
import { SnapshotHost } from '../../bindings/hosts/snapshot_host.js';
import { BufferHost } from '../support/buffer_host.js';
import { bytes, checkRule, get, hostContract } from '../support/host_contract.js';

const PAGE_BYTES = 1000;

/** The least host over paged files; `touched` holds the pages that the latest call changed. */
class PagedHost {
  lastError = '';
  touched = [];
  #files = [0, 1, 2].map(() => new PagedFile(PAGE_BYTES));

  open() {
    return 0;
  }

  read(file, view, offset) {
    return guard(this, 'read', () => this.#files[file].read(view, offset));
  }

  write(file, view, offset) {
    this.touched = [];
    return guard(this, 'write', () => {
      this.#files[file].write(view, offset, (page) => this.touched.push(page));
      return view.length;
    });
  }

  truncate(file, size) {
    this.touched = [];
    return guard(this, 'truncate', () => {
      this.#files[file].truncate(size, (page) => this.touched.push(page));
      return 0;
    });
  }

  flush(file) {
    return guard(this, 'flush', () => this.#files[file].size * 0);
  }

  size(file) {
    return guard(this, 'size', () => this.#files[file].size);
  }

  close() {
    this.#files = [];
  }
}

for (const rule of hostContract) {
  // A store that a test opens is opened again after its close, with what it held.
  if (!rule.name.startsWith('a closed host')) {
    test(`a buffer: ${rule.name}`, () => checkRule(rule, () => new BufferHost()));
  }
  test(`paged files: ${rule.name}`, () => checkRule(rule, () => new PagedHost()));
}

test('a paged file tells which pages a call changed', () => {
  const host = new PagedHost();
  host.write(0, new Uint8Array(1500), 2500);
  assert.deepEqual(host.touched, [2, 3]);
  host.write(0, new Uint8Array(), 100);
  assert.deepEqual(host.touched, []);
  host.truncate(0, 3500);
  assert.deepEqual(host.touched, [3]);
  host.truncate(0, 3000);
  assert.deepEqual(host.touched, []);
  host.truncate(0, 500); // page 0 was never written: it is zeros
  assert.deepEqual(host.touched, []);
});

test('a snapshot can be read, and nothing else', () => {
  const files = { database: bytes('database'), wal: bytes('log'), journal: bytes('') };
  const host = new SnapshotHost(files);
  assert.equal(host.open(), 0);
  assert.equal(get(host, 0, 20, 4), 'base');
  assert.equal(get(host, 1, 20, 0), 'log');
  assert.equal(get(host, 2, 20, 0), '');
  assert.equal(get(host, 0, 20, 400), '');
  const refusals = [host.write(0, bytes('x'), 0), host.truncate(0, 0), host.flush(0)];
  assert.deepEqual(refusals, [READ_ONLY, READ_ONLY, READ_ONLY]);
  assert.match(host.lastError, /readOnly/);
  host.close();
  host.close();
  assert.equal(host.read(0, bytes('x'), 0), FAILED);
  assert.equal(host.open(), FAILED);
});
