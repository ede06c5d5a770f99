// Files that are no whole store: cut short, of another program, of the future, or with garbage beside
// them. They are refused in clear words and stay as they are, or what is whole in them is shown.

import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { FORMAT } from '../../../js/tabs/protocol.js';
import { BufferHost } from '../../support/buffer_host.js';
import { PAGE_SIZE, withFlippedBit, withPage } from '../../support/database_pages.js';
import { filesOf, openOnHost } from '../../support/open_on_host.js';
import { StoreModel, describeStore, operations } from '../../support/store_operations.js';
import { newStore, storeOf } from '../../support/temp_store.js';

const item = (i) => ({ category: 'note', name: `name ${i}`, content: `kept ${i} `.repeat(30) });
const fill = (memory) => memory.addMany(Array.from({ length: 100 }, (_, i) => item(i)));
const { database } = await filesOf(fill);
const truth = await describeFiles({ database });

async function describeFiles(files) {
  const memory = await openOnHost(new BufferHost(files));
  try {
    return describeStore(memory);
  } finally {
    memory.close();
  }
}

const setNumber = (at, value) => (page) =>
  new DataView(page.buffer, page.byteOffset).setUint32(at, value);
const USER_VERSION = 60;
const APPLICATION_ID = 68;

/** An empty database as SQLite's own tools make it, with pages of 512 bytes. */
function plainDatabase() {
  const page = new Uint8Array(512);
  page.set(new TextEncoder().encode('SQLite format 3\0'));
  page.set([2, 0, 1, 1, 0, 64, 32, 32], 16);
  page.set([0, 0, 0, 1], 28); // pages
  page.set([0, 0, 0, 4], 44); // schema format
  page.set([0, 0, 0, 1], 56); // UTF-8
  page.set([13, 0, 0, 0, 0, 2, 0], 100); // an empty leaf
  return page;
}

/** Opening `bytes` fails with `code`, in any mode, and leaves the file and its directory alone. */
async function assertRefused(t, bytes, code, words) {
  const path = storeOf(t, bytes);
  for (const options of [{}, { readOnly: true }]) {
    await assert.rejects(openMemory(path, options), { name: 'MemoryError', code, message: words });
    assert.deepEqual(fs.readFileSync(path), Buffer.from(bytes));
    assert.equal(fs.readdirSync(dirname(path)).length, 1);
  }
  const error = await openMemory({ bytes }).catch((thrown) => thrown);
  assert.equal(error.code, code);
  return error.message;
}

test('a file of another kind is refused and stays as it is', async (t) => {
  const random = randomFillSync(new Uint8Array(20_000));
  const text = new TextEncoder().encode('# Notes\n\nNot a database.\n'.repeat(400));
  for (const bytes of [random, text, text.subarray(0, 10), plainDatabase(), new Uint8Array(5000)]) {
    const words = /no Loci store; give the path of one, or of a file that does not exist yet/;
    const ofBytes = await assertRefused(t, bytes, 'unsupported_format', words);
    assert.match(ofBytes, /no Loci store; give the bytes that exportBytes gave/);
  }
});

test("another program's database in our page layout is refused", async (t) => {
  const other = withPage(database, 1, setNumber(APPLICATION_ID, 0x12345678));
  await assertRefused(t, other, 'unsupported_format', /another program/);
});

test('a format from the future, or none, is refused, and the error names the versions', async (t) => {
  const future = withPage(database, 1, setNumber(USER_VERSION, FORMAT + 1));
  const told = new RegExp(`has format ${FORMAT + 1} and this Loci reads 1 to ${FORMAT}`);
  await assertRefused(t, future, 'unsupported_format', told);
  const none = withPage(database, 1, setNumber(USER_VERSION, 0));
  await assertRefused(t, none, 'unsupported_format', /has format 0/);
  const same = withPage(database, 1, setNumber(USER_VERSION, FORMAT));
  assert.deepEqual(same, database, 'the checksum of the tests is that of the engine');
});

