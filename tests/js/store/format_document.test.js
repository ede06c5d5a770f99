// src/store/FORMAT.md says what is in a store: the statements that SQLite keeps in it.

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

/** Where the cells of a page of a tree lie; its header begins at `header`. */
function cellsOf(page, header) {
  const pointers = header + (page[header] === 5 ? 12 : 8);
  return Array.from({ length: page.readUInt16BE(header + 3) }, (_, cell) =>
    page.readUInt16BE(pointers + 2 * cell),
  );
}

/** The pages below an inner page, in order. */
function childrenOf(page, header) {
  const numbers = cellsOf(page, header).map((cell) => page.readUInt32BE(cell));
  return [...numbers, page.readUInt32BE(header + 8)];
}

/** The rows of the table that begins in page 1, oldest first, as the text of their bytes. */
function schemaRows(database) {
  const page = (number) => Buffer.from(pageOf(database, number));
  const rows = (leaf, header) =>
    cellsOf(leaf, header).map((cell) => {
      const size = leaf[cell] < 128 ? leaf[cell] : (leaf[cell] - 128) * 128 + leaf[cell + 1];
      return leaf.toString('latin1', cell, cell + size + 3);
    });
  const root = page(1);
  if (root[100] !== 5) return rows(root, 100);
  return childrenOf(root, 100).flatMap((number) => rows(page(number), 0));
}

/** Tables and indexes, from the SQL text that made them. */
function storedSchema(database) {
  const text = schemaRows(database)
    .join('\n')
    .replace(/,\s*PRIMARY KEY\([^)]*\)/g, '');
  const tables = [...text.matchAll(/CREATE TABLE (\w+)\(([^)]*)\)( WITHOUT ROWID)?/g)];
  const columns = tables.flatMap(([, table, list]) =>
    list.split(',').map((column) => {
      const [name, ...declared] = column.trim().split(/\s+/);
      return [table, name, declared.join(' ')];
    }),
  );
  const indexes = [...text.matchAll(/CREATE ((?:UNIQUE )?INDEX) (\w+) ON (\w+\([^)]*\))/g)];
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
  assert.match(document, /`user_version`, are the version of the format: 5\./);
  assert.equal(hex(60, 64), '00000005');
  assert.equal(hex(16, 24), '1000020208402020');
});
