// contract() is a promise: each default is what a call without the option does, each limit is where
// the next value is refused or cut, and each code can be met.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { Embedder } from '../../js/embedder.js';
import { MAX_WIDTH } from '../../js/vectors.js';
import { addInParts } from '../support/added_in_parts.js';
import { BufferHost } from '../support/buffer_host.js';
import { crowd, openCrowded } from '../support/crowded_vectors.js';
import { withEmptiedTable } from '../support/emptied_table.js';
import { assertFails, errorOf } from '../support/errors.js';
import { garden, ids, numbered } from '../support/events.js';
import { openOnHost } from '../support/open_on_host.js';

const probe = await openMemory(':memory:');
const { options, limits, errors, warnings, ...contract } = probe.contract();

async function openWith(count, { content = 'river', ...rest } = {}) {
  const memory = await openMemory(':memory:', { clock: () => 0 });
  const items = Array.from({ length: count }, (_, i) => ({
    category: i % 2 ? 'a' : 'b',
    name: `n${i}`,
    content,
    ...rest,
  }));
  memory.addMany(items);
  return memory;
}

/** Asserts that leaving each option out is the same as giving its default, and `other` is not. */
function assertDefaults(call, defaults, others) {
  assert.deepEqual(Object.keys(others).sort(), Object.keys(defaults).sort());
  const plain = JSON.stringify(call({}));
  assert.equal(JSON.stringify(call(undefined)), plain);
  assert.equal(JSON.stringify(call(defaults)), plain);
  for (const [name, other] of Object.entries(others)) {
    assert.equal(JSON.stringify(call({ [name]: undefined })), plain, name);
    assert.notEqual(JSON.stringify(call({ [name]: other })), plain, `${name} has no effect`);
  }
}

test('the defaults of retrieve', async () => {
  const memory = await openWith(12, { content: 'river [[a:nowhere]]', ts: '2024-01-01' });
  const { categories, embedding, model, fusionWeight, fusion, context, ...defaults } =
    options.retrieve;
  assert.deepEqual([categories, embedding, model], [null, null, null]);
  assert.ok(fusionWeight > 0.5 && fusionWeight < 1, 'words say more than a vector');
  assert.deepEqual([fusion[0], context], ['minmax', ['auto', 'off']]);
  assertDefaults((given) => memory.retrieve('river', given), defaults, {
    limit: 11,
    budgetTokens: 5,
    expandLinks: false,
    explain: true,
    since: '2024-01-02',
    before: '2024-01-01',
    minConfidence: 1,
  });
  assert.equal(memory.retrieve('river').items.length, options.retrieve.limit);
  const all = memory.retrieve('river', { limit: 100 });
  assert.deepEqual(all, memory.retrieve('river', { limit: 100, categories: ['a', 'b'] }));
  assert.equal(memory.retrieve('river', { limit: 100, categories: ['a'] }).items.length, 6);
});

test('the defaults of retrieve with an embedding', async () => {
  const memory = await openMemory(':memory:');
  const [one, two] = ['one', 'two'].map((name) => ({ category: 'a', name, content: name }));
  memory.add({ ...one, embedding: [1, 2] }, { model: 'mini' });
  memory.add({ ...two, embedding: [1, 1] }, { model: 'mini' });
  const { model, fusionWeight, fusion } = options.retrieve;
  const call = (given) => memory.retrieve('two', { embedding: [1, 3], ...given });
  const others = { model: 'other', fusionWeight: 0.4, fusion: fusion[1] };
  assertDefaults(call, { model, fusionWeight, fusion: fusion[0] }, others);
  for (const word of fusion) assert.equal(call({ fusion: word }).items.length, 2);
  assert.equal(
    memory.retrieve('two', { embedding: options.retrieve.embedding }).embeddingUsed,
    false,
  );
});

