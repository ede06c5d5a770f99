// What SPEC's evidence face answers, to the digit: ../shared/vectors/evidence.json beside the checkout,
// in profile `reference`. A checkout without it skips this file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';

const path = new URL('../../../shared/vectors/evidence.json', import.meta.url);
const skip = !existsSync(path) && 'skipped: no ../shared';
const SAME = 1e-9; // scores

test(
  'searches give the same events in the same order with the same scores',
  { skip },
  async (t) => {
    let found = 0;
    let withVectors = 0;
    for (const [i, { events, queries }] of JSON.parse(readFileSync(path, 'utf8')).entries()) {
      await t.test(`store ${i}: ${events.length} events`, async () => {
        const { evidence } = await openMemory(':memory:', { profile: 'reference' });
        evidence.saveMany(events.map(eventOf));
        for (const { id, chunks } of events) {
          assert.deepEqual(
            evidence.get(id).chunks,
            chunks.map(([start, end]) => [start, end]),
          );
        }
        for (const query of queries) {
          compare(search(evidence, query), query);
          found += query.ids.length;
          withVectors += Number(query.query_embedding !== null);
        }
      });
    }
    assert.ok(found > 100 && withVectors > 50, `${found} events, ${withVectors} embeddings`);
  },
);

function eventOf({
  id,
  summary,
  content,
  entities,
  written_at,
  summary_embedding,
  chunk_embeddings,
}) {
  return {
    id,
    summary,
    content,
    entities: entities.map((name) => ({ kind: 'concept', name })),
    writtenAt: written_at,
    summaryEmbedding: summary_embedding,
    chunkEmbeddings: chunk_embeddings,
  };
}

// Each in a session of its own; `delivered` is what the host has on record.
function search(evidence, { query_text, query_embedding, filters, delivered }) {
  const request = { query_text, ...filters, exclude: delivered, reset_seen: true };
  return evidence.search(request, { embedding: query_embedding });
}

function compare({ events }, query) {
  const what = JSON.stringify({ ...query, query_embedding: undefined });
  assert.deepEqual(
    events.map(({ id }) => id),
    query.ids,
    what,
  );
  for (const { id, score } of events) {
    if (query.scores === null) assert.equal(score, null, what);
    else assert.ok(Math.abs(score - query.scores[id]) <= SAME, `${score} ${what}`);
  }
}
