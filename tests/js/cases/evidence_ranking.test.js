// Cases of the groups "Scoring", "Queries" and "Duplicates" for events: the order of a reply, what it
// takes together, and figures that are sound. Orders and scores in general: ../vectors_evidence.test.js
// and tests/evidence.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { eventsInEveryWay, freshSearch, idsOf } from '../../support/event_memories.js';

const AXES = 6;
const axis = (i) => Array.from({ length: AXES }, (_, k) => (k === i ? 1 : 0));

/** Events of one word each, which have nothing in common but the vectors that are given. */
const withVectors = (vectors) =>
  Object.entries(vectors).map(([id, [summary, chunk]]) => ({
    id,
    summary: `summary${id}`,
    content: `content${id}`,
    writtenAt: null,
    summaryEmbedding: summary,
    chunkEmbeddings: [chunk ?? null],
  }));

const order = [3, 2, 1, 0, 0, 0]; // a question that is nearest to axis 0, then 1, then 2
const routes = {
  X: [axis(0), null], // the first of the route of summaries
  a: [axis(1), null],
  b: [null, axis(0)], // the first of the route of chunks
  c: [null, axis(1)],
  Y: [axis(2), axis(2)], // the third of both
};
const scoresOf = ({ events }) => events.map(({ id, score }) => [id, score]);
const ask = (evidence, embedding = order) => freshSearch(evidence, {}, { embedding });

for (const stored of ['XabcY', 'bXacY', 'YcbaX', 'caYbX']) {
  test(`case 19: the ranks of two routes add up; equal ones as stored: ${stored}`, () => {
    const events = withVectors(Object.fromEntries([...stored].map((id) => [id, routes[id]])));
    const firstOf = (...names) => [...stored].filter((id) => names.includes(id));
    const expected = [
      ['Y', 1 / 63 + 1 / 63],
      ...firstOf('X', 'b').map((id) => [id, 1 / 61]),
      ...firstOf('a', 'c').map((id) => [id, 1 / 62]),
    ];
    return eventsInEveryWay(events, (evidence) => {
      assert.deepEqual(scoresOf(ask(evidence)), expected.slice(0, 4));
      const rest = freshSearch(evidence, { exclude: ['Y'] }, { embedding: order });
      assert.deepEqual(scoresOf(rest), expected.slice(1)); // without Y nobody stands elsewhere
    });
  });
}

test('case 19: by words the same: two routes and what the question is covered by', async () => {
  const { evidence } = await openMemory(':memory:');
  const save = (id, summary, content) => evidence.save({ id, summary, content });
  save('both', 'river', 'river');
  save('summary', 'river and more words', 'nothing');
  save('content', 'nothing', 'river and more words here');
  const full = 1 / 61; // of a question that is found whole
  assert.deepEqual(scoresOf(freshSearch(evidence, { query_text: 'river' })), [
    ['both', 1 / 61 + 1 / 61 + full],
    ['content', 1 / 62 + full], // of the two the one that has less in common with the first
    ['summary', 1 / 62 + full],
  ]);
  const half = freshSearch(evidence, { query_text: 'river unheard' });
  assert.equal(half.events[0].score, 1 / 61 + 1 / 61 + 0.5 / 61);
});

/** The order in which scores and similarities are picked, worked out step by step. */
function picked(scores, similarityOf) {
  const left = scores.map((_, i) => i);
  const taken = [];
  while (left.length > 0 && taken.length < 4) {
    const worth = left.map(
      (i) =>
        0.85 * (scores[i] / scores[0]) -
        0.15 * Math.max(0, ...taken.map((j) => similarityOf(i, j))),
    );
    taken.push(...left.splice(worth.indexOf(Math.max(...worth)), 1));
  }
  return taken;
}

test('case 20: scores are measured by the best one before likeness is taken off', () => {
  assert.deepEqual(
    picked([0.032787, 0.032266, 0.01], (i, j) => (i + j === 1 ? 0.5 : 0)),
    [0, 1, 2],
  );
  const half = [0.5, Math.sqrt(0.75), 0, 0, 0, 0]; // 0.5 to axis 0
  const events = withVectors({
    first: [axis(0), axis(0)],
    second: [half, axis(1)],
    third: [null, axis(2)], // 1/63 alone, and like nobody
  });
  return eventsInEveryWay(events, (evidence) => {
    assert.deepEqual(scoresOf(ask(evidence, [4, 1, 0.5, 0, 0, 0])), [
      ['first', 1 / 61 + 1 / 61],
      ['second', 1 / 62 + 1 / 62],
      ['third', 1 / 63],
    ]);
  });
});

