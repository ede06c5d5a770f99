// node:fs as a host: the contract of all hosts, and what is particular to files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';

import {
  BUSY,
  DATABASE,
  FAILED,
  FULL,
  JOURNAL,
  LOG,
  READ_ONLY,
} from '../../bindings/hosts/codes.js';
import { NodeHost } from '../../bindings/hosts/node.js';
import { bytes, checkRule, get, hostContract, put } from '../support/host_contract.js';

const onUnix = { skip: process.platform === 'win32' && 'needs the pipes of Unix' };

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

for (const rule of hostContract) {
  test(`node:fs: ${rule.name}`, (t) => checkRule(rule, () => new NodeHost(newStore(t))));
}

test('a store of files is durable, and offsets go past 32 bits', (t) => {
  const host = openHost(t, newStore(t));
  assert.equal(host.durable, true);
  put(host, LOG, 'far', 5_000_000_000);
  assert.equal(get(host, LOG, 3, 5_000_000_000), 'far');
  assert.equal(host.size(LOG), 5_000_000_003);
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
  put(again, LOG, 'not yet moved', 0);
  again.close();
  assert.deepEqual(names(), ['store', 'store-wal']);
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
  refused(
    path,
    FAILED,
    /: there is no such file or directory; opened without readOnly it is made$/,
    { readOnly: true },
  );
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
  assert.equal(host.write(DATABASE, bytes('x'), 9_000_000_000_000_000), FULL);
  assert.match(host.lastError, /^cannot write: /);
  assert.equal(get(host, DATABASE, 9, 0), 'kept');
});

test('readOnly is a snapshot: it writes nothing, and later writers do not disturb it', (t) => {
  const path = newStore(t);
  const writer = openHost(t, path);
  put(writer, DATABASE, 'before', 0);
  put(writer, LOG, 'log', 0);
  const early = new NodeHost(path, { readOnly: true });
  assert.equal(early.open(), BUSY);
  assert.match(early.lastError, /open in this process already; close that memory first$/);
  writer.close();

  const reader = openHost(t, path, { readOnly: true });
  assert.deepEqual(fs.readdirSync(dirname(path)).sort(), ['store', 'store-wal']);
  const later = openHost(t, path);
  put(later, DATABASE, 'after!', 0);
  assert.equal(get(reader, DATABASE, 9, 0), 'before');
  assert.equal(get(reader, LOG, 9, 1), 'og');
  assert.equal(get(reader, LOG, 9, 100), '');
  assert.equal(reader.size(JOURNAL), 0);
  assert.equal(reader.write(DATABASE, bytes('x'), 0), READ_ONLY);
  assert.equal(reader.flush(DATABASE), READ_ONLY);
  assert.equal(reader.truncate(DATABASE, 0), READ_ONLY);
  assert.match(reader.lastError, /readOnly/);
  assert.equal(later.size(DATABASE), 6);
});

test('a reader names what is no file beside the store, and waits for no pipe', onUnix, (t) => {
  const path = newStore(t);
  openHost(t, path).close();
  for (const make of [(at) => fs.mkdirSync(at), (at) => execFileSync('mkfifo', [at])]) {
    make(`${path}-wal`);
    const host = new NodeHost(path, { readOnly: true });
    assert.equal(host.open(), FAILED);
    assert.match(host.lastError, /store-wal is not a file$/);
    fs.rmSync(`${path}-wal`, { recursive: true });
  }
});
