// How a store goes from one process to the next while both live.
//
// Who finds the store held writes FILE.lock.wanted, touches that file every half second for as long as
// it waits, and tries to get the lock every 20 ms. Who holds the store looks for the file while its
// memory is idle, and gives the lock up when it finds one that was touched within the last two
// seconds (js/yielding.js says what idle is). A file that is older is of a process that was killed or
// stopped while it waited: the holder removes it, and so does the next who waits.
//
//   server A   holds, idle ............ sees wanted, gives up
//   command B      finds it held, wanted ............... gets the lock, removes wanted
//   server A                                                 called, finds it held, wanted ...
//
// Of several who wait, the first has written the file; the others see that it is not theirs, and let
// the lock lie for 200 ms when it comes free, so that the first, if it lives, gets it before them.
// The same holds for one who has just given the lock up and wants it back. That is a courtesy, not a
// queue: the lock alone decides who has the store, and no state of this file keeps anybody from it.
//
// What this gives up: a holder that is never idle keeps the store, and one on another machine whose
// clock is two seconds off is never seen to wait; both are told that the store is busy.
//
// Tested by tests/js/lock_wanted.test.js and tests/runtimes/contention.test.js.

import * as fs from 'node:fs';

import { LockHeldError, findHolder, isAt } from './lock_file.js';
import { isGranted } from './permission.js';

const FRESH_MS = 2_000;
const TOUCH_AFTER_MS = 500;
const PAUSE_MS = 20;
const COURTESY_PAUSES = 10;

/** Milliseconds since the file at `path` was touched, or null where there is none. */
function ageOf(path) {
  const found = attempt(() => fs.statSync(path, { throwIfNoEntry: false }));
  return found ? Math.abs(Date.now() - found.mtimeMs) : null;
}

const wantedPath = (lockPath) => `${lockPath}.wanted`;

/** Whether somebody waits for the lock at `lockPath`. Removes what one who waits no more has left. */
export function isWanted(lockPath) {
  const path = wantedPath(lockPath);
  const ageMs = ageOf(path);
  if (ageMs === null) return false;
  if (ageMs <= FRESH_MS) return true;
  attempt(() => fs.unlinkSync(path));
  return false;
}

/** The file by which one process says that it waits. */
class Request {
  #path;
  #text;
  #descriptor = null;
  #touchedAt = 0;

  constructor(lockPath, text) {
    this.#path = wantedPath(lockPath);
    this.#text = text;
  }

  /** Says that we wait, where nobody else says so. On a medium that takes no file nobody is asked. */
  renew() {
    if (this.#isOurs()) this.#touch();
    else if (!this.isAnothers()) this.#create();
  }

  /** Whether another process waits, and has waited for longer than this one. */
  isAnothers() {
    const ageMs = ageOf(this.#path);
    return ageMs !== null && ageMs <= FRESH_MS && !this.#isOurs();
  }

  withdraw() {
    if (this.#descriptor === null) return;
    if (this.#isOurs()) attempt(() => fs.unlinkSync(this.#path));
    this.#close();
  }

  #isOurs() {
    return this.#descriptor !== null && isAt(this.#path, this.#descriptor);
  }

  #touch() {
    const now = Date.now();
    if (Math.abs(now - this.#touchedAt) < TOUCH_AFTER_MS) return;
    attempt(() => fs.futimesSync(this.#descriptor, new Date(now), new Date(now)));
    this.#touchedAt = now;
  }

  #create() {
    this.#close();
    if (!isGranted({ name: 'write', path: this.#path })) return; // a reader may lack it
    if (ageOf(this.#path) !== null) attempt(() => fs.unlinkSync(this.#path)); // of one that is gone
    this.#descriptor = attempt(() => fs.openSync(this.#path, 'wx')) ?? null;
    if (this.#descriptor === null) return;
    this.#touchedAt = Date.now();
    attempt(() => fs.writeSync(this.#descriptor, this.#text));
  }

  #close() {
    if (this.#descriptor !== null) attempt(() => fs.closeSync(this.#descriptor));
    this.#descriptor = null;
  }
}

/**
 * Tries `take` until it gives something: for `patience` milliseconds as long as it throws a
 * LockHeldError of another thread or process, which is asked meanwhile to give the store up.
 * @template T
 * @param {{lockPath: string, owner: string, patience: number, take: () => T}} how `owner`: who asks
 * @returns {Generator<number, T>} yields milliseconds to pause; throws what `take` throws
 */
export function* takeInTurn({ lockPath, owner, patience, take }) {
  const request = new Request(lockPath, owner);
  const deadline = performance.now() + patience;
  try {
    // What comes free between two looks is left to the first as well, so only the first look tries
    // to take what is held: it may be held by this thread, and then there is nothing to wait for.
    for (let courtesy = COURTESY_PAUSES, mayTry = true; ; mayTry = false) {
      const isLast = performance.now() >= deadline;
      const isFree = !findHolder(lockPath);
      if (!isLast && courtesy > 0 && (isFree || !mayTry) && request.isAnothers()) {
        if (isFree) courtesy--;
      } else {
        const taken = tryToTake(take, isLast);
        if (taken) return taken.value;
        courtesy = COURTESY_PAUSES;
        request.renew();
      }
      yield PAUSE_MS;
    }
  } finally {
    request.withdraw();
  }
}

/** What was taken, as `{value}`, or null where it is worth to wait. */
function tryToTake(take, isLast) {
  try {
    return { value: take() };
  } catch (error) {
    if (isLast || !(error instanceof LockHeldError) || error.isOurs) throw error;
    return null;
  }
}

/** Runs the steps of a generator as takeInTurn() gives; the thread stands still meanwhile. */
export function runBlocking(steps) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    Atomics.wait(cell, 0, 0, value);
  }
}

/** The same, while the thread goes on. */
export async function runInBackground(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise((resolve) => setTimeout(resolve, value));
  }
}

/** The result of what may fail without harm. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined; // nothing depends on it
  }
}
