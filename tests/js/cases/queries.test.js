// Cases of the group "Queries": any text is a question, nothing in it is an operator, and numbers
// follow one rule.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../../support/errors.js';
import { inEveryWay, textsOf } from '../../support/memories.js';
import { LONG_QUESTION, LONG_QUESTION_ANSWER, OTHER_TEXTS } from '../../support/long_question.js';

test('case 11: a question in other words, with one that matters', () =>
  inEveryWay(['Codey listens on port 9000', 'unrelated note about rivers'], (memory) => {
    const query = 'why is Codey not replying to my messages';
    assert.equal(textsOf(memory, query)[0], 'Codey listens on port 9000');
  }));

const texts = [
  'a multi-agent system',
  'status: done and dusted',
  'timeout "error" in log',
  'retry OR fail',
  'ten GB/s',
  'NEAR( the river',
  'stars a* b*',
  'parentheses ( here )',
  "x' OR 1=1 --",
  'select * from items; drop table item;',
  'AND NOT OR',
  'col:value ^5',
  '{brace} [bracket]',
  'percent % and _ under',
  'back\\slash',
  'nul',
  'tilde~2 fuzzy',
  '+plus -minus',
  '"quoted phrase"',
];

test('case 12: nothing in a query is an operator', () =>
  inEveryWay(texts, (memory, way) => {
    for (const text of texts) {
      assert.equal(textsOf(memory, text)[0], text, `${text}, ${way}`);
    }
    const all = (query) => textsOf(memory, query, { limit: 100 }).sort();
    assert.deepEqual(all('river OR status'), all('OR status river'));
    assert.deepEqual(all('retry -fail'), all('retry fail'));
    assert.deepEqual(all('"river status"'), all('river status'));
    assert.deepEqual(all('status:zzz'), all('status zzz'));
    assert.deepEqual(all('riv*'), []);
    assert.deepEqual(all('river AND zzz'), all('river and zzz'));
  }));

test('case 12: broken syntax of other engines is never an error', async () => {
  const memory = await openMemory(':memory:');
  memory.addMany(texts.map((content, i) => ({ category: 'a', name: `n${i}`, content })));
  const before = JSON.stringify(memory.items());
  const pieces = [
    '"',
    "'",
    '(',
    ')',
    '*',
    ':',
    '-',
    'OR',
    'AND',
    'NEAR/3',
    '^',
    '[[',
    ']]',
    '\\',
    '%',
    '\0',
    ';',
    '--',
    '`',
    '$1',
    '{}',
  ];
  for (const a of pieces) {
    for (const b of pieces) memory.retrieve(`${a}river ${b}`);
  }
  assert.equal(JSON.stringify(memory.items()), before);
});

test('case 12: filters are compared, never parsed', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'ap-erp', name: 'n', content: 'river' });
  memory.add({ category: 'erp', name: 'n', content: 'river' });
  assert.equal(textsOf(memory, 'river', { categories: ['ap-erp'] }).length, 1);
  assert.equal(memory.items({ category: 'ap-erp' }).items.length, 1);
  for (const other of ["' OR 1=1 --", '*', '%', 'ap', 'AP-ERP', '', 'ap-erp ', 'ap-erp\0']) {
    assert.deepEqual(textsOf(memory, 'river', { categories: [other] }), [], other);
    assert.deepEqual(memory.items({ category: other }).items, [], other);
  }
});

for (const query of ['', '   ', '!!!', '\n\t', '。，！', '…—', '()', '\u200d', '-_-', '++']) {
  test(`case 13: the query ${JSON.stringify(query)} finds nothing, with a reason`, async () => {
    const memory = await openMemory(':memory:');
    memory.add({ category: 'a', name: 'n', content: `river ${query}` });
    const { items, reason, dropped, budgetUsed } = memory.retrieve(query, { explain: true });
    assert.deepEqual([items, reason, dropped, budgetUsed], [[], 'no_query_terms', [], 0]);
    assert.ok(!('reason' in memory.retrieve('river')));
    assert.ok(!('reason' in memory.retrieve('unheard')));
  });
}

for (const query of [null, undefined, 5, true, {}, [], ['river'], NaN, new Date(NaN)]) {
  test(`case 13: ${String(JSON.stringify(query))} (${typeof query}) is no query`, async () => {
    const memory = await openMemory(':memory:');
    for (const method of ['retrieve', 'tokenize', 'estTokens', 'parseLinks']) {
      assertFails(() => memory[method](query), 'invalid_argument');
    }
  });
}