test('the default of context: what was said around an item counts for it', async () => {
  const memory = await openMemory(':memory:');
  const said = ['When do the swifts come?', 'In May.', 'Nothing more of them.'];
  said.forEach((content, position) => {
    const sequence = { id: 'talk', position };
    memory.add({ category: 'talk', name: `turn ${position}`, content, sequence });
  });
  memory.add({ category: 'notes', name: 'other', content: 'The kettle is in the cupboard.' });
  const ask = (given) => memory.retrieve('swifts', given);
  assertDefaults(ask, { context: options.retrieve.context[0] }, { context: 'off' });
  const names = ({ items }) => items.map(({ name }) => name);
  assert.deepEqual(names(ask({ context: 'off' })), ['turn 0']);
  assert.deepEqual(names(ask()).slice(0, 2), ['turn 0', 'turn 1']);
  assert.equal(ask().confidence, ask({ context: 'off' }).confidence);
  const reference = await openMemory({ bytes: memory.exportBytes() }, { profile: 'reference' });
  assert.deepEqual(names(reference.retrieve('swifts')), ['turn 0']);
});

test('the defaults of pendingEmbeddings', async () => {
  const memory = await openWith(101);
  memory.putEmbeddings([{ category: 'b', name: 'n0', embedding: [1] }]);
  assertDefaults((given) => memory.pendingEmbeddings(given), options.pendingEmbeddings, {
    limit: 99,
    after: 5,
    all: true,
  });
  assert.equal(memory.pendingEmbeddings().entries.length, options.pendingEmbeddings.limit);
});

test('the defaults of items and journal', async () => {
  const memory = await openWith(101);
  assertDefaults((given) => memory.items(given), options.items, {
    category: 'a',
    limit: 101,
    offset: 1,
  });
  assertDefaults((given) => memory.journal(given), options.journal, { since: 5, limit: 101 });
  assert.equal(memory.items().items.length, options.items.limit);
  assert.equal(memory.journal().entries.length, options.journal.limit);
});

test('the default of compact', async () => {
  const { keepJournal } = options.compact;
  const memory = await openWith(keepJournal + 1);
  assert.equal(memory.compact({ keepJournal }).journalRemoved, 1);
  memory.add({ category: 'a', name: 'one more', content: '' });
  assert.equal(memory.compact().journalRemoved, 1);
});

test('the default of tokenize', () => {
  assertDefaults((given) => probe.tokenize('a b', given), options.tokenize, { kinds: true });
});

/** A memory with these events, asked in a session that starts anew with each call. */
async function openEvents(events) {
  const memory = await openMemory(':memory:', { clock: () => 0, model: 'mini' });
  memory.evidence.saveMany(events);
  return memory.evidence;
}

test('the defaults of evidence: search', async () => {
  const evidence = await openEvents([
    { ...garden[1], summaryEmbedding: [1, 2] },
    { ...garden[0], summaryEmbedding: [2, 1] },
    ...garden.slice(2),
  ]);
  const { embedding, model, session, reset_seen, ...defaults } = options.evidenceSearch;
  assert.deepEqual([embedding, model, session, reset_seen], [null, null, 'default', false]);
  // Each call is the first of its session. Cursors count up, whatever is asked.
  const call = (given) => {
    const { cursor: _cursor, ...reply } = evidence.search({ ...given, reset_seen: true });
    return reply;
  };
  assert.equal(defaults.include_delivered, false);
  delete defaults.include_delivered;
  assertDefaults(call, defaults, {
    query_text: 'carp',
    entities: ['Ada'],
    since: '2026-01-03',
    before: '2026-01-03',
    exclude: ['roses'],
  });
  evidence.search({ reset_seen: true }, { session: 'default' });
  assert.equal(evidence.search({}).events.length, 2);
  assert.deepEqual(ids(evidence.search({ include_delivered: false })), []);
  assert.equal(evidence.search({ reset_seen: false }).events.length, 0);
  const asked = { query_text: 'carp', reset_seen: true };
  const byWords = evidence.search(asked, { embedding, model }).events;
  assert.deepEqual(byWords, evidence.search(asked).events);
  assert.notDeepEqual(evidence.search(asked, { embedding: [1, 2] }).events, byWords);
});

