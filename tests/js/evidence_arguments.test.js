// What the evidence face refuses: named by argument, as an error of a method and as a value of `call`,
// and nothing is written, delivered or forgotten by it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { errorOf } from '../support/errors.js';
import { garden, ids, openWithTime } from '../support/events.js';

const { memory, evidence } = await openWithTime(garden);
const question = { query_text: 'carp' };
const found = evidence.search(question, { session: 'own' });
const { cursor } = found;
const concept_id = found.concepts[0].id;
const [event_id] = ids(found);
const foreign = evidence.search(question, { session: 'foreign' });
const NOTHING = [undefined, null, '', '  ', 5, true, {}, ['a'], NaN, Symbol('s'), () => 'a'];

/** Everything that a refused call could have changed. */
function state() {
  const { revision, evidence: counts, embeddings } = memory.status();
  return JSON.stringify([revision, counts, embeddings]);
}

/** Asserts that a call fails with this code, names these words, and has changed nothing. */
function refuses(work, code, ...words) {
  const before = state();
  const error = errorOf(work);
  assert.equal(error.code, code, error.message);
  for (const word of words) assert.ok(error.message.includes(word), `'${word}': ${error.message}`);
  assert.equal(state(), before);
}

const event = (fields) => ({ summary: 's', content: 'c', ...fields });

const persons = (count) =>
  Array.from({ length: count }, (_, i) => ({ kind: 'person', name: `n${i}` }));

const badEvents = {
  'no object': [5, 'event'],
  'no summary': [{ content: 'c' }, 'summary'],
  'no content': [{ summary: 's' }, 'content'],
  'a number as summary': [event({ summary: 5 }), 'summary'],
  'null as content': [event({ content: null }), 'content'],
  'a blank id': [event({ id: '  ' }), 'id'],
  'an empty id': [event({ id: '' }), 'id'],
  'a control character in an id': [event({ id: 'a\nb' }), 'id'],
  'a number as id': [event({ id: 5 }), 'id'],
  'a moment that is none': [event({ writtenAt: 'yesterday' }), 'writtenAt'],
  'a number as moment': [event({ writtenAt: 5 }), 'writtenAt'],
  'a bad date': [event({ writtenAt: new Date(NaN) }), 'writtenAt'],
  'entities that are no list': [event({ entities: 'Ada' }), 'entities'],
  'an entity that is a text': [event({ entities: ['Ada'] }), 'entities[0]'],
  'an entity without a kind': [event({ entities: [{ name: 'Ada' }] }), 'kind'],
  'an entity of no kind': [event({ entities: [{ kind: 'place', name: 'Rome' }] }), 'kind'],
  'an entity without a name': [event({ entities: [{ kind: 'person', name: ' ' }] }), 'name'],
  'chunkEmbeddings that are no list': [event({ chunkEmbeddings: 'no' }), 'chunkEmbeddings'],
  'chunkEmbeddings in another number': [event({ chunkEmbeddings: [[1], [2]] }), 'chunkEmbeddings'],
  'a field of another name': [event({ written_at: '2026-01-01' }), 'written_at'],
};

for (const [what, [given, word]] of Object.entries(badEvents)) {
  test(`save refuses ${what}`, () => {
    refuses(() => evidence.save(given), 'invalid_argument', word);
    refuses(() => evidence.saveMany([event(), given]), 'invalid_argument', 'events[1]');
  });
}

test('what is too large is refused with its size', () => {
  for (const [given, word] of [
    [event({ id: 'x'.repeat(513) }), 'id'],
    [event({ summary: 'x'.repeat(2 ** 20 + 1) }), 'summary'],
    [event({ content: 'x'.repeat(2 ** 24 + 1) }), 'content'],
    [event({ entities: [{ kind: 'person', name: 'x'.repeat(513) }] }), 'name'],
    [event({ entities: persons(1001) }), 'entities'],
  ]) {
    refuses(() => evidence.save(given), 'too_large', word);
  }
  assert.equal(evidence.save(event({ id: 'x'.repeat(512) })).action, 'added');
  evidence.remove('x'.repeat(512));
});

