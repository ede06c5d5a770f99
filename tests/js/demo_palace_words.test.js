// What the demo page says of the palace, and where its addresses lead.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { doorsOf, passagesOf } from '../../demo/page/palace_passages.js';
import { planOf } from '../../demo/page/palace_plan.js';
import {
  fromDrawer,
  fromResult,
  nothingInWords,
  placeInWords,
  sizeInWords,
  sourceInWords,
  summaryOf,
} from '../../demo/page/palace_words.js';
import { parseRoute, placeHash } from '../../demo/page/router.js';

test('a place in the palace has an address, whatever its name', () => {
  const places = [
    {},
    { wing: 'Boat' },
    { wing: 'a/b #?', room: '100 %' },
    { wing: '船', room: '..' },
  ];
  for (const place of places)
    assert.deepEqual(parseRoute(placeHash(place)), { view: 'palace', ...place });
  assert.equal(placeHash({ wing: 'Boat', room: 'Hull' }), '#/palace/Boat/Hull');
  assert.equal(placeHash({ room: 'Hull' }), '#/palace');
  assert.deepEqual(parseRoute('#/palace//Hull'), { view: 'palace' });
});

test('places and sizes in words', () => {
  assert.equal(placeInWords({}), 'the palace');
  assert.equal(placeInWords({ wing: 'Boat' }), 'Boat');
  assert.equal(placeInWords({ wing: 'Boat', room: 'Hull' }), 'Boat / Hull');
  assert.equal(
    sizeInWords({ wings: [1], rooms: 2, drawers: 1200 }),
    '1 wing, 2 rooms, 1,200 drawers',
  );
});

const reply = (more) => ({ results: [], total_before_filter: 50, ...more });

test('a search says what it found, where, and why meaning took no part', () => {
  const found = { results: [1, 2] };
  assert.equal(summaryOf(reply(found), {}), '2 of 50 drawers in the palace');
  const byWords = { ...found, fallback: 'bm25_only', fallback_reason: 'no_vectors' };
  assert.equal(
    summaryOf(reply(byWords), { wing: 'Boat' }),
    '2 of 50 drawers in Boat, by words alone: no drawer has a vector yet.',
  );
  const damaged = { ...byWords, fallback_reason: 'vectors_damaged', hint: 'run repair' };
  assert.match(
    summaryOf(reply(damaged), {}),
    /the vectors are damaged\. To mend that: run repair\.$/,
  );
  assert.match(
    summaryOf(reply({ ...byWords, fallback_reason: 'odd' }), {}),
    /by words alone: odd\.$/,
  );
  assert.equal(summaryOf(reply(byWords && { fallback: 'bm25_only' }), {}), 'Nothing found');
});

test('a search that finds nothing says why', () => {
  assert.match(nothingInWords(reply({ reason: 'no_query_terms' }), {}), /only marks or blanks/);
  assert.equal(
    nothingInWords(reply({ reason: 'no_match' }), { wing: 'Boat', room: 'Hull' }),
    'Nothing fits among the 50 drawers in Boat / Hull.',
  );
});

test('drawers and results look the same to the cards', () => {
  const place = { id: 'd', wing: 'Boat', room: 'Hull', hall: null, text: 'oak' };
  const drawer = { ...place, sourceFile: 'a/log.md', chunkIndex: 1, authoredAt: 'A', filedAt: 'F' };
  const result = {
    ...place,
    source_file: 'log.md',
    source_path: 'a/log.md',
    chunk_index: 1,
    authored_at: 'A',
    created_at: 'F',
  };
  assert.deepEqual(fromDrawer(drawer), fromResult(result));
  assert.equal(sourceInWords(fromDrawer(drawer)), 'log.md, part 2');
  assert.equal(sourceInWords({ source: 'log.md', part: null }), 'log.md');
  assert.equal(sourceInWords(fromDrawer({ ...drawer, sourceFile: null })), '');
});

test('tunnels join rooms of one name from wing to wing, and those that were drawn', () => {
  const wing = (name, rooms) => ({
    wing: name,
    rooms: rooms.map((room) => ({ room, count: 2 })),
    count: 2 * rooms.length,
  });
  const plan = planOf([wing('a', ['x', 'y']), wing('b', ['x']), wing('c', ['x'])], {
    width: 400,
    height: 300,
  });
  const palace = {
    shared: [{ room: 'x', wings: ['a', 'b', 'c'] }],
    tunnels: [
      { from: { wing: 'a', room: 'y' }, to: { wing: 'b', room: 'x' } },
      { from: { wing: 'a', room: 'y' }, to: { wing: 'not on the map', room: 'x' } },
    ],
  };
  const passages = passagesOf(plan, palace);
  assert.deepEqual(
    passages.map(({ ends, isDrawn }) => [...ends.map((end) => end.replace('\0', ' ')), isDrawn]),
    [
      ['a x', 'b x', false],
      ['b x', 'c x', false],
      ['a y', 'b x', true],
    ],
  );
  assert.equal(doorsOf(passages).length, 4);
});
