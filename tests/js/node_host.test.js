// node:fs as a host: the contract that tests/support/host_contract.h checks of the hosts in C++, and
// what is particular to files.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';

import { NodeHost } from '../../bindings/hosts/node.js';

const DATABASE = 0;
const WAL = 1;
const JOURNAL = 2;
const FAILED = -1;
const FULL = -2;
const BUSY = -3;
const READ_ONLY = -4;

function newStore(t) {
  const directory = fs.mkdtempSync(join(tmpdir(), 'loci-host-'));
  t.after(() => fs.rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'store');
}

function openHost(t, path, options) {
  const host = new NodeHost(path, options);
  assert.equal(host.open(), 0, host.lastError);
  t.after(() => host.close());
  return host;
}

const bytes = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const put = (host, file, text, offset) => host.write(file, bytes(text), offset);

function get(host, file, count, offset) {
  const view = new Uint8Array(count).fill(63);
  const got = host.read(file, view, offset);
  assert.ok(got >= 0, host.lastError);
  return Buffer.from(view.subarray(0, got)).toString('latin1');
}

test('reads and writes', (t) => {
  const host = openHost(t, newStore(t));
  assert.equal(host.durable, true);
  assert.equal(host.size(DATABASE), 0);
  assert.equal(get(host, DATABASE, 10, 0), '');
  assert.equal(put(host, DATABASE, 'hello', 0), 5);
  assert.equal(put(host, DATABASE, 'J', 0), 1);
  assert.equal(get(host, DATABASE, 5, 0), 'Jello');
  assert.equal(get(host, DATABASE, 10, 3), 'lo');
  assert.equal(get(host, DATABASE, 10, 500), '');
  assert.equal(get(host, DATABASE, 0, 0), '');
  assert.equal(put(host, DATABASE, '', 3), 0);
  assert.equal(host.size(DATABASE), 5);
});

test('gaps are zero', (t) => {
  const host = openHost(t, newStore(t));
  assert.equal(put(host, DATABASE, 'x', 70_000), 1);
  assert.equal(host.size(DATABASE), 70_001);
  assert.equal(get(host, DATABASE, 70_000, 0), '\0'.repeat(70_000));
  assert.equal(host.truncate(DATABASE, 0), 0);
  put(host, DATABASE, 'abc', 0);
  assert.equal(host.truncate(DATABASE, 2), 0);
  assert.equal(host.truncate(DATABASE, 9_000), 0);
  assert.equal(get(host, DATABASE, 4, 0), 'ab\0\0');
  assert.equal(host.size(DATABASE), 9_000);
});

test('files are apart, and offsets go past 32 bits', (t) => {
  const host = openHost(t, newStore(t));
  put(host, DATABASE, 'database', 0);
  put(host, WAL, 'log', 0);
  put(host, JOURNAL, 'journal', 0);
  assert.equal(host.truncate(WAL, 0), 0);
  assert.equal(get(host, DATABASE, 20, 0), 'database');
  assert.equal(get(host, WAL, 20, 0), '');
  assert.equal(get(host, JOURNAL, 20, 0), 'journal');
  for (const file of [DATABASE, WAL, JOURNAL]) assert.equal(host.flush(file), 0);
  assert.equal(put(host, WAL, 'far', 5_000_000_000), 3);
  assert.equal(get(host, WAL, 3, 5_000_000_000), 'far');
  assert.equal(host.size(WAL), 5_000_000_003);
});

test('random calls against a buffer', (t) => {
  const host = openHost(t, newStore(t));
  let state = 1;
  const random = (below) => (state = (state * 48_271) % 2_147_483_647) % below;
  let model = Buffer.alloc(0);
  const grow = (size) =>
    size > model.length ? Buffer.concat([model, Buffer.alloc(size - model.length)]) : model;
  for (let step = 0; step < 2000; ++step) {
    const offset = random(60_000);
    const count = random(20_000);
    const kind = random(4);
    if (kind === 0) {
      assert.equal(host.truncate(WAL, offset), 0);
      model = grow(offset).subarray(0, offset);
    } else if (kind === 1) {
      const text = Buffer.alloc(count, 97 + (step % 26));
      assert.equal(host.write(WAL, new Uint8Array(text), offset), count);
      if (count > 0) model = Buffer.from(grow(offset + count));
      text.copy(model, offset);
    } else {
      const expected = model.subarray(offset, offset + count).toString('latin1');
      assert.ok(get(host, WAL, count, offset) === expected);
    }
    assert.equal(host.size(WAL), model.length);
  }
});

