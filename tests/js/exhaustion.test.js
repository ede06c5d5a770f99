// The end of memory: every call says out_of_memory at the worst, nothing acknowledged is lost, and
// what saves the store still answers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError, openMemory } from 'loci';
import { crowd, openCrowded } from '../support/crowded_vectors.js';
import { moduleWithAtMost } from '../support/small_heap.js';

let word = 0;
const distinctWords = (count) => Array.from({ length: count }, () => `w${word++}`).join(' ');

/** Adds items of distinct words until memory is out; the names of those that were acknowledged. */
function fill(memory, words) {
  const kept = [];
  for (let i = 0; i < 50_000; i++) {
    try {
      memory.add({ category: 'c', name: `n${i}`, content: distinctWords(words) });
      kept.push(`n${i}`);
    } catch (error) {
      assert.ok(error instanceof MemoryError, String(error));
      assert.match(error.code, /^(out_of_memory|storage_full)$/);
      return kept;
    }
  }
  assert.fail('memory did not run out');
}

for (const [pages, words] of [
  [100, 500],
  [160, 4000],
  [240, 1000],
]) {
  test(`a store that outgrows ${pages} pages by texts of ${words} words can be saved whole`, async () => {
    const memory = await openMemory(':memory:', { wasm: moduleWithAtMost(pages) });
    const kept = fill(memory, words);
    for (let i = 0; i < 3; i++) {
      try {
        memory.retrieve('w1 w2');
      } catch (error) {
        assert.equal(error.code, 'out_of_memory');
      }
    }
    assert.equal(memory.status().damaged, false);
    assert.equal(memory.check().ok, true);
    const saved = await openMemory({ bytes: memory.exportBytes() });
    for (const name of kept) assert.ok(saved.get('c', name), name);
    assert.ok(saved.status().items <= kept.length + 1); // the last one may be kept unacknowledged
    saved.close();
    memory.close();
  });
}

test('a result that does not fit says so, and the next call answers', async () => {
  const memory = await openMemory(':memory:', { wasm: moduleWithAtMost(1000) });
  for (let i = 0; i < 60; i++) {
    memory.add({ category: 'c', name: `n${i}`, content: `pump ${'x'.repeat(250_000)}` });
  }
  for (const limit of [20, 30, 40, 60]) {
    for (const call of [() => memory.items({ limit }), () => memory.retrieve('pump', { limit })]) {
      try {
        call();
      } catch (error) {
        assert.ok(error instanceof MemoryError, String(error));
        assert.equal(error.code, 'out_of_memory');
      }
    }
  }
  assert.equal(memory.retrieve('pump', { limit: 1 }).items.length, 1);
  assert.equal(memory.status().items, 60);
  memory.close();
});

test('arguments that are too long are too_large', async () => {
  const memory = await openMemory(':memory:');
  const escaped = '\0'.repeat(1e8); // six times as long as JSON
  assert.throws(() => memory.retrieve(escaped), { code: 'too_large' });
  assert.throws(() => memory.importBytes(new Uint8Array(2 ** 30 + 1)), { code: 'too_large' });
  assert.equal(memory.retrieve('x').items.length, 0);
  memory.close();
});

test('an index of vectors that has no room costs no question and no text', async (t) => {
  const memory = await openCrowded(t);
  const { embedding } = crowd[7];
  const found = memory.retrieve('word7', { embedding });
  assert.deepEqual([found.embeddingUsed, found.embeddingReason], [false, 'no_vectors']);
  assert.equal(found.items[0].name, 'n7');
  assert.deepEqual(
    found.warnings.map(({ code }) => code),
    ['vectors_too_large'],
  );
  memory.add({ ...crowd[7], content: 'word7 again' });
  assert.equal(memory.retrieve('again').items[0].name, 'n7');
  assert.equal(memory.status().vectorBytes, 0);
});
