// Calling an embedder: what it may do wrong, and that no call of it outlasts its time.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Embedder, checkTimeout } from '../../js/embedder.js';

const SHORT = { timeout: 30 };
const texts = ['one', 'two'];
const never = () => new Promise(() => {});
const floats = (...numbers) => Float32Array.of(...numbers);

test('a vector for each text, at once or by promise', async () => {
  for (const embed of [
    (given) => given.map(({ length }) => [length, 1]),
    async (given) => given.map(({ length }) => floats(length, 1)),
    (given) => ({ then: (resolve) => resolve(given.map(({ length }) => [length, 1])) }),
  ]) {
    assert.deepEqual(await new Embedder(embed).vectorsOf(texts), [floats(3, 1), floats(3, 1)]);
  }
});

test('vectors are copies, and texts a list that the embedder may change', async () => {
  const own = [floats(0), floats(0)];
  let count = 0;
  const embedder = new Embedder((given) => {
    given.length = 0;
    own.forEach((vector) => vector.fill(++count));
    return own;
  });
  const first = await embedder.vectorsOf(texts);
  const second = await embedder.vectorsOf(texts);
  assert.deepEqual(
    [first, second],
    [
      [floats(1), floats(2)],
      [floats(3), floats(4)],
    ],
  );
  assert.deepEqual(texts, ['one', 'two']);
});

test('what can be no vector is false, one by one', async () => {
  const embedder = new Embedder(() => [[1], 'no', null, [], [NaN], [[1]]]);
  const given = await embedder.vectorsOf(Array(6).fill('x'));
  assert.deepEqual(given, [floats(1), false, false, false, floats(NaN), false]);
});

test('a failure is told in words', async () => {
  const throwing = (thrown) => () => {
    throw thrown;
  };
  const cause = new TypeError('no network');
  for (const [embed, message] of [
    [throwing(cause), /failed: no network$/],
    [async () => throwing(cause)(), /failed: no network$/],
    [throwing('a text'), /failed: a text$/],
    [throwing(undefined), /failed: undefined$/],
    [throwing(Symbol('s')), /failed: Symbol\(s\)$/],
    [throwing(Object.create(null)), /cannot be told$/],
    [throwing(new Error('x'.repeat(1000))), /failed: x{200}…$/],
    [() => ({ then: throwing(cause) }), /failed: no network$/],
    [() => undefined, /an array of 2 vectors, one for each text; it gave no array: undefined$/],
    [() => [[1]], /it gave an array of 1$/],
    [() => [[1], [2], [3]], /it gave an array of 3$/],
    [() => floats(1, 2), /it gave no array: 1,2$/],
    [() => 'no', /it gave no array: no$/],
    [() => ({ data: [] }), /it gave no array/],
    [() => new Proxy([1, 2], { get: throwing(cause) }), /failed: no network$/],
  ]) {
    await assert.rejects(new Embedder(embed).vectorsOf(texts), (error) => {
      assert.equal(error.code, 'embedder_failed');
      assert.match(error.message, message);
      return true;
    });
  }
  await assert.rejects(new Embedder(throwing(cause)).vectorsOf(texts), { cause });
});

test('an embedder that does not answer in time is left', async () => {
  const told = { code: 'embedder_timeout', message: /30 ms/ };
  await assert.rejects(new Embedder(never, SHORT).vectorsOf(texts), told);
  let settle;
  for (const late of [() => settle.resolve([[1], [2]]), () => settle.reject(new Error('late'))]) {
    const embed = () => new Promise((resolve, reject) => (settle = { resolve, reject }));
    await assert.rejects(new Embedder(embed, SHORT).vectorsOf(texts), told);
    late();
    await sleep(1); // a late rejection is nobody's
  }
});

test('a timeout beyond what a timer takes is no timeout', async () => {
  const embedder = new Embedder(() => sleep(20, [[1]]), { timeout: 1e12 });
  assert.deepEqual(await embedder.vectorsOf(['x']), [floats(1)]);
});

test('eight calls run at once, others wait within their time', async () => {
  let running = 0;
  let most = 0;
  const embed = async () => {
    most = Math.max(most, ++running);
    await sleep(5);
    running--;
    return [[1]];
  };
  const embedder = new Embedder(embed);
  const answers = await Promise.all(Array.from({ length: 30 }, () => embedder.vectorsOf(['x'])));
  assert.equal(answers.length, 30);
  assert.equal(most, 8);
  const stuck = new Embedder(never, SHORT);
  const outcomes = await Promise.allSettled(
    texts.concat(Array(20).fill('x')).map((text) => stuck.vectorsOf([text])),
  );
  assert.ok(outcomes.every(({ reason }) => reason.code === 'embedder_timeout'));
});

test('an embedder that asks for vectors itself comes to an end', async () => {
  let calls = 0;
  const embedder = new Embedder(() => {
    calls++;
    return embedder.vectorsOf(['x']);
  }, SHORT);
  await assert.rejects(embedder.vectorsOf(['x']), { code: 'embedder_timeout' });
  await sleep(100);
  assert.equal(calls, 8);
});

test('one that hung is tried again', async () => {
  let isDown = true;
  const embedder = new Embedder(() => (isDown ? never() : [[1]]), SHORT);
  await Promise.allSettled(Array.from({ length: 20 }, () => embedder.vectorsOf(['x'])));
  isDown = false;
  await sleep(90);
  assert.deepEqual(await embedder.vectorsOf(['x']), [floats(1)]);
});

test('what ends the memory ends its calls, at once', async () => {
  const ending = new AbortController();
  const embedder = new Embedder(never, { signal: ending.signal });
  const calls = Array.from({ length: 20 }, () => embedder.vectorsOf(['x']));
  const outcomes = Promise.allSettled(calls);
  ending.abort();
  assert.ok((await outcomes).every(({ reason }) => reason.code === 'closed'));
  await assert.rejects(embedder.vectorsOf(['x']), { code: 'closed' });
});

test('many calls at once listen to what ends the memory as one, and then no more', async () => {
  const { signal } = new AbortController();
  const embedder = new Embedder(() => [[1]], { signal });
  const calls = Array.from({ length: 20 }, () => embedder.vectorsOf(['x']));
  assert.equal(getEventListeners(signal, 'abort').length, 1);
  await Promise.all(calls);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a timeout is a number of milliseconds above 0', () => {
  for (const good of [undefined, 1, 0.5, 1e12]) assert.equal(checkTimeout(good), good);
  for (const bad of [0, -1, NaN, Infinity, '5', null, 5n]) {
    const told = { code: 'invalid_argument', message: /^embedderTimeout / };
    assert.throws(() => checkTimeout(bad), told);
  }
});