test('an id of one kind is none of the other, and a name is no id of another', () => {
  const { id } = found.concepts[0];
  const entities = [{ kind: 'person', id, name: 'Somebody' }];
  refuses(() => evidence.save(event({ entities })), 'invalid_argument', id);
});

test('vectors that are none are refused by name', () => {
  for (const bad of [[0, 0], [NaN, 1], [Infinity, 0], 'no', [], [[1]], [1, 'b']]) {
    refuses(() => evidence.save(event({ summaryEmbedding: bad })), 'invalid_vector', 'summary');
    const chunkEmbeddings = [bad];
    refuses(() => evidence.save(event({ chunkEmbeddings })), 'invalid_vector', 'chunk');
  }
  const mixed = event({ summaryEmbedding: [1, 0], chunkEmbeddings: [[1, 0, 0]] });
  refuses(() => evidence.save(mixed), 'dimension_mismatch', '2', '3');
});

test('get, remove, chunks and findEntity want what they name', () => {
  for (const bad of [undefined, null, 5, {}, ['a']]) {
    refuses(() => evidence.get(bad), 'invalid_argument');
    refuses(() => evidence.remove(bad), 'invalid_argument');
    refuses(() => evidence.chunks(bad), 'invalid_argument');
    refuses(() => evidence.findEntity(bad), 'invalid_argument');
  }
  refuses(() => evidence.findEntity({ name: 'Ada' }), 'invalid_argument', 'kind');
  refuses(() => evidence.findEntity({ kind: 'place', name: 'Ada' }), 'invalid_argument', 'kind');
  refuses(() => evidence.findEntity({ kind: 'person' }), 'invalid_argument', 'name');
  refuses(() => evidence.findEntity({ kind: 'person', name: 5 }), 'invalid_argument', 'name');
});

/** Requests that are refused, as [operation, request, code, word in the message]. */
const badRequests = {
  'a query that is a number': ['search', { query_text: 5 }, 'invalid_argument', 'query_text'],
  'entities that are a text': ['search', { entities: 'Ada' }, 'invalid_argument', 'entities'],
  'entities that hold a number': ['search', { entities: [5] }, 'invalid_argument', 'entities'],
  'a moment that is none': ['search', { since: 'soon' }, 'invalid_argument', 'since'],
  'a moment that is a number': ['search', { before: 5 }, 'invalid_argument', 'before'],
  'exclude that is a text': ['search', { exclude: 'roses' }, 'invalid_argument', 'exclude'],
  'exclude that holds null': ['search', { exclude: [null] }, 'invalid_argument', 'exclude'],
  'too long an exclude': [
    'search',
    { exclude: Array(10_001).fill('a') },
    'invalid_argument',
    'exclude',
  ],
  'include_delivered that is a text': [
    'search',
    { include_delivered: 'yes' },
    'invalid_argument',
    'include_delivered',
  ],
  'reset_seen that is a number': ['search', { reset_seen: 1 }, 'invalid_argument', 'reset_seen'],
  'a limit, which search has not': ['search', { limit: 4 }, 'invalid_argument', 'limit'],
  'an unknown argument': ['search', { query: 'carp' }, 'invalid_argument', 'query'],
  'reset_seen of another operation': [
    'read',
    { event_id, reset_seen: true },
    'invalid_argument',
    'reset_seen',
  ],
  'reset_seen of expand': [
    'expand',
    { cursor, concept_id, reset_seen: true },
    'invalid_argument',
    'reset_seen',
  ],
  'reset_seen of nearby': [
    'nearby',
    { cursor, event_id, reset_seen: true },
    'invalid_argument',
    'reset_seen',
  ],
  'no event': ['read', {}, 'invalid_argument', 'event_id'],
  'a number as event': ['read', { event_id: 5 }, 'invalid_argument', 'event_id'],
  'an event that is not there': ['read', { event_id: 'nobody' }, 'unknown_event', 'nobody'],
  'no cursor': ['expand', { concept_id }, 'invalid_argument', 'cursor'],
  'a cursor that is a number': ['expand', { cursor: 5, concept_id }, 'invalid_argument', 'cursor'],
  'no concept': ['expand', { cursor }, 'invalid_argument', 'concept_id'],
  'an unknown cursor': ['expand', { cursor: 'cursor_1', concept_id }, 'cursor_unknown', 'cursor'],
  'a forged cursor': [
    'expand',
    { cursor: cursor.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), concept_id },
    'cursor_unknown',
    'cursor',
  ],
  'a cursor of another session': [
    'expand',
    { cursor: foreign.cursor, concept_id },
    'cursor_unknown',
    'cursor',
  ],
  'the same to nearby': [
    'nearby',
    { cursor: foreign.cursor, event_id },
    'cursor_unknown',
    'cursor',
  ],
  'a quoteRef as cursor': [
    'expand',
    { cursor: { id: event_id, range: [0, 5] }, concept_id },
    'invalid_argument',
    'cursor',
  ],
  'a concept that was not opened': [
    'expand',
    { cursor, concept_id: 'concept_999' },
    'unknown_concept',
    'concept_999',
  ],
  'a concept that is elsewhere': [
    'expand',
    { cursor, concept_id: evidence.findEntity({ kind: 'concept', name: 'Roses' }).entity.id },
    'unknown_concept',
    'concept',
  ],
  'a person as concept': [
    'expand',
    { cursor, concept_id: evidence.findEntity({ kind: 'person', name: 'Bo' }).entity.id },
    'unknown_concept',
    'person',
  ],
  'an event that was not delivered': [
    'nearby',
    { cursor, event_id: 'roses' },
    'unknown_event',
    'roses',
  ],
};

