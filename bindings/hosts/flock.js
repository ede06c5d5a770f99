// A lock of the system's own, on the lock file, where the runtime can ask for one: Deno.
//
// The system takes it from a process that ends, however it ends. So a lock file whose owner said that
// it had such a lock, and on which there is none, has no owner any more: a proof that needs neither
// /proc nor a signal, for which Deno wants permissions that few programs have. Between machines some
// file systems keep such locks to themselves; so the heartbeat must have stopped as well.
//
// Tested by tests/runtimes/kill.test.js.

const isOffered = () =>
  typeof globalThis.Deno?.FsFile?.prototype.tryLockSync === 'function' &&
  globalThis.Deno.build.os !== 'windows'; // there nobody could read the file

/** The lock of the file at `path`, or nothing where it cannot be had. `close()` gives it up. */
export function takeFlock(path) {
  return isOffered() ? tryFlock(path, { exclusive: true }) : null;
}

/** Whether nobody has the lock of the file at `path`; false where that cannot be asked. */
export function isFlockFree(path) {
  if (!isOffered()) return false;
  const lock = tryFlock(path, { exclusive: false }); // others may ask at the same time
  lock?.close();
  return lock !== null;
}

function tryFlock(path, { exclusive }) {
  let file = null;
  try {
    file = globalThis.Deno.openSync(path, { read: true, write: exclusive });
    if (file.tryLockSync(exclusive)) return file;
  } catch {
    // As good as taken.
  }
  file?.close();
  return null;
}
