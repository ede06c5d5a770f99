// Leaders that go while their followers write.

import assert from 'node:assert/strict';
import { inspect, openTab, until, workerOf } from './tabs.js';

const WRITERS = 4; // calls at once

const close = (tab) => tab.close();
const terminate = (tab) => tab.run(async () => globalThis.worker.terminate());

/** Ways in which a leader ends without a word, by name. */
export function waysToGo(kind) {
  return { close, terminate, ...(kind === 'chrome' && { crash }) };
}

// The process of the page ends, and the call with it.
async function crash(tab) {
  const session = await tab.page.createCDPSession();
  session.send('Page.crash').catch(() => {});
  await new Promise((resolve) => tab.page.once('error', resolve));
}

/**
 * A leader goes in each of `ways` while a follower writes, `rounds` times each; each write is there
 * once then.
 * @param {object} place {t, launched, server, store, options}
 * @param {{ways: Record<string, Function>, items: number, rounds?: number}} plan `items`: in the store
 * @returns {Promise<number[]>} milliseconds from each end to the next answer
 */
export async function failOver(place, { ways, items, rounds = 1 }) {
  const { t, launched, server, store, options } = place;
  const worker = workerOf('hanging.js');
  const expected = [/crashed/];
  const open = () => openTab(t, launched, server, store, { ...options, worker }, { expected });
  const follower = await open();
  await follower.run(fill, items);
  const times = [];
  const acknowledged = [];
  let leader = follower;
  let writer = await open();
  for (let round = 0; round < rounds; round++) {
    for (const go of Object.values(ways)) {
      await writer.run(startWriting, `${times.length}`, WRITERS);
      await until(() => writer.run(async () => globalThis.written.length > 20), 'it writes');
      await go(leader);
      await until(() => writer.role().then((role) => role === 'leader'), 'the lead moves');
      const { written, gap } = await writer.run(stopWriting);
      times.push(gap);
      acknowledged.push(...written);
      if (!leader.page.isClosed()) await leader.close();
      leader = writer;
      writer = await open();
    }
  }
  await Promise.all([leader.close(), writer.close()]);
  const { added } = await inspect(t, launched, server, store);
  for (const name of acknowledged)
    assert.equal(added[name], 1, `${name} was added ${added[name]} times`);
  return times;
}

async function fill(count) {
  const texts = Array.from({ length: count }, (_, i) => `number ${i} of many that are here before`);
  const items = texts.map((content, i) => ({ category: 'before', name: `before ${i}`, content }));
  await globalThis.memory.addMany(items);
}

// Several calls are on their way at any time.
async function startWriting(round, writers) {
  const { memory } = globalThis;
  globalThis.written = [];
  globalThis.answeredAt = [];
  globalThis.isWriting = true;
  const write = async (writer) => {
    for (let i = 0; globalThis.isWriting; i++) {
      const name = `round ${round}, ${writer}.${i}`;
      await memory.add({ category: 'during', name, content: `words of ${name}` });
      globalThis.written.push(name);
      globalThis.answeredAt.push(performance.now());
    }
  };
  globalThis.writers = Array.from({ length: writers }, (_, i) => write(i));
}

async function stopWriting() {
  globalThis.isWriting = false;
  await Promise.all(globalThis.writers);
  const { written, answeredAt } = globalThis;
  const gaps = answeredAt.map((at, i) => at - (answeredAt[i - 1] ?? at));
  return { written, gap: Math.max(...gaps) };
}

/** Figures of times, in words. */
export function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]);
  const figures = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
  return `${times.length} failovers: ${figures}`;
}
