// Reading a store of the origin private file system without owning it: its bytes as they stood
// together at one moment, for the host of snapshot_host.js.
//
// While an owner writes, the files are read one after the other, so that they could be of two
// moments. The owner runs a write-ahead log: commits go to the log, and what the log holds moves to
// the database later (a checkpoint), after which the log starts anew with other salts in its header.
// So the log's header is read, then the database, then the log, then the header again:
//
//   the header is the same: nothing that the database got while we read it is missing from the log,
//     since the log has not started anew. Recovery replays the log up to its last whole commit, over
//     whatever pages of it the database has already: one state.
//   the header differs, or the database or the journal changed without a log: read again.
//
// Example: we read page 3 of the database; the owner checkpoints pages 2 and 5; we read page 5, new.
// The log still has the new page 2, too, and recovery takes both from there.
//
// Tested by tests/browser/hosts_snapshot.test.js.

import { HostError, toHostError } from './codes.js';
import { FILE_NAMES, fileIn, orAbsent, storeDirectory } from './opfs_directory.js';
import { absentStore } from './store_name.js';

export { SnapshotHost } from './snapshot_host.js';

const LOG_HEADER_BYTES = 32;
const TRIES = 40;
const PAUSE_MS = 25;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function bytesOf(file) {
  return new Uint8Array(file ? await file.arrayBuffer() : 0);
}

/** The first bytes of the log, as text to compare. */
async function logHeader(directory) {
  const file = await fileIn(directory, FILE_NAMES[1]);
  return (await bytesOf(file?.slice(0, LOG_HEADER_BYTES))).join();
}

/** Size and time of the files that a log does not vouch for, as text to compare. */
async function fingerprint(directory) {
  const files = await Promise.all([FILE_NAMES[0], FILE_NAMES[2]].map((n) => fileIn(directory, n)));
  return files.map((file) => (file ? `${file.size} ${file.lastModified}` : '-')).join();
}

/** What must be the same before and after. */
async function stateOf(directory) {
  return `${await logHeader(directory)}; ${await fingerprint(directory)}`;
}

/** The files as they stood together, or null where they changed meanwhile. */
async function tryToRead(directory) {
  const before = await stateOf(directory);
  const database = await bytesOf(await fileIn(directory, FILE_NAMES[0]));
  const wal = await bytesOf(await fileIn(directory, FILE_NAMES[1]));
  const journal = await bytesOf(await fileIn(directory, FILE_NAMES[2]));
  return (await stateOf(directory)) === before ? { database, wal, journal } : null;
}

/** A file that changes while it is read may fail to be read at all. */
async function tryToReadQuietly(directory) {
  try {
    return await tryToRead(directory);
  } catch (error) {
    if (error?.name === 'NotReadableError') return null;
    throw error;
  }
}

/**
 * The bytes of the store `name` in the origin private file system, whoever has it open, for
 * SnapshotHost. Opens no handle and makes nothing. Rejects with a HostError: 'failed' where there is
 * no such store, 'busy' where the owner wrote all the time.
 * @returns {Promise<{database: Uint8Array, wal: Uint8Array, journal: Uint8Array}>}
 */
export async function readSnapshot(name) {
  try {
    const directory = await orAbsent(storeDirectory(name));
    if (!directory) throw absentStore(name);
    for (let i = 0; i < TRIES; ++i) {
      const files = await tryToReadQuietly(directory);
      if (files) return files;
      await pause();
    }
  } catch (error) {
    throw toHostError(`cannot read the store ${name}`, error);
  }
  throw new HostError('busy', `cannot read the store ${name}: it is being written to`);
}
