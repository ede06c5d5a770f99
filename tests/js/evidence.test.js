// The evidence face of a memory in Node: events are kept whole, found once a session, quoted to the
// letter, and lead on. Bounds are in evidence_bounds.test.js, bad input in evidence_arguments.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { errorOf } from '../support/errors.js';
import { garden, ids, openWithTime } from '../support/events.js';
import { newStore } from '../support/temp_store.js';

test('an event is kept whole, and comes back as it was given', async () => {
  const { evidence } = await openWithTime();
  const content = ' Kept to the last blank. \r\n𠮷野家 🙋\n';
  const entities = [
    { kind: 'person', id: 'ada', name: ' Ada  Lovelace ' },
    { kind: 'concept', name: 'Pond' },
  ];
  const saved = evidence.save({ id: 'first', summary: 'One', content, entities });
  const expected = { id: 'first', action: 'added', chunks: 1, revision: 1, warnings: [] };
  assert.deepEqual(saved, expected);
  const event = evidence.get('first');
  assert.deepEqual([event.id, event.summary, event.content], ['first', 'One', content]);
  assert.equal(event.writtenAt, '2026-06-01T12:00:00.000Z');
  assert.deepEqual(event.chunks, [[0, [...content].length]]);
  assert.deepEqual(event.entities[0], { kind: 'person', id: 'ada', name: 'Ada Lovelace' });
  assert.deepEqual(event.entities[1].name, 'Pond');
  assert.match(event.entities[1].id, /^concept_\d+$/);
  assert.equal(evidence.get('nobody'), null);
});

test('without an id an event gets one, and undated ones stay so', async () => {
  const { evidence } = await openWithTime();
  const { id } = evidence.save({ summary: 'a', content: 'b', writtenAt: null });
  assert.match(id, /^event_\d+$/);
  assert.equal(evidence.get(id).writtenAt, null);
  const dated = evidence.save({ summary: 'c', content: '', writtenAt: new Date(0) });
  assert.equal(dated.chunks, 0);
  assert.equal(evidence.get(dated.id).writtenAt, '1970-01-01T00:00:00.000Z');
});

test('saving again says what it did', async () => {
  const { evidence } = await openWithTime();
  const event = { id: 'a', summary: 's', content: 'c', writtenAt: '2026-01-01' };
  const actions = [event, event, { ...event, writtenAt: null }, { ...event, content: 'd' }].map(
    (given) => evidence.save(given),
  );
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['added', 'same', 'updated', 'updated'],
  );
  assert.equal(actions[0].revision, actions[1].revision);
  assert.ok(actions[2].revision < actions[3].revision);
  assert.equal(evidence.get('a').content, 'd');
});

test('many events are one transaction', async () => {
  const { memory, evidence } = await openWithTime();
  const steps = [];
  const onProgress = (progress) => steps.push(progress);
  const many = evidence.saveMany(garden, { onProgress });
  assert.deepEqual([many.added, many.updated, many.same], [6, 0, 0]);
  assert.deepEqual(
    many.ids,
    garden.map(({ id }) => id),
  );
  assert.deepEqual(steps.at(-1), { done: 6, total: 6 });
  const again = evidence.saveMany(new Set([garden[0], { ...garden[1], content: 'else' }]));
  assert.deepEqual([again.added, again.updated, again.same], [0, 1, 1]);
  const { revision } = memory.status();
  const bad = [
    { summary: 'x', content: 'y' },
    { summary: 5, content: '' },
  ];
  const { code, message } = errorOf(() => evidence.saveMany(bad));
  assert.equal(code, 'invalid_argument');
  assert.match(message, /events\[1\]\.summary/);
  assert.deepEqual(memory.status().evidence, { events: 6, chunks: 6 });
  assert.equal(memory.status().revision, revision);
});

test('a removed event is gone, and an entity with its last mention', async () => {
  const { evidence } = await openWithTime(garden);
  assert.equal(evidence.findEntity({ kind: 'concept', name: 'roses' }).entity.name, 'Roses');
  assert.equal(evidence.remove('roses').removed, true);
  assert.equal(evidence.remove('roses').removed, false);
  assert.equal(evidence.get('roses'), null);
  const found = evidence.findEntity({ kind: 'concept', name: 'roses' });
  assert.deepEqual([found.entity, found.events], [null, []]);
});