for (const cosine of [0, 0.1, 0.11, 0.2, 0.9, 1]) {
  test(`case 20: the second one, of a cosine of ${cosine} to the first, against the third`, () => {
    const like = [cosine, Math.sqrt(1 - cosine ** 2), 0, 0, 0, 0];
    const events = withVectors({
      first: [axis(0), axis(0)],
      second: [like, like],
      third: [axis(2), axis(2)],
      fourth: [axis(3), axis(3)],
    });
    const scores = [61, 62, 63, 64].map((rank) => 2 / rank);
    const expected = picked(scores, (i, j) => (i + j === 1 ? cosine : 0)).map((i) => events[i].id);
    assert.equal(expected[1], cosine < 0.1 ? 'second' : 'third');
    return eventsInEveryWay(events, (evidence) => {
      const found = ask(evidence, [3, 0.3, 0.2, 0.1, 0, 0]).events.map(({ id }) => id);
      assert.deepEqual(found, expected);
    });
  });
}

test('case 20: without vectors likeness is that of the words', async () => {
  const { evidence } = await openMemory(':memory:');
  const save = (id, content) => evidence.save({ id, summary: '', content });
  save('first', 'river bank stone');
  save('second', 'river bank stone!'); // the same words
  save('third', 'river and other words that nobody else says');
  assert.deepEqual(idsOf(evidence, 'river'), ['first', 'third', 'second']);
});

const river = (i, fields = {}) => ({
  id: `n${i}`,
  summary: 'river',
  content: `river ${i}`,
  writtenAt: null,
  ...fields,
});
const several = (count, fields) => Array.from({ length: count }, (_, i) => river(i, fields?.(i)));

/** Events whose figures could go wrong; each is asked for `river`, and by an embedding. */
const odd = {
  'one event': several(1),
  'equal scores': several(12),
  'a term in every event': several(50, (i) => ({ content: `river stone${i}` })),
  'empty contents': several(5, (i) => ({ content: i === 2 ? 'river' : '' })),
  'empty summaries': several(5, () => ({ summary: '' })),
  'one event that is empty': [river(0), { id: 'none', summary: '', content: '' }],
  'equal vectors': several(6, () => ({ summaryEmbedding: [1, 0], chunkEmbeddings: [[1, 0]] })),
  'opposite vectors': several(6, (i) => ({
    summaryEmbedding: i % 2 ? [1, 0] : [-1, 0],
    chunkEmbeddings: [i % 3 ? [-1, 0] : [1, 0]],
  })),
  'all cosines below 0': several(3, () => ({ summaryEmbedding: [-1, 0] })),
  'some without vectors': several(6, (i) => (i % 2 ? { summaryEmbedding: [0, 1] } : {})),
};

for (const [what, events] of Object.entries(odd)) {
  test(`case 17: ${what}: every figure is sound`, () =>
    eventsInEveryWay(events, (evidence) => {
      for (const [request, options] of [
        [{ query_text: 'river' }, {}],
        [{ query_text: 'river' }, { embedding: [1, 0] }],
        [{}, { embedding: [1, 0] }],
      ]) {
        const { events: found } = freshSearch(evidence, request, options);
        assert.ok(found.length > 0, JSON.stringify([request, options]));
        for (const { score } of found) assert.ok(score === null || (score > 0 && score <= 3 / 61));
      }
    }));
}

test('case 17: an empty memory, and one emptied', async () => {
  const { evidence } = await openMemory(':memory:');
  const nothing = () => {
    for (const request of [{ query_text: 'river' }, {}]) {
      const { events, cursor, reason } = evidence.search(request);
      assert.deepEqual([events, cursor, reason], [[], null, 'no_match']);
    }
  };
  nothing();
  evidence.save(river(0));
  evidence.remove('n0');
  nothing();
});

test('case 18: twelve identical texts, the same bytes each time', async () => {
  const answers = new Set();
  await eventsInEveryWay(
    several(12, () => ({ content: 'river stone' })),
    (evidence) => {
      for (let run = 0; run < 25; run++) {
        answers.add(JSON.stringify(freshSearch(evidence, { query_text: 'stone river' }).events));
      }
    },
  );
  assert.equal(answers.size, 1);
});

for (const size of [125, 1000]) {
  test(`case 24: one text of ${size} matching chunks leaves room for a note`, () => {
    const file = Array.from({ length: size }, (_, i) => `pump ${i} `.padEnd(680, 'pipe ')).join('');
    const chunkEmbeddings = Array(Math.ceil((file.length - 120) / 680)).fill([1, 0]);
    const events = [
      { id: 'file', summary: 'a file', content: file, chunkEmbeddings },
      { id: 'note', summary: 'a note', content: 'The pump is old.', chunkEmbeddings: [[1, 9]] },
    ];
    return eventsInEveryWay(events, (evidence) => {
      for (const options of [{}, { embedding: [1, 0] }]) {
        const found = idsOf(evidence, 'pump', {}, options);
        assert.deepEqual(found.toSorted(), ['file', 'note']); // one result an event
        const { events: once } = freshSearch(evidence, {}, options);
        assert.equal(once.length, 2);
      }
    });
  });
}

