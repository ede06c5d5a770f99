// The palace of a memory with an embedder: questions get their vectors before they are asked, texts
// theirs in the background, and an embedder that fails costs no answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openMemory } from 'loci';
import { axisEmbedder, liars } from '../support/embedders.js';

/** Opens a memory with an embedder, closed when the test ends. */
async function open(t, embedder, options) {
  const memory = await openMemory(':memory:', { embedder, embedderTimeout: 50, ...options });
  t.after(() => memory.close());
  return memory;
}

const PLACE = { wing: 'w', room: 'r' };
const DRAWERS = ['river', 'stone', 'cloud', 'bread'].map((word) => ({
  ...PLACE,
  id: word,
  text: `One ${word}, by itself.`,
  sourceFile: 'all.md',
}));
const idsOf = ({ results }) => results.map(({ id }) => id);

async function openFilled(t, embedder, options) {
  const memory = await open(t, embedder, options);
  await memory.palace.addDrawers(DRAWERS);
  return memory;
}

test('the face answers by promise, also what it refuses', async (t) => {
  const { palace } = await open(t, axisEmbedder());
  for (const answer of [
    palace.addDrawer(DRAWERS[0]),
    palace.getDrawer('river'),
    palace.listWings(),
    palace.findTunnels(),
    palace.search({ query: 'river' }),
  ]) {
    assert.ok(answer instanceof Promise);
    await answer;
  }
  for (const refused of [
    palace.addDrawer({}),
    palace.addDrawers(5),
    palace.search(5),
    palace.search({ query: () => 1 }),
    palace.checkDuplicate(5),
  ]) {
    await assert.rejects(refused, { code: 'invalid_argument' });
  }
  await assert.rejects(palace.traverse('attic'), { code: 'not_found' });
});

test('each way to file a text wakes the background', async (t) => {
  const memory = await open(t, axisEmbedder(), { model: 'axes' });
  const { palace } = memory;
  for (const write of [
    () => palace.addDrawer(DRAWERS[0]),
    () => palace.addDrawers(DRAWERS.slice(1)),
    () => palace.updateDrawer('river', { text: 'A river of stone.' }),
    () => palace.addCloset({ ...PLACE, sourceFile: 'all.md', text: 'river' }),
  ]) {
    await write();
    const end = performance.now() + 5000;
    const pending = async () => (await memory.status()).embeddings.pending;
    while ((await pending()) > 0 && performance.now() < end) await sleep(5);
    assert.equal(await pending(), 0, `${write}`);
  }
  assert.equal((await memory.status()).embeddings.vectors, 5);
});

test('a question is embedded, and one that needs no vector is not', async (t) => {
  const embedder = axisEmbedder();
  const memory = await openFilled(t, embedder);
  await memory.flush();
  embedder.calls.length = 0;
  const { palace } = memory;
  const found = await palace.search({ query: 'what of clouds' });
  assert.equal(idsOf(found)[0], 'cloud');
  assert.deepEqual([found.warnings, found.fallback], [[], undefined]);
  await palace.search({ query: ' ' });
  await palace.search({ query: 'river', vectorDisabled: true });
  await palace.search({ query: 'river' }, { embedding: [0, 0, 1, 0] });
  await palace.search({ query: new TextEncoder().encode('stone') });
  const { matches } = await palace.checkDuplicate('bread and bread alone');
  assert.deepEqual([matches[0].id, matches[0].how], ['bread', 'embedding']);
  assert.deepEqual(embedder.calls, [['what of clouds'], ['stone'], ['bread and bread alone']]);
  const alone = { model: 'axes' };
  await assert.rejects(palace.search({ query: 'x' }, alone), { code: 'invalid_argument' });
});

for (const [what, liar] of Object.entries(liars)) {
  test(`an embedder that ${what} costs no answer, and the reply says so`, async (t) => {
    let embed = axisEmbedder();
    const memory = await openFilled(t, (texts) => embed(texts));
    await memory.flush();
    embed = liar;
    const reply = await memory.palace.search({ query: 'cloud' });
    assert.deepEqual(idsOf(reply), ['cloud']);
    assert.equal(reply.fallback, 'bm25_only');
    assert.deepEqual(
      reply.warnings.map(({ code }) => code),
      [reply.fallback_reason],
    );
    const { is_duplicate, warnings } = await memory.palace.checkDuplicate(DRAWERS[2].text);
    assert.deepEqual([is_duplicate, warnings.length], [true, 1]);
  });
}

test('another embedder makes the vectors of drawers and closets anew', async (t) => {
  const memory = await openFilled(t, axisEmbedder(), { model: 'axes' });
  for (const sourceFile of ['all.md', 'other.md']) {
    await memory.palace.addCloset({ ...PLACE, sourceFile, text: 'river' });
  }
  await memory.flush();
  const flat = (texts) => texts.map(({ length }) => [length, 1]);
  const { stored, skipped } = await memory.reembed(flat, { model: 'flat' });
  assert.deepEqual([stored, skipped], [6, 0]);
  const { model, width, pending } = (await memory.status()).embeddings;
  assert.deepEqual([model, width, pending], ['flat', 2, 0]);
});
