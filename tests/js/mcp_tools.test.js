// Case 51: every tool through the SDK's own client, which holds each answer against the schema of its tool: what
// it gives, what it refuses, and how the text reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { TOOLS } from '../../js/mcp/tools.js';
import { furnishedMemory, newHost } from '../support/mcp.js';

/** Calls of each tool that succeed, and between them show all of its answer. */
const SUCCESSES = {
  memory_add: [
    { category: 'garden', name: 'peas', content: 'Sow early.', ts: '2024-03-01' },
    {
      items: [
        { category: 'a', name: 'b', content: '\ud800', metadata: { aB: 1 }, source_conv: 'talk' },
        {
          category: 'a',
          name: 'c',
          content: '',
          owner: 'anna',
          sequence: { id: 'x', position: 1 },
        },
      ],
    },
  ],
  memory_retrieve: [
    { query: 'when do I water the tomatoes' },
    {
      query: 'valve',
      limit: 5000,
      categories: ['garden'],
      since: '2000-01-01',
      before: '2100-01-01',
    },
    { query: 'water valve', budget_tokens: 1, expand_links: false },
    { query: 'valve zzz', min_confidence: 1 },
    { query: 'zzz', min_confidence: 0.5 },
    { query: '' },
    { query: 'zzz' },
  ],
  memory_database_search: [
    { operation: 'search', query_text: 'pump', session: 'a' },
    { operation: 'search', query_text: 'pump', session: 'a' },
    { operation: 'search', query_text: '!!!' },
    { operation: 'search' },
    { operation: 'read', event_id: 'roof', start: 10, limit: 20 },
    { operation: 'read', event_id: 'hut_ch01_e01' },
  ],
  mempalace_search: [
    { query: 'valve pump' },
    { query: 'valve', wing: 'garden', room: 'WATER', limit: 1, since: '', before: '' },
    { query: 'pump', candidate_strategy: 'union', max_distance: 1.5, vector_disabled: true },
    { query: 'valve', wing: 'none' },
    { query: 'valve', wing: 'garden', room: 'none' },
    { query: 'zzz' },
    { query: '' },
    { query: 'valve', limit: 5000 },
  ],
  mempalace_list_wings: [{}],
  mempalace_list_rooms: [{}, { wing: 'garden' }, { wing: '' }, { wing: 'none' }],
  mempalace_get_taxonomy: [{}],
  mempalace_traverse: [{ start_room: 'water' }, { start_room: 'beds', max_hops: 0 }],
  mempalace_find_tunnels: [
    {},
    { wing_a: 'Garden', wing_b: 'hut' },
    { wing_a: '' },
    { wing_a: 'none' },
  ],
  mempalace_add_drawer: [
    { wing: 'Hut', room: 'roof', text: 'Larch shingles.', metadata: { a_b: 1 }, chunk_index: 0 },
    {
      wing: 'Hut',
      room: 'roof',
      text: 'Larch.',
      id: 'r',
      source_file: 'a.md',
      authored_at: '2024-01-01',
    },
    { wing: 'Hut', room: 'roof', text: 'Larch.', id: 'r', hall: 'facts', filed_at: '' },
  ],
  mempalace_status: [{}],
};

