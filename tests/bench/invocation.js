// What the programs that measure have in common: lists among their arguments, the machine they run
// on, and a word on how far they are.

import os from 'node:os';

/** The names in `text` (comma-separated), all where it is absent. Throws on one that is not allowed. */
export function listOf(text, allowed, option) {
  const names = text ? text.split(',') : allowed;
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown) throw new Error(`--${option}: no "${unknown}"; there are ${allowed.join(', ')}`);
  return names;
}

/** The machine, for the head of a report. */
export function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    cores: cpus.length,
    memory: `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
  };
}

/** A function that writes what it is told to `out`, with the seconds since now. */
export function progressTo(out) {
  const start = performance.now();
  return (text) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    out.write(`[${seconds} s] ${text}\n`);
  };
}