test('the defaults of evidence: read, expand, nearby, findEntity', async () => {
  const evidence = await openEvents([
    { id: 'long', summary: '', content: 'x'.repeat(2000) },
    ...numbered(120).map((event, i) => ({
      ...event,
      id: `log_ch1_e${i}`,
      entities: [{ kind: 'concept', id: 'water', name: 'Water' }],
    })),
  ]);
  const { session, ...read } = options.evidenceRead;
  assert.equal(session, 'default');
  const readWith = (given) => evidence.read({ event_id: 'long', ...given });
  assertDefaults(readWith, read, { start: 5, limit: 5 });
  assert.equal(readWith({}).text.length, read.limit);

  // From the same cursor, each time with nothing delivered but what it says.
  const follow = (method, more) => (given) => {
    const { cursor } = evidence.search({ query_text: 'day60', reset_seen: true });
    const { events } = evidence[method]({ cursor, ...more, ...given });
    return events.map(({ id }) => id);
  };
  const { limit } = options.evidenceExpand;
  const expand = follow('expand', { concept_id: 'water' });
  assertDefaults(expand, { limit }, { limit: limit - 1 });
  assert.equal(expand({}).length, limit);
  const { before, after } = options.evidenceNearby;
  const nearby = follow('nearby', { event_id: 'log_ch1_e60' });
  assertDefaults(nearby, { before, after }, { before: before - 1, after: after - 1 });

  const findWith = (given) => evidence.findEntity({ kind: 'concept', name: 'water' }, given);
  assertDefaults(findWith, options.evidenceFindEntity, { limit: 99, offset: 1 });
  assert.equal(findWith({}).events.length, options.evidenceFindEntity.limit);
});

test('the defaults of openMemory', async () => {
  const { profile, durability, segmenter, forms, readOnly } = options.openMemory; // embedderTimeout: below
  assert.equal(probe.status().profile, profile[0]);
  assert.equal(probe.status().readOnly, readOnly);
  assert.equal(probe.persistence.durability, durability[0]);
  for (const [name, words] of Object.entries({ profile, durability, segmenter, forms })) {
    const told = `${name} must be one of '${words.join("' '")}', not `;
    for (const [value, shown] of [
      ['x', "'x'"],
      [() => 1, 'a function'],
      [Symbol('s'), 'Symbol(s)'],
      [5, '5'],
      [null, 'null'],
      [[words[0]], 'an array'],
      [{}, 'an object'],
    ]) {
      const refused = { code: 'invalid_argument', message: told + shown };
      await assert.rejects(openMemory(':memory:', { [name]: value }), refused);
    }
  }
  for (const word of profile) {
    assert.equal((await openMemory(':memory:', { profile: word })).status().profile, word);
  }
  assert.deepEqual(probe.status(), (await openMemory(':memory:', { segmenter: 'auto' })).status());
  for (const word of segmenter) await openMemory(':memory:', { segmenter: word });
  for (const word of durability) {
    assert.equal((await openMemory(':memory:', { durability: word })).persistence.durability, word);
  }
});

test('a limit gives up to its most, and says so when more is asked', async () => {
  const memory = await openWith(limits.limit + 1);
  for (const [call, field] of [
    [(limit) => memory.retrieve('river', { limit }), 'items'],
    [(limit) => memory.items({ limit }), 'items'],
    [(limit) => memory.journal({ limit }), 'entries'],
  ]) {
    const most = call(limits.limit);
    assert.equal(most[field].length, limits.limit);
    assert.deepEqual(most.warnings, []);
    const more = call(limits.limit + 1);
    assert.equal(more[field].length, limits.limit);
    assert.deepEqual(
      more.warnings.map(({ code }) => code),
      ['limit_clamped'],
    );
  }
});

