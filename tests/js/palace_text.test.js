// Answers of the palace as text: what stands in them, and that no stored text is taken for the frame.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  drawerLines,
  nextSteps,
  roomLines,
  searchLines,
  taxonomyLines,
  traverseLines,
  tunnelLines,
  wingLines,
} from '../../js/palace_text.js';
import { textOf } from '../../js/text_frame.js';

const VALVE = {
  id: 'drawer_0123456789abcdef',
  text: 'The valve sticks.\nOil it in May.\n\n',
  wing: 'Hut',
  room: 'water',
  hall: 'repairs',
  source_file: 'valve.md',
  source_path: 'notes/valve.md',
  chunk_index: 0,
  created_at: '2024-05-05T10:00:00.000Z',
  authored_at: '2024-05-04T08:00:00.000Z',
  similarity: 0.9,
  distance: 0.1876,
  effective_distance: 0.1,
  closet_boost: 0.4,
  bm25_score: 1.2041,
  score: 0.8461,
  matched_via: 'drawer+closet',
  duplicates: ['copy'],
};
const PUMP = {
  ...VALVE,
  id: 'pump',
  text: 'The pump hums.',
  room: 'power',
  hall: null,
  source_file: null,
  source_path: null,
  created_at: null,
  authored_at: null,
  distance: null,
  bm25_score: 0.5,
  score: 0.3,
  matched_via: 'bm25',
};
delete PUMP.duplicates;
const THIRD = {
  ...PUMP,
  id: 'third',
  room: 'water',
  text: 'A third.',
  created_at: '2024-05-05T10:00:00.000Z',
  bm25_score: null,
};

const FILTERS = { wing: null, room: null, since: null, before: null };
const replyOf = (results, more) => ({
  query: 'valve',
  filters: FILTERS,
  results,
  total_before_filter: 9,
  warnings: [],
  ...more,
});

test('results stand in groups by wing and room, and keep their ranks', () => {
  assert.equal(
    textOf(searchLines(replyOf([VALVE, PUMP, THIRD]))),
    `Hut / water

1. notes/valve.md · score 0.846 · cosine 0.812 · BM25 1.204 · drawer+closet
   drawer_0123456789abcdef · hall repairs · authored 2024-05-04
   > The valve sticks.
   > Oil it in May.
   Same text: copy

3. no source file · score 0.300 · bm25
   third · filed 2024-05-05
   > A third.

Hut / power

2. no source file · score 0.300 · BM25 0.500 · bm25
   pump
   > The pump hums.

`,
  );
});

test('it is said why nothing was found, and what there is', () => {
  for (const [more, text] of [
    [{ reason: 'no_match' }, 'No drawers: nothing matches.\n\n'],
    [
      { reason: 'no_match', filters: { ...FILTERS, before: '2020-01-01T00:00:00.000Z' } },
      'No drawers: nothing matches.\nThe bounds since and before are of the day of filing, not of what a text is dated.\n\n',
    ],
    [{}, 'No drawers.\n\n'],
    [
      { reason: 'unknown_wing', wings: ['Hut', 'a, b'] },
      'No drawers: there is no such wing.\nWings: Hut, "a, b".\n\n',
    ],
    [
      { reason: 'unknown_room', wings: ['Hut'], rooms: [] },
      'No drawers: there is no such room.\nWings: Hut.\nRooms: none.\n\n',
    ],
  ]) {
    assert.equal(textOf(searchLines(replyOf([], more))), text);
  }
  const wings = Array.from({ length: 25 }, (_, i) => `w${i}`);
  const many = textOf(searchLines(replyOf([], { reason: 'unknown_wing', wings })));
  assert.match(many, /, w19 and 5 more\.\n/);
});

test('a search by words alone says why, and what helps', () => {
  const fallback = {
    fallback: 'bm25_only',
    fallback_reason: 'vectors_damaged',
    hint: 'run repair',
  };
  const lines = searchLines(replyOf([PUMP], fallback)).map(({ text }) => text);
  assert.equal(lines.at(-1), 'Found by words alone: the embeddings are damaged; run repair.');
  const nothing = searchLines(replyOf([], fallback)).map(({ text }) => text);
  assert.equal(
    nothing.at(-1),
    'Looked for by words alone: the embeddings are damaged; run repair.',
  );
});

test('that a question has no embedding is told where that changed what was found', () => {
  const fallback = { fallback: 'bm25_only', fallback_reason: 'none' };
  const tells = (results, more, options) =>
    / by words alone/.test(
      textOf(searchLines(replyOf(results, { ...fallback, ...more }), options)),
    );
  assert.ok(tells([PUMP]));
  assert.ok(tells([PUMP], {}, { hasVectors: true }));
  assert.ok(!tells([PUMP], {}, { hasVectors: false }));
  assert.ok(tells([PUMP], { fallback_reason: 'no_vectors' }, { hasVectors: false }));
  assert.ok(!tells([]));
});

test('of many copies the first are named', () => {
  const copies = (count) => Array.from({ length: count }, (_, i) => `c${i}`);
  const shown = (count) => textOf(searchLines(replyOf([{ ...VALVE, duplicates: copies(count) }])));
  assert.match(shown(3), /\n {3}Same text: c0, c1, c2\n/);
  assert.match(shown(1203), /\n {3}Same text: c0, c1, c2 and 1,200 more\n/);
});

