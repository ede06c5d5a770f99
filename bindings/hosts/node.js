// The host of node:fs, for Node, Deno and Bun: a store is FILE with FILE-wal, FILE-journal and, while
// it is open for writing, FILE.lock beside it (lock_file.js). The rules of hosts are in README.md.
//
// Opened with `readOnly`, the host takes no lock and writes nothing, not even the lock file, so that
// it works on a read-only medium: it copies the files into memory, which is a snapshot. While a
// process holds the store for writing, the snapshot could mix two states, so that is refused as busy;
// a writer that comes later does not disturb it.
//
// A store that another process holds is waited for (wanted.js). One that this process holds can be
// given up and taken back: close() within giveUp(), and open() again.
//
// Tested by tests/js/node_host.test.js, tests/js/lock.test.js and tests/js/lock_wanted.test.js.

import * as fs from 'node:fs';
import { dirname, resolve } from 'node:path';

import { BUSY, DATABASE, FAILED, FULL, READ_ONLY } from './codes.js';
import { LockFile, LockHeldError, findHolder, isAt, openHereError } from './lock_file.js';
import { SnapshotHost } from './snapshot_host.js';
import {
  canonicalPath,
  failureName,
  fingerprint,
  flushDirectory,
  readIfPresent,
  requireFile,
} from './store_files.js';
import { isWanted, runBlocking, runInBackground, takeInTurn } from './wanted.js';

const PATIENCE = 5_000; // milliseconds
const SUFFIXES = ['', '-wal', '-journal'];
const SNAPSHOT_TRIES = 5;

const FAILURE_OF = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
};

/** The stores that this thread has given up for a while: path -> host. */
const givenUp = new Map();

export class NodeHost {
  durable = true;
  lastError = '';
  #path;
  #readOnly;
  #lock = null;
  #descriptors = [];
  #snapshot = null; // a SnapshotHost, when opened with readOnly
  #patience;
  #holder = null;
  #prepared = null; // what open() is to answer
  #isGivenUp = false;
  #mark = null; // {path, descriptor} of the database, while the store is given up

  /**
   * `path` names the store's file; its directory must exist. `patience`: how many milliseconds to wait
   * for another process to give the store up.
   */
  constructor(path, { readOnly = false, patience = PATIENCE } = {}) {
    this.#path = path;
    this.#readOnly = readOnly;
    this.#patience = patience;
  }

  /** Who had the store, `{pid, host}`, when open() or a later call answered BUSY; null where unknown. */
  get holder() {
    return this.#holder;
  }

  /** Opens without blocking the thread while another process has the store; open() then says how. */
  async prepare() {
    const failed = this.#cannotOpen();
    try {
      this.#prepared = await runInBackground(this.#opening());
    } catch (error) {
      this.#prepared = this.#codeOf(failed, error);
    }
  }

  open() {
    const steps = () => runBlocking(this.#opening());
    const opened = this.#prepared ?? this.#guard(this.#cannotOpen(), steps);
    this.#prepared = null;
    if (opened < 0) this.close();
    else this.#holder = null;
    return opened;
  }

  /** Whether another process waits for the store, which this host has open for writing. */
  isWanted() {
    return this.#lock !== null && isWanted(this.#lockPath());
  }

  /**
   * Gives the store up by `release`, which closes this host. open() takes it back then: the same store,
   * or none. Where `release` closes nothing, nothing is changed.
   */
  giveUp(release) {
    this.#isGivenUp = true;
    try {
      release();
    } finally {
      this.#isGivenUp = this.#mark !== null;
    }
  }

  /** What was given up is not taken back by this host. */
  forget() {
    this.#isGivenUp = false;
    this.#clearMark();
  }

  read(file, view, offset) {
    return this.#guard('cannot read', () => {
      if (this.#snapshot) return this.#snapshot.read(file, view, offset);
      let done = 0;
      while (done < view.length) {
        const got = fs.readSync(
          this.#descriptors[file],
          view,
          done,
          view.length - done,
          offset + done,
        );
        if (got === 0) break;
        done += got;
      }
      return done;
    });
  }

