// reembed(): all new vectors or none, whatever happens while they are computed, and no moment in which
// an answer is made of two models.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { axisEmbedder, axisVector, liars, never } from '../support/embedders.js';

const item = (name, content = 'river', fields) => ({ category: 'a', name, content, ...fields });
const many = (count, fields) =>
  Array.from({ length: count }, (_, i) => item(`n${i}`, `river ${i}`, fields));
const names = ({ items }) => items.map(({ name }) => name);
const flipped = (texts) => texts.map((text) => [...axisVector(text), 1].reverse()); // of width 5

/** A memory whose items have vectors of the model 'axes'. */
async function filled(count = 150, options = {}) {
  const memory = await openMemory(':memory:', options);
  memory.addMany(many(count, { embedding: axisVector('river') }), { model: 'axes' });
  return memory;
}

test('new vectors, of another width and model, take the place of all old ones', async () => {
  const memory = await filled();
  memory.add(item('bare', 'stone'));
  const steps = [];
  const onProgress = (progress) => steps.push(progress);
  const result = await memory.reembed(flipped, { model: 'flipped', onProgress });
  assert.deepEqual(result, {
    stored: 151,
    skipped: 0,
    revision: memory.revision(),
    warnings: [],
  });
  assert.deepEqual(memory.status().embeddings, {
    model: 'flipped',
    width: 5,
    vectors: 151,
    pending: 0,
  });
  assert.deepEqual(
    steps,
    [64, 128, 151].map((done) => ({ done, total: 151 })),
  );
  const [first] = memory.retrieve('%', {
    embedding: flipped(['stone'])[0],
    model: 'flipped',
  }).items;
  assert.equal(first.name, 'bare');
});

test('the new model is that of the memory from then on', async () => {
  const memory = await filled(3, { model: 'axes' });
  await memory.reembed(flipped, { model: 'flipped' });
  memory.add(item('more', 'stone', { embedding: flipped(['stone'])[0] }));
  assert.equal(memory.retrieve('x', { embedding: flipped(['stone'])[0] }).embeddingUsed, true);
  await memory.reembed(flipped);
  assert.equal(memory.status().embeddings.model, 'flipped');
});

test('an embedder that fails at the n-th batch changes nothing', async () => {
  for (const n of [1, 2, 3]) {
    for (const liar of Object.values(liars)) {
      const memory = await filled();
      const before = memory.exportBytes();
      let calls = 0;
      const embedder = (texts) => (++calls === n ? liar(texts) : flipped(texts));
      await assert.rejects(
        memory.reembed(embedder, { model: 'x', embedderTimeout: 20 }),
        (error) => {
          if (liar === never) assert.equal(error.code, 'embedder_timeout');
          else if (liar === liars['gives another width'] && n === 1)
            assert.match(error.message, /a vector of 5 numbers, not of 2/);
          else assert.equal(error.code, 'embedder_failed');
          return true;
        },
      );
      assert.deepEqual(memory.exportBytes(), before);
      memory.close();
    }
  }
});

test('one bad vector among the good ones is named, and nothing has changed', async () => {
  const memory = await filled();
  const embedder = (texts) => texts.map((text) => (text.startsWith('n100\n') ? [0, 0] : [1, 0]));
  await assert.rejects(memory.reembed(embedder), { code: 'embedder_failed', message: /a:n100$/ });
  assert.equal(memory.status().embeddings.width, 4);
});

test('onProgress that throws ends it, and is what the caller gets', async () => {
  const memory = await filled();
  const onProgress = ({ done }) => {
    if (done > 64) throw new RangeError('enough');
  };
  await assert.rejects(memory.reembed(flipped, { onProgress }), RangeError);
  assert.equal(memory.status().embeddings.width, 4);
});

