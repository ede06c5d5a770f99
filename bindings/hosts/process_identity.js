// Which process is this, in words that another process can judge: alive, dead, or out of sight?
//
// Deno tells a program of the machine and of other processes only what its user allows; what it does
// not tell is null here, and is not asked for, since Deno would put the question to the user.

import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

import { isGranted } from './permission.js';

const PROC = { name: 'read', path: '/proc' };
const HOSTNAME = { name: 'sys', kind: 'hostname' };
const OTHER_PROCESSES = { name: 'run' };

/** The result of `read`, or null where the system has no such thing, or does not tell. */
function orNull(read, permission = PROC) {
  try {
    return isGranted(permission) ? read() : null;
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
 * This process: `pid` everywhere, `host` where it may be asked; on Linux also `boot` (a new one with every start of the
 * machine), `pidNamespace` (inside which the pid means something) and `start` (which tells it from a
 * later process of the same pid), elsewhere null.
 */
export function ownIdentity() {
  return {
    pid: process.pid,
    host: orNull(hostname, HOSTNAME),
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    pidNamespace: orNull(() => readlinkSync('/proc/self/ns/pid')),
    start: processState(process.pid)?.start ?? null,
  };
}

/** Whether `pid` is there, also one that is not ours to signal; null where that may not be asked. */
function answers(pid) {
  if (!isGranted(OTHER_PROCESSES)) return null;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/**
 * Whether the process that `identity` describes runs, taken for one of our own pid namespace: 'alive',
 * 'dead', or 'unknown' where nothing can be learned about it.
 */
function lifeOf({ pid, start }) {
  const answer = answers(pid);
  if (answer === false) return 'dead';
  const now = processState(pid);
  if (now === null) return answer ? 'alive' : 'unknown';
  const isOver = now.state === 'Z' || now.state === 'X' || (start !== null && now.start !== start);
  return isOver ? 'dead' : 'alive';
}

/** judge() where one of the two has no boot id. */
function judgeByHost(identity, own) {
  const isKnown = identity.host !== null && own.host !== null;
  if (isKnown && identity.host !== own.host) return 'elsewhere';
  const life = lifeOf(identity);
  if (life === 'dead') return 'probably dead';
  return life === 'alive' && isKnown ? 'alive' : 'out of sight';
}

/**
 * What can be said from here about the process that `identity` describes:
 *  - 'alive', or not known to be dead;
 *  - 'dead': proven, same machine, same boot, same pid namespace, and the process is gone or another;
 *  - 'probably dead': gone, as far as a pid shows without a boot id; or of another boot;
 *  - 'out of sight': another container of this machine; or one of the two may not look around;
 *  - 'elsewhere': another machine.
 */
export function judge(identity, own = ownIdentity()) {
  if (own.boot === null || identity.boot === null) return judgeByHost(identity, own);
  if (identity.boot !== own.boot) {
    return identity.host === own.host ? 'probably dead' : 'elsewhere';
  }
  if (identity.pidNamespace !== own.pidNamespace) return 'out of sight';
  return lifeOf(identity) === 'dead' ? 'dead' : 'alive';
}
