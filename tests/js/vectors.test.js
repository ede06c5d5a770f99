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

test('retrieval without embeddings', { skip }, async (t) => {
  for (const [i, { items, queries }] of read('retrieve.json').entries()) {
    await t.test(`store ${i}: ${items.length} items`, async () => {
      const memory = await openMemory(':memory:', { profile: 'reference' });
      memory.addMany(items.map(({ embedding, ...item }) => item));
      const lexical = queries.filter(({ query_embedding }) => query_embedding === null);
      assert.ok(lexical.length > 0);
      for (const { query, options, result } of lexical) {
        compare(retrieve(memory, query, options), result, JSON.stringify({ query, options }));
      }
    });
  }
});

function retrieve(memory, query, { limit, budget_tokens, expand_links, explain }) {
  const options = { limit, budgetTokens: budget_tokens, expandLinks: expand_links, explain };
  return memory.retrieve(query, options);
}

function compare(actual, expected, what) {
  assert.equal(actual.budgetUsed, expected.budget_used, what);
  assert.equal(actual.embeddingUsed, expected.embedding_used, what);
  assert.deepEqual(actual.unresolvedLinks, expected.unresolved_links, what);
  compareEntries(actual.items, expected.items, what);
  compareEntries(actual.dropped, expected.dropped, what);
}

function compareEntries(actual, expected, what) {
  const ordered = inOrderOf(actual, expected);
  assert.deepEqual(ordered.map(exactFields), expected.map(exactFields), what);
  ordered.forEach((entry, i) => compareScores(entry, expected[i], what));
}

// The reference's names; what must be equal to the letter.
function exactFields(entry) {
  const { category, name, source, via } = entry;
  const { matched_terms = entry.matchedTerms, tokens_est = entry.tokensEst } = entry;
  return { category, name, source, via, matched_terms, tokens_est };
}

function compareScores(actual, { score, bm25_score, cos_score }, what) {
  assert.equal(actual.cosScore, cos_score, what);
  for (const [own, theirs] of [
    [actual.score, score],
    [actual.bm25Score, bm25_score],
  ]) {
    if (own === null || theirs === null) assert.equal(own, theirs, what);
    else
      assert.ok(Math.abs(own - theirs) <= SAME_BM25 * Math.abs(theirs), `${own} ${theirs} ${what}`);
  }
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
