// What the reference answers, to the digit: the vectors of ../shared/vectors/wiki beside the
// checkout, in profile `reference`. A checkout without them skips this file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';

const folder = new URL('../../../shared/vectors/wiki/', import.meta.url);
const skip = !existsSync(folder) && 'skipped: no ../shared';
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const SAME_BM25 = 1e-9; // relative
const SAME_COSINE = 1e-5; // the reference computes these two in 32 bits
const SAME_FUSED = 1e-4;
const MAY_SWAP = 1e-6; // entries whose scores differ by less

test('tokens and their estimates', { skip }, async () => {
  const memory = await openMemory(':memory:', { profile: 'reference' });
  const vectors = read('tokenize.json');
  assert.ok(vectors.length > 100);
  for (const { text, tokens, est_tokens } of vectors) {
    assert.deepEqual(memory.tokenize(text), tokens, text);
    assert.equal(memory.estTokens(text), est_tokens, text);
  }
});

test('links', { skip }, async () => {
  const memory = await openMemory(':memory:', { profile: 'reference' });
  for (const { text, links } of read('links.json')) {
    const found = memory.parseLinks(text).map(({ category, name }) => [category, name]);
    assert.deepEqual(found, links, text);
  }
});

test('retrieval, by words alone and with embeddings', { skip }, async (t) => {
  let hybrid = 0;
  for (const [i, { items, queries }] of read('retrieve.json').entries()) {
    await t.test(`store ${i}: ${items.length} items`, async () => {
      const without = await openMemory(':memory:', { profile: 'reference' });
      without.addMany(items.map(({ embedding, ...item }) => item));
      const memory = await openMemory(':memory:', { profile: 'reference' });
      memory.addMany(items.map(withoutZeros));
      for (const query of queries) {
        const isHybrid = query.query_embedding !== null;
        compare(retrieve(isHybrid ? memory : without, query), query);
        hybrid += Number(isHybrid);
      }
    });
  }
  assert.ok(hybrid > 100, `${hybrid} queries with an embedding`);
});

// All zeros stand for none.
function withoutZeros({ embedding, ...item }) {
  return embedding?.some((number) => number !== 0) ? { ...item, embedding } : item;
}

function retrieve(memory, { query, options, fusion_weight, query_embedding }) {
  const { limit, budget_tokens, expand_links, explain } = options;
  return memory.retrieve(query, {
    limit,
    budgetTokens: budget_tokens,
    expandLinks: expand_links,
    explain,
    embedding: query_embedding,
    fusionWeight: fusion_weight ?? undefined,
  });
}

function compare(actual, { query, options, fusion_weight, result: expected }) {
  const what = JSON.stringify({ query, options, fusion_weight });
  assert.equal(actual.budgetUsed, expected.budget_used, what);
  assert.equal(actual.embeddingUsed, expected.embedding_used, what);
  assert.deepEqual(actual.unresolvedLinks, expected.unresolved_links, what);
  compareEntries(actual.items, expected.items, { what, isFused: actual.embeddingUsed });
  compareEntries(actual.dropped, expected.dropped, { what, isFused: actual.embeddingUsed });
}

function compareEntries(actual, expected, { what, isFused }) {
  const ordered = inOrderOf(actual, expected);
  assert.deepEqual(ordered.map(exactFields), expected.map(exactFields), what);
  ordered.forEach((entry, i) => compareScores(entry, expected[i], { what, isFused }));
}

// The reference's names; what must be equal to the letter.
function exactFields(entry) {
  const { category, name, source, via } = entry;
  const { matched_terms = entry.matchedTerms, tokens_est = entry.tokensEst } = entry;
  return { category, name, source, via, matched_terms, tokens_est };
}

function compareScores(actual, { score, bm25_score, cos_score }, { what, isFused }) {
  const bm25 = (theirs) => SAME_BM25 * Math.abs(theirs);
  assertNear(actual.bm25Score, bm25_score, bm25(bm25_score), `bm25 ${what}`);
  assertNear(actual.cosScore, cos_score, SAME_COSINE, `cosine ${what}`);
  assertNear(actual.score, score, isFused ? SAME_FUSED : bm25(score), `score ${what}`);
}

function assertNear(own, theirs, tolerance, what) {
  if (own === null || theirs === null) assert.equal(own, theirs, what);
  else assert.ok(Math.abs(own - theirs) <= tolerance, `${own} ${theirs} ${what}`);
}

// Our entries in the order of the reference's, as far as swaps of near ties lead there.
function inOrderOf(actual, expected) {
  const ordered = [...actual];
  expected.forEach(({ category, name }, i) => {
    const j = ordered.findIndex((entry) => entry.category === category && entry.name === name);
    if (j > i && Math.abs(ordered[j].score - ordered[i].score) < MAY_SWAP) {
      [ordered[i], ordered[j]] = [ordered[j], ordered[i]];
    }
  });
  return ordered;
}
