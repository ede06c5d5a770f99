// One writer a store, by a file beside it.
//
// The file holds, as JSON, who owns the store (process_identity.js) and a nonce. The owner touches it
// with every commit and every two seconds: its age is the heartbeat. Who finds a lock asks whether
// its owner can still be writing:
//
//   owner                                        heartbeat older than    the lock is stale
//   dead: same boot, and the pid is gone         (does not matter)       yes
//     or another process has it by now
//   of another boot of this machine; or gone     10 s                    yes
//     on a system without boot ids
//   in another container of this machine; or     60 s                    yes
//     one of the two may not look (Deno)
//   had a lock of the system's, and has it       3 s                     yes
//     no more (flock.js; Deno)
//   a thread of this process other than the      10 s                    yes
//     one that asks: it may have been terminated
//   unreadable: killed while it wrote the lock   10 s                    yes
//   alive, or on another machine                 (does not matter)       no
//
// A heartbeat in the future, as where the clock was set back, is made to count from now by who finds it.
//
// Example: a server is killed with SIGKILL and started again at once. Its pid is gone in the same
// boot: that is proof enough, and nobody waits. A container is killed and started anew: the old pid
// means nothing in the new one, so the heartbeat decides after a minute.
//
// A stale lock is replaced by one contender at a time: it creates FILE.lock.takeover, which only one
// can, reads the lock again, renames its own lock over it, and reads it once more. And whoever holds
// a lock makes sure of it before each commit, and before the first write after a pause of a second,
// so that a process that was stopped for longer than its heartbeat may be old does not write into a
// store that is another's by then.
//
// The owner gives the lock up also while it lives, when it is idle and another process asks for it:
// wanted.js.
//
// What this gives up: locks over a network file system between machines are never taken over by
// themselves; the error says whose they are. Hard links to one store are two stores.
//
// Tested by tests/js/lock.test.js.

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import process from 'node:process';

import { isFlockFree, takeFlock } from './flock.js';
import { isGranted } from './permission.js';
import { judge, ownIdentity } from './process_identity.js';

const HEARTBEAT_MS = 2_000;
const CHECK_AFTER_MS = 1_000;
const STALE_AFTER_MS = { dead: 0, 'probably dead': 10_000, 'out of sight': 60_000 };
const UNREADABLE_STALE_AFTER_MS = 10_000;
const OTHER_THREAD_STALE_AFTER_MS = 10_000;
const FLOCK_LOST_STALE_AFTER_MS = 3_000;
const TRIES = 20;

/** The store is another's. The message says whose. */
export class LockHeldError extends Error {
  /**
   * @param {string} message
   * @param {{pid: number, host: string | null}} [owner] who holds the lock, where that is known
   * @param {boolean} [isOurs] whether this thread holds it, so that to wait for it is of no use
   */
  constructor(message, owner, isOurs = false) {
    super(message);
    this.holder = owner && { pid: owner.pid, host: owner.host ?? null };
    this.isOurs = isOurs;
  }
}

/** The locks that this thread holds, given up at its end. */
const held = new Set();

function releaseAll() {
  for (const lock of held) lock.release();
}

