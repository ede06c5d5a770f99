// A Durable Object's storage that is watched, and that fails when a check says so.

/** What workerd throws where there is no room. */
export const FULL = 'database or disk is full: SQLITE_FULL';
export const BROKEN = 'disk I/O error: SQLITE_IOERR';

const CHANGES = /^\s*(insert|update|delete|create|drop)/i;

/** Passes everything on to `storage`. */
export class FailingStorage {
  /** Statements that change something, since the last reset(). */
  changes = 0;
  /** Called with that count before each of them. */
  onChange = () => {};
  #storage;
  #cursors = [];
  #fail = null;
  #mostPages = Infinity;

  constructor(storage) {
    this.#storage = storage;
    this.sql = { exec: (...args) => this.#exec(...args) };
  }

  /**
   * From the `after`-th changing statement from now on (0 is the next), every one throws, or only that
   * one where `once` is true; with `reads`, reading ones count and throw, too. A transaction whose
   * statement succeeded throws at its end where `atEnd` is true.
   */
  failAfter(after, message, { once = false, reads = false, atEnd = false } = {}) {
    this.#fail = { after, message, once, reads, atEnd };
  }

  /** From now on a page more than there are finds no room; one that is there can be overwritten. */
  limitToPagesNow() {
    const [[count]] = this.#storage.sql.exec('SELECT count(*) FROM loci_page').raw();
    this.#mostPages = count;
  }

  /** There is room again. */
  recover() {
    this.#fail = null;
    this.#mostPages = Infinity;
  }

  /** Begins to count anew. */
  reset() {
    this.changes = 0;
    this.#cursors = [];
  }

  /** What the platform counts as written since the last reset(). */
  get rowsWritten() {
    return this.#cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  }

  deleteAll() {
    return this.#storage.deleteAll();
  }

  transactionSync(work) {
    return this.#storage.transactionSync(() => {
      const result = work();
      if (this.#fail?.atEnd) this.#throwIfDue();
      return result;
    });
  }

  #exec(statement, ...bindings) {
    const isChange = CHANGES.test(statement);
    if (isChange) this.onChange(++this.changes);
    if (/^\s*insert/i.test(statement)) this.#requireRoom(bindings[0]);
    const counts = isChange || this.#fail?.reads;
    if (counts && this.#fail && !this.#fail.atEnd) this.#throwIfDue();
    const cursor = this.#storage.sql.exec(statement, ...bindings);
    if (isChange) this.#cursors.push(cursor);
    return cursor;
  }

  #requireRoom(id) {
    if (this.#mostPages === Infinity) return;
    const others = 'SELECT count(*) FROM loci_page WHERE id != ?';
    const [[count]] = this.#storage.sql.exec(others, id).raw();
    if (count >= this.#mostPages) throw new Error(FULL);
  }

  #throwIfDue() {
    const { after, message, once } = this.#fail;
    this.#fail.after--;
    if (after === 0 || (after < 0 && !once)) throw new Error(message);
  }
}