test('case 14: a question behind three thousand characters of instructions', () => {
  assert.ok(LONG_QUESTION.length > 3000);
  return inEveryWay([...OTHER_TEXTS, LONG_QUESTION_ANSWER], (memory) => {
    assert.ok(textsOf(memory, LONG_QUESTION, { limit: 3 }).includes(LONG_QUESTION_ANSWER));
  });
});

test('case 14: one word twenty thousand times takes milliseconds', async () => {
  const memory = await openMemory(':memory:');
  memory.addMany(
    Array.from({ length: 1000 }, (_, i) => ({
      category: 'a',
      name: `n${i}`,
      content: `alpha ${i}`,
    })),
  );
  const query = 'alpha '.repeat(20_000);
  memory.retrieve(query);
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    assert.equal(memory.retrieve(query).items.length, 10);
    return performance.now() - begun;
  });
  assert.ok(Math.min(...times) < 200, `${times}`); // a loaded machine; 10 ms alone
});

const calls = {
  'retrieve limit': (memory, limit) => memory.retrieve('river', { limit }),
  'items limit': (memory, limit) => memory.items({ limit }),
  'journal limit': (memory, limit) => memory.journal({ limit }),
};
const listOf = ({ items, entries }) => items ?? entries;

for (const [what, call] of Object.entries(calls)) {
  test(`case 15: ${what}: one rule`, async () => {
    const memory = await openMemory(':memory:');
    memory.addMany(
      Array.from({ length: 3 }, (_, i) => ({ category: 'a', name: `n${i}`, content: 'river' })),
    );
    for (const bad of [
      -1,
      1.5,
      '5',
      NaN,
      Infinity,
      -Infinity,
      -(2 ** 31),
      -(2 ** 63),
      true,
      [],
      {},
      1e-9,
    ]) {
      assertFails(() => call(memory, bad), 'invalid_argument', 'limit');
    }
    assert.deepEqual(listOf(call(memory, 0)), []);
    assert.deepEqual(listOf(call(memory, -0)), []);
    assert.equal(listOf(call(memory, 2)).length, 2);
    assert.equal(listOf(call(memory, 2.0)).length, 2);
    for (const large of [1001, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e300]) {
      const result = call(memory, large);
      assert.equal(listOf(result).length, 3, `${large}`);
      assert.deepEqual(
        result.warnings.map(({ code }) => code),
        ['limit_clamped'],
        `${large}`,
      );
    }
  });
}

const counts = {
  'items offset': [(memory, offset) => memory.items({ offset }), 'offset'],
  'journal since': [(memory, since) => memory.journal({ since }), 'since'],
};

for (const [what, [call, name]] of Object.entries(counts)) {
  test(`case 15: ${what}: one rule`, async () => {
    const memory = await openMemory(':memory:');
    memory.addMany(
      Array.from({ length: 3 }, (_, i) => ({ category: 'a', name: `n${i}`, content: 'river' })),
    );
    for (const bad of [-1, 1.5, '5', NaN, Infinity, -(2 ** 31), null, true]) {
      assertFails(() => call(memory, bad), 'invalid_argument', name);
    }
    assert.equal(listOf(call(memory, 1)).length, 2);
    for (const large of [2 ** 31, 2 ** 32 + 1, 2 ** 53, 2 ** 63, 2 ** 64, 1e300]) {
      assert.deepEqual(listOf(call(memory, large)), [], `${large}`);
      assert.deepEqual(call(memory, large).warnings, []);
    }
  });
}

test('case 15: budgets and what stays of the journal follow the rule of counts', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'a', name: 'n', content: 'river' });
  for (const bad of [-1, 1.5, '5', NaN]) {
    assertFails(
      () => memory.retrieve('river', { budgetTokens: bad }),
      'invalid_argument',
      'budgetTokens',
    );
    assertFails(() => memory.compact({ keepJournal: bad }), 'invalid_argument', 'keepJournal');
  }
  for (const large of [2 ** 31, 2 ** 53, 2 ** 64, 1e300]) {
    assert.equal(memory.retrieve('river', { budgetTokens: large }).overBudget, false);
    assert.equal(memory.compact({ keepJournal: large }).journalRemoved, 0);
  }
});