test('what is edited, removed or added meanwhile is pending or embedded, never wrong', async () => {
  const memory = await filled();
  let calls = 0;
  const embedder = async (texts) => {
    if (++calls === 2) {
      memory.add(item('n3', 'another text'));
      memory.remove('a', 'n4');
      memory.add(item('n5', 'river 5', { owner: 'Ada' })); // the same text
      memory.add(item('fresh', 'stone'));
      memory.remove('a', 'n149');
    }
    return flipped(texts);
  };
  const { stored, skipped } = await memory.reembed(embedder, { model: 'flipped' });
  assert.deepEqual([stored, skipped], [149, 1]); // n4 was embedded and is gone
  const { width, vectors, pending } = memory.status().embeddings;
  assert.deepEqual([width, vectors, pending, memory.status().items], [5, 149, 0, 149]);
  for (const { name, text } of memory.pendingEmbeddings({ all: true, limit: 200 }).entries) {
    const { items } = memory.retrieve('%', { embedding: flipped([text])[0], limit: 200 });
    assert.ok(items.find((found) => found.name === name).cosScore > 0.9999, name);
  }
  assert.deepEqual(memory.check().findings, []);
});

test('while it computes, the old vectors answer', async () => {
  const memory = await filled();
  const seen = new Set();
  const embedder = async (texts) => {
    const found = memory.retrieve('river', { embedding: axisVector('river'), model: 'axes' });
    seen.add(`${found.embeddingUsed} ${found.items.length}`);
    await new Promise((resolve) => setTimeout(resolve));
    return flipped(texts);
  };
  await memory.reembed(embedder, { model: 'flipped' });
  assert.deepEqual([...seen], ['true 10']);
});

