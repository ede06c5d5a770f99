// What the evidence face remembers, each bound at its edge, by clocks that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { errorOf } from '../support/errors.js';
import { MINUTES, garden, ids, numbered, openWithTime } from '../support/events.js';

const QUARTER = 15 * MINUTES;
const river = { query_text: 'river' };

test('case 27: what was delivered comes again after 15 minutes, and not before', async () => {
  const { evidence, time } = await openWithTime(numbered(4));
  const first = evidence.search(river);
  assert.equal(first.events.length, 4);
  time.elapsed += QUARTER - 1;
  assert.deepEqual(ids(evidence.search(river)), []);
  time.elapsed += 1;
  assert.deepEqual(ids(evidence.search(river)), ids(first));
});

test('case 27: the other clock does not matter, and a count that goes back stands still', async () => {
  const { evidence, time } = await openWithTime(numbered(4));
  evidence.search(river);
  time.now += 365 * 24 * 60 * MINUTES;
  time.elapsed -= 500_000;
  assert.deepEqual(ids(evidence.search(river)), []);
  time.elapsed += 500_000 + QUARTER;
  assert.equal(evidence.search(river).events.length, 4);
});

test('case 27: an event whose text was edited counts as new', async () => {
  const { evidence } = await openWithTime(numbered(4));
  evidence.search(river);
  evidence.save({ id: 'event-2', summary: 'river', content: 'The river was another.' });
  assert.deepEqual(ids(evidence.search(river)), ['event-2']);
  evidence.save({ ...numbered(2)[1], writtenAt: null }); // which is no text
  assert.deepEqual(ids(evidence.search(river)), []);
});

test('excerpts are quoted once, and by reference while they are remembered', async () => {
  const { evidence, time } = await openWithTime();
  const content = 'The very same words of a river.';
  evidence.save({ id: 'one', summary: 'river one', content });
  const [first] = evidence.search(river).events;
  assert.equal(first.excerpt.text, content);
  evidence.save({ id: 'two', summary: 'river two', content });
  const [second] = evidence.search(river).events;
  assert.equal(second.id, 'two');
  assert.equal(second.excerpt, undefined);
  const { range, range16 } = first.excerpt;
  assert.deepEqual(second.quoteRef, { id: 'one', range, range16 });
  const other = evidence.search(river, { session: 'other' });
  assert.equal(other.events[0].excerpt.text, content);
  time.elapsed += QUARTER;
  evidence.save({ id: 'three', summary: 'river three', content });
  const third = evidence.search({ ...river, exclude: ['one', 'two'] }).events[0];
  assert.equal(third.excerpt.text, content);
});

test('a quote names no event that is gone or edited: the words come again', async () => {
  const content = 'The very same words of a river.';
  for (const change of [
    (evidence) => evidence.remove('one'),
    (evidence) => evidence.save({ id: 'one', summary: 'sea', content: 'Something else.' }),
  ]) {
    const { evidence } = await openWithTime();
    evidence.save({ id: 'one', summary: 'river one', content });
    evidence.search(river);
    change(evidence);
    evidence.save({ id: 'two', summary: 'river two', content });
    const [event] = evidence.search(river).events;
    assert.deepEqual([event.id, event.excerpt.text], ['two', content]);
  }
});

test('the 641st id pushes the first one out, which may then return', async () => {
  const { evidence } = await openWithTime(numbered(641));
  const seen = [];
  for (let events; events?.length !== 0;) {
    ({ events } = evidence.search());
    seen.push(...ids({ events }));
    if (seen.length === 640) break;
  }
  assert.equal(new Set(seen).size, 640);
  assert.deepEqual(ids(evidence.search()), ['event-0']);
  assert.deepEqual(ids(evidence.search()), [seen[0]]);
});

test('the 641st excerpt pushes the first one out', async () => {
  const { evidence } = await openWithTime(numbered(640));
  const [first] = evidence.search().events;
  for (let i = 0; i < 159; i++) evidence.search();
  const { content } = evidence.get(first.id);
  evidence.save({ id: 'copy', summary: 'x', content, writtenAt: null });
  const [quoted] = evidence.search({ query_text: 'x' }).events;
  assert.deepEqual([quoted.id, quoted.quoteRef?.id], ['copy', first.id]);
  evidence.save({ id: 'new', summary: 'y', content: 'Something that nobody said.' });
  assert.ok(evidence.search({ query_text: 'y' }).events[0].excerpt);
  evidence.save({ id: 'later', summary: 'z', content, writtenAt: null });
  const [full] = evidence.search({ query_text: 'z' }).events;
  assert.deepEqual([full.id, full.excerpt?.text], ['later', content]);
});

