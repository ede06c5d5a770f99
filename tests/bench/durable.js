// A store in a file: opening one of 10 000 items up to its first answer, in a fresh process each
// time, and adding one item that is on the disk when `add` returns. The disk's own fsync is printed
// beside it, since no durable write can be faster.

import { fork } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedQuestion, generatedText } from './generated.js';
import { itemOf } from './items.js';
import { median } from './stats.js';

const SELF = fileURLToPath(import.meta.url);
export const ITEMS = 10_000;
const ADDS = 200;

const item = (i) => itemOf(generatedText(i), i);

function fsyncTimes(directory, number) {
  const file = openSync(join(directory, 'plain'), 'w');
  const page = Buffer.alloc(4096, 1);
  const times = Array.from({ length: number }, (_, i) => {
    const start = performance.now();
    writeSync(file, page, 0, page.length, i * page.length);
    fsyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return times;
}

async function fillAndAdd(file) {
  const { openMemory } = await import('loci');
  const memory = await openMemory(file);
  await memory.addMany(Array.from({ length: ITEMS }, (_, i) => item(i)));
  const times = [];
  for (let i = 0; i < ADDS; i++) {
    const added = item(ITEMS + i);
    const start = performance.now();
    await memory.add(added);
    times.push(performance.now() - start);
  }
  await memory.close();
  return times;
}

async function openAndAsk(file) {
  const { openMemory } = await import('loci');
  const { question } = generatedQuestion(1, ITEMS);
  const start = performance.now();
  const memory = await openMemory(file);
  const { items } = await memory.retrieve(question, { limit: 10, expandLinks: false });
  const ms = performance.now() - start;
  if (items.length === 0) throw new Error('the stored memory answered nothing');
  await memory.close();
  return ms;
}

const jobs = { fillAndAdd, openAndAsk };

function inFreshProcess(job, file) {
  return new Promise((resolve, reject) => {
    const child = fork(SELF, [job, file], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.on('message', resolve);
    child.on('exit', (code) => reject(new Error(`${job} ended with code ${code}`)));
  });
}

async function measureIn(directory, rounds, progress) {
  const file = join(directory, 'bench.loci');
  progress(`durable: ${ADDS} adds to a file of ${ITEMS} items`);
  const adds = await inFreshProcess('fillAndAdd', file);
  const fsync = median(fsyncTimes(directory, ADDS));
  const opens = [];
  for (let round = 0; round < rounds; round++) {
    progress(`durable: opening the file, round ${round + 1}`);
    opens.push(await inFreshProcess('openAndAsk', file));
  }
  return { add: median(adds), fsync, open: median(opens) };
}

/** Medians in ms: `{add, fsync, open}`. The file lives in a temporary directory for the time. */
export async function durable({ rounds, progress }) {
  const directory = mkdtempSync(join(tmpdir(), 'loci-bench-'));
  try {
    return await measureIn(directory, rounds, progress);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

if (process.send && jobs[process.argv[2]]) {
  process.send(await jobs[process.argv[2]](process.argv[3]), () => process.disconnect());
}