/** Calls of each tool that fail, and what the sentence says. */
const FAILURES = {
  memory_add: [
    [{}, /^Error invalid_argument: give category, name and content of one item, or items/],
    [{ category: 'a', name: 'b' }, /content is missing/],
    [
      { category: 'a', name: 'b', content: 'c', items: [] },
      /items must NOT have fewer than 1 items/,
    ],
    [{ category: 'A b', name: 'b', content: 'c' }, /category/],
    [{ items: [{ category: 'a', name: 'b', content: 'c', ts: 'soon' }] }, /ts/],
    [{ items: [{ category: 'a', name: 'b', content: 3 }] }, /content must be string/],
  ],
  memory_retrieve: [
    [{}, /required property 'query'/],
    [{ query: 'a', since: 'yesterday' }, /since/],
    [{ query: 'a', limit: -1 }, /limit must be >= 0/],
    [{ query: 'a', min_confidence: 1.5 }, /min_confidence must be <= 1/],
    [{ query: 'a', min_confidence: 'high' }, /min_confidence must be number/],
  ],
  memory_database_search: [
    [{}, /required property 'operation'/],
    [{ operation: 'find' }, /operation must be equal to one of the allowed values/],
    [{ operation: 'search', since: 'soon' }, /^Error invalid_argument: since/],
    [{ operation: 'search', event_id: 'roof' }, /event_id/],
    [{ operation: 'read', event_id: 'none' }, /^Error unknown_event/],
    [{ operation: 'expand', cursor: 'none', concept_id: 'concept_1' }, /^Error cursor_unknown/],
    [{ operation: 'nearby', cursor: 'x', event_id: 'y', before: 'soon' }, /before/],
    [{ operation: 'search', session: '' }, /session/],
  ],
  mempalace_search: [
    [{ query: 3 }, /query must be string/],
    [{ query: 'a', since: '2024-13-01' }, /since/],
    [{ query: 'a', candidate_strategy: 'all' }, /candidate_strategy/],
    [{ query: 'a', max_distance: -1 }, /max_distance must be >= 0/],
  ],
  mempalace_list_wings: [[{ wing: 'a' }, /wing is unknown here; none is/]],
  mempalace_list_rooms: [[{ wing: 3 }, /wing must be string/]],
  mempalace_get_taxonomy: [[{ limit: 3 }, /limit is unknown/]],
  mempalace_traverse: [
    [{ start_room: 'wat' }, /^Error not_found: .*\nDid you mean: water\n$/],
    [{ start_room: 'general' }, /^Error not_found/],
    [{ start_room: 'water', max_hops: 11 }, /max_hops must be <= 10/],
  ],
  mempalace_find_tunnels: [[{ wing_a: 'a', wing_c: 'b' }, /wing_c is unknown/]],
  mempalace_add_drawer: [
    [{ wing: 'a', room: 'b' }, /required property 'text'/],
    [{ wing: ' ', room: 'b', text: 'c' }, /wing/],
    [{ wing: 'a', room: 'b\nc', text: 'c' }, /room/],
    [{ wing: 'a', room: 'b', text: ' ' }, /text/],
    [{ wing: 'a', room: 'b', text: 'c', authored_at: 'soon' }, /authored/],
  ],
  mempalace_status: [[{ all: true }, /all is unknown/]],
};

for (const { name } of TOOLS) {
  test(`${name}: its answers are of its schema`, async (t) => {
    const { call, logs } = await newHost(t, await furnishedMemory(t));
    for (const args of SUCCESSES[name]) {
      const { isError, text } = await call(name, args);
      assert.ok(!isError, `${JSON.stringify(args)}: ${text}`);
      assert.match(text, /^\S.*\n$/s, 'a text of lines');
    }
    assert.deepEqual(logs, []);
  });

  test(`${name}: its errors break no schema, and change nothing`, async (t) => {
    const memory = await furnishedMemory(t);
    const before = memory.revision();
    const { call, logs } = await newHost(t, memory);
    const unknown = [
      { ...SUCCESSES[name][0], no_such: 1 },
      /^Error invalid_argument: no_such is unknown/,
    ];
    for (const [args, sentence] of [...FAILURES[name], unknown]) {
      const { isError, text } = await call(name, args);
      assert.ok(isError, JSON.stringify(args));
      assert.match(text, /^Error [a-z_]+: .*\n$/s);
      assert.match(text, sentence);
    }
    assert.equal(memory.revision(), before);
    assert.deepEqual(logs, []);
  });
}

/** The calls of each tool that takes dates; `given` are those. */
const DATED = {
  memory_retrieve: (given) => ({ query: 'water valve', ...given }),
  memory_database_search: (given) => ({ operation: 'search', include_delivered: true, ...given }),
  mempalace_search: (given) => ({ query: 'valve pump', ...given }),
};

for (const [name, argumentsOf] of Object.entries(DATED)) {
  test(`${name}: a year or a month is its first moment, and it says so`, async (t) => {
    const { client, call } = await newHost(t, await furnishedMemory(t));
    const found = async (given) => {
      const { data, text, isError } = await call(name, argumentsOf(given));
      assert.ok(!isError, text);
      return (data.items ?? data.events ?? data.results).length;
    };
    const all = await found({});
    assert.ok(all > 1);
    assert.equal(await found({ since: '2024' }), all);
    assert.equal(await found({ since: '2024-03', before: '2025' }), all);
    assert.equal(await found({ since: '2024-07' }), 0);
    assert.equal(await found({ before: '2024' }), 0);
    for (const wrong of [{ since: '2024-13' }, { before: '24' }]) {
      assert.match((await call(name, argumentsOf(wrong))).text, /^Error invalid_argument: /);
    }
    const { tools } = await client.listTools();
    const { properties } = tools.find((tool) => tool.name === name).inputSchema;
    for (const field of [properties.since, properties.before])
      assert.match(field.description, /a year or a month/);
  });
}

test('a tool that there is not is an error of the protocol', async (t) => {
  const { client } = await newHost(t, await furnishedMemory(t));
  const call = client.callTool({ name: 'memory_forget', arguments: {} });
  await assert.rejects(call, {
    code: -32602,
    message: /there is no tool memory_forget; there are/,
  });
});

test('an error that is not ours is told to the log alone', async (t) => {
  const memory = await furnishedMemory(t);
  const { call, logs } = await newHost(t, memory);
  memory.retrieve = () => {
    throw new TypeError('of the inside');
  };
  const { isError, text } = await call('memory_retrieve', { query: 'a' });
  assert.deepEqual([isError, text.includes('inside')], [true, false]);
  assert.match(logs.join('\n'), /of the inside/);
});

