// A store that holds other things than items, or cannot be read: what export, import, status and check
// say of it.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { expectCase, inNewFolder, runHere } from '../support/cli.js';

const DRAWER = { wing: 'Hut', room: 'water', text: 'The valve sticks.' };
const EVENT = { summary: 'A leak.', content: 'The pump leaked.', entities: [] };
const ITEM = { category: 'garden', name: 'peas', content: 'Sow early.' };

/** A store of this name with some of each. */
async function storeOf(path, { items = [], events = [], drawers = [] }) {
  const memory = await openMemory(path);
  memory.addMany(items);
  memory.evidence.saveMany(events);
  memory.palace.addDrawers(drawers);
  memory.close();
}

/** Changes a byte of the item. */
function damage(path) {
  const bytes = fs.readFileSync(path);
  bytes[bytes.indexOf(ITEM.content)] ^= 1;
  fs.writeFileSync(path, bytes);
}

test('an export of no items says what the store holds, and what takes that', async (t) => {
  inNewFolder(t);
  await storeOf('memory.loci', { events: [EVENT], drawers: [DRAWER, { ...DRAWER, text: 'x' }] });
  await expectCase(runHere, {
    args: ['export', 'out'],
    status: 1,
    errors:
      'loci: nothing to write: the store holds no items, but 1 event and 2 drawers; `loci export FILE.db` takes all\n',
  });
  await runHere(['export', 'all.db']);
  await expectCase(runHere, {
    args: ['--store', 'copy.loci', 'import', 'all.db'],
    output: 'took over a store of 1 event, 2 drawers\n',
  });
});

test('an export of a store that is all damaged does not call it empty', async (t) => {
  inNewFolder(t);
  await storeOf('memory.loci', { items: [ITEM] });
  damage('memory.loci');
  await expectCase(runHere, {
    args: ['export', 'out'],
    status: 1,
    errors: /^loci: nothing to write: no item of this damaged store can be read; `loci check` /,
  });
});

test('a check names all that is sound', async (t) => {
  inNewFolder(t);
  await storeOf('memory.loci', { items: [ITEM], events: [EVENT], drawers: [DRAWER] });
  const output = 'sound: 1 item, 1 event, 1 drawer, all of it read\n';
  await expectCase(runHere, { args: ['check'], output });
  const { items, events, drawers } = JSON.parse((await runHere(['check', '--json'])).output);
  assert.deepEqual([items, events, drawers], [1, 1, 1]);
});

test('the status of a damaged store counts nothing, and says what helps', async (t) => {
  inNewFolder(t);
  await storeOf('memory.loci', { items: [ITEM], drawers: [DRAWER] });
  damage('memory.loci');
  const { status, output } = await runHere(['status']);
  assert.equal(status, 0);
  assert.match(
    output,
    /^store  memory\.loci\nstate  damaged: run `loci repair`\nsize   [\d,]+ bytes\n$/,
  );
});

test('an export of an empty store says only that', async (t) => {
  inNewFolder(t);
  await storeOf('memory.loci', { items: [ITEM] });
  await runHere(['rm', 'garden:peas']);
  const errors = 'loci: nothing to write: the store holds no items\n';
  await expectCase(runHere, { args: ['export', 'out'], status: 1, errors });
});

test('an SQLite file replaces no drawers and no events, either, unless that is said', async (t) => {
  inNewFolder(t);
  await storeOf('other.db', { items: [ITEM] });
  for (const [contents, held] of [
    [{ drawers: [DRAWER] }, '1 drawer'],
    [{ items: [ITEM], events: [EVENT] }, '1 item, 1 event'],
  ]) {
    const store = `${held}.loci`;
    await storeOf(store, contents);
    await expectCase(runHere, {
      args: ['--store', store, 'import', 'other.db'],
      status: 2,
      errors: `loci: an SQLite file replaces all of the store, which holds ${held}; --replace says that you want that\n`,
    });
    await expectCase(runHere, {
      args: ['--store', store, 'import', '--replace', 'other.db'],
      output: 'took over a store of 1 item\n',
    });
  }
  assert.equal((await runHere(['--store', '1 drawer.loci', 'wings'])).status, 1);
});