test('case 24: a passage that was shown is not shown again, whoever holds it', async () => {
  const { evidence } = await openMemory(':memory:');
  const passage = 'The pump needs oil every spring, said the man at the shop.';
  const save = (i) => {
    const content = `${passage}${' '.repeat(200)}Note ${i} goes on elsewhere.`;
    evidence.save({ id: `n${i}`, summary: `pump ${i}`, content });
  };
  save(0);
  const [{ excerpt }] = evidence.search({ query_text: 'pump oil' }).events;
  assert.equal(excerpt.text.trim(), passage);
  [1, 2, 3].forEach(save);
  const { events } = evidence.search({ query_text: 'pump oil' });
  assert.deepEqual(
    events.map((event) => [event.id, event.quoteRef?.id, event.quoteRef?.range, event.excerpt]),
    [1, 2, 3].map((i) => [`n${i}`, 'n0', excerpt.range, undefined]),
  );
});

test('case 25: a filter that keeps one of five hundred finds the one', () => {
  const events = several(500, () => ({
    summary: 'river river stone',
    writtenAt: '2024-06-01',
    entities: [{ kind: 'concept', name: 'many' }],
    summaryEmbedding: [1, 0],
    chunkEmbeddings: [[1, 0]],
  }));
  events.push({
    id: 'far',
    summary: 'else',
    content: `river ${'word '.repeat(100)}`,
    writtenAt: '2020-01-01',
    entities: [
      { kind: 'concept', name: 'many' },
      { kind: 'person', name: 'Ada' },
    ],
    summaryEmbedding: [-1, 0],
    chunkEmbeddings: [[-1, 0.1]],
  });
  const others = several(500).map(({ id }) => id);
  return eventsInEveryWay(events, (evidence, way) => {
    for (const filter of [
      { entities: ['Ada'] },
      { entities: ['many', 'ADA'] },
      { before: '2020-01-02' },
      { before: '2024-06-01' },
      { since: '2020-01-01', before: '2020-01-01T00:00:00.001Z' },
      { since: '2020-01-01T01:00:00+01:00', before: '2021-01-01' },
      { exclude: others },
    ]) {
      for (const options of [{}, { embedding: [1, 0] }]) {
        for (const query of ['river stone', null]) {
          const label = JSON.stringify([filter, options, query, way]).slice(0, 100);
          assert.deepEqual(idsOf(evidence, query, filter, options), ['far'], label);
        }
      }
    }
    assert.deepEqual(idsOf(evidence, 'river', { entities: ['many', 'nobody'] }), []);
    assert.deepEqual(idsOf(evidence, 'river', { since: '2024-06-01T00:00:00.001Z' }), []);
  });
});

test('case 26: the same text three times comes once, the others named, and all stay', () => {
  const line = 'The boiler was serviced\nand works again';
  const copies = [line, line.replace('\n', '\r\n'), `${line.replace('\n', '   \n')} \t\n\n`, line];
  const events = copies.map((content, i) => ({ id: `n${i}`, summary: `source ${i}`, content }));
  return eventsInEveryWay(events, (evidence) => {
    for (const request of [{ query_text: 'boiler' }, { query_text: 'source 2' }, {}]) {
      const { events: found } = freshSearch(evidence, request);
      assert.equal(found.length, 1);
      const all = [found[0].id, ...found[0].duplicates].sort();
      assert.deepEqual(all, ['n0', 'n1', 'n2', 'n3']);
    }
    assert.equal(freshSearch(evidence, { query_text: 'source 2' }).events[0].id, 'n2');
    copies.forEach((content, i) => assert.equal(evidence.get(`n${i}`).content, content));
  });
});

test('case 26: texts that differ in anything a reader sees both stay', () => {
  const pairs = [
    ['37 snapshots', '15 snapshots'],
    ['The river.', 'The river'],
    ['The river', 'the river'],
    ['café by the river', 'cafe by the river'],
    ['river  bank', 'river bank'],
    [' river', 'river'],
    ['river\n\nbank', 'river\nbank'],
    ['河 river', '河　river'],
  ];
  return Promise.all(
    pairs.map((pair) =>
      eventsInEveryWay(pair, (evidence) => {
        for (const query of ['river snapshots', null]) {
          const { events } = freshSearch(evidence, { query_text: query });
          assert.equal(events.length, 2, pair.join(' | '));
          assert.ok(events.every((event) => !('duplicates' in event)));
        }
      }),
    ),
  );
});

test('case 26: an event that was left out for another comes later, by reference', async () => {
  const { evidence } = await openMemory(':memory:');
  for (const id of ['a', 'b']) evidence.save({ id, summary: 'pump', content: 'The pump is old.' });
  const [first] = evidence.search({ query_text: 'pump' }).events;
  assert.deepEqual([first.id, first.duplicates], ['a', ['b']]);
  const [later] = evidence.search({ query_text: 'pump' }).events;
  assert.deepEqual([later.id, later.quoteRef.id, later.excerpt], ['b', 'a', undefined]);
});