test('a closed memory says so', async (t) => {
  const memory = await furnishedMemory(t);
  const { call } = await newHost(t, memory);
  memory.close();
  const { text } = await call('mempalace_status', {});
  assert.match(text, /^Error closed: /);
});

test('hosts are told what a tool does to the memory', async (t) => {
  const { client } = await newHost(t, await furnishedMemory(t));
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  assert.deepEqual(
    writing.map(({ name }) => name),
    ['memory_add', 'mempalace_add_drawer'],
  );
  for (const { name } of tools) {
    const memory = await furnishedMemory(t);
    const before = memory.revision();
    const { call } = await newHost(t, memory);
    for (const args of SUCCESSES[name]) await call(name, args);
    const wrote = memory.revision() !== before;
    assert.equal(
      wrote,
      writing.some((tool) => tool.name === name),
      name,
    );
  }
});

test('a host is told how the memory is used, with tools that there are', async (t) => {
  const { client, call } = await newHost(t, await furnishedMemory(t));
  const known = TOOLS.map(({ name }) => name);
  const { data } = await call('mempalace_status', {});
  for (const text of [client.getInstructions(), data.protocol]) {
    const named = text.match(/\bmem[a-z]+_[a-z_]+\b/g).filter((name) => name !== 'mempalace_');
    assert.ok(named.length > 0);
    for (const name of named) assert.ok(known.includes(name), name);
  }
  assert.equal(client.getServerVersion().name, 'loci');
});

test('what was found reads with where it is from', async (t) => {
  const { call } = await newHost(t, await furnishedMemory(t));
  const { text: kept } = await call('memory_retrieve', { query: 'tomatoes dawn' });
  assert.match(
    kept,
    /^1\. garden:tomatoes · score \d\.\d{3} · 2024-05-07T00:00:00\.000Z\n {3}> Water at dawn, see \[\[garden:drip line\]\]\.\n2\. garden:drip line · linked from tomatoes · .*\n {3}> Runs for 20 minutes, valve 2\.\nConfidence [01]\.\d\d\n$/,
  );
  const { text: found } = await call('memory_database_search', {
    operation: 'search',
    query_text: 'leak',
  });
  assert.match(found, /^1\. hut_ch01_e01 · 2024-05-04 · score /);
  const { text: filed } = await call('mempalace_search', { query: 'valve pump' });
  assert.match(filed, /^Hut \/ water\n\n1\. .*\n {3}.*\n {3}> The pump came by mule\.\n/);
  assert.match(filed, /^Garden \/ water\n\n2\. /m);
  assert.match(filed, /^- mempalace_search with wing Hut and room water$/m);
  const steps = filed.split('Next steps:\n')[1].match(/\bmempalace_\w+/g);
  const known = TOOLS.map(({ name }) => name);
  assert.ok(steps.length > 1 && steps.every((name) => known.includes(name)));
});

test('what is not surely covered is said first, and the nearest is given all the same', async (t) => {
  const { client, call } = await newHost(t, await furnishedMemory(t));
  const query = 'does the valve of the submarine whistle';
  const plain = await call('memory_retrieve', { query });
  const floored = await call('memory_retrieve', { query, min_confidence: 1 });
  assert.ok(plain.data.confidence > 0 && plain.data.confidence < 1);
  assert.deepEqual(floored.data, { ...plain.data, reason: 'low_confidence' });
  const surety = plain.data.confidence.toFixed(2);
  const first = `No memory covers this surely (confidence ${surety}); the nearest:\n1. garden:`;
  assert.ok(floored.text.startsWith(first), floored.text);
  assert.ok(plain.text.endsWith(`\nConfidence ${surety}\n`), plain.text);
  const none = await call('memory_retrieve', { query: 'zzz', min_confidence: 0.5 });
  assert.deepEqual([none.data.confidence, none.text], [0, 'Nothing found.\n']);
  assert.match(client.getInstructions(), /confidence \(0 to 1\)/);
});

test('names of every object are names of wings like any', async (t) => {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  const { call } = await newHost(t, memory);
  const wings = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  for (const wing of wings) {
    const { isError } = await call('mempalace_add_drawer', { wing, room: '__proto__', text: wing });
    assert.ok(!isError);
  }
  const { data, text } = await call('mempalace_get_taxonomy', {});
  assert.deepEqual(
    Object.entries(data.taxonomy).map(([wing, rooms]) => [wing, Object.entries(rooms)]),
    wings.map((wing) => [wing, [['__proto__', 1]]]),
  );
  for (const wing of wings) assert.ok(text.includes(`${wing}: 1 drawer\n`), wing);
});