test('a search hands over events, quotes them, and never twice in a session', async () => {
  const { evidence } = await openWithTime(garden);
  const first = evidence.search({ query_text: 'carp in the pond' });
  assert.equal(first.events[0].id, 'notes_ch1_e2');
  assert.match(first.cursor, /^cursor_1_[0-9a-f]{16}$/);
  for (const { id, excerpt, contentLength } of first.events) {
    const { content } = garden.find((event) => event.id === id);
    assert.equal(content.slice(...excerpt.range16), excerpt.text);
    assert.equal([...content].slice(...excerpt.range).join(''), excerpt.text);
    assert.equal(contentLength, [...content].length);
  }
  const [pond, carp] = first.concepts;
  assert.deepEqual([pond.name, pond.events, carp.name, carp.events], ['Pond', 2, 'Carp', 2]);
  assert.deepEqual(
    pond.event_ids,
    ids(first).filter((id) => /_e[12]$/.test(id)),
  );
  const second = evidence.search({ query_text: 'carp in the pond' });
  assert.deepEqual(
    ids(second).filter((id) => ids(first).includes(id)),
    [],
  );
  const third = evidence.search({ query_text: 'carp in the pond' });
  assert.deepEqual([third.events, third.cursor, third.reason], [[], null, 'nothing_new']);
  const newest = evidence.search({ entities: ['pond'] });
  assert.deepEqual([newest.events, newest.cursor, newest.reason], [[], null, 'nothing_new']);
  const other = evidence.search({ query_text: 'carp in the pond' }, { session: 'other' });
  assert.deepEqual(ids(other), ids(first));
});

test('what was delivered can be given again, or left out by the caller', async () => {
  const { evidence } = await openWithTime(garden);
  const query_text = 'heron';
  const first = evidence.search({ query_text });
  const again = evidence.search({ query_text, include_delivered: true });
  assert.deepEqual(again.events, first.events);
  const anew = evidence.search({ query_text, reset_seen: true });
  assert.deepEqual(anew.events, first.events);
  const rest = evidence.search({ query_text, exclude: ids(first).slice(0, 1), reset_seen: true });
  assert.deepEqual(ids(rest), ids(first).slice(1));
});

test('without a question the newest come first, undated ones last', async () => {
  const { evidence } = await openWithTime(garden);
  const newest = evidence.search();
  assert.deepEqual(ids(newest), ['roses', 'notes_ch1_e10', 'notes_ch1_e4', 'notes_ch1_e2']);
  assert.deepEqual(
    newest.events.map(({ score }) => score),
    [null, null, null, null],
  );
  assert.deepEqual(ids(evidence.search({ query_text: '  ' })), ['notes_ch1_e1', 'letter']);
});

test('filters: entities by id or name, and time', async () => {
  const { evidence } = await openWithTime(garden);
  const found = (request) => {
    const { events } = evidence.search({ ...request, reset_seen: true });
    return events.map(({ id }) => id).sort();
  };
  assert.deepEqual(found({ entities: ['heron'] }), ['notes_ch1_e10', 'notes_ch1_e4']);
  assert.deepEqual(found({ entities: ['HERON', 'Ada'] }), ['notes_ch1_e10']);
  const { entity } = evidence.findEntity({ kind: 'concept', name: 'Heron' });
  assert.deepEqual(found({ entities: [entity.id] }), found({ entities: ['Heron'] }));
  const bounds = { since: '2026-01-02T08:00:00Z', before: new Date('2026-01-04T08:00:00Z') };
  assert.deepEqual(found(bounds), ['notes_ch1_e2', 'notes_ch1_e4']);
  assert.deepEqual(found({ entities: ['nobody'] }), []);
});

test('expand follows a concept, nearby the numbers of a chapter', async () => {
  const { evidence } = await openWithTime(garden);
  const { cursor, concepts, events } = evidence.search({ query_text: 'roses' });
  assert.deepEqual(ids({ events }), ['roses']);
  assert.deepEqual(
    concepts.map(({ name, events: count, event_ids }) => [name, count, event_ids]),
    [['Roses', 1, ['roses']]],
  );
  assert.deepEqual(evidence.expand({ cursor, concept_id: concepts[0].id }).events, []);
  const pond = evidence.search({ query_text: 'bucket' });
  assert.deepEqual(ids(pond), ['notes_ch1_e2']);
  const carp = pond.concepts.find(({ name }) => name === 'Carp');
  const more = evidence.expand({ cursor: pond.cursor, concept_id: carp.id });
  assert.deepEqual(ids(more), ['notes_ch1_e4']);
  const around = evidence.nearby({ cursor: more.cursor, event_id: 'notes_ch1_e4' });
  assert.deepEqual(ids(around), ['notes_ch1_e1', 'notes_ch1_e10']);
});