test('the published limits are those that tests/js/limits.test.js tries', () => {
  assert.deepEqual(limits, {
    limit: 1000,
    categoryBytes: 512,
    nameBytes: 512,
    contentBytes: 16 * 2 ** 20,
    metadataBytes: 2 ** 20,
    metadataDepth: 64,
    vectorWidth: MAX_WIDTH,
    modelBytes: 512,
    eventIdBytes: 512,
    summaryBytes: 2 ** 20,
    entities: 1000,
    sessionBytes: 512,
    exclude: 10_000,
    readLimit: 10_000,
    expandLimit: 8,
    nearbyReach: 10,
    drawerIdBytes: 512,
    placeNameBytes: 512,
    sourceFileBytes: 4096,
    drawerTextBytes: 16 * 2 ** 20,
    hops: 10,
  });
});

test('the constants are those of the scores', async () => {
  const { k1, b } = contract.constants;
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'one', content: 'river river stone' });
  memory.add({ category: 'a', name: 'two', content: 'cloud' });
  const options = { explain: true, context: 'off' };
  const [{ bm25Score, terms }] = memory.retrieve('river', options).items;
  const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
  const length = 4; // the name counts
  const expected = (idf * 2 * (k1 + 1)) / (2 + k1 * (1 - b + (b * length) / 3));
  assert.ok(Math.abs(bm25Score - expected) < 1e-12, `${bm25Score} ${expected}`);
  assert.ok(Math.abs(terms[0].idf - idf) < 1e-12);
});

test('a part of an identifier weighs what the constant says', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'x', content: 'getUser' });
  const { terms } = memory.retrieve('getUser', { explain: true }).items[0];
  const weightOf = (kind) => terms.find((term) => term.kind === kind).weight;
  const ratio = weightOf('part') / weightOf('identifier');
  assert.ok(Math.abs(ratio - contract.constants.partWeight) < 1e-12, `${ratio}`);
});

test('a function word weighs what the constant says, beside words that are none', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'x', content: 'the kettle' });
  const { terms } = memory.retrieve('the kettle', { explain: true }).items[0];
  const weightOf = (word) => terms.find(({ term }) => term === word).weight;
  const ratio = weightOf('the') / weightOf('kettle');
  const { functionWordWeight } = contract.constants;
  assert.ok(Math.abs(ratio - functionWordWeight) < 1e-12, `${ratio}`);
  const alone = memory.retrieve('the', { explain: true }).items[0];
  assert.equal(alone.terms[0].weight, weightOf('kettle'));
});

test('the kinds of tokens and the reasons are those that are given', async () => {
  const all = await openMemory(':memory:', { forms: 'both' });
  const tokens = all.tokenize('plain getUsers', { kinds: true });
  const kinds = tokens.map(({ kind }) => kind);
  assert.deepEqual([...new Set(kinds)].sort(), [...contract.tokenKinds].sort());
  const memory = await openWith(2);
  const reasons = [memory.retrieve('!'), memory.retrieve('river tea', { minConfidence: 1 })];
  assert.deepEqual(
    reasons.map(({ reason }) => reason),
    contract.reasons,
  );
  const { dropped, embeddingReason } = memory.retrieve('river', { budgetTokens: 1, explain: true });
  assert.deepEqual([dropped[0].reason], contract.droppedReasons);
  assert.equal(embeddingReason, 'none');
});

test('every reason of embeddings is given', async () => {
  const memory = await openWith(1);
  const reasonOf = (given) => memory.retrieve('river', given).embeddingReason;
  const reasons = [reasonOf({}), reasonOf({ embedding: [1] }), reasonOf({ embedding: [] })];
  memory.putEmbeddings([{ category: 'b', name: 'n0', embedding: [1] }], { model: 'mini' });
  reasons.push(reasonOf({ embedding: [1], model: 'x' }), reasonOf({ embedding: [1, 2] }));
  for (const embedder of [failing, hanging]) {
    const { found } = await askWith(embedder);
    reasons.push(found.embeddingReason);
  }
  assert.deepEqual(reasons.sort(), [...contract.embeddingReasons].sort());
});

