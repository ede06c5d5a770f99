// Cases of the groups "Text" and "Queries" for events: any script is found, any text is a question,
// nothing in it is an operator, and numbers follow one rule.
//
// Cases of events that are elsewhere:
//   8   bytes and lone surrogates as content, summary, id, query: ../evidence_arguments.test.js
//   15  `limit`, `before`, `after`, `start` at and outside of their bounds: ../evidence_arguments.test.js
//   27  at 14:59.999 and 15:00.000, clocks, an edit, 10 000 sessions: ../evidence_bounds.test.js
//   38  chunks at their lengths: ../evidence_bounds.test.js
//   43  vectors that are refused, or passed over in a question: ../evidence_arguments.test.js
//   "Bad input": ../evidence_arguments.test.js; more of it is in evidence_delivery.test.js
//   17, 19, 20, 24–26: evidence_ranking.test.js;  37, 39, 40: evidence_excerpts.test.js

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../../support/errors.js';
import { eventsInEveryWay, freshSearch, idsOf } from '../../support/event_memories.js';
import {
  BROKEN_TEXTS,
  EVERY_SCRIPT,
  OPERATOR_TEXTS,
  repairedText,
} from '../../support/case_texts.js';
import { LONG_QUESTION, LONG_QUESTION_ANSWER, OTHER_TEXTS } from '../../support/long_question.js';

const inSummaries = Object.values(EVERY_SCRIPT).map((summary, i) => ({
  id: `n${i}`,
  summary,
  content: '',
}));

for (const [where, events] of Object.entries({
  contents: Object.values(EVERY_SCRIPT),
  summaries: inSummaries,
})) {
  test(`case 2: words of every script are found in ${where}`, () =>
    eventsInEveryWay(events, (evidence, way) => {
      Object.keys(EVERY_SCRIPT).forEach((word, i) => {
        assert.equal(idsOf(evidence, word)[0], `n${i}`, `${word}, ${way}`);
      });
    }));
}

test('case 2: a person of every script is found by name, in any case and width', async () => {
  const { evidence } = await openMemory(':memory:');
  const names = {
    анна: 'Анна',
    ada: 'ＡＤＡ',
    ελενη: 'Ελένη',
    अनीता: 'अनीता',
    'jose garcia': 'José  García',
    久美子: '久美子',
  };
  Object.values(names).forEach((name, i) => {
    const entities = [{ kind: 'person', name }];
    evidence.save({ id: `n${i}`, summary: 's', content: 'c', entities });
  });
  Object.keys(names).forEach((name, i) => {
    const { entity, events } = evidence.findEntity({ kind: 'person', name });
    assert.equal(entity?.name, Object.values(names)[i].replace(/ +/, ' '));
    assert.deepEqual(
      events.map(({ id }) => id),
      [`n${i}`],
    );
    assert.deepEqual(idsOf(evidence, null, { entities: [name] }), [`n${i}`], name);
  });
});

for (const [i, text] of BROKEN_TEXTS.entries()) {
  test(`case 8: broken text ${i}, in every place of an event and of a question`, async () => {
    const { evidence } = await openMemory(':memory:');
    const entities = [{ kind: 'concept', id: text, name: text }];
    const saved = evidence.save({ id: text, summary: text, content: text, entities });
    assert.deepEqual(
      saved.warnings.map(({ code }) => code),
      ['repaired'],
    );
    const event = evidence.get(text);
    const whole = repairedText(text);
    assert.deepEqual([event.id, event.summary, event.content], [whole, whole, whole]);
    assert.deepEqual(event.entities, [{ kind: 'concept', id: whole, name: whole }]);
    const options = { session: text };
    for (const request of [
      { query_text: text },
      { entities: [text] },
      { exclude: [text] },
      { since: undefined, query_text: null, entities: [text], include_delivered: true },
    ]) {
      const { warnings } = evidence.search(request, options);
      assert.ok(warnings.some(({ code }) => code === 'repaired'));
    }
    assert.equal(evidence.read({ event_id: text }).text, whole);
    assert.equal(evidence.findEntity({ kind: 'concept', name: text }).entity.id, whole);
    const { cursor } = evidence.search({ entities: [text], reset_seen: true }, options);
    assertFails(() => evidence.nearby({ cursor, event_id: text }, options), 'no_position');
    assert.deepEqual(evidence.expand({ cursor, concept_id: text }, options).events, []);
    assertFails(() => evidence.nearby({ cursor: text, event_id: text }), 'cursor_unknown');
    assert.equal(evidence.remove(text).removed, true);
  });
}

