// Which process is this, in words that another process can judge: alive, dead, or out of sight?

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** The result of `read`, or null where the system has no such thing. */
function orNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * State letter and start time, in clock ticks since boot, of a process, from /proc; null where there
 * is no /proc or no such process. The name in the second field may hold blanks and parentheses, so
 * fields are counted from behind it.
 */
function processState(pid) {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], start: fields[19] };
}

/**
 * This process: `host` and `pid` everywhere; on Linux also `boot` (a new one with every start of the
 * machine), `pidNamespace` (inside which the pid means something) and `start` (which tells it from a
 * later process of the same pid), elsewhere null.
 */
export function ownIdentity() {
  return {
    pid: process.pid,
    host: orNull(hostname),
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    pidNamespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
    start: processState(process.pid)?.start ?? null,
  };
}

/** Whether a signal could be sent to `pid`: true also for one that is not ours to signal. */
function answers(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Whether the process that `identity` describes, in our own pid namespace, runs no more. */
function isDead({ pid, start }) {
  if (!answers(pid)) return true;
  const now = processState(pid);
  if (now === null) return false;
  return now.state === 'Z' || now.state === 'X' || (start !== null && now.start !== start);
}

/**
 * What can be said from here about the process that `identity` describes:
 *  - 'alive', or not known to be dead;
 *  - 'dead': proven, same machine, same boot, same pid namespace, and the process is gone or another;
 *  - 'probably dead': gone, as far as a pid shows without a boot id; or of another boot;
 *  - 'out of sight': another container of this machine;
 *  - 'elsewhere': another machine.
 */
export function judge(identity, own = ownIdentity()) {
  if (own.boot === null || identity.boot === null) {
    if (identity.host !== own.host) return 'elsewhere';
    return isDead(identity) ? 'probably dead' : 'alive';
  }
  if (identity.boot !== own.boot) {
    return identity.host === own.host ? 'probably dead' : 'elsewhere';
  }
  if (identity.pidNamespace !== own.pidNamespace) return 'out of sight';
  return isDead(identity) ? 'dead' : 'alive';
}
