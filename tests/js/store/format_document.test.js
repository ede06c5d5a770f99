// src/store/FORMAT.md says what is in a store: the statements that SQLite keeps in its first page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { openMemory } from '../../../js/index.js';
import { pageOf } from '../../support/database_pages.js';
import { needsSqlite, sqlite } from '../../support/sqlite_tool.js';
import { newStore } from '../../support/temp_store.js';

const document = readFileSync(new URL('../../../src/store/FORMAT.md', import.meta.url), 'utf8');

/** The cells of the rows under "Tables" whose first cell is `like this`, as they read. */
function documentRows(cells) {
  return document
    .slice(document.indexOf('\n## Tables\n'))
    .split('\n')
    .filter((line) => /^\| `\w+` \|/.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')))
    .filter((row) => row.length === cells);
}

const described = {
  columns: documentRows(4).map(([table, column, declared]) => [table, column, declared]),
  indexes: documentRows(3),
};

async function newDatabase(t) {
  const path = newStore(t);
  (await openMemory(path)).close();
  return path;
}

/** Tables and indexes from the SQL text that stands in the first page, newest first. */
function storedSchema(database) {
  const text = Buffer.from(pageOf(database, 1))
    .toString('latin1')
    .replace(/,\s*PRIMARY KEY\([^)]*\)/g, '');
  const tables = [...text.matchAll(/CREATE TABLE (\w+)\(([^)]*)\)( WITHOUT ROWID)?/g)].reverse();
  const columns = tables.flatMap(([, table, list]) =>
    list.split(',').map((column) => {
      const [name, ...declared] = column.trim().split(/\s+/);
      return [table, name, declared.join(' ')];
    }),
  );
  const indexes = [
    ...text.matchAll(/CREATE ((?:UNIQUE )?INDEX) (\w+) ON (\w+\([^)]*\))/g),
  ].reverse();
  return {
    columns,
    indexes: indexes.map(([, kind, name, on]) => [name, on, kind]),
    withoutRowid: tables.filter(([, , , without]) => without).map(([, name]) => name),
  };
}

test('the document lists the tables, columns and indexes of a store', async (t) => {
  const { columns, indexes, withoutRowid } = storedSchema(readFileSync(await newDatabase(t)));
  assert.deepEqual(described.columns, columns);
  assert.deepEqual(described.indexes, indexes);
  assert.deepEqual(withoutRowid, ['meta', 'mention']);
  assert.match(document, /`meta` and `mention` are WITHOUT ROWID tables/);
});

test('SQLite itself reads the same out of the store', needsSqlite, async (t) => {
  const path = await newDatabase(t);
  const names = (type) =>
    sqlite(path, `SELECT name FROM sqlite_schema WHERE type = '${type}' AND sql IS NOT NULL`);
  const tables = new Set(described.columns.map(([table]) => table));
  assert.deepEqual(new Set(names('table').map(({ name }) => name)), tables);
  assert.deepEqual(
    names('index').map(({ name }) => name),
    described.indexes.map(([name]) => name),
  );
  for (const table of tables) {
    assert.deepEqual(
      sqlite(path, `PRAGMA table_info(${table})`).map(({ name }) => name),
      described.columns.filter(([of]) => of === table).map(([, name]) => name),
    );
  }
});

test('the marks of the header are those of the document', async (t) => {
  const page = pageOf(readFileSync(await newDatabase(t)), 1);
  const hex = (from, to) => Buffer.from(page.subarray(from, to)).toString('hex');
  assert.match(document, /`application_id`, are `4C 6F 63 69`, "Loci"/);
  assert.equal(Buffer.from(page.subarray(68, 72)).toString(), 'Loci');
  assert.match(document, /`user_version`, are the version of the format: 4\./);
  assert.equal(hex(60, 64), '00000004');
  assert.equal(hex(16, 24), '1000020208402020');
});
