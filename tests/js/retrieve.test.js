// retrieve() as a whole: its fields, what each option changes, and where profile `reference` differs
// from `default`. Cases that users met are in tests/js/cases.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { inEveryWay, namesOf } from '../support/memories.js';

const items = [
  { category: 'b', name: 'weak', content: `river ${'word '.repeat(30)}`, ts: '2024-03-01' },
  {
    category: 'a',
    name: 'best',
    content: 'river river [[b:linked]]',
    ts: '2024-01-01',
    owner: 'Ada',
  },
  { category: 'b', name: 'linked', content: 'no such word', metadata: { page: 3 } },
  { category: 'a', name: 'other', content: 'stone', ts: '2024-02-01' },
];

test('hits by falling score, each followed by what it links to', () =>
  inEveryWay(items, (memory) => {
    const result = memory.retrieve('river');
    assert.deepEqual(
      result.items.map(({ name, source, via }) => [name, source, via]),
      [
        ['best', 'hit', null],
        ['linked', 'link', 'best'],
        ['weak', 'hit', null],
      ],
    );
    const [best, linked, weak] = result.items;
    assert.ok(best.score > weak.score && weak.score > 0);
    assert.deepEqual([best.owner, linked.metadata], ['Ada', { page: 3 }]);
    assert.equal(result.budgetUsed, best.tokensEst + linked.tokensEst + weak.tokensEst);
    assert.equal(result.revision, memory.revision());
    assert.deepEqual([result.embeddingUsed, result.embeddingReason], [false, 'none']);
  }));

test('the limit counts hits, not links', () =>
  inEveryWay(items, (memory) => {
    assert.deepEqual(namesOf(memory, 'river', { limit: 1 }), ['best', 'linked']);
    assert.deepEqual(namesOf(memory, 'river', { limit: 0 }), []);
    assert.deepEqual(namesOf(memory, 'river', { expandLinks: false }), ['best', 'weak']);
  }));

test('explain adds terms, shares and what was dropped, and changes nothing else', () =>
  inEveryWay(items, (memory) => {
    const withTerms = memory.retrieve('river word', { explain: true });
    const plain = memory.retrieve('river word');
    const stripped = withTerms.items.map(({ terms, shares, context, ...entry }) => entry);
    const { cosineWeight, ...others } = withTerms;
    assert.equal(cosineWeight, null);
    assert.deepEqual({ ...others, items: stripped }, plain);
    for (const { shares, score } of withTerms.items) {
      assert.deepEqual(shares, score === null ? null : { bm25: score, cosine: 0 });
    }
    const weak = withTerms.items.find(({ name }) => name === 'weak');
    assert.deepEqual(
      weak.terms.map(({ term, kind, tf, df }) => [term, kind, tf, df]),
      [
        ['river', 'word', 1, 2],
        ['word', 'word', 30, 2],
      ],
    );
  }));

test('tokensEst is of name and content, as estTokens gives it', () =>
  inEveryWay(items, (memory) => {
    for (const { name, content, tokensEst } of memory.retrieve('river').items) {
      assert.equal(tokensEst, memory.estTokens(`${name}\n${content}`));
    }
  }));

test('since is inclusive, before exclusive, in any spelling of the moment', () =>
  inEveryWay(items, (memory) => {
    const found = (options) => namesOf(memory, 'river stone', { expandLinks: false, ...options });
    assert.deepEqual(found({ since: '2024-02-01' }), ['other', 'weak']);
    assert.deepEqual(found({ since: '2024-02-01', before: '2024-03-01' }), ['other']);
    assert.deepEqual(found({ since: '2024-02-01T02:00:00+02:00' }), ['other', 'weak']);
    assert.deepEqual(found({ before: new Date('2024-01-01T00:00:00.001Z') }), ['best']);
    assert.deepEqual(found({ since: null, before: null }).length, 3);
  }));

test('a term that the query repeats counts each time', () =>
  inEveryWay(items, (memory) => {
    const alone = { limit: 1, context: 'off' };
    const scoreOf = (query) => memory.retrieve(query, alone).items[0].score;
    assert.equal(scoreOf('river river'), 2 * scoreOf('river'));
  }));

test('an update moves an item to the end of its ties', async () => {
  const memory = await openMemory(':memory:');
  for (const name of ['x', 'y', 'z', 'x']) memory.add({ category: 'a', name, content: 'river' });
  assert.deepEqual(namesOf(memory, 'river'), ['y', 'z', 'x']);
});

const both = async (content, check) => {
  for (const profile of ['default', 'reference']) {
    const memory = await openMemory(':memory:', { profile });
    memory.add({ category: 'a', name: 'hub', content });
    memory.add({ category: 'a', name: 'leaf', content: 'leaf' });
    check(memory, profile === 'reference');
  }
};

test('reference follows links in code, default does not', () =>
  both('river `[[a:leaf]]`', (memory, reference) => {
    assert.deepEqual(namesOf(memory, 'river'), reference ? ['hub', 'leaf'] : ['hub']);
  }));

test('default resolves aliases and anchors, reference takes them as names', () =>
  both('river [[a:leaf|that]] [[a:leaf#top]]', (memory, reference) => {
    const { items, unresolvedLinks } = memory.retrieve('river');
    assert.equal(items.length, reference ? 1 : 2);
    assert.deepEqual(unresolvedLinks, reference ? ['[[a:leaf|that]]', '[[a:leaf#top]]'] : []);
  }));

test('default finds every script and identifiers whole, reference does not', () =>
  both('река getUserById café', (memory, reference) => {
    for (const query of ['река', 'user', 'cafe']) {
      assert.equal(namesOf(memory, query).length, reference ? 0 : 1, query);
    }
    assert.deepEqual(namesOf(memory, 'getuserbyid'), ['hub']);
  }));

test('default counts letters outside ASCII as tokens, reference only CJK', () =>
  both('river', (memory, reference) => {
    assert.equal(memory.estTokens('река'), reference ? 0 : 4);
    assert.equal(memory.estTokens('海边 trip'), 3);
  }));

test('one ideograph finds bigrams in default only', () =>
  both('喜欢海边', (memory, reference) => {
    assert.deepEqual(namesOf(memory, '海'), reference ? [] : ['hub']);
    assert.deepEqual(namesOf(memory, '海边'), ['hub']);
  }));

test('the same store answers in either profile', async () => {
  const memory = await openMemory(':memory:');
  memory.addMany(items);
  const reference = await openMemory({ bytes: memory.exportBytes() }, { profile: 'reference' });
  assert.deepEqual(namesOf(reference, 'river'), namesOf(memory, 'river'));
  assert.deepEqual(reference.exportMarkdown(), memory.exportMarkdown());
});
