// Processes of this machine, from Linux's /proc.

import { readFileSync, readdirSync } from 'node:fs';

/**
 * Ids of the processes in a group that still run. One that has ended and that nobody has asked for
 * its status yet (a zombie, whose parent may be any other process) does not: it holds nothing.
 */
export function runningInGroup(group) {
  return ids().filter((id) => {
    const { state, group: own } = statusOf(id);
    return own === group && state !== 'Z';
  });
}

/** Ids of the running processes that have a text on their command line. */
export function runningWith(text) {
  return ids().filter((id) => contentOf(id, 'cmdline').includes(text));
}

/** Kills a process, or with a negative id a group; one that has ended already is no error. */
export function killProcess(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function ids() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The line is: id (name) state parent group ...; the name may hold anything. */
function statusOf(id) {
  const line = contentOf(id, 'stat');
  const [state, , group] = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}

function contentOf(id, name) {
  try {
    return readFileSync(`/proc/${id}/${name}`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}
