// The pages of a store as rows of a Durable Object's own SQLite: a table of two columns, the page's
// number from 0 and its bytes. Nothing else is stored, so a commit of n pages writes n rows.
//
// The size follows from the last row: all pages are whole but the last, which is as long as the store
// reaches into it. A page that has no row is zeros, and so is what a short row in the middle lacks.
//
// A second layer of rows, numbered from 2^32, is the stage: what has been committed there is not the
// store yet. moveStage() makes it the store in one transaction, inside SQLite, without a page coming
// by here.
//
// Tested by tests/edge/host.test.js.

/** Bytes of a page: SQLite's own, so that it writes whole ones. */
export const PAGE_BYTES = 4096;

/** The two layers of rows, by the number of their first page. */
export const STORE = 0;
export const STAGE = 2 ** 32;

const TABLE_EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'loci_page'";
const MAKE_TABLE = 'CREATE TABLE loci_page (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)';
const READ = 'SELECT id, bytes FROM loci_page WHERE id >= ? AND id < ?';
const READ_LENGTH =
  'SELECT id, length(bytes) FROM loci_page WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1';
const READ_LAST =
  'SELECT id, bytes FROM loci_page WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1';
const WRITE = 'INSERT OR REPLACE INTO loci_page (id, bytes) VALUES (?, ?)';
const REMOVE = 'DELETE FROM loci_page WHERE id >= ? AND id < ?';
const MOVE = 'UPDATE OR REPLACE loci_page SET id = id - ? WHERE id >= ?';

/** Throws what the storage throws, and then nothing has changed. */
export class PageRows {
  #storage;
  #sql;

  /** @param {object} storage `ctx.storage` of a Durable Object that has SQLite */
  constructor(storage) {
    this.#storage = storage;
    this.#sql = storage.sql;
  }

  exist() {
    return this.#sql.exec(TABLE_EXISTS).toArray().length > 0;
  }

  create() {
    this.#sql.exec(MAKE_TABLE);
  }

  /** The store's size in bytes. */
  size() {
    const [last] = this.#sql.exec(READ_LENGTH, STORE, STAGE).raw();
    return last ? last[0] * PAGE_BYTES + last[1] : 0;
  }

  /** `[page, bytes]` of the store's last row; nothing where there is none. */
  last() {
    const [last] = this.#sql.exec(READ_LAST, STORE, STAGE).raw();
    return last && [last[0], new Uint8Array(last[1])];
  }

  /** Whether the row of a page has just these bytes. */
  hold(layer, page, bytes) {
    const [row] = this.#sql.exec(READ_LAST, layer + page, layer + page + 1).raw();
    const found = new Uint8Array(row?.[1] ?? 0);
    return found.length === bytes.length && found.every((byte, i) => byte === bytes[i]);
  }

  /** How many bytes the row of a page has; nothing where there is none. */
  lengthOf(layer, page) {
    const [row] = this.#sql.exec(READ_LENGTH, layer + page, layer + page + 1).raw();
    return row?.[1];
  }

  /** Calls `take(page, bytes)` with the rows of [first, end), by page. */
  read(layer, first, end, take) {
    if (first >= end) return;
    const rows = this.#sql.exec(READ, layer + first, Math.min(layer + end, layer + STAGE));
    for (const [id, bytes] of rows.raw()) take(id - layer, new Uint8Array(bytes));
  }

  /**
   * Cuts a layer off at the page `end` and writes pages to it, all or nothing.
   * @param {number} layer
   * @param {number} end Infinity where nothing is cut off
   * @param {Iterable<[number, Uint8Array]>} pages
   */
  write(layer, end, pages) {
    this.#storage.transactionSync(() => {
      if (end < Infinity) this.#remove(layer, end);
      for (const [page, bytes] of pages) this.#sql.exec(WRITE, layer + page, bytes);
    });
  }

  /** Makes what is staged the store, over its pages before `end`; those behind go. */
  moveStage(end) {
    this.#storage.transactionSync(() => {
      if (end < Infinity) this.#remove(STORE, end);
      this.#sql.exec(MOVE, STAGE, STAGE);
    });
  }

  /** Forgets what is staged. */
  removeStage() {
    if (this.#sql.exec(READ_LENGTH, STAGE, 2 * STAGE).toArray().length === 0) return;
    this.#remove(STAGE, 0);
  }

  #remove(layer, end) {
    this.#sql.exec(REMOVE, layer + end, layer + STAGE);
  }
}