test('case 11: a question in other words, with one that matters', () =>
  eventsInEveryWay(['Codey listens on port 9000', 'unrelated note about rivers'], (evidence) => {
    assert.equal(idsOf(evidence, 'why is Codey not replying to my messages')[0], 'n0');
    assert.equal(idsOf(evidence, 'what was it that we wrote about rivers?')[0], 'n1');
  }));

test('case 12: nothing in a question is an operator', () =>
  eventsInEveryWay(OPERATOR_TEXTS, (evidence, way) => {
    OPERATOR_TEXTS.forEach((text, i) =>
      assert.equal(idsOf(evidence, text)[0], `n${i}`, `${text}, ${way}`),
    );
    const all = (query) => idsOf(evidence, query).sort();
    assert.deepEqual(all('river OR status'), all('OR status river'));
    assert.deepEqual(all('retry -fail'), all('retry fail'));
    assert.deepEqual(all('"river status"'), all('river status'));
    assert.deepEqual(all('riv*'), []);
    assert.deepEqual(all('river AND zzz'), all('river and zzz'));
  }));

test('case 12: broken syntax of other engines is never an error', async () => {
  const { evidence } = await openMemory(':memory:');
  OPERATOR_TEXTS.forEach((content, i) => evidence.save({ id: `n${i}`, summary: content, content }));
  const pieces = [...'"\'(*:-^\\%\0;`', 'OR', 'NEAR/3', '[[', ']]', '--', '$1', '{}'];
  for (const a of pieces) {
    for (const b of pieces) {
      const query_text = /\w$/.test(a) ? `${a} river ${b}` : `${a}river ${b}`;
      const { events } = evidence.search({ query_text, include_delivered: true });
      assert.ok(
        events.some(({ id }) => id === 'n5'),
        query_text,
      );
    }
  }
});

test('case 12: filters are compared, never parsed', async () => {
  const { evidence } = await openMemory(':memory:');
  const about = (id, name) => ({
    id,
    summary: 'river',
    content: id,
    entities: [{ kind: 'concept', name }],
  });
  evidence.saveMany([about('one', 'ap-erp'), about('two', 'erp'), about('three', 'a_erp')]);
  for (const query_text of ['river', null]) {
    assert.deepEqual(idsOf(evidence, query_text, { entities: ['ap-erp'] }), ['one']);
    for (const other of [
      "' OR 1=1 --",
      '*',
      '%',
      'a%',
      '_erp',
      'ap',
      'ap erp',
      'ap-erp\0',
      'ap*',
    ]) {
      assert.deepEqual(idsOf(evidence, query_text, { entities: [other] }), [], other);
      assert.equal(idsOf(evidence, query_text, { exclude: [other] }).length, 3, other);
      assert.equal(evidence.findEntity({ kind: 'concept', name: other }).entity, null, other);
    }
    assert.deepEqual(idsOf(evidence, query_text, { entities: ['erp', 'ap-erp'] }), []);
  }
});

const MOMENTS = ['2024-01-01', '2024-03-01', null, '2024-02-01'];
const dated = MOMENTS.map((writtenAt, i) => ({
  id: `n${i}`,
  summary: '',
  content: `${i}`,
  writtenAt,
}));

