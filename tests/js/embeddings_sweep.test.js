// The background of a memory with an embedder: everything gets its vector in the end, whatever the
// embedder does meanwhile, and the background ends when it is told to.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { Embedder } from '../../js/embedder.js';
import { EmbeddingSweep } from '../../js/embedding_sweep.js';
import { MemoryError } from '../../js/errors.js';
import { FakeEmbeddings, closed } from '../support/fake_embeddings.js';

const vectors = (texts) => texts.map(({ length }) => [length, 1]);
const many = (count, of = (i) => `text ${i}`) => Array.from({ length: count }, (_, i) => of(i));
const down = () => {
  throw new Error('down');
};

/** A sweep over a fake memory of these texts; `calls` has the texts of each call of the embedder. */
function sweepOver(texts, embed = vectors, how = {}) {
  const memory = new FakeEmbeddings();
  memory.add(...texts);
  const place = { memory, calls: [], embed, told: [] };
  const embedder = new Embedder((given) => {
    place.calls.push([...given]);
    return place.embed(given);
  }, how);
  place.sweep = new EmbeddingSweep({
    memory,
    source: () => ({ embedder, model: 'mini' }),
    inTurn: (work) => work(),
    onProgress: (progress) => place.told.push(progress),
  });
  return place;
}

test('all gets its vector, 64 texts at once, with progress', async () => {
  const { sweep, memory, calls, told } = sweepOver(many(150));
  await sweep.finish();
  assert.equal(memory.pending, 0);
  assert.deepEqual(
    calls.map(({ length }) => length),
    [64, 64, 22],
  );
  assert.deepEqual(
    told.map(({ done, total }) => [done, total]),
    [
      [64, 150],
      [128, 150],
      [150, 150],
    ],
  );
  assert.ok(told.every(({ step }) => step === 'embed'));
  assert.equal(memory.vectors.get(1).model, 'mini');
  assert.equal(sweep.lastError, null);
});

test('writes in a row become one batch, and later ones another', async () => {
  const { sweep, memory, calls } = sweepOver([]);
  for (const text of many(5)) {
    memory.add(text);
    sweep.wake();
    await undefined;
  }
  await sweep.finish();
  assert.deepEqual(calls, [many(5)]);
  memory.add('one more');
  sweep.wake();
  await sweep.finish();
  assert.deepEqual(calls.slice(1), [['one more']]);
});

test('what is written while a batch is with the embedder is embedded as well', async () => {
  const place = sweepOver(['first']);
  place.embed = (texts) => {
    if (place.calls.length === 1) {
      place.memory.add('second');
      place.sweep.wake();
    }
    return vectors(texts);
  };
  await place.sweep.finish();
  assert.deepEqual(place.memory.embedded, ['first', 'second']);
});

test('a text that changed meanwhile gets the vector of its new words', async () => {
  const place = sweepOver(['old']);
  place.embed = (texts) => {
    if (place.calls.length === 1) {
      place.memory.texts.set(1, 'newer');
      place.sweep.wake();
    }
    return vectors(texts);
  };
  await place.sweep.finish();
  assert.deepEqual(place.memory.vectors.get(1).embedding, Float32Array.of(5, 1));
  assert.equal(place.sweep.lastError, null);
});

test('an embedder that is down is tried again after a growing pause, and at once by flush', async () => {
  const timers = mock.timers;
  const place = sweepOver(many(3), down);
  timers.enable({ apis: ['setTimeout'] });
  try {
    const pass = async (milliseconds) => {
      timers.tick(milliseconds);
      for (let i = 0; i < 20; i++) await turn();
      return place.calls.length;
    };
    place.sweep.wake();
    assert.equal(await pass(0), 1);
    assert.equal(place.sweep.lastError.code, 'embedder_failed');
    assert.match(place.sweep.lastError.message, /down/);
    assert.equal(await pass(999), 1);
    assert.equal(await pass(1), 2);
    assert.equal(await pass(1999), 2);
    assert.equal(await pass(1), 4); // at last a text alone, and the next one
    await place.sweep.finish();
    assert.equal(place.calls.length, 6);
    for (let i = 0; i < 10; i++) await pass(60_000);
    const before = place.calls.length;
    place.embed = vectors;
    assert.ok((await pass(60_000)) > before);
  } finally {
    timers.reset();
  }
  await place.sweep.finish();
  assert.equal(place.memory.pending, 0);
  assert.equal(place.sweep.lastError, null);
});

test('an embedder that takes few texts at once gets few', async () => {
  const place = sweepOver(many(100), (texts) => (texts.length > 16 ? down() : vectors(texts)));
  for (let i = 0; i < 10 && place.memory.pending > 0; i++) await place.sweep.finish();
  assert.equal(place.memory.pending, 0);
});

test('a text that it cannot bear is set aside, and tried again by the next flush', async () => {
  const bad = 'text 37';
  const texts = many(100);
  const place = sweepOver(texts, (given) => (given.includes(bad) ? down() : vectors(given)));
  for (let i = 0; i < 10 && place.memory.pending > 1; i++) await place.sweep.finish();
  assert.equal(place.memory.pending, 1);
  assert.equal(place.sweep.lastError.code, 'embedder_failed');
  const before = place.calls.length;
  place.memory.add('later');
  place.sweep.wake();
  while (place.memory.pending > 1) await turn();
  assert.ok(place.calls.slice(before).every((given) => !given.includes(bad)));
  place.embed = vectors;
  await place.sweep.finish();
  assert.equal(place.memory.pending, 0);
  assert.equal(place.sweep.lastError, null);
});