test('read gives the text in stretches, and takes no place in what was delivered', async () => {
  const { evidence } = await openWithTime();
  const content = '𠮷a'.repeat(1000);
  evidence.save({ id: 'long', summary: 'long', content });
  const first = evidence.read({ event_id: 'long' });
  assert.deepEqual(
    [first.range, first.range16, first.total, first.next],
    [[0, 1600], [0, 2400], 2000, 1600],
  );
  const rest = evidence.read({ event_id: 'long', start: first.next });
  assert.equal(first.text + rest.text, content);
  assert.equal('next' in rest, false);
  assert.deepEqual(ids(evidence.search({ query_text: 'long' })), ['long']);
});

test('call is the methods by one name each, with errors as values', async () => {
  const { evidence } = await openWithTime(garden);
  const options = { session: 'tool' };
  const found = evidence.call({ operation: 'search', query_text: 'bucket' }, options);
  const { cursor, concepts, events } = found;
  assert.deepEqual(ids({ events }), ['notes_ch1_e2']);
  const carp = concepts.find(({ name }) => name === 'Carp').id;
  const more = evidence.call({ operation: 'expand', cursor, concept_id: carp }, options);
  assert.deepEqual(ids(more), ['notes_ch1_e4']);
  const near = { operation: 'nearby', cursor, event_id: 'notes_ch1_e2' };
  assert.deepEqual(ids(evidence.call(near, options)), ['notes_ch1_e1', 'notes_ch1_e10']);
  const text = evidence.call({ operation: 'read', event_id: 'roses', limit: 9 });
  assert.equal(text.text, 'The roses');
  const { error } = evidence.call({ operation: 'read', event_id: 'nobody' });
  assert.equal(error.code, 'unknown_event');
  assert.deepEqual(Object.keys(error).sort(), ['code', 'message']);
});

test('all operations may be handed the same options', async () => {
  const { evidence } = await openWithTime(garden);
  const options = { session: 'tool', embedding: [1, 2], model: 'mini' };
  const { cursor, concepts } = evidence.search({ query_text: 'bucket' }, options);
  const concept_id = concepts.at(-1).id;
  assert.equal(evidence.expand({ cursor, concept_id }, options).events.length > 0, true);
  const near = { operation: 'nearby', cursor, event_id: 'notes_ch1_e2' };
  assert.ok(evidence.call(near, options).events.length > 0);
  assert.equal(evidence.read({ event_id: 'roses', limit: 3 }, options).text, 'The');
});

test('chunks are those that are stored', async () => {
  const { evidence } = await openWithTime();
  assert.deepEqual(evidence.chunks(''), []);
  assert.deepEqual(evidence.chunks('🟡'.repeat(801)), [
    [0, 800],
    [680, 801],
  ]);
  evidence.save({ id: 'a', summary: '', content: '🟡'.repeat(801) });
  assert.deepEqual(evidence.get('a').chunks, evidence.chunks('🟡'.repeat(801)));
});

test('vectors come with an event, and a search goes by them', async () => {
  const { memory, evidence } = await openWithTime([], { model: 'axes' });
  const chunked = 'word '.repeat(200); // two chunks
  evidence.save({
    id: 'east',
    summary: 'one',
    content: chunked,
    summaryEmbedding: [1, 0],
    chunkEmbeddings: [Float32Array.of(1, 0), [0.8, 0.6]],
  });
  evidence.save({
    id: 'north',
    summary: 'two',
    content: 'other',
    summaryEmbedding: [0, 1],
    chunkEmbeddings: [[0, 1]],
  });
  const { vectors, pending } = memory.status().embeddings;
  assert.deepEqual([vectors, pending], [5, 0]);
  const found = evidence.search({}, { embedding: [0, 2] });
  assert.deepEqual(ids(found), ['north', 'east']);
  assert.deepEqual(found.warnings, []);
  const chunkEmbeddings = [[1, 0]];
  const wrong = { summary: '', content: chunked, chunkEmbeddings };
  const { code, message } = errorOf(() => evidence.save(wrong));
  assert.equal(code, 'invalid_argument');
  assert.match(message, /chunkEmbeddings.*1.*2|chunkEmbeddings.*2.*1/);
});

