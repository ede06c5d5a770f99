// Room for what a full store has yet to do: a log that grows once more, and a database that takes in
// what the log holds.
//
// A store in the origin private file system meets its quota in the log, where all writing begins. To
// remove items then, or to move the log into the database, takes room as well, and more than a spare
// file of one size can give up: a Chromium that has granted a file 4 MiB grants 8 next or nothing. So
// the log is stopped before, while there is room for both. Before it grows by another step,
//
//   the log itself must be able to grow by the step and a margin, and
//   the database must be able to grow by as much as the log holds.
//
// Whether a file can is tried: it is made longer and cut again. What Chromium granted on the way stays
// granted; elsewhere nothing is taken. The margin is the log's when the owner gives the reserve up.
//
// Example: the log has 2 MiB, the database is empty, and 2 MiB are left. A step further the log could
// hold what the database finds no room for, so the commit is refused as full, and all that was kept
// can still be moved.
//
// A kill between growing and cutting leaves a file that ends in zeros: the log's frames are no frames there, and
// the database's header says how many pages count.
//
// Tested by tests/browser/hosts_opfs.test.js.

const STEP_BYTES = 256 * 1024;
const MARGIN_BYTES = 512 * 1024;

/** Whether `handle` can hold `size` bytes. Leaves its size as it was. */
function canHold(handle, size) {
  const before = handle.getSize();
  if (size <= before) return true;
  try {
    handle.truncate(size);
    return true;
  } catch {
    return false;
  } finally {
    if (handle.getSize() !== before) handle.truncate(before);
  }
}

const stepAfter = (size) => Math.ceil(size / STEP_BYTES) * STEP_BYTES;

export class LogRoom {
  #database;
  #log;
  #databaseEnd = 0; // how far each file is known to be able to grow
  #logEnd = 0;
  #safeEnd = 0; // up to which the log was found to have room beside this database

  /** Over two sync access handles, which stay the caller's. */
  constructor(database, log) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether the log may be written up to `end`. */
  has(end) {
    if (end <= this.#safeEnd) return true;
    const step = stepAfter(end);
    const databaseEnd = this.#database.getSize() + step;
    const logEnd = step + MARGIN_BYTES;
    if (databaseEnd > this.#databaseEnd && !canHold(this.#database, databaseEnd)) return false;
    if (logEnd > this.#logEnd && !canHold(this.#log, logEnd)) return false;
    this.#databaseEnd = Math.max(databaseEnd, this.#databaseEnd);
    this.#logEnd = Math.max(logEnd, this.#logEnd);
    this.#safeEnd = step;
    return true;
  }

  /** To be called when the database was written to: it may have grown. */
  look() {
    this.#safeEnd = 0;
  }
}