const hanging = () => new Promise(() => {});
const failing = () => {
  throw new Error('down');
};

/** A retrieval and a flush with an embedder that does not serve. */
async function askWith(embedder) {
  const memory = await openMemory(':memory:', { embedder, embedderTimeout: 10 });
  await memory.add({ category: 'a', name: 'b', content: 'river' });
  const outcome = { found: await memory.retrieve('river'), flushed: await memory.flush() };
  await memory.close();
  return outcome;
}

test('an embedder has the published time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ending = openMemory(':memory:').then((memory) => memory.reembed(hanging));
  const embedder = new Embedder(hanging).vectorsOf(['x']);
  let isOver = false;
  embedder.catch(() => (isOver = true));
  t.mock.timers.tick(options.openMemory.embedderTimeout - 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!isOver);
  t.mock.timers.tick(1);
  await assert.rejects(embedder, { code: 'embedder_timeout' });
  await ending; // of an empty memory: nobody was asked
});

test('the format version is that of a new store', () => {
  assert.equal(probe.status().formatVersion, contract.formatVersion);
});

class FailingHost extends BufferHost {
  failure = 0;

  write(file, view, offset) {
    return this.failure || super.write(file, view, offset);
  }
}

function damaged(bytes) {
  const copy = bytes.slice();
  copy[copy.length - 100] ^= 1;
  return copy;
}

async function failWith(failure) {
  const host = new FailingHost();
  const memory = await openOnHost(host);
  host.failure = failure;
  return errorOf(() => memory.add({ category: 'a', name: 'b', content: 'c' })).code;
}

/** The code with which an entry for the one item is refused; the store has a vector of width 1. */
async function putOne(entry, options) {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'b', content: '', embedding: [1] }, { model: 'mini' });
  const put = () => memory.putEmbeddings([{ category: 'a', name: 'b', ...entry }], options);
  return options ? errorOf(put).code : put().results[0].error.code;
}

async function reembedWith(embedder) {
  const memory = await openWith(1);
  return memory.reembed(embedder, { embedderTimeout: 10 }).catch(({ code }) => code);
}

/** The code with which a search is not followed, after `change`. */
async function follow(method, request, change = () => {}) {
  const memory = await openMemory(':memory:');
  const { evidence } = memory;
  evidence.save({ ...garden[4], summaryEmbedding: [1, 2] });
  const { cursor, concepts } = evidence.search({ query_text: 'roses' }, { embedding: [1, 2] });
  change(evidence, memory);
  const given = { cursor, ...(method === 'expand' && { concept_id: concepts[0].id }), ...request };
  return errorOf(() => evidence[method](given)).code;
}

