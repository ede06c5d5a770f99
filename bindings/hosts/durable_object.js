// The host of Durable Objects: the pages of the store lie as rows in the object's own SQLite
// (page_rows.js). The rules of hosts are in README.md; this one is atomic.
//
// What is written between beginCommit() and commit() is a draft in memory, at most 8 MiB of pages;
// commit() writes it in one transaction of the object's. Reads see the draft over the stage over the
// store, so SQLite's own roll-back finds what it expects. Of what was committed one page stays in
// memory, no more: many objects share one isolate.
//
// That page is compared with its row before the next commit. The object's own code may call a memory
// inside of a transaction that it then rolls back, and nobody tells the memory, whose next commit would
// make one store out of pages of two.
//
// There is no log and no journal: both are empty files that cannot be written.
//
// Tested by tests/edge/host.test.js.

import { BUSY, DATABASE, FAILED, FULL, READ_ONLY, TOO_LARGE } from './codes.js';
import { PAGE_BYTES, PageRows, STAGE, STORE } from './page_rows.js';

const MOST_PAGES = (8 * 1024 * 1024) / PAGE_BYTES; // of one commit

const opened = new WeakSet(); // the storages whose store is open in this isolate

/** A refusal with the code that the engine gets. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// The platform throws plain errors whose text ends in SQLite's code.
function codeOf(error) {
  if (error instanceof Refusal) return error.code;
  return /SQLITE_FULL|disk is full/.test(error?.message) ? FULL : FAILED;
}

/** Puts a page, zeros behind its bytes, into the part of it that `view` shows. */
function place(view, at, bytes) {
  const from = Math.max(0, at);
  const end = Math.min(view.length, at + PAGE_BYTES);
  const part = bytes.subarray(from - at, end - at);
  view.set(part, from);
  view.fill(0, from + part.length, end);
}

/** What a commit will do. `pages` are whole; those of the store from `end` on are gone. */
class Draft {
  pages = new Map(); // by number
  end = Infinity;
  isTooLarge = false;

  constructor(size) {
    this.size = size;
  }

  add(page) {
    if (this.pages.size >= MOST_PAGES) {
      this.isTooLarge = true;
      this.requireRoom();
    }
    const bytes = new Uint8Array(PAGE_BYTES);
    this.pages.set(page, bytes);
    return bytes;
  }

  requireRoom() {
    if (!this.isTooLarge) return;
    throw new Refusal(TOO_LARGE, 'a commit here has at most 8 MiB of pages');
  }

  cut(end) {
    this.end = Math.min(this.end, end);
    for (const page of this.pages.keys()) if (page >= end) this.pages.delete(page);
  }

  /** The pages as rows: each as long as the store reaches into it. */
  *rows() {
    for (const [page, bytes] of this.pages) {
      yield [page, bytes.subarray(0, this.size - page * PAGE_BYTES)];
    }
  }
}

export class DurableObjectHost {
  atomic = true;
  durable = false;
  lastError = '';
  #storage;
  #readOnly;
  #rows = null; // while it is open
  #size = 0; // as it was committed last
  #draft = null; // within a commit
  #stage = null; // {end, size, last}: the store's pages from `end` on are gone; its size without the stage
  #last; // [page, bytes] of a row that must be there; the stage has its own

  /** `storage` is `ctx.storage` of a Durable Object that has SQLite. */
  constructor(storage, { readOnly = false } = {}) {
    this.#storage = storage;
    this.#readOnly = readOnly;
  }

  open() {
    return this.#guard('cannot open the store of this object', () => {
      if (opened.has(this.#storage)) {
        throw new Refusal(BUSY, 'another memory of this object has it open; close that first');
      }
      const rows = new PageRows(this.#storage);
      this.#prepare(rows);
      this.#size = rows.size();
      this.#last = rows.last();
      this.#rows = rows;
      opened.add(this.#storage);
      return 0;
    });
  }

  read(file, view, offset) {
    return this.#guard('cannot read', () => {
      const target = view.subarray(0, Math.max(0, this.#sizeOf(file) - offset));
      if (target.length === 0) return 0;
      target.fill(0);
      const first = Math.floor(offset / PAGE_BYTES);
      const end = Math.ceil((offset + target.length) / PAGE_BYTES);
      this.#forEachPage(first, end, (page, bytes) =>
        place(target, page * PAGE_BYTES - offset, bytes),
      );
      return target.length;
    });
  }