test('the 33rd session pushes out the one that was used longest ago', async () => {
  const { evidence } = await openWithTime(numbered(4));
  const ask = (i) => ids(evidence.search(river, { session: `s${i}` })).length;
  for (let i = 0; i < 32; i++) assert.equal(ask(i), 4);
  assert.equal(ask(0), 0);
  evidence.read({ event_id: 'event-0' }, { session: 's1' }); // counts for nothing
  assert.equal(ask(32), 4);
  assert.equal(ask(0), 0);
  assert.equal(ask(1), 4);
});

test('case 27: 10 000 sessions leave the heap as it was', async () => {
  const { memory, evidence } = await openWithTime(numbered(8));
  const run = (from, to) => {
    for (let i = from; i < to; i++) evidence.search(river, { session: `session ${i}` });
  };
  run(0, 1000);
  const { heapBytes } = memory.status();
  run(1000, 10_000);
  assert.equal(memory.status().heapBytes, heapBytes);
});

/** A search whose cursor opens a concept that all of `count` events mention. */
async function openChain(count) {
  const entities = [{ kind: 'concept', id: 'water', name: 'Water' }];
  const events = numbered(count).map((event) => ({ ...event, entities }));
  const opened = await openWithTime(events);
  const { cursor } = opened.evidence.search(river);
  return { ...opened, cursor, expand: (from, limit) => expandOf(opened.evidence, from, limit) };
}

const expandOf = (evidence, cursor, limit = 4) =>
  evidence.expand({ cursor, concept_id: 'water', limit });

test('expand gives 3 by default, takes a limit of 8, and gives 4 at most', async () => {
  const { evidence, cursor } = await openChain(40);
  const request = { cursor, concept_id: 'water' };
  assert.equal(evidence.expand(request).events.length, 3);
  assert.equal(evidence.expand({ ...request, limit: 1 }).events.length, 1);
  assert.equal(evidence.expand({ ...request, limit: 8 }).events.length, 4);
  for (const limit of [0, 9]) {
    const { code } = errorOf(() => evidence.expand({ ...request, limit }));
    assert.equal(code, 'invalid_argument');
  }
});

test('a chain gives 20 events, its branches included, and then says so', async () => {
  const { evidence, cursor, expand } = await openChain(60);
  let last = cursor;
  for (let i = 0; i < 3; i++) last = expand(last).cursor; // 16
  assert.equal(expand(cursor, 3).events.length, 3); // 19, by a branch
  const twentieth = expand(last);
  assert.equal(twentieth.events.length, 1);
  for (const from of [cursor, last, twentieth.cursor]) {
    const { events, reason, cursor: none } = expand(from);
    assert.deepEqual([events, reason, none], [[], 'chain_exhausted', null]);
  }
  assert.equal(evidence.search(river).events.length, 4);
});

test('the 33rd cursor pushes the first one out', async () => {
  const { evidence, cursor, expand } = await openChain(300);
  for (let i = 0; i < 31; i++) assert.ok(evidence.search(river).cursor);
  assert.equal(expand(cursor, 1).events.length, 1); // which is the 33rd
  assert.equal(errorOf(() => expand(cursor)).code, 'cursor_expired');
});

test('a cursor lives 15 minutes, however often it is used', async () => {
  const { cursor, expand, time } = await openChain(40);
  time.elapsed += QUARTER - 1;
  const { cursor: next } = expand(cursor, 1);
  time.elapsed += 1;
  assert.equal(errorOf(() => expand(cursor)).code, 'cursor_expired');
  assert.ok(expand(next, 1).cursor);
});

test('reset_seen ends the cursors of its own session alone', async () => {
  const { evidence, cursor, expand } = await openChain(40);
  const other = evidence.search(river, { session: 'other' }).cursor;
  evidence.search({ ...river, reset_seen: true });
  assert.equal(errorOf(() => expand(cursor)).code, 'cursor_expired');
  const request = { cursor: other, concept_id: 'water' };
  assert.equal(evidence.expand(request, { session: 'other' }).events.length, 3);
});

