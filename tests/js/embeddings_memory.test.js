// A memory with an embedder, in Node: texts and questions get their vectors by themselves, and what
// goes wrong with that costs neither a text nor an answer.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { MemoryError, openMemory } from 'loci';
import { axisEmbedder, axisVector, liars, never } from '../support/embedders.js';
import { newStore } from '../support/temp_store.js';

const item = (name, content, fields) => ({ category: 'a', name, content, ...fields });
const texts = [item('one', 'by the river'), item('two', 'a stone'), item('three', 'a cloud')];
const names = ({ items }) => items.map(({ name }) => name);

/** Opens a memory with an embedder, closed when the test ends. */
async function open(t, embedder, { location = ':memory:', ...options } = {}) {
  const memory = await openMemory(location, { embedder, embedderTimeout: 50, ...options });
  t.after(() => memory.close());
  return memory;
}

/** A memory without one that holds these texts, as bytes. */
async function bytesOf(items, options) {
  const memory = await openMemory(':memory:');
  memory.addMany(items, options);
  return memory.exportBytes();
}

process.on('unhandledRejection', (reason) => assert.fail(`unhandled: ${reason}`));

test('every method answers by promise', async (t) => {
  const memory = await open(t, axisEmbedder());
  assert.ok(memory.add(texts[0]) instanceof Promise);
  assert.deepEqual(await memory.tokenize('a b'), ['a', 'b']);
  assert.equal((await memory.contract()).formatVersion > 2, true);
  assert.equal((await memory.get('a', 'one')).name, 'one');
  assert.equal(memory.persistence.mode, 'memory');
  await assert.rejects(memory.add({ category: 'No' }), { code: 'invalid_argument' });
  await assert.rejects(memory.retrieve(5), { code: 'invalid_argument' });
  await assert.rejects(memory.retrieve('a', 5), { code: 'invalid_argument' });
});

test('texts are embedded in the background, and flush waits for it', async (t) => {
  const embedder = axisEmbedder();
  const memory = await open(t, embedder, { model: 'axes' });
  await memory.addMany(texts);
  assert.equal((await memory.status()).embeddings.pending, 3);
  assert.deepEqual(embedder.calls, []);
  const { warnings } = await memory.flush();
  assert.deepEqual(warnings, []);
  assert.deepEqual((await memory.status()).embeddings, {
    model: 'axes',
    width: 4,
    vectors: 3,
    pending: 0,
    lastError: null,
  });
  assert.deepEqual(embedder.calls, [texts.map(({ name, content }) => `${name}\n${content}`)]);
});

test('what was pending at opening, was imported or was changed, is embedded as well', async (t) => {
  const bytes = await bytesOf(texts);
  const memory = await open(t, axisEmbedder(), { location: { bytes } });
  const pending = async () => {
    await memory.flush();
    return (await memory.status()).embeddings.pending;
  };
  assert.equal(await pending(), 0);
  await memory.add(item('one', 'bread'));
  assert.equal((await memory.status()).embeddings.pending, 1);
  assert.equal(await pending(), 0);
  await memory.importMarkdown([{ path: 'b.md', text: '# b\n\n## four\n\nstone' }]);
  assert.equal(await pending(), 0);
  await memory.importBytes(bytes);
  assert.equal(await pending(), 0);
  await memory.remove('a', 'one');
  assert.equal((await memory.status()).embeddings.vectors, 2);
});

test('without waiting for it, it comes all the same', async (t) => {
  const memory = await open(t, axisEmbedder());
  await memory.addMany(texts);
  while ((await memory.status()).embeddings.pending > 0) await sleep(1);
});