test('texts that it cannot bear, side by side, do not keep it from the others', async () => {
  const isBad = (text) => ['text 10', 'text 11', 'text 12'].includes(text);
  const place = sweepOver(many(100), (given) => (given.some(isBad) ? down() : vectors(given)));
  for (let i = 0; i < 20 && place.memory.pending > 3; i++) await place.sweep.finish();
  assert.equal(place.memory.pending, 3);
});

test('what it gives for one text is refused alone', async () => {
  const place = sweepOver(many(10), (texts) =>
    texts.map((text) => (text === 'text 3' ? 'no vector' : [1])),
  );
  place.memory.refuses = ({ text }) =>
    text === 'text 5' ? { code: 'dimension_mismatch', message: 'too wide' } : undefined;
  await place.sweep.finish();
  assert.equal(place.memory.pending, 2);
  const { code, message } = place.sweep.lastError;
  assert.equal(code, 'dimension_mismatch'); // that of the last
  assert.equal(message, 'what the embedder gave is refused: too wide');
  place.sweep.wake();
  await turn();
  assert.equal(place.calls.length, 1);
});

test('a store of another width or model is not tried by the clock', async () => {
  for (const [code, set] of [
    ['dimension_mismatch', (memory, error) => (memory.refuses = () => error)],
    ['model_mismatch', (memory, error) => (memory.putEmbeddings = () => Promise.reject(error))],
  ]) {
    const place = sweepOver(many(200));
    const told = new MemoryError(code, 'not of these');
    set(place.memory, told);
    const timers = mock.timers;
    timers.enable({ apis: ['setTimeout'] });
    try {
      await Promise.all([place.sweep.finish(), turn()]);
      assert.equal(place.sweep.lastError.code, code);
      assert.equal(place.calls.length, 1);
      timers.tick(1e6);
      for (let i = 0; i < 10; i++) await turn();
      assert.equal(place.calls.length, 1);
    } finally {
      timers.reset();
    }
  }
});

test('a store of another model does not cost a call at each write', async () => {
  const memory = new FakeEmbeddings();
  const { putEmbeddings } = memory;
  memory.putEmbeddings = () => Promise.reject(new MemoryError('model_mismatch', 'not of these'));
  memory.model = 'other';
  let calls = 0;
  const embed = (texts) => {
    calls++;
    return vectors(texts);
  };
  let source = { embedder: new Embedder(embed), model: 'mini' };
  const sweep = new EmbeddingSweep({ memory, source: () => source, inTurn: (work) => work() });
  const write = async () => {
    memory.add('more');
    sweep.wake();
    for (let i = 0; i < 20; i++) await turn();
  };
  for (let i = 0; i < 3; i++) await write();
  assert.deepEqual([calls, sweep.lastError.code], [1, 'model_mismatch']);
  await sweep.finish();
  await write();
  assert.deepEqual([calls, sweep.lastError.code], [2, 'model_mismatch']);
  source = { ...source, model: 'third' }; // a reembed by this memory
  for (let i = 0; i < 3; i++) await write();
  assert.deepEqual([calls, sweep.lastError.code], [3, 'model_mismatch']);
  memory.model = 'third'; // one by another tab
  memory.putEmbeddings = putEmbeddings;
  await write();
  assert.deepEqual([calls, memory.pending, sweep.lastError], [4, 0, null]);
});

test('a store that fails is told, and tried again', async () => {
  const place = sweepOver(many(3));
  for (const thrown of [
    new MemoryError('storage_full', 'full'),
    new RangeError('clock'),
    undefined,
  ]) {
    place.memory.failure = thrown ?? Object.create(null);
    place.sweep.wake();
    await place.sweep.finish();
    assert.equal(place.sweep.lastError.code, thrown?.code ?? 'internal');
  }
  place.memory.failure = undefined;
  await place.sweep.finish();
  assert.equal(place.memory.pending, 0);
  assert.equal(place.sweep.lastError, null);
});

test('progress that throws is nobody’s', async () => {
  const memory = new FakeEmbeddings();
  memory.add('text');
  const source = () => ({ embedder: new Embedder(vectors) });
  const sweep = new EmbeddingSweep({ memory, source, inTurn: (work) => work(), onProgress: down });
  await sweep.finish();
  assert.equal(memory.pending, 0);
});

test('it ends quietly when the memory is closed', async () => {
  const place = sweepOver(many(200));
  place.embed = (texts) => {
    place.sweep.stop();
    return vectors(texts);
  };
  await place.sweep.finish();
  place.sweep.wake();
  await turn();
  assert.equal(place.calls.length, 1);
  assert.equal(place.memory.vectors.size, 0);
  const ended = sweepOver(many(3));
  ended.memory.failure = closed;
  await ended.sweep.finish();
  assert.equal(ended.sweep.lastError, null);
});
