// The file `spare` of a store in the origin private file system: room that is given up once when the
// quota is used up, and the mark of the owner who opened the store last.
//
// Example: the quota is used up. `remove` meets that, cuts the spare file from 1 MiB to nothing, and
// has room for its log. The next opening fills it again, if there is room by then.
//
// The size is what Chromium makes of quotas: a file that grows is granted 1 MiB at least, then the
// next power of two, and what was granted counts until the handle is closed. So less than 1 MiB, or a
// handle that stays open, gives no other file any room.
//
// Tested by tests/browser/hosts_opfs.test.js.

const SPARE_BYTES = 1024 * 1024;
const MARK_BYTES = 16;

/** Whether `action` did all of it; what it throws counts as not. */
function succeeds(action) {
  try {
    return action();
  } catch {
    return false;
  }
}

/** The mark at the front of `file`, as text to compare. */
export async function readMark(file) {
  return new Uint8Array(await file.slice(0, MARK_BYTES).arrayBuffer()).join();
}

export class Spare {
  #handle;
  #mark = crypto.getRandomValues(new Uint8Array(MARK_BYTES));

  /**
   * Owns `handle`, a sync access handle. Where there is no room for all of it, the store goes without
   * reserve and mark. Never throws.
   */
  constructor(handle) {
    this.#handle = handle;
    if (!this.#fill()) this.#empty();
  }

  /** What readMark() gives for this file. */
  get mark() {
    return this.#mark.join();
  }

  /** Gives the room up, and the mark. Whether there was any. Never throws; twice is allowed. */
  release() {
    const hadRoom = succeeds(() => this.#handle.getSize() > 0);
    if (hadRoom) this.#empty();
    this.close();
    return hadRoom;
  }

  /** Never throws; twice is allowed. */
  close() {
    succeeds(() => this.#handle.close());
  }

  #fill() {
    if (succeeds(() => this.#handle.getSize() === SPARE_BYTES)) return this.#write(this.#mark);
    const bytes = new Uint8Array(SPARE_BYTES);
    bytes.set(this.#mark);
    return this.#write(bytes);
  }

  #write(bytes) {
    return succeeds(() => this.#handle.write(bytes, { at: 0 }) === bytes.length);
  }

  /** Who has no mark finds an empty file, until another owner fills it. */
  #empty() {
    this.#mark = new Uint8Array();
    succeeds(() => {
      this.#handle.truncate(0);
      this.#handle.flush();
    });
  }
}
