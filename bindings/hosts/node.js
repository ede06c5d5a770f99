// The host of node:fs, for Node, Deno and Bun: a store is FILE with FILE-wal, FILE-journal and, while
// it is open for writing, FILE.lock beside it (lock_file.js). The rules of hosts are in README.md.
//
// Opened with `readOnly`, the host takes no lock and writes nothing, not even the lock file, so that
// it works on a read-only medium: it copies the files into memory, which is a snapshot. While a
// process holds the store for writing, the snapshot could mix two states, so that is refused as busy;
// a writer that comes later does not disturb it.
//
// Tested by tests/js/node_host.test.js and tests/js/lock.test.js.

import * as fs from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { BUSY, DATABASE, FAILED, FULL, READ_ONLY } from './codes.js';
import { LockFile, LockHeldError, findHolder, isAt } from './lock_file.js';
import { SnapshotHost } from './snapshot_host.js';

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

/** The one name of a store: no symbolic links, whether the file exists or not. */
function canonicalPath(path) {
  if (path.startsWith('file://')) {
    throw new Error('give a path, not a URL; fileURLToPath of node:url makes one of it');
  }
  const absolute = resolve(path);
  if (fs.lstatSync(absolute, { throwIfNoEntry: false })) return fs.realpathSync(absolute);
  const folder = dirname(absolute);
  if (!fs.existsSync(folder)) throw new Error(`there is no folder ${folder}; make it first`);
  return join(fs.realpathSync(folder), basename(absolute));
}

function requireFile(path) {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${path} is not a file`);
}

/** So that the names of new files survive a power cut. Windows has no such call, and no need. */
function flushDirectory(path) {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Size and times of the files at `paths`, as one string to compare; absent ones count as such. */
function fingerprint(paths) {
  return paths
    .map((path) => fs.statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : '-'))
    .join();
}

function readIfPresent(path) {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

export class NodeHost {
  durable = true;
  lastError = '';
  #path;
  #readOnly;
  #lock = null;
  #descriptors = [];
  #snapshot = null; // a SnapshotHost, when opened with readOnly

  /** `path` names the store's file; its directory must exist. */
  constructor(path, { readOnly = false } = {}) {
    this.#path = path;
    this.#readOnly = readOnly;
  }

  open() {
    const opened = this.#guard(`cannot open the store ${this.#path}`, () => {
      this.#path = canonicalPath(this.#path);
      requireFile(this.#path);
      if (this.#readOnly) this.#snapshot = this.#readSnapshot();
      else this.#openFiles();
      return 0;
    });
    if (opened < 0) this.close();
    return opened;
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
    this.#snapshot = null;
    const descriptors = this.#descriptors;
    this.#descriptors = [];
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
      this.lastError = `${what}: ${error.message}`;
      return error instanceof LockHeldError ? BUSY : (FAILURE_OF[error.code] ?? FAILED);
    }
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

  #openFiles() {
    const lock = new LockFile(this.#lockPath());
    lock.acquire();
    this.#lock = lock;
    for (const path of this.#paths()) {
      requireFile(path);
      this.#descriptors.push(fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o666));
    }
    flushDirectory(dirname(this.#path));
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
      fs.closeSync(descriptor);
      if (goes) fs.unlinkSync(path);
    });
  }

  /** The files as they stood together at one moment. */
  #readSnapshot() {
    fs.accessSync(this.#path, fs.constants.R_OK);
    const paths = this.#paths();
    for (let i = 0; i < SNAPSHOT_TRIES; ++i) {
      const holder = findHolder(this.#lockPath());
      if (holder !== null) throw holder;
      const before = fingerprint([...paths, this.#lockPath()]);
      const [database, wal, journal] = paths.map(readIfPresent);
      if (fingerprint([...paths, this.#lockPath()]) !== before) continue;
      return new SnapshotHost({ database, wal, journal });
    }
    throw new LockHeldError('the store is being written to');
  }
}
