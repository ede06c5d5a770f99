// Cases of the groups "Text" and "Queries" for drawers: any script is found, any text is a question,
// nothing in it is an operator, and numbers follow one rule.
//
// Cases of drawers that are elsewhere: 17, 18, 21–26: palace_ranking.test.js; 29, 30, 39, 49:
// palace_places.test.js; 41–43: palace_vectors.test.js; 50–52: ../mcp*.test.js

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import {
  BROKEN_TEXTS,
  EVERY_SCRIPT,
  OPERATOR_TEXTS,
  repairedText,
} from '../../support/case_texts.js';
import { assertFails } from '../../support/errors.js';
import { LONG_QUESTION, LONG_QUESTION_ANSWER, OTHER_TEXTS } from '../../support/long_question.js';
import { drawersInEveryWay, foundIds } from '../../support/palace_memories.js';

test('case 1: words of two scripts, and nothing that holds none of them', () =>
  drawersInEveryWay(['每日复盘 cron 备份已完成', 'weekly report'], (palace, way) => {
    assert.deepEqual(foundIds(palace, '复盘 备份'), ['n0'], way);
    assert.deepEqual(foundIds(palace, '复盘 report').sort(), ['n0', 'n1'], way);
  }));

test('case 2: words of every script are found', () =>
  drawersInEveryWay(Object.values(EVERY_SCRIPT), (palace, way) => {
    Object.keys(EVERY_SCRIPT).forEach((word, i) => {
      assert.equal(foundIds(palace, word)[0], `n${i}`, `${word}, ${way}`);
    });
  }));

for (const [i, text] of BROKEN_TEXTS.entries()) {
  test(`case 8: broken text ${i}, in every place of a drawer and of a question`, async () => {
    const { palace } = await openMemory(':memory:');
    const drawer = { id: text, wing: text, room: text, hall: text, text, sourceFile: text };
    const codes = ({ warnings }) => warnings.map(({ code }) => code);
    assert.deepEqual(codes(palace.addDrawer(drawer)), ['repaired']);
    assert.deepEqual(codes(palace.addCloset({ wing: text, room: text, sourceFile: text, text })), [
      'repaired',
    ]);
    const whole = repairedText(text);
    const { id, wing, room, text: kept, hall, sourceFile } = palace.getDrawer(text);
    for (const each of [id, kept, sourceFile]) assert.equal(each, whole);
    for (const each of [wing, room, hall]) assert.equal(each, whole.trim());
    for (const request of [
      { query: text },
      { query: 'a', wing: text },
      { query: 'a', room: text },
    ]) {
      assert.ok(codes(palace.search(request)).includes('repaired'));
    }
    assert.equal(palace.listDrawers({ wing: text, room: text }).total, 1);
    assert.equal(palace.traverse(text).rooms[0].room, whole.trim());
    assert.equal(palace.deleteDrawer(text).removed, true);
  });
}

test('case 9: marks inside of words are part of them', () => {
  const texts = ["don't use agents", 'port C++ code', 'port C code', 'ticket C-8', 'issue #1'];
  const asked = { "don't": 'n0', 'C++': 'n1', 'C-8': 'n3', '#1': 'n4' };
  return drawersInEveryWay(texts, (palace, way) => {
    for (const [query, first] of Object.entries(asked)) {
      assert.equal(foundIds(palace, query)[0], first, `${query}, ${way}`);
    }
  });
});

test('case 11: a question in other words, with one that matters', () =>
  drawersInEveryWay(['Codey listens on port 9000', 'unrelated note about rivers'], (palace) => {
    assert.equal(foundIds(palace, 'why is Codey not replying to my messages')[0], 'n0');
    assert.equal(foundIds(palace, 'what was it that we wrote about rivers?')[0], 'n1');
  }));

test('case 12: nothing in a question is an operator', () =>
  drawersInEveryWay(OPERATOR_TEXTS, (palace, way) => {
    OPERATOR_TEXTS.forEach((text, i) => {
      assert.equal(foundIds(palace, text)[0], `n${i}`, `${text}, ${way}`);
    });
    const all = (query) => foundIds(palace, query, { limit: 20 }).sort();
    assert.deepEqual(all('river OR status'), all('OR status river'));
    assert.deepEqual(all('retry -fail'), all('retry fail'));
    assert.deepEqual(all('"river status"'), all('river status'));
    assert.deepEqual(all('riv*'), []);
  }));