/** What a lock file says, or null where there is none; `owner` is null where it is unreadable. */
function readLock(path) {
  try {
    const { mtimeMs } = fs.statSync(path);
    const text = fs.readFileSync(path, 'utf8');
    return { path, owner: parseOwner(text), ageMs: ageOf(path, mtimeMs) };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** How old a heartbeat is. A live owner dates it anew in any case. */
function ageOf(path, mtimeMs) {
  const now = Date.now();
  if (mtimeMs - now <= HEARTBEAT_MS) return now - mtimeMs;
  if (isGranted({ name: 'write', path }))
    attempt(() => fs.utimesSync(path, new Date(), new Date()));
  return 0;
}

function parseOwner(text) {
  try {
    const owner = JSON.parse(text);
    return Number.isSafeInteger(owner.pid) && owner.pid > 0 && typeof owner.nonce === 'string'
      ? owner
      : null;
  } catch {
    return null;
  }
}

function isStale({ path, owner, ageMs }) {
  if (owner === null) return ageMs > UNREADABLE_STALE_AFTER_MS;
  if (isOfThisThread(owner)) return false;
  if (owner.flock && ageMs > FLOCK_LOST_STALE_AFTER_MS && isFlockFree(path)) return true;
  const fate = judge(owner);
  const staleAfterMs = isThisProcess(owner, fate)
    ? OTHER_THREAD_STALE_AFTER_MS
    : STALE_AFTER_MS[fate];
  return staleAfterMs === 0 || ageMs > staleAfterMs;
}

const isOfThisThread = ({ nonce }) => [...held].some((lock) => lock.nonce === nonce);

/** A thread that is terminated runs nothing at its end, and its process lives on. */
const isThisProcess = ({ pid }, fate) => pid === process.pid && fate === 'alive';

const BEING_OPENED = 'the store is being opened by another process; try again in a moment';

/** The error for one who finds the store open in this process; `isOurs`: in this thread. */
export function openHereError(owner = { pid: process.pid }, isOurs = true) {
  const message = 'the store is open in this process already; close that memory first';
  return new LockHeldError(message, owner, isOurs);
}

/** The error for one who finds the lock at `path` with this owner. */
function heldError(path, { owner }) {
  if (owner === null) return new LockHeldError(BEING_OPENED);
  const fate = judge(owner);
  const isOurs = isOfThisThread(owner);
  if (isOurs || isThisProcess(owner, fate)) return openHereError(owner, isOurs);
  const holder = `the store is held by process ${owner.pid}`;
  const advice =
    fate === 'elsewhere'
      ? ` on the machine ${owner.host}; if that process is gone, delete ${path}`
      : ', and in use; try again in a moment, or close it there';
  return new LockHeldError(holder + advice, owner);
}

/** Whether a live process holds the lock at `path`, for those who only look. */
export function findHolder(path) {
  const found = readLock(path);
  return found === null || isStale(found) ? null : heldError(path, found);
}

/** Throws where a live process holds the lock at `path`. Else says whether there is a lock at all. */
function requireStale(path) {
  const found = readLock(path);
  if (found !== null && !isStale(found)) throw heldError(path, found);
  return found !== null;
}

/** Whether `path` names the file that `descriptor` has open: an open file's number is not reused. */
export function isAt(path, descriptor) {
  try {
    const named = fs.statSync(path, { bigint: true });
    return named.ino === fs.fstatSync(descriptor, { bigint: true }).ino;
  } catch {
    return false;
  }
}

export class LockFile {
  #path;
  #owner;
  #descriptor = null;
  #flock = null;
  #checkedAt = 0;
  #timer;

  /** Does not lock yet. `path` is that of the lock file. */
  constructor(path) {
    this.#path = path;
    this.nonce = randomBytes(12).toString('hex');
    this.#owner = { ...ownIdentity(), nonce: this.nonce };
  }

  /** Who would hold the lock, as text. */
  get owner() {
    return JSON.stringify(this.#owner);
  }

  /** Takes the lock. Throws LockHeldError, or what the file system says; then nothing is held. */
  acquire() {
    this.#descriptor = this.#createOrReplace();
    this.#checkedAt = Date.now();
    this.#timer = setInterval(() => this.#touch(), HEARTBEAT_MS);
    this.#timer.unref();
    if (held.size === 0) process.once('exit', releaseAll);
    held.add(this);
  }

  /**
   * Makes sure that the lock is still ours, and says that we live. Between writes it looks only when
   * the last time is a second ago; `always` is for commits. Throws LockHeldError.
   */
  check(always) {
    const now = Date.now();
    if (!always && Math.abs(now - this.#checkedAt) < CHECK_AFTER_MS) return;
    if (!this.isOurs()) {
      throw new LockHeldError(
        'another process has taken the store over, since this one was stopped',
        readLock(this.#path)?.owner ?? undefined,
      );
    }
    this.#touch();
    this.#checkedAt = now;
  }

  /** Whether the lock is held, and no other process has taken it over. */
  isOurs() {
    return this.#descriptor !== null && isAt(this.#path, this.#descriptor);
  }

  /** Gives the lock up. Never throws; twice is allowed. */
  release() {
    if (this.#descriptor === null) return;
    clearInterval(this.#timer);
    held.delete(this);
    if (held.size === 0) process.removeListener('exit', releaseAll);
    const ours = this.isOurs();
    this.#closeFile(this.#descriptor); // first: some systems keep open files
    if (ours) attempt(() => fs.unlinkSync(this.#path));
    this.#descriptor = null;
  }

  #closeFile(descriptor) {
    attempt(() => fs.closeSync(descriptor));
    attempt(() => this.#flock?.close());
    this.#flock = null;
  }

  /** A descriptor of a new file with our text; null where there is a file already. */
  #create(path) {
    let descriptor;
    try {
      descriptor = fs.openSync(path, 'wx');
    } catch (error) {
      if (error.code === 'EEXIST') return null;
      throw error;
    }
    this.#flock = takeFlock(path); // before the file says that we have it
    const text = JSON.stringify({ ...this.#owner, flock: this.#flock !== null });
    // On a full disk the lock stays empty, and the heartbeat alone says that it is held.
    attempt(() => fs.writeSync(descriptor, text));
    return descriptor;
  }

  /** A descriptor of the lock file with our text. */
  #createOrReplace() {
    for (let i = 0; i < TRIES; ++i) {
      const descriptor = this.#create(this.#path) ?? this.#replaceStale();
      if (descriptor !== null) return descriptor;
    }
    throw heldError(this.#path, { owner: null });
  }

  /** The same in place of a stale lock; null where the lock has vanished, so that all start anew. */
  #replaceStale() {
    if (!requireStale(this.#path)) return null;
    const takeover = `${this.#path}.takeover`;
    const descriptor = this.#createTakeover(takeover);
    let done = false;
    try {
      if (!requireStale(this.#path)) return null;
      fs.renameSync(takeover, this.#path);
      done = isAt(this.#path, descriptor);
      return done ? descriptor : null;
    } finally {
      if (!done) this.#abandon(takeover, descriptor);
    }
  }

  #createTakeover(takeover) {
    const descriptor = this.#create(takeover);
    if (descriptor !== null) return descriptor;
    // A contender is at work, or was killed in the middle.
    if (requireStale(takeover)) attempt(() => fs.unlinkSync(takeover));
    const again = this.#create(takeover);
    if (again === null) throw heldError(this.#path, { owner: null });
    return again;
  }

  #abandon(takeover, descriptor) {
    if (isAt(takeover, descriptor)) attempt(() => fs.unlinkSync(takeover));
    this.#closeFile(descriptor);
  }

  /** By the descriptor: were the lock another's by now, it would not be touched. */
  #touch() {
    attempt(() => fs.futimesSync(this.#descriptor, new Date(), new Date()));
  }
}

/** For what may fail without harm. */
function attempt(action) {
  try {
    action();
  } catch {
    // Nothing depends on it.
  }
}
