// Cases of delivery and of vectors for events: what a reply did not hold was not delivered, whatever
// went wrong; and any vector that is finite is one. Times and bounds: ../evidence_bounds.test.js; what
// is refused: ../evidence_arguments.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails, errorOf } from '../../support/errors.js';
import { freshSearch } from '../../support/event_memories.js';
import { garden, ids, numbered, openWithTime } from '../../support/events.js';
import { moduleWithAtMost } from '../../support/small_heap.js';

const MINUTE = 60_000;
const river = { query_text: 'river' };
const water = [{ kind: 'concept', id: 'water', name: 'Water' }];
const watery = (count) => numbered(count).map((event) => ({ ...event, entities: water }));

test('case 27: an edit between two searches, in one session and in another', async () => {
  const { evidence, time } = await openWithTime(numbered(4));
  for (const session of ['s1', 's2']) evidence.search(river, { session });
  time.elapsed += 10 * MINUTE;
  evidence.save({ ...numbered(1)[0], summary: 'river that was edited' }); // a summary is text too
  for (const session of ['s1', 's2']) {
    assert.deepEqual(ids(evidence.search(river, { session })), ['event-0']);
    assert.deepEqual(ids(evidence.search(river, { session })), []);
  }
  time.elapsed += 5 * MINUTE; // 15 for what came first, 5 for what was edited
  const later = ids(evidence.search(river, { session: 's1' }));
  assert.deepEqual(later.toSorted(), ['event-1', 'event-2', 'event-3']);
});

test('case 27: an id that is removed and given anew names another event', async () => {
  const { evidence } = await openWithTime(numbered(4));
  evidence.search(river);
  evidence.remove('event-3');
  evidence.save(numbered(4)[3]);
  assert.deepEqual(ids(evidence.search(river)), ['event-3']);
});

test('case 28: a call that fails delivers nothing and forgets nothing', async () => {
  const { evidence } = await openWithTime(watery(30));
  const { cursor, events } = evidence.search(river);
  const [event_id] = ids({ events });
  for (const [operation, request] of [
    ['search', { ...river, since: 'soon' }],
    ['search', { ...river, reset_seen: true, before: 5 }],
    ['search', { ...river, reset_seen: true, unheard: 1 }],
    ['search', { ...river, entities: [5], reset_seen: true }],
    ['expand', { cursor, concept_id: 'water', limit: 9 }],
    ['expand', { cursor, concept_id: 'fire' }],
    ['expand', { cursor, concept_id: 'water', reset_seen: true }],
    ['nearby', { cursor, event_id }],
    ['nearby', { cursor, event_id: 'event-29' }],
    ['read', { event_id, start: 10_000 }],
  ]) {
    errorOf(() => evidence[operation](request));
    assert.ok(evidence.call({ operation, ...request }).error.code);
  }
  const next = evidence.expand({ cursor, concept_id: 'water', limit: 4 });
  assert.equal(next.events.length, 4); // the cursor lives, and what it gave is remembered
  assert.deepEqual(
    ids(next).filter((id) => ids({ events }).includes(id)),
    [],
  );
  const all = Array.from({ length: 6 }, () => ids(evidence.search(river))).flat();
  assert.equal(new Set([...ids({ events }), ...ids(next), ...all]).size, 30);
});

test('case 28: what a limit cut off comes with the next call', async () => {
  const { evidence } = await openWithTime(watery(9));
  const { cursor, events } = evidence.search(river);
  const seen = ids({ events });
  for (const limit of [1, 2, 8]) {
    const more = ids(evidence.expand({ cursor, concept_id: 'water', limit }));
    assert.equal(more.length, Math.min(limit, 9 - seen.length, 4));
    seen.push(...more);
  }
  assert.deepEqual(seen.toSorted(), ids({ events: watery(9) }).toSorted());
});

test('case 28: what the end of a chain cut off is given to a new search', async () => {
  const { evidence } = await openWithTime(watery(24));
  let { cursor, events } = evidence.search({ entities: ['water'] });
  const seen = ids({ events });
  while (cursor) {
    ({ cursor, events } = evidence.expand({ cursor, concept_id: 'water', limit: 8 }));
    seen.push(...ids({ events }));
  }
  assert.equal(seen.length, 20);
  const rest = evidence.search({ entities: ['water'] });
  assert.equal(new Set([...seen, ...ids(rest)]).size, 24);
});

