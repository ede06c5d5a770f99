// The file `spare` of a store in the origin private file system: room that is given up once when the
// quota is used up, and the mark of the owner who opened the store last.
//
// Example: the quota is used up. `remove` meets that, cuts the spare file from 512 KiB to its mark,
// and has room for its log. The next opening fills it again, if there is room by then.
//
// Tested by tests/browser/hosts.test.js.

const SPARE_BYTES = 512 * 1024;
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
   * the reserve, and where there is none at all, without the mark. Never throws.
   */
  constructor(handle) {
    this.#handle = handle;
    if (this.#fill()) return;
    if (this.#cut(0) && this.#write(this.#mark)) return;
    this.#mark = new Uint8Array();
    this.#cut(0);
  }

  /** What readMark() gives for this file. */
  get mark() {
    return this.#mark.join();
  }

  /** Gives the room up, but for the mark. Whether there was any. Never throws; twice is allowed. */
  release() {
    const hadRoom = succeeds(() => this.#handle.getSize() > this.#mark.length);
    return hadRoom && this.#cut(this.#mark.length);
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

  #cut(size) {
    return succeeds(() => {
      this.#handle.truncate(size);
      this.#handle.flush();
      return true;
    });
  }
}
