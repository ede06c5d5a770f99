// The way back from damage, through the memory and through `loci`. What a repair keeps, page by page,
// is tested in tests/store/store_repair_test.cpp.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { addGarden, inNewFolder, runHere } from '../support/cli.js';
import { assertFails } from '../support/errors.js';
import { BufferHost } from '../support/buffer_host.js';
import { openOnHost } from '../support/open_on_host.js';
import { newStore } from '../support/temp_store.js';

const item = (i) => ({ category: 'notes', name: `n${i}`, content: `word${i} `.repeat(2000) });

function fill(memory) {
  memory.addMany(Array.from({ length: 9 }, (_, i) => item(i)));
  memory.evidence.save({ id: 'e', summary: 'rain', content: 'It rained.' });
  memory.palace.addDrawer({ id: 'd', wing: 'Home', room: 'Attic', text: 'A box of maps.' });
}

/** Changes one bit of a file. */
function flip(path, at) {
  const bytes = fs.readFileSync(path);
  bytes[at < 0 ? bytes.indexOf('word4 ') : at] ^= 1;
  fs.writeFileSync(path, bytes);
}

test('a sound memory is not written to', async () => {
  const memory = await openMemory(':memory:');
  fill(memory);
  const before = memory.exportBytes();
  const { kept, revision, ...rest } = memory.repair();
  assert.deepEqual(rest, { repaired: false, lost: [], derived: [], warnings: [] });
  assert.deepEqual([kept.items, kept.events, kept.drawers], [9, 1, 1]);
  assert.equal(revision, memory.revision());
  assert.deepEqual(memory.exportBytes(), before);
});

test('a file that was hit anywhere opens, tells of it, and is repaired', async (t) => {
  for (const at of [0, 20, 70, 110, 5000, -1]) {
    const path = newStore(t);
    const filled = await openMemory(path);
    fill(filled);
    filled.close();
    flip(path, at);
    const memory = await openMemory(path);
    assert.equal(memory.check().ok, false, `byte ${at}`);
    const reply = memory.repair();
    assert.equal(reply.repaired, true);
    assert.equal(reply.kept.items, at < 0 ? 8 : 9);
    assert.deepEqual([reply.kept.events, reply.kept.drawers], [1, 1]);
    assert.equal(memory.revision(), reply.revision);
    assert.deepEqual(memory.check(), { ok: true, findings: [], warnings: [] });
    assert.equal(memory.palace.getDrawer('d').text, 'A box of maps.');
    memory.add({ category: 'notes', name: 'next', content: 'after' });
    assert.equal(memory.repair().repaired, false);
    memory.close();
    const again = await openMemory(path);
    assert.equal(again.get('notes', 'next').content, 'after');
    again.close();
  }
});

test('what is lost is named, and the call that was refused says what to do', async (t) => {
  const path = newStore(t);
  const filled = await openMemory(path);
  fill(filled);
  filled.close();
  flip(path, -1);
  const memory = await openMemory(path);
  await assertFails(() => memory.get('notes', 'n1'), 'store_damaged', 'run repair');
  const { lost } = memory.repair();
  assert.deepEqual(lost[0], { table: 'items', count: 1, what: 'could not be read: notes/n4' });
  assert.equal(memory.get('notes', 'n4'), null);
  assert.equal(memory.get('notes', 'n1').content, item(1).content.trim());
  memory.close();
});

test('a memory that is only read is not repaired', async (t) => {
  const path = newStore(t);
  const filled = await openMemory(path);
  fill(filled);
  filled.close();
  flip(path, 70);
  const memory = await openMemory(path, { readOnly: true });
  await assertFails(() => memory.repair(), 'read_only');
  assert.equal(memory.exportMarkdown().length, 1);
  memory.close();
});

test('a host in memory is repaired as well', async () => {
  const host = new BufferHost();
  const filled = await openOnHost(host);
  fill(filled);
  filled.close();
  const { database } = host.files();
  database[70] ^= 1;
  const memory = await openOnHost(new BufferHost({ database }));
  assert.equal(memory.status().damaged, true);
  assert.equal(memory.repair().kept.items, 9);
  assert.equal(memory.status().damaged, false);
});

test('loci repair keeps what can be read, and names the rest', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const sound = await runHere(['repair']);
  assert.equal(sound.output, 'nothing to repair: 3 items, 0 events, 0 drawers, all of it sound\n');
  flip('memory.loci', 70);
  assert.equal((await runHere(['check'])).status, 1);
  const refused = await runHere(['ls']);
  assert.match(refused.errors, /`loci repair` keeps what can be read/);
  const { status, output } = await runHere(['repair']);
  assert.match(output, /^repaired: kept 3 items, 0 events, 0 drawers \(revision \d+\)\n$/);
  assert.equal(status, 0);
  assert.equal((await runHere(['check'])).status, 0);
});

test('loci repair ends with status 1 where something is gone', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const bytes = fs.readFileSync('memory.loci');
  flip('memory.loci', bytes.indexOf('Runs for 20 minutes'));
  const { status, output } = await runHere(['repair']);
  assert.equal(status, 1);
  assert.match(output, /^repaired: kept \d items/);
  assert.match(output, /\nlost: \d items, could not be read: garden\//);
});