test('case 12: filters are compared, never parsed', async () => {
  const { palace } = await openMemory(':memory:');
  const file = (id, wing, room) => palace.addDrawer({ id, wing, room, text: `river ${id}` });
  file('one', 'ap-erp', 'desk');
  file('two', 'erp', 'ap-erp');
  assert.deepEqual(foundIds(palace, 'river', { wing: 'ap-erp' }), ['one']);
  assert.deepEqual(foundIds(palace, 'river', { room: 'ap-erp' }), ['two']);
  for (const other of [
    "' OR 1=1 --",
    '*',
    '%',
    'ap%',
    '_erp',
    'ap',
    'aperp',
    'ap-erp\0',
    'ap*',
    '.*',
  ]) {
    for (const filter of ['wing', 'room']) {
      const { results, reason, wings } = palace.search({ query: 'river', [filter]: other });
      assert.deepEqual([results, reason], [[], `unknown_${filter}`], other);
      assert.deepEqual(wings, ['ap-erp', 'erp']);
    }
    assert.deepEqual(palace.listDrawers({ wing: other }).drawers, []);
    assert.deepEqual(palace.findTunnels(other), []);
    assertFails(() => palace.traverse(other), 'not_found');
  }
});

for (const query of ['', '   ', '!!!', '。，！', '\u3000', '…—', '()', '\u200d', '++', '\0']) {
  test(`case 13: ${JSON.stringify(query)} finds nothing, with a reason`, async () => {
    const { palace } = await openMemory(':memory:');
    palace.addDrawer({ wing: 'w', room: 'r', text: `river ${query}` });
    const { results, reason, total_before_filter: total } = palace.search({ query });
    assert.deepEqual([results, reason, total], [[], 'no_query_terms', 1]);
  });
}

for (const query of [null, undefined, 5, true, {}, [], ['river'], NaN]) {
  test(`case 13: ${String(JSON.stringify(query))} (${typeof query}) is no question`, async () => {
    const { palace } = await openMemory(':memory:');
    assertFails(() => palace.search({ query }), 'invalid_argument', 'query');
  });
}

test('case 13: empty filters are none', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer({ id: 'a', wing: 'w', room: 'r', text: 'river' });
  for (const none of ['', undefined, null]) {
    const request = { wing: none, room: none, since: none, before: none };
    assert.deepEqual(foundIds(palace, 'river', request), ['a'], String(none));
  }
});

test('case 14: a question behind three thousand characters of instructions', () =>
  drawersInEveryWay([...OTHER_TEXTS, LONG_QUESTION_ANSWER], (palace) => {
    assert.ok(foundIds(palace, LONG_QUESTION).slice(0, 3).includes('n200'));
  }));

test('case 14: one word twenty thousand times takes milliseconds', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawers(
    Array.from({ length: 1000 }, (_, i) => ({ wing: 'w', room: 'r', text: `alpha ${i}` })),
  );
  const query = 'alpha '.repeat(20_000);
  const times = Array.from({ length: 6 }, () => {
    const begun = performance.now();
    assert.equal(foundIds(palace, query).length, 5);
    return performance.now() - begun;
  });
  assert.ok(Math.min(...times) < 200, `${times}`); // a loaded machine; 10 ms alone
});

const NO_COUNTS = [-1, 1.5, '5', NaN, Infinity, -(2 ** 31), -(2 ** 63), true, [], {}, 1e-9];
const LARGE = [1001, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e300];

