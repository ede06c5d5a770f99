// The order in which calls run, and a batch that is asked about while it runs. No browser is needed.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { openMemory } from '../../js/index.js';
import { Dismissed, Executor } from '../../js/tabs/executor.js';
import { RecentAnswers } from '../../js/tabs/recent_answers.js';
import { numbered } from '../support/events.js';

const item = (name) => ({ category: 'a', name, content: 'words' });
const now = Date.UTC(2026, 0, 1);

async function executor() {
  const memory = await openMemory(':memory:');
  return { memory, runs: new Executor(memory, { setNow() {} }) };
}

// One step of the batch for each, and each takes a moment.
function* slowly(count, milliseconds) {
  for (let i = 0; i < count; i++) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    yield { category: 'a', name: `${i}`, content: 'word '.repeat(10_000) };
  }
}

const add = (name, key) => ({ method: 'add', args: [item(name)], key, now });
const batch = (items, progress) => ({ method: 'addMany', args: [items], now, progress });

test('calls run in the order in which they came, one at a time', async () => {
  const { memory, runs } = await executor();
  const order = [];
  const done = (name) => () => order.push(name);
  await Promise.all([
    runs.run(batch(slowly(4, 40))).then(done('batch')),
    runs.run(add('x')).then(done('add')),
    runs.run({ method: 'items', args: [], now }).then(done('items')),
  ]);
  assert.deepEqual(order, ['batch', 'add', 'items']);
  assert.equal(memory.status().items, 5);
});

test('a call that fails stops no other', async () => {
  const { runs } = await executor();
  const failing = runs.run({ method: 'add', args: [{}], now });
  const following = runs.run(add('x'));
  await assert.rejects(failing, { code: 'invalid_argument' });
  assert.equal((await following).action, 'added');
});

test('a caller that refuses to go on gets its batch taken back', async () => {
  const { memory, runs } = await executor();
  const refusing = batch(slowly(3, 0), async ({ done }) => done < 2);
  await assert.rejects(runs.run(refusing), { code: 'internal' });
  assert.equal(memory.status().items, 0);
  assert.equal((await runs.run(add('x'))).revision, 1);
});

test('a caller that is late with that is heard too, and is not waited for', async () => {
  const { memory, runs } = await executor();
  const asked = [];
  const late = async ({ done }) => {
    asked.push(done);
    await sleep(1500);
    return false;
  };
  await assert.rejects(runs.run(batch(slowly(100, 50), late)), { code: 'internal' });
  assert.deepEqual(asked, [1]);
  assert.equal(memory.status().items, 0);
});

test('a caller that never answers does not hold its batch up', async () => {
  const { memory, runs } = await executor();
  const begun = performance.now();
  await runs.run(batch(slowly(5, 1), () => new Promise(() => {})));
  assert.ok(performance.now() - begun < 4000);
  assert.equal(memory.status().items, 5);
});

test('a stop takes the running batch back and dismisses what waits', async () => {
  const { memory, runs } = await executor();
  const running = runs.run(batch(slowly(50, 40)));
  const waiting = runs.run(add('x'));
  await sleep(100);
  await Promise.all([
    assert.rejects(running, Dismissed),
    assert.rejects(waiting, Dismissed),
    runs.stop(),
  ]);
  await assert.rejects(runs.run(add('y')), Dismissed);
  assert.equal(memory.status().items, 0);
});

test('a write with a key is done once', async () => {
  const { memory, runs } = await executor();
  const first = await runs.run(add('x', 'key 1'));
  assert.deepEqual(await runs.run(add('x', 'key 1')), first);
  assert.equal((await runs.run(add('x', 'key 2'))).action, 'updated');
  const many = { ...batch([item('y'), item('z')]), key: 'key 3' };
  const added = await runs.run(many);
  assert.deepEqual(await runs.run(many), added);
  assert.equal(memory.revision(), added.revision);
});

test('finish() answers what was asked', async () => {
  const { runs } = await executor();
  const running = runs.run(batch(slowly(3, 40)));
  await runs.finish();
  assert.equal((await running).added, 3);
  await assert.rejects(runs.run(add('x')), Dismissed);
});

const search = (key) => ({ method: 'evidenceSearch', args: [{}], key, now });

test('a search that comes twice is answered twice the same, and delivers once', async () => {
  const { memory, runs } = await executor();
  memory.evidence.saveMany(numbered(12));
  const first = await runs.run(search('a'));
  assert.equal(first.events.length, 4);
  const others = [];
  for (let i = 0; i < 2; i++) others.push(...(await runs.run(search(`b${i}`))).events);
  assert.deepEqual(await runs.run(search('a')), first);
  const seen = new Set([...first.events, ...others].map(({ id }) => id));
  assert.equal(seen.size, 12);
});

test('of answers the last 32 are known', () => {
  const answers = new RecentAnswers();
  for (let i = 0; i < 33; i++) answers.keep(`k${i}`, i);
  assert.deepEqual([answers.get('k0'), answers.get('k1'), answers.get('k32')], [undefined, 1, 32]);
});