test('a question is embedded, and both signals rank', async (t) => {
  const embedder = axisEmbedder();
  const memory = await open(t, embedder);
  await memory.addMany(texts);
  await memory.flush();
  const found = await memory.retrieve('stone');
  assert.equal(found.embeddingUsed, true);
  assert.equal(found.items[0].name, 'two');
  assert.ok(found.items[0].cosScore > 0.9);
  assert.deepEqual(embedder.calls.at(-1), ['stone']);
  await memory.retrieve(new TextEncoder().encode('cloud \ud800'));
  assert.deepEqual(embedder.calls.at(-1), ['cloud \ufffd']);
  await memory.retrieve('lone \ud800');
  assert.deepEqual(embedder.calls.at(-1), ['lone \ufffd']);
  assert.equal((await memory.retrieve('%', { fusionWeight: 0 })).embeddingUsed, true);
});

test('the embedder is not asked for what is there, or blank, or no text', async (t) => {
  const embedder = axisEmbedder();
  const memory = await open(t, embedder);
  await memory.add(item('one', 'river', { embedding: axisVector('river') }));
  await memory.flush();
  const found = await memory.retrieve('anything', { embedding: axisVector('river') });
  assert.deepEqual([names(found), found.embeddingUsed], [['one'], true]);
  const bad = await memory.retrieve('river', { embedding: 'no vector' });
  assert.equal(bad.embeddingReason, 'invalid_vector');
  for (const blank of ['', '   ', '\n']) {
    const { items, reason, embeddingReason } = await memory.retrieve(blank);
    assert.deepEqual([items, reason, embeddingReason], [[], 'no_query_terms', 'none']);
  }
  await assert.rejects(memory.retrieve(null), { code: 'invalid_argument' });
  await assert.rejects(memory.retrieve(undefined, {}), { code: 'invalid_argument' });
  assert.deepEqual(embedder.calls, []);
});

for (const [name, liar] of Object.entries(liars)) {
  test(`an embedder that ${name} costs neither a text nor an answer`, async (t) => {
    const bytes = await bytesOf([item('known', 'river', { embedding: axisVector('river') })]);
    const memory = await open(t, liar, { location: { bytes } });
    const { added } = await memory.addMany(texts);
    assert.equal(added, 3);
    const found = await memory.retrieve('river');
    assert.deepEqual(names(found).sort(), ['known', 'one']);
    assert.equal(found.embeddingUsed, false);
    const late = name === 'never answers';
    const isRefused = /NaN|zeros|width|lists|texts/.test(name);
    const reason = late ? 'embedder_timeout' : 'embedder_failed';
    if (!isRefused) {
      assert.equal(found.embeddingReason, reason);
      assert.deepEqual(
        found.warnings.map(({ code }) => code),
        [reason],
      );
    } else if (name === 'gives another width') {
      assert.equal(found.embeddingReason, 'dimension_mismatch');
    } else {
      assert.equal(found.embeddingReason, 'invalid_vector');
    }
    const { warnings, revision } = await memory.flush();
    assert.deepEqual(
      warnings.map(({ code }) => code),
      [found.embeddingReason],
    );
    const { code, message } = (await memory.status()).embeddings.lastError;
    assert.deepEqual([code, message], [warnings[0].code, warnings[0].message]);
    if (isRefused)
      assert.match(message, /^(what the embedder gave is refused: )?embedding of item a:/);
    assert.equal(revision, await memory.revision());
    const { embeddings, items } = await memory.status();
    assert.deepEqual([items, embeddings.vectors, embeddings.pending], [4, 1, 3]);
    assert.equal(typeof embeddings.lastError.message, 'string');
    assert.deepEqual((await memory.check()).findings, []);
  });
}

test('an embedder that fails now and then gets all of it done', async (t) => {
  let calls = 0;
  const memory = await open(t, (given) => {
    if (++calls % 2) throw new Error('busy');
    return given.map(axisVector);
  });
  await memory.addMany(Array.from({ length: 200 }, (_, i) => item(`n${i}`, 'river')));
  for (let i = 0; i < 30; i++) await memory.flush();
  assert.deepEqual((await memory.status()).embeddings.pending, 0);
  assert.equal((await memory.status()).embeddings.lastError, null);
});

