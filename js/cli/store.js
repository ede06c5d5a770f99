// Which store a command works on, and how it is opened: by readers without a lock on it and never
// made, by writers for the moment of their work. A server that holds the store lets go of it while it
// idles, which opening waits for.
//
// Tested by tests/js/cli_store.test.js.

import { statSync, unlinkSync } from 'node:fs';

import { CommandError, UsageError } from './errors.js';

const DEFAULT_STORE = 'memory.loci';
const NO_PATH = /^(:memory:$|opfs:|file:\/\/)/;

/** The path of the store: that of `--store`, of LOCI_STORE, or memory.loci in this folder. */
export function storePath({ store }, environment) {
  if (store === '') throw new UsageError('--store takes the name of a file');
  const path = store ?? (environment.LOCI_STORE || DEFAULT_STORE);
  if (!NO_PATH.test(path)) return path;
  throw new UsageError(`the store must be the path of a file, and not ${path}`);
}

/**
 * The bytes in a file, undefined where there is none. What the system refuses to say is left to the
 * opening, which knows what to do about it.
 */
function sizeOf(path) {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch {
    return NaN;
  }
}

/** Whether there is nothing at all: a store may have all its pages in its log, after a crash. */
const isEmpty = (path) => ['', '-wal'].every((suffix) => (sizeOf(path + suffix) ?? 0) === 0);

function requireStore(path, maker = 'loci add') {
  if (!isEmpty(path)) return;
  const others = '--store FILE or LOCI_STORE names another';
  throw new CommandError(
    'no_store',
    `there is no store ${path}; \`${maker}\` makes one, ${others}`,
  );
}

/** The open store. An error that does not say which file it is about is told it. */
async function opened(path, mode, openMemory) {
  try {
    return await openMemory(path, { readOnly: mode === 'read' });
  } catch (error) {
    if (!error.message.includes(path)) error.message = `${path}: ${error.message}`;
    throw error;
  }
}

/**
 * Does `work` with the open store and closes it. `mode`: 'read' opens a snapshot; 'write' a store that
 * is there; 'make' also one that is not, which is gone again where nothing was written. `maker`: the command that makes what it wants.
 */
export async function withStore({ path, mode, maker, openMemory }, work) {
  if (mode !== 'make') requireStore(path, maker);
  const isNew = sizeOf(path) === undefined;
  const memory = await opened(path, mode, openMemory);
  try {
    return await work(memory);
  } finally {
    if (isNew) takeBackUnwritten(memory, path);
    memory.close();
  }
}

// While the store is still locked: nobody else can have written into it.
function takeBackUnwritten(memory, path) {
  try {
    if (memory.revision() === 0) unlinkSync(path);
  } catch {
    // An empty store stays. What went wrong before says more than an error about this.
  }
}