  write(file, view, offset) {
    return this.#change('cannot write', () => {
      if (file !== DATABASE) throw new Error('this host keeps no log and no journal');
      for (let done = 0; done < view.length;) {
        const page = Math.floor((offset + done) / PAGE_BYTES);
        const start = offset + done - page * PAGE_BYTES;
        const part = view.subarray(done, done + PAGE_BYTES - start);
        this.#ownPage(page, part.length === PAGE_BYTES).set(part, start);
        done += part.length;
      }
      if (view.length > 0) this.#draft.size = Math.max(this.#draft.size, offset + view.length);
      return view.length;
    });
  }

  truncate(file, size) {
    if (file !== DATABASE && size === 0) return this.flush();
    return this.#change('cannot truncate', () => {
      if (file !== DATABASE) throw new Error('this host keeps no log and no journal');
      const end = Math.ceil(size / PAGE_BYTES);
      if (size < this.#draft.size) this.#draft.cut(end);
      this.#draft.size = size;
      if (size > 0) this.#endAt(end - 1, size - (end - 1) * PAGE_BYTES);
      return 0;
    });
  }

  /** What was committed is kept: the platform answers nobody before. */
  flush() {
    return this.#guard('cannot flush', () => (this.#open(), 0));
  }

  size(file) {
    return this.#guard('cannot tell the size', () => this.#sizeOf(file));
  }

  close() {
    if (!this.#rows) return;
    this.#rows = null;
    this.#draft = null;
    this.#stage = null;
    opened.delete(this.#storage);
  }

  beginCommit() {
    return this.#guard('cannot write', () => {
      this.#open();
      this.#draft = new Draft(this.#size);
      return 0;
    });
  }

  /** After a failure the draft is still there, for abandonCommit(). */
  commit() {
    return this.#guard('cannot write', () => {
      const { size, end } = this.#draft;
      this.#draft.requireRoom();
      this.#requireLast();
      const pages = [...this.#draft.rows()];
      this.#open().write(this.#stage ? STAGE : STORE, end, pages);
      if (this.#stage) this.#stage.end = Math.min(this.#stage.end, end);
      this.#keepLast(pages.at(-1), end);
      this.#size = size;
      this.#draft = null;
      return 0;
    });
  }

  abandonCommit() {
    this.#draft = null;
  }

  beginStage() {
    return this.#guard('cannot begin a stage', () => {
      this.#open().removeStage(); // what an abandonStage() that failed has left
      this.#stage = { end: Infinity, size: this.#size, last: undefined };
      return 0;
    });
  }

  endStage() {
    return this.#guard('cannot write', () => {
      this.#open().moveStage(this.#stage.end);
      this.#last = this.#stage.last;
      this.#stage = null;
      return 0;
    });
  }

  /** Whatever it answers, the store is as it was before beginStage(). */
  abandonStage() {
    this.#draft = null;
    if (this.#stage) this.#size = this.#stage.size;
    this.#stage = null;
    return this.#guard('cannot give back room', () => (this.#open().removeStage(), 0));
  }

  /** The result of `action`, or the code of what it throws, with the words kept in lastError. */
  #guard(what, action) {
    try {
      return action();
    } catch (error) {
      this.lastError = `${what}: ${error?.message ?? error}`;
      return codeOf(error);
    }
  }

  /** #guard() for what changes the draft; outside of a commit it is a commit of its own. */
  #change(what, action) {
    if (this.#readOnly) {
      this.lastError = 'the store was opened with readOnly';
      return READ_ONLY;
    }
    if (this.#draft) return this.#guard(what, action);
    const begun = this.beginCommit();
    if (begun < 0) return begun;
    const changed = this.#guard(what, action);
    const kept = changed < 0 ? changed : this.commit();
    if (kept < 0) this.abandonCommit();
    return kept < 0 ? kept : changed;
  }

  #prepare(rows) {
    const isThere = rows.exist();
    if (!isThere && this.#readOnly) {
      throw new Error('it has none yet; open it without readOnly first');
    }
    if (!isThere) rows.create();
    if (this.#readOnly) return;
    // What the end of an earlier isolate has left. Nobody sees it, so where it cannot go it may stay.
    this.#guard('cannot give back room', () => rows.removeStage());
  }

  #requireLast() {
    const [page, bytes] = this.#last ?? [];
    if (page === undefined || this.#open().hold(STORE, page, bytes)) return;
    throw new Error(
      'what this memory wrote was taken back, as by a transaction around it; close it and open it again',
    );
  }

  /** Takes note of a page that was committed, or goes on with the earlier one unless that was cut off. */
  #keepLast(written, end) {
    const layer = this.#stage;
    const earlier = layer ? layer.last : this.#last;
    const last = written ?? (earlier?.[0] < end ? earlier : undefined);
    if (layer) layer.last = last;
    else this.#last = last;
  }

  #open() {
    if (this.#rows) return this.#rows;
    throw new Error('the store is closed');
  }

  #sizeOf(file) {
    this.#open();
    return file === DATABASE ? (this.#draft?.size ?? this.#size) : 0;
  }

  /** Calls `take(page, bytes)` for what there is in [first, end), lower layers first. */
  #forEachPage(first, end, take) {
    this.#forEachRow(first, Math.min(end, this.#draft?.end ?? Infinity), take);
    if (!this.#draft) return;
    for (let page = first; page < end; ++page) {
      const bytes = this.#draft.pages.get(page);
      if (bytes) take(page, bytes);
    }
  }

  #forEachRow(first, end, take) {
    const rows = this.#open();
    rows.read(STORE, first, Math.min(end, this.#stage?.end ?? Infinity), take);
    if (this.#stage) rows.read(STAGE, first, end, take);
  }

  /** The page in the draft, where it may be changed. One that is `overwritten` is not read first. */
  #ownPage(page, overwritten = false) {
    const draft = this.#draft;
    const own = draft.pages.get(page);
    if (own) return own;
    const bytes = draft.add(page);
    if (!overwritten) {
      this.#forEachRow(page, Math.min(page + 1, draft.end), (_, row) => place(bytes, 0, row));
    }
    return bytes;
  }

  /** Makes the store end in `page`, `length` bytes of it. */
  #endAt(page, length) {
    const isOwn = this.#draft.pages.has(page);
    if (!isOwn && this.#lengthOfRow(page) === length) return;
    this.#ownPage(page).fill(0, length);
  }

  #lengthOfRow(page) {
    if (page >= this.#draft.end) return undefined;
    const staged = this.#stage ? this.#open().lengthOf(STAGE, page) : undefined;
    if (staged !== undefined || page >= (this.#stage?.end ?? Infinity)) return staged;
    return this.#open().lengthOf(STORE, page);
  }
}