for (const blank of [undefined, null, '', '   ', '\n\t', '\u3000', '\u00a0']) {
  test(`case 13: ${JSON.stringify(blank)} asks for the newest`, () =>
    eventsInEveryWay(dated, (evidence) => {
      const { events, reason } = freshSearch(evidence, { query_text: blank });
      assert.deepEqual(
        events.map(({ id, score }) => [id, score]),
        [
          ['n1', null],
          ['n3', null],
          ['n0', null],
          ['n2', null],
        ],
      );
      assert.equal(reason, undefined);
    }));
}

for (const query_text of ['!!!', '。，！', '…—', '()', '\u200d', '-_-', '++', '\u0301', '\0']) {
  test(`case 13: ${JSON.stringify(query_text)} finds nothing, with a reason`, async () => {
    const memory = await openMemory(':memory:');
    memory.evidence.save({ summary: `river ${query_text}`, content: query_text });
    const { events, cursor, reason, notes } = memory.evidence.search({ query_text });
    assert.deepEqual([events, cursor, reason], [[], null, 'no_query_terms']);
    assert.deepEqual(
      notes.map(({ code }) => code),
      ['empty_proves_nothing'],
    );
    assert.equal(memory.evidence.search({ query_text: 'river' }).events.length, 1);
  });
}

for (const query_text of [5, true, {}, [], ['river'], NaN, new Date(NaN), 0, false]) {
  test(`case 13: ${String(JSON.stringify(query_text))} (${typeof query_text}) is no question`, async () => {
    const { evidence } = await openMemory(':memory:');
    assertFails(() => evidence.search({ query_text }), 'invalid_argument', 'query_text');
  });
}

test('case 14: a question behind three thousand characters of instructions', () => {
  assert.ok(LONG_QUESTION.length > 3000);
  return eventsInEveryWay([...OTHER_TEXTS, LONG_QUESTION_ANSWER], (evidence) => {
    assert.ok(idsOf(evidence, LONG_QUESTION).slice(0, 3).includes('n200'));
  });
});

test('case 14: one word twenty thousand times takes milliseconds', async () => {
  const { evidence } = await openMemory(':memory:');
  evidence.saveMany(
    Array.from({ length: 1000 }, (_, i) => ({ summary: `alpha ${i}`, content: `alpha of ${i}` })),
  );
  const query = 'alpha '.repeat(20_000);
  const times = Array.from({ length: 6 }, () => {
    const begun = performance.now();
    assert.equal(idsOf(evidence, query).length, 4);
    return performance.now() - begun;
  });
  assert.ok(Math.min(...times) < 200, `${times}`); // a loaded machine; 10 ms alone
});

test('case 15: `limit` and `offset` of findEntity follow the rule of all lists', async () => {
  const { evidence } = await openMemory(':memory:');
  const entities = [{ kind: 'person', name: 'Ada' }];
  evidence.saveMany(['a', 'b', 'c'].map((id) => ({ id, summary: id, content: id, entities })));
  const find = (options) => evidence.findEntity({ kind: 'person', name: 'Ada' }, options);
  for (const name of ['limit', 'offset']) {
    for (const bad of [-1, 1.5, '5', NaN, Infinity, -(2 ** 31), -(2 ** 63), true, [], {}, 1e-9]) {
      assertFails(() => find({ [name]: bad }), 'invalid_argument', name);
    }
  }
  assert.deepEqual(find({ limit: 0 }).events, []);
  assert.equal(find({ limit: 2 }).events.length, 2);
  assert.deepEqual(
    find({ offset: 1 }).events.map(({ id }) => id),
    ['b', 'c'],
  );
  for (const large of [1001, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e300]) {
    const { events, warnings } = find({ limit: large });
    assert.equal(events.length, 3);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['limit_clamped'],
    );
    assert.deepEqual(find({ offset: large }).events, [], `${large}`);
  }
});