for (const [what, [operation, request, code, word]] of Object.entries(badRequests)) {
  test(`${operation} refuses ${what}`, () => {
    const options = { session: 'own' };
    refuses(() => evidence[operation](request, options), code, word);
    const { error, ...more } = evidence.call({ operation, ...request }, options);
    assert.deepEqual([error.code, more], [code, {}]);
    assert.ok(error.message.includes(word));
  });
}

for (const [operation, request, name, least, most] of [
  ['read', { event_id }, 'limit', 1, 10_000],
  ['expand', { cursor, concept_id }, 'limit', 1, 8],
  ['nearby', { cursor, event_id }, 'before', 0, 10],
  ['nearby', { cursor, event_id }, 'after', 0, 10],
]) {
  test(`case 15: ${name} of ${operation} is an integer from ${least} to ${most}`, () => {
    const outside = [least - 1, most + 1, -1, 1.5, NaN, Infinity, '5', null, 2 ** 31, 2 ** 53, [1]];
    for (const bad of outside.filter((value) => value !== null)) {
      const given = { ...request, [name]: bad };
      refuses(() => evidence[operation](given, { session: 'own' }), 'invalid_argument', name);
    }
  });
}

test('case 15: start of read is a place in the text', () => {
  const { total } = evidence.read({ event_id });
  for (const bad of [-1, 1.5, NaN, '0', total + 1, 2 ** 31, 2 ** 53]) {
    refuses(() => evidence.read({ event_id, start: bad }), 'invalid_argument', 'start');
  }
  assert.equal(evidence.read({ event_id, start: total }).text, '');
});

