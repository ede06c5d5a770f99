// Room for what a full store has yet to do: a log that grows once more, and a database that takes in
// what the log holds.
//
// A store in the origin private file system meets its quota in the log, where all writing begins. To
// remove items then, or to move the log into the database, takes room as well, and more than a spare
// file of one size can give up: a Chromium that has granted a file 4 MiB grants 8 next or nothing. So
// the log is stopped before, while there is room for both at once:
//
//   the database must be able to grow to the last page that the log holds, and
//   the log itself to what is written now, or what it works with, and a margin.
//
// So a log that was moved can always work again, and a database with free pages, of items that were
// removed, takes new ones however full the quota is. Whether files can grow is tried: they are made
// longer and cut again. What Chromium granted on the way stays granted; elsewhere nothing is taken.
// The margin is the log's when the owner gives the reserve up.
//
// Example: the log wants to write page 300 of a database of 299 pages, and 0.9 MiB are left. A log
// that could work beside 300 pages would need 1 MiB, so the commit is refused as full, and all that
// was kept can still be moved.
//
// A kill between growing and cutting leaves a file that ends in zeros: the log's frames are no frames
// there, and the database's header says how many pages count.
//
// Tested by tests/js/log_room.test.js and tests/browser/hosts_opfs.test.js.

const STEP_BYTES = 256 * 1024;
const WORKING_BYTES = 512 * 1024;
const MARGIN_BYTES = 512 * 1024;

// SQLite's log is a header and frames. A frame is a header, which begins with the number of its page,
// and the page.
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_BYTES = 4096;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;

/** Whether `handle` can hold `size` bytes, and `beside` is true then. Leaves its size as it was. */
function canHold(handle, size, beside = () => true) {
  const before = handle.getSize();
  if (size <= before) return beside();
  try {
    handle.truncate(size);
    return beside();
  } catch {
    return false;
  } finally {
    if (handle.getSize() !== before) handle.truncate(before);
  }
}

const NOTHING = new Uint8Array(0);

const stepAfter = (size) => Math.ceil(size / STEP_BYTES) * STEP_BYTES;

/**
 * Where the page ends of which `bytes`, written at `at`, are the frame's header; 0 for other bytes, and
 * a part of a page is other bytes: at the end of a commit SQLite writes a page in two parts, and one of
 * them may be as long as a header.
 */
function pageEndOf(bytes, at) {
  const isHeaderLong = bytes.length === FRAME_HEADER_BYTES;
  if (!isHeaderLong || (at - LOG_HEADER_BYTES) % FRAME_BYTES !== 0) return 0;
  const number = ((bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3]) >>> 0;
  return number * PAGE_BYTES;
}

export class LogRoom {
  #database;
  #log;
  #databaseEnd = 0; // both are known to be able to grow so far
  #logEnd = 0;

  /** Over two sync access handles, which stay the caller's. */
  constructor(database, log) {
    this.#database = database;
    this.#log = log;
  }

  /** Whether the log may be written up to `end`, where `bytes` are what is written. */
  has(end, bytes = NOTHING) {
    const pageEnd = stepAfter(pageEndOf(bytes, end - bytes.length));
    const logEnd = stepAfter(Math.max(end, WORKING_BYTES)) + MARGIN_BYTES;
    if (pageEnd <= this.#databaseEnd && logEnd <= this.#logEnd) return true;
    return this.#canGrow(
      Math.max(pageEnd, this.#databaseEnd, this.#database.getSize()),
      Math.max(logEnd, this.#logEnd),
    );
  }

  /** Whether what was found before is still so, now that another file has grown. */
  stillHas() {
    return this.#canGrow(this.#databaseEnd, this.#logEnd);
  }

  #canGrow(databaseEnd, logEnd) {
    const beside = () => canHold(this.#log, logEnd);
    if (!canHold(this.#database, databaseEnd, beside)) return false;
    this.#databaseEnd = databaseEnd;
    this.#logEnd = logEnd;
    return true;
  }
}
