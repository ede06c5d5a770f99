// The host of the origin private file system, for dedicated workers: a store is the directory
// <root>/loci/<encoded name>/ with db, db-wal, db-journal and spare. The rules of hosts are in
// README.md.
//
// Its files are sync access handles, which lock: whoever has them is the one owner, and a second
// opening is busy. Browsers give them out asynchronously, so all are taken at the opening, once, and
// what follows is synchronous. When one of them fails, those that opened are closed again.
//
// Browsers say in three ways that a quota is used up: by a thrown QuotaExceededError, by a short
// count, and by the count 4294967288, which is a negative number read as unsigned. `spare` is a file
// that is given up once, so that removing and closing still work then.
//
// When the user clears the site's data, Firefox closes the handles. In Chromium they go on, over
// files that have no name any more: all writes succeed, and all are lost with the last handle, while
// another owner may open a new store at the same path. So each opening leaves a mark of its own at
// the front of `spare`, and isPresent() looks by name whether it is still there.
//
// Tested by tests/browser/hosts.test.js.

import { DATABASE, FULL, HostError, LOG, guard, toHostError } from './codes.js';
import { LogRoom } from './log_room.js';
import { FILE_NAMES, SPARE_NAME, fileIn, orAbsent, storeDirectory } from './opfs_directory.js';
import { Spare, readMark } from './spare.js';

/** Whether a store `name` is kept here: its database is not empty. Rejects with a HostError. */
export async function storeExists(name) {
  try {
    const directory = await orAbsent(storeDirectory(name));
    const file = directory && (await fileIn(directory, FILE_NAMES[0]));
    return (file?.size ?? 0) > 0;
  } catch (error) {
    throw toHostError(`cannot look for the store ${name}`, error);
  }
}

async function openHandle(directory, fileName) {
  const file = await directory.getFileHandle(fileName, { create: true });
  if (typeof file.createSyncAccessHandle !== 'function') {
    throw new HostError('refused', 'files can be opened in a dedicated worker only');
  }
  return file.createSyncAccessHandle();
}

/** Handles of all `fileNames`, or none: what opened is closed when another did not. */
async function openHandles(directory, fileNames) {
  const results = await Promise.allSettled(fileNames.map((name) => openHandle(directory, name)));
  const failed = results.find(({ status }) => status === 'rejected');
  if (!failed) return results.map(({ value }) => value);
  results.forEach(({ value }) => value && closeQuietly(value));
  throw failed.reason;
}

function closeQuietly(handle) {
  try {
    handle.close();
  } catch {
    // It is closed, or the browser has taken it away.
  }
}

/** Handles take no view of a resizable buffer, which a growable heap may be: those go by a copy. */
const isSteady = (view) => !view.buffer.resizable;

function readInto(handle, view, at) {
  if (isSteady(view)) return handle.read(view, { at });
  const copy = new Uint8Array(view.length);
  const got = handle.read(copy, { at });
  view.set(copy.subarray(0, got));
  return got;
}

const CLEARED = 'the browser has cleared the data of this site; save this memory with exportBytes';

export class OpfsHost {
  durable = true;
  lastError = '';
  #name;
  #handles;
  #spare;
  #room;
  #isLost = false; // the files have no name any more
  #isRoomOpen = false; // to the log: until it starts anew, it may take what it finds

  /**
   * Opens the store `name`, making it where it is absent. Rejects with a HostError, and nothing is
   * open then; it does not wait for another owner, and remembers nothing, so the caller may try
   * again.
   */
  static async open(name) {
    try {
      const directory = await storeDirectory(name, { create: true });
      const handles = await openHandles(directory, [...FILE_NAMES, SPARE_NAME]);
      return new OpfsHost(name, handles);
    } catch (error) {
      throw toHostError(`cannot open the store ${name}`, error);
    }
  }

  /** For open() alone. Owns `handles`. */
  constructor(name, handles) {
    this.#name = name;
    this.#handles = handles.slice(0, FILE_NAMES.length);
    this.#room = new LogRoom(handles[DATABASE], handles[LOG]);
    // The log comes before the spare file, which would be of no use to a store that cannot write.
    const hasRoom = this.#tryRoom(() => this.#room.has(handles[LOG].getSize()));
    this.#spare = new Spare(handles[FILE_NAMES.length]);
    if (hasRoom && !this.#tryRoom(() => this.#room.stillHas())) this.#spare.release();
  }

  open() {
    return guard(this, 'cannot open', () => (this.#handle(0), 0));
  }

  read(file, view, offset) {
    return guard(this, 'cannot read', () => readInto(this.#handle(file), view, offset));
  }

  write(file, view, offset) {
    return guard(this, 'cannot write', () => {
      if (this.#isLost) throw new Error(CLEARED);
      if (file === LOG && !this.#isRoomOpen && !this.#room.has(offset + view.length, view)) {
        this.lastError = 'cannot write: no room for the log and for moving it to the database';
        return FULL;
      }
      const bytes = isSteady(view) ? view : view.slice();
      const done = this.#handle(file).write(bytes, { at: offset });
      if (done === view.length) return done;
      this.lastError = `cannot write: no room; the browser answered ${done} of ${view.length}`;
      return FULL;
    });
  }

  truncate(file, size) {
    return guard(this, 'cannot truncate', () => {
      this.#handle(file).truncate(size);
      if (file === LOG && size === 0) this.#isRoomOpen = false;
      return 0;
    });
  }

  flush(file) {
    return guard(this, 'cannot flush', () => (this.#handle(file).flush(), 0));
  }

  size(file) {
    return guard(this, 'cannot tell the size', () => this.#handle(file).getSize());
  }

  /**
   * Gives up what was kept for removing and closing: the spare file, and the room that the log was
   * stopped before, until it is emptied. Whether there was any.
   */
  releaseReserve() {
    const hadRoom = !this.#isRoomOpen;
    this.#isRoomOpen = true;
    return this.#spare.release() || hadRoom;
  }

  /**
   * Of a store that isPresent() has found to be cleared, the handles are left to the browser: Chromium
   * does not come back from closing them.
   */
  close() {
    const handles = this.#handles;
    this.#handles = [];
    if (this.#isLost) return;
    handles.forEach(closeQuietly);
    this.#spare.close();
  }

  /**
   * Whether what is written still arrives in the store of this name. False once the site's data was
   * cleared, also when there is a new store by now; then the owner opens anew. False when closed.
   */
  async isPresent() {
    if (this.size(DATABASE) < 0) return false;
    this.#isLost = !(await this.#hasMark());
    return !this.#isLost;
  }

  async #hasMark() {
    try {
      const directory = await storeDirectory(this.#name);
      return (await readMark(await fileIn(directory, SPARE_NAME))) === this.#spare.mark;
    } catch {
      return false;
    }
  }

  #tryRoom(attempt) {
    return guard(this, 'cannot try', attempt) === true;
  }

  #handle(file) {
    const handle = this.#handles[file];
    if (handle) return handle;
    throw new Error('the store is closed');
  }
}
