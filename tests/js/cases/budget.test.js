// The case of the group "Budget" that is about the wiki face.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inEveryWay } from '../../support/memories.js';

// 51 and 2 tokens with their names; the first ranks higher.
const two = [
  { category: 'a', name: 'n', content: `river ${'river '.repeat(49)}`.trim() },
  { category: 'b', name: 'm', content: 'river' },
];

const sizes = ({ items, dropped }) =>
  [items, dropped].map((list) => list.map(({ tokensEst }) => tokensEst));

for (const [budget, kept, dropped, overBudget] of [
  [0, [51], [2], true],
  [1, [51], [2], true],
  [5, [51], [2], true],
  [50, [51], [2], true],
  [51, [51], [2], false],
  [52, [51], [2], false],
  [53, [51, 2], [], false],
  [null, [51, 2], [], false],
]) {
  test(`case 36: a budget of ${budget}`, () =>
    inEveryWay(two, (memory) => {
      const result = memory.retrieve('river', { budgetTokens: budget, explain: true });
      assert.deepEqual(sizes(result), [kept, dropped]);
      assert.equal(result.overBudget, overBudget);
      assert.equal(result.budgetTokens, budget);
      assert.equal(
        result.budgetUsed,
        kept.reduce((sum, tokens) => sum + tokens, 0),
      );
      assert.ok(result.dropped.every(({ reason }) => reason === 'over_budget'));
      assert.deepEqual(memory.retrieve('river', { budgetTokens: budget }).dropped, []);
    }));
}

test('case 36: a prefix is kept: what is small does not slip past what is too large', () =>
  inEveryWay(
    [
      { category: 'a', name: 'n', content: 'river river river' },
      { category: 'a', name: 'm', content: `river river ${'word '.repeat(40)}` },
      { category: 'b', name: 'k', content: `river ${'word '.repeat(20)}` },
    ],
    (memory) => {
      const result = memory.retrieve('river', { budgetTokens: 30, explain: true });
      assert.deepEqual(sizes(result), [[4], [43, 22]]);
    },
  ));

for (const [script, letter] of [
  ['Korean', '제'],
  ['Chinese', '海'],
  ['Cyrillic', 'ж'],
  ['Devanagari', 'क'],
]) {
  test(`case 36: a thousand letters of ${script} are a thousand tokens`, () =>
    inEveryWay(
      [
        { category: 'a', name: '1', content: `river ${letter.repeat(1000)}` },
        { category: 'a', name: '2', content: 'river' },
      ],
      (memory) => {
        const { items, dropped, overBudget } = memory.retrieve('river', {
          budgetTokens: 100,
          explain: true,
        });
        const [long] = [...items, ...dropped].filter(({ name }) => name === '1');
        assert.equal(long.tokensEst, 1002);
        assert.equal(overBudget, items[0].name === '1');
        assert.equal(memory.estTokens(letter.repeat(1000)), 1000);
      },
    ));
}
