// Cases of the group "Names, links, markdown" that are about links: code, cycles, and targets that
// come and go.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { inEveryWay, namesOf } from '../../support/memories.js';

const inCode = [
  'see `[[a:b]]` and',
  '```sh',
  'if [[ $x == y:z ]]; then',
  '```',
  '~~~',
  '## Installation',
  '[[a:c]]',
  '~~~',
  'then [[a:two]]',
].join('\n');

test('case 31: links and headings in code are code', async () => {
  const items = [
    { category: 'a', name: 'one', content: inCode },
    { category: 'a', name: 'two', content: 'leaf' },
  ];
  await inEveryWay(items, (memory) => {
    assert.equal(memory.status().items, 2);
    assert.equal(memory.get('a', 'one').content, inCode);
    assert.deepEqual(memory.parseLinks(inCode), [{ category: 'a', name: 'two' }]);
    const { items, unresolvedLinks } = memory.retrieve('see');
    assert.deepEqual([items.map(({ name }) => name), unresolvedLinks], [['one', 'two'], []]);
  });
});

for (const [text, links] of [
  ['[[a:b|alias]] [[a:b#anchor]]', ['a:b', 'a:b']],
  ['[[ a : b ]]', ['a:b']],
  ['[[a:b:c]] [[:x]] [[x:]] [[a\n:b]]', []],
  ['[[[a:b]]]', ['a:b']],
  ['``[[a:b]] ` [[a:c]]`` [[a:d]]', ['a:d']],
  ['`unclosed [[a:b]]', ['a:b']],
  ['> ```\n[[a:b]]', ['a:b']],
  ['    [[a:b]]', ['a:b']],
]) {
  test(`case 31: the links of ${JSON.stringify(text)}`, async () => {
    const memory = await openMemory(':memory:');
    const found = memory.parseLinks(text).map(({ category, name }) => `${category}:${name}`);
    assert.deepEqual(found, links);
  });
}

test('case 35: self, cycle, and the same link twice: each once, one hop', () =>
  inEveryWay(
    [
      {
        category: 'a',
        name: 'one',
        content: 'river [[a:one]] [[a:two]] [[a:two]] [[a:gone]] [[a:gone]]',
      },
      { category: 'a', name: 'two', content: '[[a:three]] [[a:one]] [[a:lost]]' },
      { category: 'a', name: 'three', content: '[[a:one]]' },
    ],
    (memory) => {
      const { items, unresolvedLinks } = memory.retrieve('river');
      assert.deepEqual(
        items.map(({ name, source, via }) => [name, source, via]),
        [
          ['one', 'hit', null],
          ['two', 'link', 'one'],
        ],
      );
      assert.deepEqual(unresolvedLinks, ['[[a:gone]]']);
    },
  ));

test('case 35: a hit that a link has placed stays there, with its score shown', () =>
  inEveryWay(
    [
      { category: 'a', name: 'best', content: 'river river river [[b:weak]]' },
      { category: 'a', name: 'middle', content: 'river river and stones' },
      { category: 'b', name: 'weak', content: `river ${'word '.repeat(50)} [[a:unfollowed]]` },
      { category: 'a', name: 'unfollowed', content: 'x' },
    ],
    (memory) => {
      const { items } = memory.retrieve('river', { limit: 3 });
      assert.deepEqual(
        items.map(({ name }) => name),
        ['best', 'weak', 'middle'],
      );
      const [, weak] = items;
      assert.equal(weak.source, 'link');
      assert.equal(weak.via, 'best');
      assert.ok(weak.score > 0 && weak.score < items[2].score);
      assert.deepEqual(weak.matchedTerms, ['river']);
    },
  ));

test('case 35: in the reference such a hit has no score, and gaps are told each time', () =>
  inEveryWay(
    [
      { category: 'a', name: 'best', content: 'river river [[b:weak]] [[a:gone]] [[a:gone]]' },
      { category: 'b', name: 'weak', content: 'river and other words' },
    ],
    (memory) => {
      const { items, unresolvedLinks } = memory.retrieve('river');
      const { source, score, bm25Score, matchedTerms } = items[1];
      assert.deepEqual([source, score, bm25Score, matchedTerms], ['link', null, null, []]);
      assert.deepEqual(unresolvedLinks, ['[[a:gone]]', '[[a:gone]]']);
    },
    { profile: 'reference' },
  ));

test('case 35: a link heals when its target comes, and breaks when it goes', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'hub', content: 'river [[a:leaf]]' });
  const told = () => [namesOf(memory, 'river'), memory.retrieve('river').unresolvedLinks];
  const broken = [['hub'], ['[[a:leaf]]']];
  const whole = [['hub', 'leaf'], []];
  assert.deepEqual(told(), broken);
  memory.add({ category: 'a', name: ' leaf ', content: '' });
  assert.deepEqual(told(), whole);
  memory.remove('a', 'leaf');
  assert.deepEqual(told(), broken);
  memory.importMarkdown([{ path: 'a.md', text: '## leaf\n' }]);
  assert.deepEqual(told(), whole);
  assert.deepEqual(namesOf(memory, 'river', { expandLinks: false }), ['hub']);
  assert.deepEqual(memory.retrieve('river', { expandLinks: false }).unresolvedLinks, []);
});

test('case 35: links of what the budget drops are still reported', () =>
  inEveryWay(
    [
      { category: 'a', name: 'one', content: 'river river river' },
      { category: 'a', name: 'two', content: `river ${'word '.repeat(50)} [[a:gone]]` },
    ],
    (memory) => {
      const { items, unresolvedLinks } = memory.retrieve('river', { budgetTokens: 5 });
      assert.deepEqual([items.length, unresolvedLinks], [1, ['[[a:gone]]']]);
    },
  ));

test('case 35: ten thousand links in one item are quick', async () => {
  const memory = await openMemory(':memory:');
  const links = Array.from(
    { length: 10_000 },
    (_, i) => `[[a:n${i % 5000}]] [[a:gone${i % 3000}]]`,
  );
  memory.addMany(
    Array.from({ length: 5000 }, (_, i) => ({ category: 'a', name: `n${i}`, content: '' })),
  );
  memory.add({ category: 'a', name: 'hub', content: `river ${links.join('\n')}` });
  const begun = performance.now();
  const { items, unresolvedLinks } = memory.retrieve('river');
  assert.ok(performance.now() - begun < 3000); // 100 ms alone; a loaded machine
  assert.deepEqual([items.length, unresolvedLinks.length], [5001, 3000]);
});
