// What SPEC's palace face answers, to the digit: ../shared/vectors/palace beside the checkout, in profile
// `reference`. A checkout without it skips this file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { errorOf } from '../support/errors.js';

const folder = new URL('../../../shared/vectors/palace/', import.meta.url);
const skip = !existsSync(folder) && 'skipped: no ../shared';
const SAME = 1e-6; // scores

const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

async function openPalace() {
  const { palace } = await openMemory(':memory:', { profile: 'reference' });
  return palace;
}

// ---- Search ----

test(
  'searches give the same drawers in the same order with the same scores',
  { skip },
  async (t) => {
    let found = 0;
    let byWords = 0;
    for (const [i, { drawers, closets, queries }] of read('search.json').entries()) {
      await t.test(`store ${i}: ${drawers.length} drawers`, async () => {
        const palace = await openPalace();
        palace.addDrawers(drawers.map(drawerOf));
        for (const closet of closets) palace.addCloset(closetOf(closet));
        for (const query of queries) {
          const reply = search(palace, query);
          compare(reply, query);
          found += query.results.length;
          byWords += Number(reply.fallback !== undefined);
        }
      });
    }
    assert.ok(found > 100 && byWords > 10, `${found} drawers, ${byWords} searches by words alone`);
  },
);

const drawerOf = ({ source_file, chunk_index, authored_at, filed_at, ...drawer }) => ({
  ...drawer,
  sourceFile: source_file,
  chunkIndex: chunk_index,
  authoredAt: authored_at,
  filedAt: filed_at,
});

const closetOf = ({ source_file, ...closet }) => ({ ...closet, sourceFile: source_file });

function search(palace, { query, query_embedding: embedding, options }) {
  const { strategy, vector_disabled, ...request } = options;
  return palace.search(
    { query, ...request, candidateStrategy: strategy, vectorDisabled: vector_disabled },
    { embedding },
  );
}

function compare({ results }, query) {
  const what = JSON.stringify({ ...query, query_embedding: undefined });
  assert.deepEqual(
    results.map(({ id }) => id),
    query.results.map(({ id }) => id),
    what,
  );
  for (const [i, { id: _id, ...numbers }] of query.results.entries()) {
    for (const [name, expected] of Object.entries(numbers)) {
      assertNear(results[i][name], expected, `${name} of ${results[i].id}: ${what}`);
    }
  }
}

function assertNear(value, expected, what) {
  if (expected === null) assert.equal(value, null, what);
  else assert.ok(Math.abs((value ?? 0) - expected) <= SAME, `${value}, not ${expected}; ${what}`);
}

// ---- Structure ----

test('the structure is the same', { skip }, async (t) => {
  for (const [i, store] of read('graph.json').entries()) {
    await t.test(`store ${i}: ${store.drawers.length} drawers`, async () => {
      const palace = await openPalace();
      palace.addDrawers(store.drawers.map(textOf));
      assert.deepEqual(palace.taxonomy(), store.taxonomy);
      const { warnings, ...stats } = palace.graphStats();
      assert.deepEqual([warnings, stats], [[], store.graph_stats]);
      for (const { wing_a, wing_b, result } of store.find_tunnels) {
        assert.deepEqual(palace.findTunnels(wing_a, wing_b), result, `${wing_a} ${wing_b}`);
      }
      for (const walk of store.traverse) compareWalk(palace, walk);
    });
  }
});

const textOf = ({ wing, room, hall, date }, i) => ({
  wing,
  room,
  hall,
  text: `text ${i}`,
  authoredAt: date,
});

function compareWalk(palace, { start_room, max_hops, result }) {
  const what = `${start_room}, ${max_hops} hops`;
  if (Array.isArray(result)) {
    assert.deepEqual(palace.traverse(start_room, max_hops).rooms, result, what);
    return;
  }
  const { code, detail } = errorOf(() => palace.traverse(start_room, max_hops));
  assert.deepEqual([code, detail], ['not_found', { suggestions: result.suggestions }], what);
}