test('a store is FILE alone when it is closed, and what it held is there again', (t) => {
  const path = newStore(t);
  const host = openHost(t, path);
  put(host, DATABASE, 'kept', 0);
  const names = () => fs.readdirSync(dirname(path)).sort();
  assert.deepEqual(names(), ['store', 'store-journal', 'store-wal', 'store.lock']);
  host.close();
  host.close();
  assert.deepEqual(names(), ['store']);
  const again = openHost(t, path);
  assert.equal(get(again, DATABASE, 9, 0), 'kept');
  put(again, WAL, 'not yet moved', 0);
  again.close();
  assert.deepEqual(names(), ['store', 'store-wal']);
});

test('a closed host fails, and does not throw', (t) => {
  const host = openHost(t, newStore(t));
  host.close();
  assert.equal(host.read(DATABASE, new Uint8Array(4), 0), FAILED);
  assert.equal(host.write(DATABASE, new Uint8Array(4), 0), FAILED);
  assert.equal(host.truncate(DATABASE, 0), FAILED);
  assert.equal(host.flush(DATABASE), FAILED);
  assert.equal(host.size(DATABASE), FAILED);
  assert.notEqual(host.lastError, '');
});

test('a path that cannot be a store is refused in clear words', (t) => {
  const path = newStore(t);
  const refused = (where, code, words, options) => {
    const host = new NodeHost(where, options);
    assert.equal(host.open(), code);
    assert.match(host.lastError, words);
  };
  refused(dirname(path), FAILED, /is not a file/);
  refused(
    join(dirname(path), 'absent', 'store'),
    FAILED,
    /there is no folder .*absent; make it first$/,
  );
  refused(`file://${path}`, FAILED, /give a path, not a URL; fileURLToPath/);
  refused('a\0b', FAILED, /null bytes/);
  refused(path, FAILED, /no such file or directory/, { readOnly: true });
  fs.mkdirSync(`${path}-wal`);
  refused(path, FAILED, /-wal is not a file/);
  assert.deepEqual(fs.readdirSync(dirname(path)).sort(), ['store', 'store-wal']);
});

test('without permission to write it is read-only, and a snapshot can be read', (t) => {
  const path = newStore(t);
  const writer = openHost(t, path);
  put(writer, DATABASE, 'sealed', 0);
  writer.close();
  fs.chmodSync(path, 0o444);
  fs.chmodSync(dirname(path), 0o555);
  const reader = openHost(t, path, { readOnly: true });
  assert.equal(get(reader, DATABASE, 9, 0), 'sealed');
  const host = new NodeHost(path);
  const code = host.open();
  const words = host.lastError;
  host.close();
  fs.chmodSync(dirname(path), 0o755);
  if (process.getuid?.() === 0) return t.diagnostic('root may write everywhere');
  assert.equal(code, READ_ONLY);
  assert.match(words, /permission denied/);
});

test('what finds no room is full, and changes nothing', (t) => {
  const host = openHost(t, newStore(t));
  put(host, DATABASE, 'kept', 0);
  // Beyond the largest file that a file system takes.
  assert.equal(put(host, DATABASE, 'x', 9_000_000_000_000_000), FULL);
  assert.match(host.lastError, /^cannot write: /);
  assert.equal(get(host, DATABASE, 9, 0), 'kept');
});

test('readOnly is a snapshot: it writes nothing, and later writers do not disturb it', (t) => {
  const path = newStore(t);
  const writer = openHost(t, path);
  put(writer, DATABASE, 'before', 0);
  put(writer, WAL, 'log', 0);
  const early = new NodeHost(path, { readOnly: true });
  assert.equal(early.open(), BUSY);
  assert.match(early.lastError, /open in this process already; close that memory first$/);
  writer.close();

  const reader = openHost(t, path, { readOnly: true });
  assert.deepEqual(fs.readdirSync(dirname(path)).sort(), ['store', 'store-wal']);
  const later = openHost(t, path);
  put(later, DATABASE, 'after!', 0);
  assert.equal(get(reader, DATABASE, 9, 0), 'before');
  assert.equal(get(reader, WAL, 9, 1), 'og');
  assert.equal(get(reader, WAL, 9, 100), '');
  assert.equal(reader.size(JOURNAL), 0);
  assert.equal(put(reader, DATABASE, 'x', 0), READ_ONLY);
  assert.equal(reader.truncate(DATABASE, 0), READ_ONLY);
  assert.match(reader.lastError, /readOnly/);
  assert.equal(later.size(DATABASE), 6);
});