test('a session is a text of 1 to 512 bytes', () => {
  const requests = {
    search: question,
    read: { event_id },
    expand: { cursor, concept_id },
    nearby: { cursor, event_id },
  };
  for (const [operation, request] of Object.entries(requests)) {
    for (const bad of ['', 5, {}, ['a'], true, 'x'.repeat(513)]) {
      const options = { session: bad };
      const { error } = evidence.call({ operation, ...request }, options);
      const code = typeof bad === 'string' && bad ? 'too_large' : 'invalid_argument';
      assert.ok([code, 'invalid_argument'].includes(error.code), operation);
      assert.match(error.message, /session/);
    }
    refuses(() => evidence[operation](request, { unheardOf: 1 }), 'invalid_argument', 'unheardOf');
    refuses(() => evidence[operation](request, 5), 'invalid_argument');
  }
});

test('call names the four operations where there is none of this name', () => {
  const all = ['search', 'read', 'expand', 'nearby'];
  for (const operation of [...NOTHING, 'save', 'call', 'constructor', '__proto__', 'Search']) {
    const { error } = evidence.call({ operation, ...question });
    assert.equal(error.code, 'invalid_argument', String(operation));
    for (const word of all) assert.ok(error.message.includes(word), error.message);
  }
  for (const request of [undefined, null, 5, 'search', ['search'], new Map(), new Uint8Array(2)]) {
    assert.equal(evidence.call(request).error.code, 'invalid_argument');
  }
  assert.equal(
    evidence.call({ operation: 'search', query_text: () => 1 }).error.code,
    'invalid_argument',
  );
});

test('what a getter of the caller throws comes out as it is', () => {
  const request = {
    operation: 'search',
    get query_text() {
      throw new RangeError('mine');
    },
  };
  assert.throws(() => evidence.call(request), { name: 'RangeError', message: 'mine' });
});

test('an embedding of a question that is none is passed over, and a warning says why', async () => {
  const plain = { ...question, include_delivered: true };
  const expected = evidence.search(plain, { session: 'plain' });
  const bad = { invalid_vector: [[0, 0], [NaN], [], 'no', 5, {}, [[1]]] };
  for (const embedding of bad.invalid_vector) {
    const { events, warnings } = evidence.search(plain, { session: 'plain', embedding });
    assert.deepEqual(events, expected.events);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['invalid_vector'],
    );
  }
  const other = await openMemory(':memory:', { model: 'mini' });
  other.evidence.save({ ...garden[0], summaryEmbedding: [1, 0] });
  const codesOf = (options) =>
    other.evidence.search(plain, options).warnings.map(({ code }) => code);
  assert.deepEqual(codesOf({ embedding: [1, 2, 3] }), ['dimension_mismatch']);
  assert.deepEqual(codesOf({ embedding: [1, 2], model: 'other' }), ['model_mismatch']);
  assert.deepEqual(codesOf({ embedding: [1, 2] }), []);
});

test('case 8: bytes and lone surrogates become text, and are counted', () => {
  const { evidence: own } = memory;
  const bytes = Uint8Array.from([0x61, 0x20, 0xff, 0xfe, 0x20, 0xe4, 0xbd, 0x62]);
  const saved = own.save({ id: 'x\ud83dy', summary: bytes, content: bytes });
  assert.deepEqual([saved.id, saved.warnings[0].code], ['x\ufffdy', 'repaired']);
  assert.deepEqual(own.get('x\ufffdy').content, new TextDecoder().decode(bytes));
  for (const query_text of [bytes, 'x\ud83dy']) {
    const { warnings } = own.search({ query_text }, { session: 'bytes' });
    assert.deepEqual(warnings[0].code, 'repaired');
  }
  const { error } = own.call({ operation: 'expand', cursor: 'x\ud83dy', concept_id: bytes });
  assert.equal(error.code, 'cursor_unknown');
  own.remove('x\ufffdy');
});

test('after all that nothing was delivered but what was, and nothing forgotten', () => {
  const more = evidence.search(question, { session: 'own' });
  assert.deepEqual(
    ids(more).filter((id) => ids(found).includes(id)),
    [],
  );
  const untouched = evidence.search(question, { session: 'fresh' });
  assert.deepEqual(ids(untouched), ids(found));
  assert.deepEqual(memory.check().findings, []);
});