test('an answer that is late is not used', async (t) => {
  let answer;
  const memory = await open(
    t,
    (given) => new Promise((resolve) => (answer = () => resolve(given.map(axisVector)))),
  );
  await memory.add(texts[0]);
  const { warnings } = await memory.flush();
  assert.equal(warnings[0].code, 'embedder_timeout');
  answer();
  await sleep(1);
  assert.equal((await memory.status()).embeddings.vectors, 0);
});

test('the same array each time, changed in between, does no harm', async (t) => {
  const own = [];
  const memory = await open(t, (given) => {
    own.length = 0;
    own.push(...given.map(axisVector));
    return own;
  });
  await memory.addMany(
    Array.from({ length: 100 }, (_, i) => item(`n${i}`, i % 2 ? 'river' : 'stone')),
  );
  await memory.flush();
  const { items } = await memory.retrieve('river', { limit: 100, fusionWeight: 0 });
  const near = items.filter(({ cosScore }) => cosScore > 0.9).map(({ content }) => content);
  assert.deepEqual([...new Set(near)], ['river']);
  assert.equal(near.length, 50);
});

test('an embedder may call the memory, without end to either', async (t) => {
  const seen = [];
  const memory = await open(t, async (given) => {
    seen.push(names(await memory.items()).length);
    await memory.retrieve(`again ${given[0]}`);
    return given.map(axisVector);
  });
  await memory.addMany(texts);
  const found = await memory.retrieve('river');
  assert.deepEqual(names(found), ['one']);
  await memory.flush();
  await sleep(300);
  const { length } = seen;
  await sleep(100);
  assert.equal(seen.length, length);
});

test('an embedder that waits for its own work is left', async (t) => {
  const memory = await open(t, async (given) => {
    await memory.flush();
    return given.map(axisVector);
  });
  await memory.add(texts[0]);
  const { warnings } = await memory.flush();
  assert.equal(warnings[0].code, 'embedder_timeout');
  assert.deepEqual(names(await memory.retrieve('river')), ['one']);
});

test('an embedder may close the memory', async (t) => {
  let closing;
  const memory = await open(t, (given) => {
    closing = memory.close();
    return given.map(axisVector);
  });
  const add = memory.add(texts[0]);
  const found = memory.retrieve('river');
  assert.equal((await add).action, 'added');
  assert.deepEqual(names(await found), ['one']);
  await closing;
  await assert.rejects(memory.status(), { code: 'closed' });
});

test('closing answers what was asked, and does not wait for the embedder', async (t) => {
  const memory = await open(t, never, { embedderTimeout: 60_000 });
  await memory.addMany(texts);
  const found = memory.retrieve('river');
  const flushed = memory.flush();
  const embedded = assert.rejects(memory.reembed(), { code: 'closed' });
  await sleep(5);
  const begun = performance.now();
  await Promise.all([memory.close(), memory.close()]);
  assert.ok(performance.now() - begun < 1000);
  assert.deepEqual(names(await found), ['one']);
  await flushed;
  await embedded;
  for (const call of [
    memory.add(texts[0]),
    memory.flush(),
    memory.retrieve('x'),
    memory.reembed(),
  ]) {
    await assert.rejects(call, { code: 'closed' });
  }
});

for (const [what, ending] of [
  ['after close', 'await memory.close();'],
  ['without close', ''],
]) {
  test(`a process ends by itself ${what}, though the embedder hangs or fails`, async () => {
    for (const embedder of ['() => new Promise(() => {})', "() => { throw new Error('down'); }"]) {
      const code = `
        import { openMemory } from 'loci';
        const embedder = ${embedder};
        const memory = await openMemory(':memory:', { embedder, embedderTimeout: 500 });
        await memory.add({ category: 'a', name: 'b', content: 'c' });
        await memory.retrieve('c');
        ${ending}
      `;
      const cwd = new URL('../..', import.meta.url);
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd });
      let errors = '';
      child.stderr.on('data', (text) => (errors += text));
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const [status] = await once(child, 'close');
      clearTimeout(late);
      assert.deepEqual([status, errors], [0, '']);
    }
  });
}

