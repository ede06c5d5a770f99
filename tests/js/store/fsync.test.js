// When the medium is asked to keep what was written.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { describeStore } from '../../support/store_operations.js';
import { openWatched } from '../../support/open_on_host.js';
import { newStore } from '../../support/temp_store.js';

const item = (i) => ({ category: 'note', name: `name ${i}`, content: 'kept' });

/** The calls that the medium got from `action`. */
function callsOf(host, action) {
  const before = host.calls.length;
  action();
  return host.calls.slice(before);
}

const WRITES = {
  add: (memory, i) => memory.add(item(i)),
  replace: (memory) => memory.add(item(0)),
  remove: (memory, i) => {
    memory.add(item(i));
    memory.remove('note', `name ${i}`);
  },
  addMany: (memory, i) => memory.addMany([item(i), item(i + 1)]),
  importMarkdown: (memory, i) =>
    memory.importMarkdown([{ path: 'wiki/note.md', text: `# note\n\n## name ${i}\n\nread\n` }]),
};

/** Counts what the process asks of the system: fsync by kind of file, until the test ends. */
function countFsyncs(t) {
  const counts = { files: 0, directories: 0 };
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    counts[fs.fstatSync(descriptor).isDirectory() ? 'directories' : 'files']++;
    return fsyncSync(descriptor);
  };
  syncBuiltinESMExports();
  t.after(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
  return counts;
}

test('what the host is asked to flush, the system is: fsync, also of the directory', async (t) => {
  const counts = countFsyncs(t);
  for (const durability of ['full', 'relaxed']) {
    const path = newStore(t);
    Object.assign(counts, { files: 0, directories: 0 });
    const memory = await openMemory(path, { durability });
    assert.ok(counts.directories > 0, `${dirname(path)} was not flushed`);
    memory.add(item(0));
    counts.files = 0;
    for (let i = 1; i <= 20; ++i) {
      memory.add(item(i));
      const least = durability === 'full' ? i : 0;
      assert.ok(counts.files >= least, `${counts.files} after ${i} writes`);
    }
    if (durability === 'relaxed') {
      assert.equal(counts.files, 0);
      memory.flush();
      assert.equal(counts.files, 1);
    }
    memory.close();
  }
});

/** The store as its latest flush left it, without what was written since: a power cut's view. */
function keepFlushed(path, host) {
  const kept = `${path}-flushed`;
  host.onFlush = () => {
    for (const suffix of ['', '-wal']) fs.copyFileSync(path + suffix, kept + suffix);
  };
  return kept;
}

test('full: what a write has done is flushed before it returns', async (t) => {
  const path = newStore(t);
  const { memory, host } = await openWatched(path, { durability: 'full' });
  memory.add(item(0));
  const kept = keepFlushed(path, host);
  for (const [name, write] of Object.entries(WRITES)) {
    const calls = callsOf(host, () => write(memory, 10));
    assert.ok(calls.includes('flush log'), `${name}: ${calls}`);
    const survivor = await openMemory(kept);
    assert.deepEqual(describeStore(survivor), describeStore(memory), name);
    survivor.close();
  }
  memory.close();
});

test('relaxed: no write is flushed until flush()', async (t) => {
  const { memory, host } = await openWatched(newStore(t), { durability: 'relaxed' });
  memory.add(item(0));
  for (const [name, write] of Object.entries(WRITES)) {
    const calls = callsOf(host, () => write(memory, 10));
    assert.deepEqual(new Set(calls), new Set(['write log']), name);
  }
  assert.deepEqual(
    callsOf(host, () => memory.flush()),
    ['flush log'],
  );
  memory.close();
});

test('a checkpoint flushes the log before the database, and both before the log goes', async (t) => {
  for (const durability of ['full', 'relaxed']) {
    const { memory, host } = await openWatched(newStore(t), { durability });
    memory.add(item(0));
    const calls = callsOf(host, () => memory.close());
    const steps = ['flush log', 'write database', 'flush database', 'truncate log'];
    const places = steps.map((step) => calls.indexOf(step));
    assert.ok(!places.includes(-1), `${durability}: ${calls}`);
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      places,
      `${durability}: ${calls}`,
    );
    assert.ok(calls.lastIndexOf('write database') < places[2], `${durability}: ${calls}`);
  }
});

test('reading writes and flushes nothing', async (t) => {
  const { memory, host } = await openWatched(newStore(t));
  memory.add(item(0));
  const calls = callsOf(host, () => {
    memory.get('note', 'name 0');
    memory.retrieve('kept');
    memory.items();
    memory.journal();
    memory.status();
    memory.exportMarkdown();
  });
  assert.deepEqual(calls, []);
  memory.close();
});