  write(file, view, offset) {
    return this.#change('cannot write', false, (descriptors) => {
      let done = 0;
      while (done < view.length) {
        const put = fs.writeSync(descriptors[file], view, done, view.length - done, offset + done);
        if (put === 0) return FULL;
        done += put;
      }
      return done;
    });
  }

  truncate(file, size) {
    return this.#change('cannot truncate', false, (descriptors) => {
      fs.ftruncateSync(descriptors[file], size);
      return 0;
    });
  }

  flush(file) {
    return this.#change('cannot flush', true, (descriptors) => {
      fs.fsyncSync(descriptors[file]);
      return 0;
    });
  }

  size(file) {
    return this.#guard('cannot tell the size', () =>
      this.#snapshot ? this.#snapshot.size(file) : fs.fstatSync(this.#descriptors[file]).size,
    );
  }

  close() {
    this.#prepared = null;
    this.#snapshot = null;
    const descriptors = this.#descriptors;
    this.#descriptors = [];
    // An open file's number is not given to another, so the store that comes back is known by it.
    if (this.#isGivenUp) this.#setMark(descriptors[DATABASE]);
    const isOurs = this.#lock?.isOurs() ?? false;
    const isOrphaned = isOurs && descriptors.length > 0 && !isAt(this.#path, descriptors[DATABASE]);
    descriptors.forEach((descriptor, file) =>
      this.#closeFile(descriptor, file, isOurs, isOrphaned),
    );
    this.#lock?.release();
    this.#lock = null;
  }

  /** The result of `action`, or the code of what it throws, with the words kept in lastError. */
  #guard(what, action) {
    try {
      return action();
    } catch (error) {
      return this.#codeOf(what, error);
    }
  }

  #codeOf(what, error) {
    this.lastError = `${what}: ${error.message}`;
    if (error instanceof LockHeldError) {
      this.#holder = error.holder ?? null;
      return BUSY;
    }
    if (error.name === 'NotCapable') {
      this.lastError += `; ${this.#permissions()}`;
      return READ_ONLY;
    }
    return FAILURE_OF[failureName(error)] ?? FAILED;
  }

  #cannotOpen() {
    return `cannot open the store ${this.#path}`;
  }

  /** What Deno must be told. */
  #permissions() {
    const folder = dirname(resolve(this.#path));
    const flags = this.#readOnly ? ['read'] : ['read', 'write'];
    return `Loci needs ${flags.map((flag) => `--allow-${flag}=${folder}`).join(' and ')}`;
  }

  /** #guard() for what changes a file: only while the store is ours. */
  #change(what, isCommit, action) {
    if (this.#snapshot) {
      const refused = this.#snapshot.write();
      this.lastError = this.#snapshot.lastError;
      return refused;
    }
    return this.#guard(what, () => {
      this.#lock.check(isCommit);
      if (isCommit) this.#requireOwnFiles();
      return action(this.#descriptors);
    });
  }

  /** What is written to a file that has no name any more is lost at the close. */
  #requireOwnFiles() {
    for (const [file, path] of this.#paths().entries()) {
      if (isAt(path, this.#descriptors[file])) continue;
      throw new Error(`${path} was removed or replaced; save this memory with exportBytes`);
    }
  }

  #paths() {
    return SUFFIXES.map((suffix) => this.#path + suffix);
  }

  #lockPath() {
    return `${this.#path}.lock`;
  }

  /** The steps of opening, each with milliseconds to wait before the next; 0 when it is done. */
  *#opening() {
    this.#path = canonicalPath(this.#mark?.path ?? this.#path);
    requireFile(this.#path);
    const lock = new LockFile(this.#lockPath());
    const take = this.#readOnly ? () => this.#readSnapshot() : () => this.#takeLock(lock);
    const how = { lockPath: this.#lockPath(), owner: lock.owner, patience: this.#patience };
    yield* takeInTurn({ ...how, take });
    if (!this.#readOnly) this.#openFiles();
    return 0;
  }

  #takeLock(lock) {
    if ((givenUp.get(this.#path) ?? this) !== this) throw openHereError();
    lock.acquire();
    this.#lock = lock;
  }

  #openFiles() {
    for (const [file, path] of this.#paths().entries()) {
      requireFile(path);
      if (file === DATABASE) this.#requireMarked(path);
      this.#descriptors.push(fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o666));
    }
    flushDirectory(dirname(this.#path));
    this.forget();
  }

  #requireMarked(path) {
    if (this.#mark === null || isAt(path, this.#mark.descriptor)) return;
    throw new Error(`${path} was removed or replaced while others could have it; open it anew`);
  }

  #setMark(descriptor) {
    if (this.#mark !== null || descriptor === undefined) return;
    this.#mark = { path: this.#path, descriptor };
    givenUp.set(this.#path, this);
  }

  #clearMark() {
    if (this.#mark === null) return;
    fs.closeSync(this.#mark.descriptor);
    givenUp.delete(this.#mark.path);
    this.#mark = null;
  }

  /**
   * Empty companions go, as long as the lock keeps others out; the database stays. Companions of a
   * database that was removed or replaced go, too: they would be replayed into its successor.
   */
  #closeFile(descriptor, file, isOurs, isOrphaned) {
    this.#guard('cannot close', () => {
      const path = this.#paths()[file];
      const isUseless = isOrphaned || fs.fstatSync(descriptor).size === 0;
      const goes = isOurs && isUseless && file !== DATABASE && isAt(path, descriptor);
      if (descriptor !== this.#mark?.descriptor) fs.closeSync(descriptor);
      if (goes) fs.unlinkSync(path);
    });
  }

  // Opened and not looked at: accessSync() wants more of Deno.
  #requireDatabase() {
    try {
      fs.closeSync(fs.openSync(this.#path, 'r'));
    } catch (cause) {
      if (cause.code !== 'ENOENT') throw cause;
      const next = 'opened without readOnly it is made';
      throw new Error(`there is no such file or directory; ${next}`, { cause });
    }
  }

  /** The files as they stood together at one moment. */
  #readSnapshot() {
    this.#requireDatabase();
    const paths = this.#paths();
    paths.forEach(requireFile); // to read a pipe would take for ever
    for (let i = 0; i < SNAPSHOT_TRIES; ++i) {
      const holder = findHolder(this.#lockPath());
      if (holder !== null) throw holder;
      const before = fingerprint([...paths, this.#lockPath()]);
      const [database, wal, journal] = paths.map(readIfPresent);
      if (fingerprint([...paths, this.#lockPath()]) !== before) continue;
      this.#snapshot = new SnapshotHost({ database, wal, journal });
      return;
    }
    throw new LockHeldError('the store is being written to');
  }
}