test('a memory in a file keeps vectors that its embedder made', async (t) => {
  const location = newStore(t);
  const first = await open(t, axisEmbedder(), { location });
  await first.addMany(texts);
  await first.flush();
  await first.close();
  const embedder = axisEmbedder();
  const again = await open(t, embedder, { location });
  await again.flush();
  assert.deepEqual(embedder.calls, []);
  assert.equal((await again.retrieve('river')).embeddingUsed, true);
});

test('a read-only memory embeds questions, and nothing else', async (t) => {
  const bytes = await bytesOf([item('one', 'river', { embedding: axisVector('river') }), texts[1]]);
  const embedder = axisEmbedder();
  const memory = await open(t, embedder, { location: { bytes }, readOnly: true });
  assert.deepEqual((await memory.flush()).warnings, []);
  assert.equal((await memory.retrieve('river')).embeddingUsed, true);
  assert.equal(embedder.calls.length, 1);
  assert.equal((await memory.status()).embeddings.lastError, null);
});

test('a store of another model or width is left as it is, and said', async (t) => {
  const filled = [item('known', 'river', { embedding: axisVector('river') }), texts[1]];
  for (const [how, embedder, code] of [
    [{ model: 'axes' }, axisEmbedder(), 'model_mismatch'],
    [{}, (given) => given.map(() => [1, 1]), 'dimension_mismatch'],
  ]) {
    const bytes = await bytesOf(filled, { model: 'mini' });
    const memory = await open(t, embedder, { location: { bytes }, ...how });
    const { warnings } = await memory.flush();
    assert.equal(warnings[0].code, code);
    assert.match(warnings[0].message, /^embedding of item a:two [^:]*$/);
    const { embeddings } = await memory.status();
    assert.deepEqual([embeddings.vectors, embeddings.lastError.code], [1, code]);
    const found = await memory.retrieve('river');
    assert.deepEqual([names(found), found.embeddingReason], [['known'], code]);
  }
});

test('a model goes with a vector of the question, not with one of the embedder', async (t) => {
  const memory = await open(t, axisEmbedder(), { model: 'axes' });
  await memory.addMany(texts);
  await memory.flush();
  const told = { code: 'invalid_argument', message: /^model is that of an embedding/ };
  await assert.rejects(memory.retrieve('river', { model: 'zzz' }), told);
  await assert.rejects(memory.retrieve('', { model: 'zzz' }), told);
  const own = { embedding: axisVector('river'), model: 'zzz' };
  assert.equal((await memory.retrieve('river', own)).embeddingReason, 'model_mismatch');
});

test('progress is told to onProgress, in batches', async (t) => {
  const told = [];
  const memory = await open(t, axisEmbedder(), { onProgress: (progress) => told.push(progress) });
  await memory.addMany(Array.from({ length: 130 }, (_, i) => item(`n${i}`, 'river')));
  await memory.flush();
  assert.deepEqual(
    told.filter(({ step }) => step === 'embed'),
    [64, 128, 130].map((done) => ({ step: 'embed', done, total: 130 })),
  );
});

test('the options of an embedder are checked', async () => {
  for (const [options, name] of [
    [{ embedder: 'mini' }, 'embedder'],
    [{ embedder: null }, 'embedder'],
    [{ embedder: axisVector, embedderTimeout: 0 }, 'embedderTimeout'],
    [{ embedder: axisVector, embedderTimeout: NaN }, 'embedderTimeout'],
    [{ embedder: axisVector, embedderTimeout: '5' }, 'embedderTimeout'],
    [{ embedder: axisVector, model: '' }, 'model'],
  ]) {
    await assert.rejects(openMemory(':memory:', options), (error) => {
      assert.ok(error instanceof MemoryError && error.code === 'invalid_argument');
      assert.match(error.message, new RegExp(`^${name} `));
      return true;
    });
  }
});