test('a memory that is closed meanwhile ends it, at once', async () => {
  const memory = await filled(3);
  const ended = assert.rejects(memory.reembed(never, { embedderTimeout: 60_000 }), {
    code: 'closed',
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  memory.close();
  await ended;
  await assert.rejects(memory.reembed(flipped), { code: 'closed' });
});

test('an empty memory has nothing to embed', async () => {
  const memory = await openMemory(':memory:');
  const embedder = axisEmbedder();
  const result = await memory.reembed(embedder, { model: 'axes' });
  assert.deepEqual([result.stored, embedder.calls], [0, []]);
});

test('its arguments are checked', async () => {
  const memory = await filled(1);
  for (const [embedder, options, name] of [
    [undefined, {}, 'this memory has no embedder of its own; pass one: reembed'],
    [{ model: 'q' }, undefined, 'give the embedder first: reembed'],
    ['mini', {}, 'give the embedder first: reembed'],
    [flipped, null, 'options'],
    [flipped, { model: '' }, 'model'],
    [flipped, { model: 5 }, 'model'],
    [flipped, { embedderTimeout: -1 }, 'embedderTimeout'],
    [flipped, { onProgress: 5 }, 'onProgress'],
    [flipped, { modle: 'x' }, 'modle'],
  ]) {
    const told = { code: 'invalid_argument', message: new RegExp(`^${name}\\b`) };
    await assert.rejects(memory.reembed(embedder, options), told);
  }
  assert.equal(memory.status().embeddings.width, 4);
});

// --- with an embedder of its own ---

async function withEmbedder(t, embedder, options) {
  const memory = await openMemory(':memory:', { embedder, ...options });
  t.after(() => memory.close());
  await memory.addMany(many(150));
  await memory.flush();
  return memory;
}

for (const model of ['flipped', undefined]) {
  test(`a switch leaves no moment for a wrong answer, ${model ? 'with' : 'without'} a model`, async (t) => {
    // Two models of one width that agree on nothing: a vector of one is nonsense to the other.
    const towards = (sign, milliseconds) => async (texts) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return texts.map((text) => (text.includes('stone') ? [-sign, 1] : [sign, 1]));
    };
    const own = model && 'axes';
    const memory = await withEmbedder(t, towards(1, 5), { model: own });
    await memory.add(item('wanted', 'stone'));
    await memory.flush();
    let isOver = false;
    let asked = 0;
    const ask = async () => {
      while (!isOver) {
        const { items, embeddingUsed } = await memory.retrieve('stone', {
          fusionWeight: 0,
          limit: 1,
        });
        asked++;
        if (embeddingUsed) assert.equal(items[0].name, 'wanted');
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    const asking = Promise.all([ask(), ask()]);
    await memory.reembed(towards(-1, 11), { model });
    isOver = true;
    await asking;
    assert.ok(asked > 4);
    const after = await memory.retrieve('stone', { fusionWeight: 0, limit: 1 });
    assert.deepEqual([after.embeddingUsed, names(after)], [true, ['wanted']]);
    await memory.add(item('next', 'cloud'));
    assert.deepEqual((await memory.flush()).warnings, []);
    assert.equal((await memory.status()).embeddings.model, model ?? null);
  });
}

test('without an embedder of the call, that of the memory makes all anew', async (t) => {
  const embedder = axisEmbedder();
  const memory = await withEmbedder(t, embedder, { model: 'axes' });
  const before = embedder.calls.length;
  const { stored } = await memory.reembed();
  assert.equal(stored, 150);
  assert.equal(embedder.calls.length, before + 3);
  const told = { code: 'invalid_argument', message: /^give the embedder first/ };
  await assert.rejects(memory.reembed({ model: 'renamed' }), told);
  await memory.reembed(null, { model: 'renamed' });
  assert.equal((await memory.status()).embeddings.model, 'renamed');
  assert.equal((await memory.retrieve('river')).embeddingUsed, true);
});

test('what went wrong before is over once all vectors are replaced', async (t) => {
  const memory = await withEmbedder(t, axisEmbedder(), { model: 'axes' });
  await memory.reembed(() => assert.fail('down')).catch(() => {});
  const bytes = await memory.exportBytes();
  const other = await openMemory({ bytes }, { embedder: flipped, model: 'flipped' });
  t.after(() => other.close());
  await other.add(item('later', 'stone'));
  assert.equal((await other.flush()).warnings[0].code, 'model_mismatch');
  await other.reembed();
  assert.equal((await other.status()).embeddings.lastError, null);
  assert.deepEqual((await other.flush()).warnings, []);
});

test('one that fails leaves the memory with its own embedder', async (t) => {
  const memory = await withEmbedder(t, axisEmbedder(), { model: 'axes' });
  await assert.rejects(memory.reembed(liars.rejects, { model: 'x' }), { code: 'embedder_failed' });
  assert.equal((await memory.retrieve('river')).embeddingUsed, true);
  await memory.add(item('later', 'stone'));
  assert.deepEqual((await memory.flush()).warnings, []);
  const { model, pending } = (await memory.status()).embeddings;
  assert.deepEqual([model, pending], ['axes', 0]);
});

test('what is written meanwhile gets its vector from the new one', async (t) => {
  const memory = await withEmbedder(t, axisEmbedder(), { model: 'axes' });
  let isFirst = true;
  const embedder = async (texts) => {
    if (isFirst) await memory.add(item('n1', 'another text'));
    isFirst = false;
    return flipped(texts);
  };
  await memory.reembed(embedder, { model: 'flipped' });
  await memory.flush();
  const { width, pending } = (await memory.status()).embeddings;
  assert.deepEqual([width, pending], [5, 0]);
});

test('a batch of the background that is under way does not come after it', async (t) => {
  const slow = async (texts) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return texts.map(() => [1, 0]);
  };
  const memory = await openMemory(':memory:', { embedder: slow });
  t.after(() => memory.close());
  await memory.add(item('one'));
  await new Promise((resolve) => setTimeout(resolve, 10)); // it is with the embedder now
  await memory.reembed((texts) => texts.map(() => [0, 1]));
  await memory.flush();
  await new Promise((resolve) => setTimeout(resolve, 40));
  const { items } = await memory.retrieve('%', { embedding: [0, 1] });
  assert.deepEqual([names({ items }), items[0].cosScore], [['one'], 1]);
});