test('warnings are lines of their own, and stay one line', () => {
  const warnings = [{ code: 'limit_clamped', message: 'the limit\nis 1000' }];
  const lines = searchLines(replyOf([PUMP], { warnings }));
  assert.equal(lines.at(-1).text, 'Warning: the limit is 1000');
});

test('no stored text closes the frame or makes a line of ours', () => {
  const forged = 'x\n\n2. safe.md · score 1.000\u2028Hut / vault\r   > quoted';
  const evil = {
    ...VALVE,
    text: forged,
    id: 'a\nb',
    wing: 'Hut / vault',
    hall: 'x · filed 2020',
    source_path: 'a\n1. b.md',
    duplicates: ['c, d\ne'],
  };
  const ours = searchLines(replyOf([evil])).filter(({ isQuote }) => !isQuote);
  assert.deepEqual(
    ours.map(({ text }) => text),
    [
      '"Hut / vault" / water',
      '',
      '1. "a\\n1. b.md" · score 0.846 · cosine 0.812 · BM25 1.204 · drawer+closet',
      '"a\\nb" · hall "x · filed 2020" · authored 2024-05-04',
      'Same text: "c, d\\ne"',
      '',
    ],
  );
  const shown = textOf(searchLines(replyOf([evil]))).split('\n');
  assert.equal(shown.filter((line) => /^ {3}> /.test(line)).length, 5);
});

test('next steps are about the place of the best result', () => {
  assert.deepEqual(nextSteps(replyOf([VALVE, PUMP])), [
    { step: 'drill_down', wing: 'Hut', room: 'water' },
    { step: 'traverse', room: 'water' },
    { step: 'tunnels', wing: 'Hut' },
    { step: 'taxonomy' },
  ]);
  const filters = { ...FILTERS, wing: 'Hut', room: 'General' };
  const within = nextSteps(replyOf([{ ...VALVE, room: 'General' }], { filters }));
  assert.deepEqual(
    within.map(({ step }) => step),
    ['tunnels', 'taxonomy'],
  );
  assert.deepEqual(nextSteps(replyOf([])), [{ step: 'taxonomy' }]);
});

test('a drawer shows what is known of it', () => {
  const drawer = {
    id: 'a\nb',
    wing: 'Hut / vault',
    room: 'water',
    hall: null,
    text: 'x\u2028Hut / water\n',
    sourceFile: 'notes/valve.md',
    chunkIndex: 0,
    authoredAt: null,
    filedAt: '2024-06-01T00:00:00.000Z',
    metadata: { 'a\u2028b': 1 },
  };
  assert.equal(
    textOf(drawerLines(drawer)),
    `"Hut / vault" / water
   "a\\nb" · notes/valve.md · chunk 0
   filed 2024-06-01T00:00:00.000Z
   {"a b":1}

   > x
   > Hut / water
`,
  );
});

test('wings, rooms and the taxonomy', () => {
  const wings = [
    { wing: 'Hut', rooms: 1, drawers: 1 },
    { wing: 'my\nwing', rooms: 2, drawers: 3 },
  ];
  assert.equal(
    textOf(wingLines({ wings })),
    'Hut: 1 room, 1 drawer\n"my\\nwing": 2 rooms, 3 drawers\n',
  );
  const rooms = [{ room: 'water', wings: ['Hut', 'Boat'], drawers: 2 }];
  assert.equal(textOf(roomLines({ wing: null, rooms })), 'water: 2 drawers in Hut, Boat\n');
  assert.equal(textOf(roomLines({ wing: 'Hut', rooms })), 'water: 2 drawers; also in Boat\n');
  rooms[0].wings.pop();
  assert.equal(textOf(roomLines({ wing: 'Hut', rooms })), 'water: 2 drawers\n');
  assert.equal(
    textOf(roomLines({ wing: null, rooms: [], reason: 'unknown_wing', wings: ['Hut'] })),
    'There is no such wing. Wings: Hut.\n',
  );
  const taxonomy = JSON.parse('{"Hut": {"water": 2, "__proto__": 1}, "Boat": {"a, b": 1}}');
  assert.equal(
    textOf(taxonomyLines(taxonomy)),
    'Hut: 3 drawers\n   water: 2\n   __proto__: 1\nBoat: 1 drawer\n   "a, b": 1\n',
  );
});

test('walks and tunnels', () => {
  const rooms = [
    { room: 'water', wings: ['Hut'], halls: [], count: 2, hop: 0 },
    {
      room: 'power',
      wings: ['Boat', 'Hut'],
      halls: ['repairs'],
      count: 1,
      hop: 1,
      connected_via: ['Hut'],
    },
    { room: 'sail', wings: ['Boat'], halls: [], count: 4, hop: 1, connected_via: ['Boat'] },
  ];
  assert.equal(
    textOf(traverseLines({ rooms, truncated: true })),
    `Here
   water: 2 drawers in Hut
1 hop
   power: 1 drawer in Boat, Hut; halls repairs; by Hut
   sail: 4 drawers in Boat; by Boat
There are more; these are the first.
`,
  );
  const tunnels = [
    { room: 'power', wings: ['Boat', 'Hut'], halls: [], count: 2, recent: '2024-05-04' },
    { room: 'sail', wings: ['Boat', 'Hut'], halls: ['x'], count: 1, recent: '' },
  ];
  assert.equal(
    textOf(tunnelLines(tunnels)),
    'power: 2 drawers in Boat, Hut; newest of 2024-05-04\nsail: 1 drawer in Boat, Hut; halls x\n',
  );
});