test('a file cut short is found to be so', async () => {
  const sizes = [1, 15, 16, 17, 99, 100, 101, 512, 4087, 4095, 4097, 6000, 8191, 8193];
  for (let size = PAGE_SIZE; size < database.length; size += PAGE_SIZE) sizes.push(size);
  for (const size of sizes) {
    const cut = { database: database.subarray(0, size) };
    await assert.rejects(describeFiles(cut), { code: 'store_damaged' }, `cut to ${size}`);
  }
});

test('a file that goes on behind its end is found by check(), and reads well', async () => {
  for (const extra of [1, 100, 4095]) {
    const files = { database: Buffer.concat([database, Buffer.alloc(extra, 7)]) };
    const memory = await openOnHost(new BufferHost(files));
    assert.deepEqual(describeStore(memory), truth);
    assert.equal(memory.check().ok, false, `${extra} bytes more`);
    memory.close();
  }
});

test('an empty file is a new store, but not to readers, nor beside a log that has all', async (t) => {
  const path = storeOf(t, '');
  await assert.rejects(openMemory(path, { readOnly: true }), { code: 'read_only' });
  const memory = await openMemory(path);
  fill(memory);
  assert.deepEqual(describeStore(memory), truth);
  memory.close();
  const { log } = await filesOf(fill, { killed: true });
  assert.deepEqual(await describeFiles({ log }), truth);
});

test('garbage in FILE-wal or FILE-journal is not taken for content', async (t) => {
  const garbage = [1, 31, 32, 33, 512, 5_000, 100_000].map((size) =>
    randomFillSync(new Uint8Array(size)),
  );
  for (const bytes of [...garbage, Buffer.alloc(9_000), database]) {
    for (const companion of ['log', 'journal']) {
      const files = { database, [companion]: bytes };
      assert.deepEqual(await describeFiles(files), truth, `${companion} of ${bytes.length} bytes`);
    }
    const path = storeOf(t, database);
    fs.writeFileSync(`${path}-wal`, bytes);
    fs.writeFileSync(`${path}-journal`, bytes);
    const reader = await openMemory(path, { readOnly: true }).catch(({ code }) => code);
    if (reader !== 'read_only') assert.deepEqual(describeStore(reader), truth);
    const memory = await openMemory(path);
    assert.deepEqual(describeStore(memory), truth);
    assert.deepEqual(memory.check().findings, []);
    memory.close();
    assert.ok(!fs.existsSync(`${path}-wal`), 'the log is started anew');
  }
});

test('garbage beside a file of another kind does not make it a store', async (t) => {
  const path = newStore(t);
  fs.writeFileSync(path, plainDatabase());
  fs.writeFileSync(`${path}-journal`, randomFillSync(new Uint8Array(5_000)));
  await assert.rejects(openMemory(path), ({ code }) =>
    ['unsupported_format', 'store_damaged'].includes(code),
  );
  assert.deepEqual(fs.readFileSync(path), Buffer.from(plainDatabase()));
});

test('a log cut or hit anywhere gives the writes before that place, whole', async () => {
  const states = [];
  const model = new StoreModel();
  const all = operations(5);
  const note = () => states.push(JSON.stringify(model.describe()));
  const base = await filesOf(() => {});
  note();
  const files = await filesOf(
    (memory) => {
      while (states.length < 12) {
        const operation = all.next().value;
        if (['spill', 'shrink', 'compact'].includes(operation.kind)) continue;
        memory[operation.method](...operation.args);
        model.apply(operation);
        note();
      }
    },
    { killed: true, files: base },
  );
  const seen = new Set();
  const look = async (log, where) => {
    const found = states.indexOf(JSON.stringify(await describeFiles({ ...files, log })));
    assert.ok(found >= 0, where);
    seen.add(found);
    return found;
  };
  assert.equal(await look(files.log, 'whole'), 11);
  for (let size = 0, least = 0; size < files.log.length; size += 1_371) {
    const found = await look(files.log.subarray(0, size), `cut to ${size}`);
    assert.ok(found >= least, 'more of the log is never less of the writes');
    least = found;
    await look(withFlippedBit(files.log, size, size % 8), `bit at ${size}`);
  }
  assert.ok(seen.size > 6, `${seen.size} states`);
});
