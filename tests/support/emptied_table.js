// A store one of whose small tables has lost its rows, made without the engine: as a store is where an
// older program wrote no such rows.

import { PAGE_SIZE, pageCount, pageOf, withPage } from './database_pages.js';

const LEAF = 0x0d; // of a table
const USABLE = PAGE_SIZE - 8;

/** A copy of the database whose table of this name is empty. It must not be longer than a page. */
export function withEmptiedTable(database, name) {
  return withPage(database, rootOf(database, name), (page) => {
    if (page[0] !== LEAF) throw new Error(`${name} is longer than a page`);
    new DataView(page.buffer, page.byteOffset).setUint16(3, 0); // cells
    new DataView(page.buffer, page.byteOffset).setUint16(5, USABLE); // where they begin
  });
}

/** The page of a table's root, by the rows of sqlite_schema: type, name, tbl_name, rootpage, sql. */
function rootOf(database, name) {
  for (let number = 1; number <= pageCount(database); number++) {
    for (const [type, table, , root] of schemaRows(pageOf(database, number), number)) {
      if (type === 'table' && table === name) return root;
    }
  }
  throw new Error(`there is no table ${name}`);
}

function* schemaRows(page, number) {
  const begin = number === 1 ? 100 : 0;
  if (page[begin] !== LEAF) return;
  const view = new DataView(page.buffer, page.byteOffset, page.length);
  for (let i = 0; i < view.getUint16(begin + 3); i++) {
    const row = rowAt(page, view.getUint16(begin + 8 + 2 * i));
    if (row[0] === 'table' || row[0] === 'index') yield row;
  }
}

// The first columns of a cell, as far as they stand in the page: small integers and texts.
function rowAt(page, at) {
  const read = () => {
    let value = 0;
    for (let byte = 0x80; byte & 0x80;) {
      byte = page[at++];
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  read(); // bytes of the row
  read(); // its number
  const header = at;
  const end = header + read();
  const types = [];
  while (at < end) types.push(read());
  return types.slice(0, 4).map((type) => {
    const length = type >= 13 ? (type - 13) / 2 : type;
    const bytes = page.subarray(at, (at += length));
    if (type >= 13) return new TextDecoder('latin1').decode(bytes);
    return bytes.reduce((value, byte) => value * 256 + byte, 0);
  });
}