test('parts of an event without a vector are pending, and get theirs by hash', async () => {
  const { memory, evidence } = await openWithTime();
  memory.add({ category: 'a', name: 'b', content: 'an item' });
  evidence.save({ id: 'a', summary: 'short', content: 'x'.repeat(900) });
  const { entries, next, pending } = memory.pendingEmbeddings();
  assert.deepEqual([next, pending], [null, 4]);
  assert.deepEqual(
    entries.map(({ face, id, part, text }) => [face, id, part, text.length]),
    [
      ['wiki', undefined, undefined, 9],
      ['evidence', 'a', 'summary', 5],
      ['evidence', 'a', 0, 800],
      ['evidence', 'a', 1, 220],
    ],
  );
  const given = entries.map(({ text: _text, ...key }) => ({ ...key, embedding: [1, 2] }));
  const { results, stored } = memory.putEmbeddings(given);
  assert.equal(stored, 4, JSON.stringify(results));
  assert.equal(memory.pendingEmbeddings().pending, 0);
  evidence.save({ id: 'a', summary: 'other', content: 'x'.repeat(900) });
  assert.deepEqual(
    memory.pendingEmbeddings().entries.map(({ part }) => part),
    ['summary'],
  );
  const stale = memory.putEmbeddings(given).results.map(({ error }) => error?.code);
  assert.deepEqual(stale, [undefined, 'stale_hash', undefined, undefined]);
});

test('pages of what is pending pass from items to events', async () => {
  const { memory } = await openWithTime(garden);
  memory.add({ category: 'a', name: 'b', content: 'an item' });
  const all = memory.pendingEmbeddings().entries;
  const paged = [];
  for (let after = 0; after !== null;) {
    const { entries, next } = memory.pendingEmbeddings({ limit: 2, after });
    paged.push(...entries);
    after = next;
  }
  assert.deepEqual(paged, all);
  assert.equal(paged.length, 13);
});

test('reembed makes the vectors of events and chunks, or changes nothing', async () => {
  const { memory, evidence } = await openWithTime(garden);
  memory.add({ category: 'a', name: 'b', content: 'an item', embedding: [1, 2] });
  const steps = [];
  const onProgress = (progress) => steps.push(progress);
  const embedder = (texts) => texts.map(({ length }) => [length, 1, 1]);
  const { stored, skipped } = await memory.reembed(embedder, { model: 'wide', onProgress });
  assert.deepEqual([stored, skipped], [13, 0]);
  assert.deepEqual(steps.at(-1), { done: 13, total: 13 });
  const { vectors, pending, width, model } = memory.status().embeddings;
  assert.deepEqual([vectors, pending, width, model], [13, 0, 3, 'wide']);
  const failing = (texts) => texts.map((_, i) => (i < 5 ? [1] : []));
  await assert.rejects(memory.reembed(failing, { model: 'new' }), {
    code: 'embedder_failed',
    message: /the summary of the event|chunk \d of the event/,
  });
  assert.equal(memory.status().embeddings.model, 'wide');
  assert.equal(evidence.search({}, { embedding: [9, 1, 1] }).events.length, 4);
});

test('events stay in a file, and in exported bytes; sessions end with their memory', async (t) => {
  const path = newStore(t);
  const memory = await openMemory(path);
  memory.evidence.saveMany(garden);
  const delivered = memory.evidence.search({ query_text: 'heron' });
  const bytes = memory.exportBytes();
  memory.close();
  const again = await openMemory(path);
  t.after(() => again.close());
  const found = again.evidence.search({ query_text: 'heron' });
  assert.deepEqual(ids(found), ids(delivered));
  again.importBytes(bytes);
  assert.deepEqual(ids(again.evidence.search({ query_text: 'heron' })), ids(delivered));
  const { cursor } = found;
  const concept_id = found.concepts[0].id;
  const { code } = errorOf(() => again.evidence.expand({ cursor, concept_id }));
  assert.equal(code, 'cursor_expired');
});

test('a memory that is read only is searched, and takes no event', async () => {
  const { memory } = await openWithTime(garden);
  const bytes = memory.exportBytes();
  const { evidence } = await openMemory({ bytes }, { readOnly: true });
  assert.equal(evidence.search({ query_text: 'roses' }).events.length, 1);
  for (const write of [
    () => evidence.save(garden[0]),
    () => evidence.saveMany(garden),
    () => evidence.remove('roses'),
  ]) {
    assert.equal(errorOf(write).code, 'read_only');
  }
});

test('a closed memory refuses its face', async () => {
  const { memory, evidence } = await openWithTime(garden);
  memory.close();
  assert.equal(errorOf(() => evidence.search()).code, 'closed');
  assert.equal(evidence.call({ operation: 'search' }).error.code, 'closed');
});
