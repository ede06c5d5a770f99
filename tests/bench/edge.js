// An agent of demo/edge: 10 000 items in one Durable Object of workerd, asked over HTTP as a client
// asks it. The network is the machine's own, so what it costs is in every figure, and a request for one
// item by its name is printed to tell how much that is.
//
// Cold is the first question to any agent after workerd was started anew, so the module was never run.
// The second agent that is asked is as cold, but its isolate runs already, as for most agents of a
// worker.
//
// Tested by tests/edge/http_bench.test.js.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorker } from '../edge/http_server.js';
import { ITEMS } from './durable.js';
import { generatedQuestion, generatedText } from './generated.js';
import { itemOf } from './items.js';
import { median, quantile } from './stats.js';

const ADDS = 200;
const QUESTIONS = 1000;
const CLIENTS = 16;
const AGENT = '/agents/first';
const TWIN = '/agents/second';

const items = (from, count) =>
  Array.from({ length: count }, (_, i) => itemOf(generatedText(from + i), from + i));

const question = (number, size) => ({
  query: generatedQuestion(number, size).question,
  limit: 10,
  expandLinks: false,
});

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs `work(server)` with a worker whose objects are kept in `folder`. */
async function withWorker(folder, work) {
  const hooks = [];
  const server = await startWorker({ after: (hook) => hooks.push(hook) }, { persist: folder });
  try {
    return await work(server);
  } finally {
    for (const hook of hooks) await hook();
  }
}

async function fill(server, size) {
  await server.done('POST', `${AGENT}/items/batch`, { items: items(0, size) });
  const body = await server.exported('first');
  await server.fetch(`${TWIN}/import`, { method: 'PUT', body });
}

/** Requests a second, and the quantiles of one, when `clients` ask one question after another. */
async function load(server, { size, questions, clients }) {
  const times = [];
  let next = 0;
  const client = async () => {
    while (next < questions) {
      const asked = question(next++, size);
      times.push(await timed(() => server.done('POST', `${AGENT}/retrieve`, asked)));
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: clients }, client)));
  return { perSecond: (1000 * questions) / ms, p50: median(times), p99: quantile(times, 0.99) };
}

async function repeatedly(count, work) {
  const times = [];
  for (let i = 0; i < count; i++) times.push(await timed(() => work(i)));
  return median(times);
}

async function measureWarm(server, { size, questions, adds }) {
  await load(server, { size, questions: Math.min(questions, 200), clients: 1 }); // compiles
  const one = await load(server, { size, questions, clients: 1 });
  const many = await load(server, { size, questions, clients: CLIENTS });
  const read = await repeatedly(adds, (i) =>
    server.done('GET', `${AGENT}/items/turns/${itemOf('', i).name}`),
  );
  const { storeBytes, heapBytes } = await server.done('GET', `${AGENT}/status`);
  const more = items(size, adds);
  const add = await repeatedly(adds, (i) => server.done('POST', `${AGENT}/items`, more[i]));
  return { one, many, read, add, storeBytes, heapBytes };
}

/** The first answer of each of two agents, in a process that has answered nothing. */
function measureCold(folder, size) {
  return withWorker(folder, async (server) => {
    await server.ask('GET', '/nothing'); // connects, and wakes no agent
    const asked = question(1, size);
    const ask = (agent) => () => server.done('POST', `${agent}/retrieve`, asked);
    return { process: await timed(ask(AGENT)), object: await timed(ask(TWIN)) };
  });
}

async function measureIn(folder, { rounds, size, progress, ...warm }) {
  progress(`edge: ${size} items in a Durable Object`);
  const figures = await withWorker(folder, async (server) => {
    await fill(server, size);
    progress(`edge: questions from 1 and ${CLIENTS} clients, and adds`);
    return measureWarm(server, { size, ...warm });
  });
  const cold = [];
  for (let round = 0; round < rounds; round++) {
    progress(`edge: a cold start, round ${round + 1}`);
    cold.push(await measureCold(folder, size));
  }
  const medianOf = (key) => median(cold.map((times) => times[key]));
  return { ...figures, cold: { process: medianOf('process'), object: medianOf('object') } };
}

/**
 * Times in ms, bytes, and requests a second: `{one, many: {perSecond, p50, p99}, read, add, cold:
 * {process, object}, storeBytes, heapBytes}`. The objects lie in a temporary directory for the time.
 */
export async function edge({ size = ITEMS, questions = QUESTIONS, adds = ADDS, ...plan }) {
  const folder = mkdtempSync(join(tmpdir(), 'loci-bench-'));
  try {
    const { rounds, progress } = plan;
    return await measureIn(folder, { rounds, progress, size, questions, adds });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