test('case 28: a reply that does not fit into memory delivered nothing', async () => {
  const memory = await openMemory(':memory:', { wasm: moduleWithAtMost(640) });
  const names = ['a', 'b', 'c', 'd'];
  const summary = '\0'.repeat(700_000); // six times as long in a reply
  for (const id of names) memory.evidence.save({ id, summary, content: id });
  const search = (request) => memory.evidence.call({ operation: 'search', ...request });
  assert.equal(search({}).error?.code, 'out_of_memory');
  for (const name of names) {
    const others = names.filter((other) => other !== name);
    assert.deepEqual(ids(search({ exclude: others })), [name]);
  }
  assert.equal(search({}).reason, 'nothing_new');
});

test('case 43: a vector that is none is refused with the place it stands at', async () => {
  const { memory, evidence } = await openWithTime(garden);
  const before = memory.exportBytes();
  for (const bad of [
    [NaN, 0],
    [Infinity, 0],
    [-Infinity, 1],
    [0, 0],
    [-0, 0],
  ]) {
    const event = { id: 'bad', summary: 's', content: 'x'.repeat(900) };
    const inChunk = { ...event, chunkEmbeddings: [[1, 0], bad] };
    assertFails(
      () => evidence.save({ ...event, summaryEmbedding: bad }),
      'invalid_vector',
      'summary',
    );
    assertFails(() => evidence.save(inChunk), 'invalid_vector', '1');
    assertFails(() => evidence.saveMany([garden[0], inChunk]), 'invalid_vector', 'events[1]');
    assert.equal(evidence.get('bad'), null);
  }
  assert.deepEqual(memory.exportBytes(), before);
});

test('case 43: vectors as large and as small as numbers are', async () => {
  const { evidence } = await openWithTime();
  const vectors = {
    large: [1e38, 1e38],
    larger: [1e308, 1e308],
    small: [1e-40, 1e-40],
    smaller: [5e-324, 5e-324],
    typed: Float32Array.of(1e-45, 1e-45),
    plain: [1, 1],
  };
  for (const [id, vector] of Object.entries(vectors)) {
    evidence.save({
      id,
      summary: id,
      content: id,
      summaryEmbedding: vector,
      chunkEmbeddings: [vector],
    });
  }
  evidence.save({ id: 'other', summary: 'o', content: 'o', summaryEmbedding: [1, -1] });
  const names = Object.keys(vectors);
  for (const embedding of Object.values(vectors)) {
    const { events, warnings } = freshSearch(evidence, {}, { embedding });
    assert.deepEqual(warnings, []);
    // All point the same way, so they stand as stored; whoever stands the other way is last.
    assert.equal(events[0].id, 'large');
    assert.ok(events.every(({ id }) => names.includes(id)));
    assert.equal(events[0].score, 2 / 61);
  }
});

test('bad input: what is no request is refused as such, and nothing was delivered by it', async () => {
  const { evidence } = await openWithTime(watery(4));
  const { cursor } = evidence.search(river, { session: 'own' });
  const forged = { id: 'event-0', range: [0, 5], range16: [0, 5] };
  for (const request of [
    { operation: 'find', ...river },
    { operation: 'expand', cursor: forged, concept_id: 'water' },
    { operation: 'nearby', cursor, event_id: forged },
    { operation: 'read', event_id: forged },
    { operation: 'search', exclude: [forged] },
    { operation: 'search', ...river, quoteRef: forged },
    { operation: 'read', event_id: 'event-0', start: 0, limit: 0 },
    { operation: 'read', event_id: 'event-0', start: 1e6 },
    { operation: 'read', event_id: 'event-0', cursor },
    { operation: 'expand', cursor: `${cursor} `, concept_id: 'water' },
    { operation: 'expand', cursor: cursor.toUpperCase(), concept_id: 'water' },
    { operation: 'expand', cursor: `${cursor}\0`, concept_id: 'water' },
    { operation: 'expand', cursor: 'cursor_999_0123456789abcdef', concept_id: 'water' },
    { operation: 'expand', cursor: `cursor_${'9'.repeat(400)}_0`, concept_id: 'water' },
  ]) {
    for (const session of ['own', 'other']) {
      const reply = evidence.call(request, { session });
      assert.match(
        reply.error?.code ?? '',
        /^(invalid_argument|cursor_unknown)$/,
        JSON.stringify(request),
      );
      assert.ok(reply.error.message.length > 0);
    }
  }
  assert.equal(
    evidence.call({ operation: 'expand', cursor, concept_id: 'water' }).error.code,
    'cursor_unknown',
  );
  assert.equal(evidence.search(river, { session: 'other' }).events.length, 4);
  assert.deepEqual(evidence.search(river, { session: 'own' }).events, []);
});
