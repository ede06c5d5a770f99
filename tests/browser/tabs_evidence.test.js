// The evidence face of a memory that tabs share: a session is the store's, whichever tab asks; a save is
// done once, whoever leads meanwhile; and what was delivered ends with the leader.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { garden, ids, numbered } from '../support/events.js';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';
import { evaluateInWorker, inspect, openTab, startWorker, until } from './support/tabs.js';

const COUNT = 3000;

/** A method of the tab's evidence face. */
const call = (tab, method, ...args) => tab.run(callFace, method, args);
const callFace = async (method, args) => {
  try {
    return await globalThis.memory.evidence[method](...args);
  } catch ({ code, message }) {
    return { code, message };
  }
};

for (const browser of browsers) {
  test(`${browser.name}: evidence of tabs`, { timeout: 180_000 }, async (t) => {
    const server = await serveFiles(t);
    const launched = await browser.launch(t);
    const open = (store, options) => openTab(t, launched, server, store, options);
    const openTwo = async (store) => [await open(store), await open(store)];

    await t.test('a session goes on in another tab, and cursors with it', async () => {
      const [leader, follower] = await openTwo('shared');
      await call(follower, 'saveMany', garden);
      const first = await call(follower, 'search', { query_text: 'bucket' });
      assert.deepEqual(ids(first), ['notes_ch1_e2']);
      assert.deepEqual(ids(await call(leader, 'search', { query_text: 'bucket' })), []);
      const concept_id = first.concepts.find(({ name }) => name === 'Carp').id;
      const more = await call(leader, 'expand', { cursor: first.cursor, concept_id });
      assert.deepEqual(ids(more), ['notes_ch1_e4']);
      const around = { cursor: more.cursor, event_id: 'notes_ch1_e4' };
      assert.deepEqual(ids(await call(follower, 'nearby', around)), [
        'notes_ch1_e1',
        'notes_ch1_e10',
      ]);
      const other = await call(follower, 'search', {}, { session: 'other' });
      assert.equal(other.events.length, 4);
      const refused = await call(follower, 'expand', around, { session: 'other' });
      assert.equal(refused.code, 'invalid_argument');
      const asTool = { operation: 'expand', cursor: first.cursor, concept_id };
      const { error } = await call(follower, 'call', asTool, { session: 'other' });
      assert.equal(error.code, 'cursor_unknown');
    });

    await t.test('tabs that ask at once are never given the same', async () => {
      const tabs = await openTwo('at-once');
      await call(tabs[0], 'saveMany', numbered(80));
      const askAll = async () => {
        const { evidence } = globalThis.memory;
        const asked = Array.from({ length: 10 }, () => evidence.search({ query_text: 'river' }));
        return (await Promise.all(asked)).flatMap(({ events }) => events.map(({ id }) => id));
      };
      const seen = (await Promise.all(tabs.map((tab) => tab.run(askAll)))).flat();
      assert.equal(seen.length, 80);
      assert.equal(new Set(seen).size, 80);
    });

    await t.test('vectors cross with their events, from a follower too', async () => {
      const [, follower] = await openTwo('vectors');
      const { vectors, found } = await follower.run(saveVectors);
      assert.deepEqual([vectors, found], [5, ['north', 'east']]);
    });

    await t.test(
      'the leader goes amid a follower’s saveMany: each event is there once',
      async () => {
        const [leader, follower] = await openTwo('going');
        await follower.run(beginSaving, numbered(COUNT));
        await until(() => follower.run(async () => globalThis.told > 0), 'the batch runs');
        await leader.close();
        const { added, updated, ids: saved } = await follower.run(async () => globalThis.batch);
        assert.deepEqual([added, updated, saved.length], [COUNT, 0, COUNT]);
        const { evidence, revision } = await follower.call('status');
        assert.deepEqual(evidence, { events: COUNT, chunks: COUNT });
        assert.equal(revision, COUNT);
        await follower.close();
        await inspect(t, launched, server, 'going');
      },
    );

    await t.test('the leader goes: cursors and sessions have gone with it', async () => {
      const [leader, follower] = await openTwo('gone');
      await call(follower, 'saveMany', garden);
      const { cursor, concepts, events } = await call(follower, 'search', { query_text: 'heron' });
      await leader.close();
      const request = { cursor, concept_id: concepts[0].id };
      const { code } = await call(follower, 'expand', request);
      assert.equal(code, 'cursor_unknown');
      const again = await call(follower, 'search', { query_text: 'heron' });
      assert.deepEqual(ids(again), ids({ events }));
    });

    await t.test('the clock of a memory is asked where its engine runs', async () => {
      const page = await openPage(t, launched, server.url('/blank'));
      const codes = await evaluate(page, openWithClock);
      assert.deepEqual(codes, { shared: 'invalid_argument', here: [4, 0, 4] });
      await startWorker(page);
      assert.deepEqual(await evaluateInWorker(page, askExclusively, garden), [4, 0, 4]);
    });
  });
}

async function saveVectors() {
  const { memory } = globalThis;
  await memory.evidence.save({
    id: 'east',
    summary: 'one',
    content: 'word '.repeat(200),
    summaryEmbedding: Float32Array.of(1, 0),
    chunkEmbeddings: [Float32Array.of(1, 0), [0.8, 0.6]],
  });
  await memory.evidence.save({
    id: 'north',
    summary: 'two',
    content: 'other',
    summaryEmbedding: [0, 1],
    chunkEmbeddings: [[0, 1]],
  });
  const { vectors } = (await memory.status()).embeddings;
  const { events } = await memory.evidence.search({}, { embedding: Float64Array.of(0, 2) });
  return { vectors, found: events.map(({ id }) => id) };
}

async function beginSaving(events) {
  globalThis.told = 0;
  const onProgress = ({ done }) => (globalThis.told = done);
  globalThis.batch = globalThis.memory.evidence.saveMany(events, { onProgress });
}

async function openWithClock() {
  const { openMemory } = await import('/js/browser.js');
  const monotonic = () => globalThis.elapsed;
  const shared = await openMemory('opfs:clock', { monotonic }).catch(({ code }) => code);
  globalThis.elapsed = 0;
  const { evidence } = await openMemory(':memory:', { monotonic });
  const event = (_, i) => ({ summary: `s${i}`, content: `c${i}` });
  evidence.saveMany(Array.from({ length: 4 }, event));
  const here = [0, 899_999, 900_000].map((elapsed) => {
    globalThis.elapsed = elapsed;
    return evidence.search().events.length;
  });
  return { shared, here };
}

async function askExclusively(events) {
  const { openMemory } = await import('/js/browser.js');
  let elapsed = 0;
  const options = { exclusive: true, monotonic: () => elapsed };
  const memory = await openMemory('opfs:alone', options);
  memory.evidence.saveMany(events.slice(0, 4));
  const found = [0, 899_999, 900_000].map((moment) => {
    elapsed = moment;
    return memory.evidence.search().events.length;
  });
  memory.close();
  return found;
}