const provocations = {
  invalid_argument: () => errorOf(() => probe.retrieve(5)).code,
  too_large: () =>
    errorOf(() => probe.add({ category: 'a', name: 'n'.repeat(513), content: '' })).code,
  closed: async () => {
    const memory = await openMemory(':memory:');
    memory.close();
    return errorOf(() => memory.status()).code;
  },
  read_only: async () => {
    const memory = await openMemory({ bytes: probe.exportBytes() }, { readOnly: true });
    return errorOf(() => memory.remove('a', 'b')).code;
  },
  store_busy: async () => {
    const memory = await openMemory(':memory:');
    const inside = () => memory.revision();
    return errorOf(() =>
      memory.addMany([{ category: 'a', name: 'b', content: '' }], { onProgress: inside }),
    ).code;
  },
  storage_full: () => failWith(-2),
  transaction_too_large: () => failWith(-5),
  storage_error: () => failWith(-1),
  store_damaged: () => errorOf(() => probe.importBytes(damaged(probe.exportBytes()))).code,
  not_persisted: () =>
    openMemory(':memory:', { requirePersistence: true }).catch(({ code }) => code),
  invalid_vector: () => putOne({ embedding: [0] }),
  dimension_mismatch: () => putOne({ embedding: [1, 2] }),
  model_mismatch: () => putOne({ embedding: [1] }, { model: 'other' }),
  unknown_item: () => putOne({ name: 'nobody', embedding: [1] }),
  not_found: () => errorOf(() => probe.palace.updateDrawer('nobody', {})).code,
  stale_hash: () => putOne({ hash: '0'.repeat(16), embedding: [1] }),
  unknown_event: () => errorOf(() => probe.evidence.read({ event_id: 'nobody' })).code,
  unknown_concept: () => follow('expand', { concept_id: 'nothing' }),
  no_position: () => follow('nearby', { event_id: 'roses' }),
  cursor_unknown: () => follow('expand', { cursor: 'cursor_9' }),
  cursor_expired: () => follow('expand', {}, (evidence) => evidence.search({ reset_seen: true })),
  record_changed: () => follow('expand', {}, (evidence) => evidence.remove('roses')),
  model_changed: () =>
    follow('expand', {}, (_, memory) => {
      memory.replaceEmbeddings([]);
      const entry = { face: 'evidence', id: 'roses', part: 'summary', embedding: [1, 2, 3] };
      memory.putEmbeddings([entry]);
    }),
  embedder_failed: () => reembedWith(failing),
  embedder_timeout: () => reembedWith(hanging),
  unsupported_format: () => errorOf(() => probe.importBytes(new Uint8Array(5000).fill(65))).code,
};

for (const [code, provoke] of Object.entries(provocations)) {
  test(`the error ${code} can be met`, async () => {
    assert.equal(await provoke(), code);
  });
}

test('every published error can be met, but for three, and says when', () => {
  // Not to be brought about from outside, and not in one process.
  const unreachable = ['out_of_memory', 'internal', 'options_mismatch'];
  assert.deepEqual(
    [...Object.keys(provocations), ...unreachable].sort(),
    Object.keys(errors).sort(),
  );
  for (const when of Object.values(errors)) assert.ok(when.length > 10);
});

test('every warning can be met', async (t) => {
  const memory = await openWith(1);
  const met = [
    ...memory.retrieve('\ud800', { limit: 5000 }).warnings,
    ...(await statusOfDamaged()).warnings,
    ...memory.loadSegmenter({ words: new TextEncoder().encode('no frequency') }).warnings,
    ...(await askDamagedVectors()).warnings,
    ...(await openCrowded(t)).retrieve('common', { embedding: crowd[0].embedding }).warnings,
    ...(await warningsOfUnused()),
    ...(await askWith(failing)).flushed.warnings,
    ...(await askWith(hanging)).flushed.warnings,
    ...(await addInParts()).warnings,
    ...(await askWithoutChunks()).warnings,
    ...(await fileAgain()).warnings,
  ].map(({ code }) => code);
  assert.deepEqual([...new Set(met)].sort(), Object.keys(warnings).sort());
});

/** What is said of embeddings of a question that do not go with those stored. */
async function warningsOfUnused() {
  const memory = await openMemory(':memory:', { model: 'mini' });
  memory.add({ category: 'a', name: 'b', content: 'c', embedding: [1] });
  const bad = [{ embedding: [0] }, { embedding: [1, 2] }, { embedding: [1], model: 'other' }];
  return bad.flatMap((options) => memory.retrieve('c', options).warnings);
}

/** The status of a store whose one long text is damaged in the middle. */
async function statusOfDamaged() {
  const host = new BufferHost();
  const memory = await openOnHost(host);
  memory.add({ category: 'a', name: 'b', content: 'x'.repeat(100_000) });
  memory.close();
  const { database } = host.files();
  database[database.length - 10_000] ^= 1;
  return (await openOnHost(new BufferHost({ database }))).status();
}

