// SQLite's own command line opens a store, finds it sound and reads what is in it.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { allItems } from '../../support/store_operations.js';
import { needsSqlite, sqlite } from '../../support/sqlite_tool.js';
import { newStore } from '../../support/temp_store.js';

const item = (i) => ({
  category: ['note', 'person'][i % 2],
  name: `name ${i}`,
  content: `content ${i} `.repeat(1 + ((i * 37) % 900)).trim(),
  metadata: { i },
});
const items = (count) => Array.from({ length: count }, (_, i) => item(i));

function assertReadsTheSame(path, memory) {
  assert.deepEqual(sqlite(path, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
  const rows = sqlite(path, 'SELECT category, name, content FROM item ORDER BY category, id');
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows,
    allItems(memory).map(({ category, name, content }) => ({ category, name, content })),
  );
}

test('a closed store, before and after compact', needsSqlite, async (t) => {
  const path = newStore(t);
  const steps = [
    (memory) => memory.addMany(items(200)),
    (memory) => items(150).forEach(({ category, name }) => memory.remove(category, name)),
    (memory) => memory.compact({ keepJournal: 10 }),
    (memory) => memory.addMany(items(60)),
  ];
  for (const step of steps) {
    const memory = await openMemory(path, { durability: 'relaxed' });
    step(memory);
    memory.close();
    const again = await openMemory(path, { readOnly: true });
    assertReadsTheSame(path, again);
    again.close();
  }
});

test('exported bytes, of a file and of memory', needsSqlite, async (t) => {
  for (const place of [newStore(t), ':memory:']) {
    const memory = await openMemory(place);
    memory.addMany(items(100));
    const path = newStore(t);
    fs.writeFileSync(path, memory.exportBytes());
    assertReadsTheSame(path, memory);
    memory.close();
  }
});

test('what it wrote into a store is read, if it keeps the checksums', needsSqlite, async (t) => {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.addMany(items(10));
  memory.close();
  sqlite(path, "UPDATE item SET content = 'changed from outside' WHERE name = 'name 3'");
  await openMemory(path).then(
    (changed) => {
      assert.equal(changed.check().ok, false, 'the tool wrote no checksums');
      changed.close();
    },
    (error) => assert.equal(error.code, 'store_damaged'),
  );
});

test("another program's database is refused and stays sound", needsSqlite, async (t) => {
  for (const pageSize of [512, 4096, 65536]) {
    const path = newStore(t);
    sqlite(
      path,
      `PRAGMA page_size = ${pageSize}; CREATE TABLE item(a); INSERT INTO item VALUES(1)`,
    );
    const bytes = fs.readFileSync(path);
    for (const options of [{}, { readOnly: true }]) {
      await assert.rejects(openMemory(path, options), { code: 'unsupported_format' });
    }
    await assert.rejects(openMemory({ bytes }), { code: 'unsupported_format' });
    assert.deepEqual(fs.readFileSync(path), bytes);
    assert.deepEqual(sqlite(path, 'SELECT a FROM item'), [{ a: 1 }]);
  }
});