test('a record that changes under a cursor breaks it, and no other', async () => {
  const changes = {
    removed: (evidence, { id }) => evidence.remove(id),
    edited: (evidence, event) => evidence.save({ ...event, content: 'The river is dry.' }),
    'another of its name': (evidence, event) => {
      evidence.remove(event.id);
      evidence.save(event);
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    const { evidence, cursor, expand } = await openChain(8);
    const { cursor: other, events } = evidence.search(river);
    change(evidence, { id: 'event-0', summary: 'river', content: 'The river.' });
    assert.ok(!ids({ events }).includes('event-0'));
    assert.equal(errorOf(() => expand(cursor)).code, 'record_changed', what);
    const near = { cursor, event_id: 'event-1' };
    assert.equal(errorOf(() => evidence.nearby(near)).code, 'record_changed', what);
    expand(other);
  }
});

test('what is said of an event beside its text may change under a cursor', async () => {
  const { evidence, cursor, expand } = await openChain(8);
  const [event] = numbered(1);
  evidence.save({ ...event, writtenAt: null });
  assert.equal(expand(cursor, 1).events.length, 1);
});

test('another model under a cursor breaks it, if its embedding was used', async () => {
  const { memory, evidence } = await openWithTime([], { model: 'mini' });
  const entities = [{ kind: 'concept', id: 'water', name: 'Water' }];
  for (const event of numbered(8)) {
    evidence.save({ ...event, entities, summaryEmbedding: [event.id.length, 1] });
  }
  const byWords = evidence.search(river, { session: 'words' }).cursor;
  const { cursor } = evidence.search(river, { embedding: [1, 1] });
  await memory.reembed((texts) => texts.map(() => [1, 2]), { model: 'mini' });
  assert.ok(evidence.expand({ cursor, concept_id: 'water', limit: 1 }).cursor);
  await memory.reembed((texts) => texts.map(() => [1, 2]), { model: 'other' });
  const expand = (from, session) =>
    evidence.expand({ cursor: from, concept_id: 'water', limit: 1 }, { session });
  assert.equal(errorOf(() => expand(cursor)).code, 'model_changed');
  assert.ok(expand(byWords, 'words').cursor);
});

test('nearby takes the nearest numbers, counted as numbers, up to 10 and 4', async () => {
  const events = ['9', '10', '011', '12', '13', '100000000000000000000'].map((number) => ({
    id: `log_ch2_e${number}`,
    summary: `entry of page${number}`,
    content: `The entry of page${number}.`,
  }));
  const { evidence } = await openWithTime([...events, { ...events[0], id: 'log_ch3_e10' }]);
  const near = (request) => {
    const { cursor } = evidence.search({ query_text: 'page12', reset_seen: true });
    return evidence.nearby({ cursor, event_id: 'log_ch2_e12', ...request });
  };
  const alone = { exclude: events.map(({ id }) => id).filter((id) => id !== 'log_ch2_e12') };
  const { cursor } = evidence.search({ query_text: 'page12', ...alone });
  assert.deepEqual(ids(evidence.nearby({ cursor, event_id: 'log_ch2_e12' })), []);
  const first = near({ before: 10, after: 10 });
  assert.ok(first.events.length <= 4);
  for (const name of ['before', 'after']) {
    assert.equal(errorOf(() => near({ [name]: 11 })).code, 'invalid_argument');
  }
  assert.deepEqual(ids(near({ before: 0, after: 0 })), []);
});

test('nearby of an id without a number is no_position', async () => {
  const { evidence } = await openWithTime(garden);
  const { cursor } = evidence.search({ query_text: 'roses' });
  const { code, message } = errorOf(() => evidence.nearby({ cursor, event_id: 'roses' }));
  assert.equal(code, 'no_position');
  assert.match(message, /read/);
});

test('case 38: chunks at their lengths, and the source from them', async () => {
  const { evidence } = await openWithTime();
  for (const [length, count] of [
    [0, 0],
    [1, 1],
    [799, 1],
    [800, 1],
    [801, 2],
    [1480, 2],
    [1481, 3],
  ]) {
    const content = Array.from({ length }, (_, i) => (i % 3 ? 'a' : '🟡')).join('');
    const saved = evidence.save({ id: `n${length}`, summary: 's', content });
    assert.equal(saved.chunks, count, `${length}`);
    const points = [...content];
    const { chunks } = evidence.get(`n${length}`);
    const rebuilt = chunks.map(([start, end], i) => {
      const from = i > 0 ? chunks[i - 1][1] : start;
      return points.slice(from, end).join('');
    });
    assert.equal(rebuilt.join(''), content);
  }
});

test('an excerpt stands within the first 32 000 code points', async () => {
  const { evidence } = await openWithTime();
  const at = (place) => `${'x '.repeat(place / 2)}needle ${'y '.repeat(2000)}`;
  evidence.save({ id: 'inside', summary: 's', content: at(31_990) });
  evidence.save({ id: 'outside', summary: 't', content: at(32_000) });
  const { events } = evidence.search({ query_text: 'needle' });
  for (const { id, excerpt, contentLength, hint } of events) {
    assert.equal(excerpt.text.includes('needle'), id === 'inside', id);
    assert.ok(excerpt.range[1] <= 32_000);
    assert.ok(excerpt.range[1] - excerpt.range[0] <= 120);
    assert.ok(contentLength > 32_000);
    assert.equal(hint, 'use read');
  }
  assert.equal(events.length, 2);
});