/** A search of events that a store keeps without their chunks. */
async function askWithoutChunks() {
  const host = new BufferHost();
  const memory = await openOnHost(host);
  memory.evidence.saveMany(garden);
  memory.close();
  const database = withEmptiedTable(host.files().database, 'chunk');
  const { evidence } = await openOnHost(new BufferHost({ database }));
  const found = evidence.search({ query_text: 'roses' });
  assert.deepEqual(ids(found), ['roses']);
  return found;
}

/** A drawer whose text is there, with other fields. */
async function fileAgain() {
  const { palace } = await openMemory(':memory:');
  const drawer = { wing: 'a', room: 'b', text: 'c' };
  palace.addDrawer(drawer);
  return palace.addDrawer({ ...drawer, hall: 'd' });
}

/** A retrieval where the one vector is damaged. */
async function askDamagedVectors() {
  const host = new BufferHost();
  const memory = await openOnHost(host);
  const embedding = new Float32Array(MAX_WIDTH).fill(1);
  memory.add({ category: 'a', name: 'b', content: 'river', embedding });
  memory.close();
  const { database } = host.files();
  database[database.length - 10_000] ^= 1;
  return (await openOnHost(new BufferHost({ database }))).retrieve('river', { embedding });
}

test('reasons and notes of evidence are those that are given', async () => {
  const evidence = await openEvents(
    numbered(30).map((event) => ({
      ...event,
      entities: [{ kind: 'concept', id: 'water', name: 'Water' }],
    })),
  );
  const replies = ['!', 'zzz'].map((query_text) => evidence.search({ query_text }));
  let { cursor } = evidence.search({ query_text: 'river' });
  for (let i = 0; i < 5; i++) {
    const reply = evidence.expand({ cursor, concept_id: 'water', limit: 8 });
    replies.push(reply);
    cursor = reply.cursor ?? cursor;
  }
  const exclude = numbered(30).map(({ id }) => id);
  replies.push(evidence.search({ query_text: 'river', exclude }));
  const reasons = replies.flatMap(({ reason = [] }) => reason);
  assert.deepEqual([...new Set(reasons)].sort(), [...contract.evidenceReasons].sort());
  const notes = replies.flatMap((reply) => reply.notes.map(({ code }) => code));
  assert.deepEqual([...new Set(notes)].sort(), [...contract.evidenceNotes].sort());
  assert.deepEqual([...contract.entityKinds].sort(), ['concept', 'person']);
});

test('the constants of evidence are those of its replies', async () => {
  const { chunkLength, chunkOverlap, excerptLength, excerptReach, ...more } = contract.constants;
  const evidence = await openEvents(numbered(60));
  const stride = chunkLength - chunkOverlap;
  assert.deepEqual(evidence.chunks('x'.repeat(chunkLength + 1)), [
    [0, chunkLength],
    [stride, chunkLength + 1],
  ]);
  evidence.save({ id: 'long', summary: 'needle', content: 'x '.repeat(excerptReach) });
  const [{ excerpt }] = evidence.search({ query_text: 'needle' }).events;
  assert.ok(excerpt.range[1] <= excerptLength);
  assert.equal(evidence.search({ query_text: 'river' }).events.length, more.eventsPerReply);
  // tests/js/evidence_bounds.test.js tries these.
  const { chainEvents, deliveryMilliseconds, deliveredIds, deliveredExcerpts, sessions, cursors } =
    more;
  assert.deepEqual(
    [chainEvents, deliveryMilliseconds, deliveredIds, deliveredExcerpts, sessions, cursors],
    [20, 900_000, 640, 640, 32, 32],
  );
});

test('a contract belongs to its caller', () => {
  probe.contract().limits.limit = 5;
  assert.equal(probe.contract().limits.limit, limits.limit);
  assertFails(() => probe.items({ limit: -1 }), 'invalid_argument', 'limit');
});