test('case 15: counts of the palace follow the one rule', async () => {
  const { palace } = await openMemory(':memory:');
  ['a', 'b', 'c'].forEach((id) =>
    palace.addDrawer({ id, wing: 'w', room: 'r', text: `river ${id}` }),
  );
  const search = (limit) => palace.search({ query: 'river', limit });
  const list = (options) => palace.listDrawers(options);
  for (const bad of NO_COUNTS) {
    assertFails(() => search(bad), 'invalid_argument', 'limit');
    assertFails(() => list({ limit: bad }), 'invalid_argument', 'limit');
    assertFails(() => list({ offset: bad }), 'invalid_argument', 'offset');
  }
  assert.deepEqual([search(0).results, list({ limit: 0 }).drawers], [[], []]);
  assert.equal(search(2).results.length, 2);
  for (const large of LARGE) {
    for (const { warnings } of [search(large), list({ limit: large })]) {
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['limit_clamped'],
      );
    }
    assert.equal(search(large).results.length, 3);
    assert.deepEqual(list({ offset: large }).drawers, [], `${large}`);
  }
});

test('case 15: hops are a number from 0 to 10', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer({ wing: 'w', room: 'r', text: 'river' });
  for (const bad of [...NO_COUNTS, ...LARGE, 11]) {
    if (typeof bad === 'object' && !Array.isArray(bad)) continue; // which are options
    const name = Number.isFinite(bad) || typeof bad !== 'number' ? 'maxHops' : 'argument 2';
    assertFails(() => palace.traverse('r', bad), 'invalid_argument', name);
  }
  for (const hops of [0, 1, 10]) assert.equal(palace.traverse('r', hops).rooms.length, 1);
});

test('case 15: distances are numbers from 0 on, thresholds from 0 to 1', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer({ wing: 'w', room: 'r', text: 'river' });
  const search = (maxDistance) => palace.search({ query: 'river', maxDistance });
  for (const bad of [-1, -1e-9, NaN, Infinity, '1', true, [], {}]) {
    assertFails(() => search(bad), 'invalid_argument', 'maxDistance');
    assertFails(
      () => palace.checkDuplicate('x', { threshold: bad }),
      'invalid_argument',
      'threshold',
    );
  }
  assertFails(
    () => palace.checkDuplicate('x', { threshold: 1.1 }),
    'invalid_argument',
    'threshold',
  );
  for (const good of [0, 0.5, 2, 2 ** 53, 1e300]) assert.equal(search(good).results.length, 1);
});

test('a date that is none is refused, by its name', async () => {
  const { palace } = await openMemory(':memory:');
  for (const name of ['since', 'before']) {
    for (const bad of ['yesterday', '2024-02-30', '2024-13-01', 5, new Date(NaN), {}, [], true]) {
      assertFails(() => palace.search({ query: 'x', [name]: bad }), 'invalid_argument', name);
    }
  }
  for (const name of ['authoredAt', 'filedAt']) {
    const drawer = { wing: 'w', room: 'r', text: 'x', [name]: 'yesterday' };
    assertFails(() => palace.addDrawer(drawer), 'invalid_argument', name);
  }
});

test('a date is an instant, whatever its offset', async () => {
  const { palace } = await openMemory(':memory:');
  const file = (id, filedAt) =>
    palace.addDrawer({ id, wing: 'w', room: 'r', text: 'river', filedAt });
  file('early', '2024-03-01T00:30:00+02:00'); // 22:30 of the day before, in UTC
  file('late', '2024-02-29T23:30:00-01:00'); // 00:30 in UTC
  file('none', null);
  const ids = (request) => foundIds(palace, 'river', request).sort();
  const all = ({ results }) =>
    results.flatMap(({ id, duplicates = [] }) => [id, ...duplicates]).sort();
  const search = (request) => all(palace.search({ query: 'river', ...request }));
  assert.deepEqual(search({}), ['early', 'late', 'none']);
  assert.deepEqual(ids({ since: '2024-03-01' }), ['late']);
  assert.deepEqual(ids({ before: '2024-03-01' }), ['early']);
  assert.deepEqual(ids({ before: '2024-03-01T01:00:00+01:00' }), ['early']);
  assert.deepEqual(search({ since: '2024-02-29T23:30:00+01:00' }), ['early', 'late']);
  assert.deepEqual(ids({ since: new Date('2024-03-01T00:30:00Z') }), ['late']);
  assert.deepEqual(ids({ since: '2024-03-01T00:30:00.001Z' }), []);
});
