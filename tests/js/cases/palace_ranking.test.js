// Cases of the groups "Scoring", "Queries" and "Duplicates" for drawers: the order of a result, what
// it takes together, and figures that are sound. Orders and scores in general:
// ../vectors_palace.test.js and tests/palace.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { drawersInEveryWay, drawerOf, foundIds } from '../../support/palace_memories.js';

/** A vector of length 1 whose cosine distance to [1, 0] is `distance`. */
const at = (distance) => [1 - distance, Math.sqrt(1 - (1 - distance) ** 2)];
const asked = [1, 0];

const drawer = (id, text, rest = {}) => ({ ...drawerOf(text, 0), id, ...rest });
const search = (palace, query, request = {}, embedding = undefined) =>
  palace.search({ query, ...request }, embedding ? { embedding } : {});
const idsOf = ({ results }) => results.map(({ id }) => id);

test('case 17: one drawer, equal ones, and a word of every drawer give sound figures', async () => {
  for (const texts of [
    ['river'],
    ['river a', 'river b', 'river c'],
    Array(20).fill('river bank'),
  ]) {
    await drawersInEveryWay(texts, (palace) => {
      for (const embedding of [undefined, [1, 0], [-1, 0]]) {
        for (const { score, bm25_score: bm25 } of search(palace, 'river', {}, embedding).results) {
          assert.ok(Number.isFinite(score) && score >= 0 && score <= 1, `${score}`);
          assert.ok(Number.isFinite(bm25) && bm25 > 0, `${bm25}`);
        }
      }
    });
  }
});

test('case 17: one candidate has the whole of its share of words', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer(drawer('a', 'river', { embedding: at(0.5) }));
  const [{ score, similarity, distance }] = search(palace, 'river', {}, asked).results;
  assert.ok(Math.abs(distance - 0.5) < 1e-6);
  assert.ok(Math.abs(similarity - 0.5) < 1e-6);
  assert.ok(Math.abs(score - (0.6 * 0.5 + 0.4)) < 1e-6);
});

test('case 17: the empty palace answers', async () => {
  const { palace } = await openMemory(':memory:');
  for (const embedding of [undefined, asked]) {
    const { results, reason, total_before_filter: total } = search(palace, 'river', {}, embedding);
    assert.deepEqual([results, reason, total], [[], 'no_match', 0]);
  }
});

test('case 18: equal texts in one hundred runs give the same bytes', async () => {
  const texts = Array.from({ length: 12 }, () => 'the same river');
  const answers = new Set();
  for (let run = 0; run < 100; run++) {
    const memory = await openMemory(':memory:', { clock: () => 0 });
    texts.forEach((text, i) => memory.palace.addDrawer(drawerOf(text, i)));
    answers.add(JSON.stringify(search(memory.palace, 'river')));
    memory.close();
  }
  assert.equal(answers.size, 1);
});

test('case 21: an exact match without a vector comes before a near one in general', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer(drawer('general', 'general text about deploys', { embedding: at(0.25) }));
  palace.addDrawer(drawer('exact', 'deploy-v2.4.7-hotfix shipped'));
  for (const candidateStrategy of ['vector', 'union']) {
    const { results } = search(palace, 'hotfix', { candidateStrategy }, asked);
    assert.deepEqual(
      results.map(({ id, matched_via: via }) => [id, via]),
      [
        ['exact', 'bm25'],
        ['general', 'drawer'],
      ],
    );
  }
});

test('case 22: an exact match at the sixth place by vector is found with a limit of 5', async () => {
  const { palace } = await openMemory(':memory:');
  for (let i = 0; i < 30; i++) {
    const text = i === 5 ? 'the hotfix went out' : `other text ${i}`;
    palace.addDrawer(drawer(`n${i}`, text, { embedding: at(0.1 + i / 1000) }));
  }
  const { results } = search(palace, 'hotfix', { limit: 5, candidateStrategy: 'vector' }, asked);
  assert.equal(results[0].id, 'n5');
  assert.equal(results.length, 5);
});

test('case 22: the one of 600 that holds both words is found by union', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawers(
    Array.from({ length: 600 }, (_, i) =>
      drawer(`n${i}`, i === 599 ? 'deploy hotfix' : `deploy ${i}`, {
        embedding: at(0.5 + i / 6000),
      }),
    ),
  );
  const { results } = search(palace, 'deploy hotfix', { candidateStrategy: 'union' }, asked);
  assert.equal(results[0].id, 'n599');
  assert.ok(Math.abs(results[0].distance - (0.5 + 599 / 6000)) < 1e-6, 'its true distance');
});

test('case 23: distances by cosine, straight line and inner product', async () => {
  const { palace } = await openMemory(':memory:');
  const vectors = { same: [1, 0], against: [-1, 0], aslant: [3, 4] };
  for (const [id, embedding] of Object.entries(vectors)) {
    palace.addDrawer(drawer(id, `text ${id}`, { embedding }));
  }
  const expected = {
    cosine: { same: 0, against: 2, aslant: 0.4 },
    l2: { same: 1, against: 3, aslant: Math.sqrt(17) },
    ip: { same: -1, against: 3, aslant: -5 },
  };
  for (const [metric, distances] of Object.entries(expected)) {
    const { results } = palace.search({ query: 'unheard' }, { embedding: [2, 0], metric });
    assert.equal(results.length, 3, metric);
    for (const { id, distance } of results) {
      assert.ok(Math.abs(distance - distances[id]) < 1e-6, `${metric} ${id} ${distance}`);
    }
  }
});

test('case 24: a file of 125 chunks that match leaves room for a note', () => {
  const chunks = Array.from({ length: 125 }, (_, i) =>
    drawer(`chunk${i}`, `deploy deploy deploy part ${i}`, { sourceFile: 'log.md', chunkIndex: i }),
  );
  const note = drawer('note', 'a note of how the deploy went on Tuesday', {
    sourceFile: 'note.md',
  });
  const withVectors = chunks.map((chunk, i) => ({ ...chunk, embedding: at(i / 1000) }));
  const near = { ...note, embedding: at(0.9) };
  return drawersInEveryWay([...withVectors, near], async (palace, way) => {
    for (const [request, embedding] of [
      [{ vectorDisabled: true }, undefined],
      [{}, asked],
      [{ candidateStrategy: 'union' }, asked],
    ]) {
      const ids = idsOf(search(palace, 'deploy', { limit: 5, ...request }, embedding));
      assert.ok(ids.slice(0, 4).includes('note'), `${way}: ${ids}`);
      assert.equal(new Set(ids).size, 5);
    }
  });
});

test('case 25: of 500 drawers the one that passes the filter is found', async () => {
  const { palace } = await openMemory(':memory:');
  const others = Array.from({ length: 499 }, (_, i) =>
    drawer(`n${i}`, `river ${i}`, { embedding: at(0.001 * (i / 500)), filedAt: '2020-01-01' }),
  );
  const one = { embedding: at(1.5), filedAt: '2024-05-05' };
  palace.addDrawers([...others, drawer('one', 'brook', { ...one, wing: 'Far', room: 'Shore' })]);
  for (const request of [{ wing: 'far' }, { room: 'SHORE' }, { since: '2024-05-05' }]) {
    for (const candidateStrategy of ['vector', 'union']) {
      const { results, total_before_filter: total } = search(
        palace,
        'river brook',
        { ...request, candidateStrategy },
        asked,
      );
      assert.deepEqual([idsOf({ results }), total], [['one'], 1], JSON.stringify(request));
    }
    assert.deepEqual(foundIds(palace, 'river brook', request), ['one']);
  }
});

test('case 26: the same text from three sources comes once, and nothing is deleted', async () => {
  const { palace } = await openMemory(':memory:');
  const text = 'The pump leaked.\nShe closed the valve.';
  const copies = [text, text.replace('\n', '\r\n'), `${text}  \n`];
  copies.forEach((each, i) => palace.addDrawer(drawer(`c${i}`, each, { sourceFile: `${i}.md` })));
  palace.addDrawer(drawer('few', '37 snapshots of the pump'));
  palace.addDrawer(drawer('fewer', '15 snapshots of the pump'));
  const { results } = search(palace, 'pump');
  const [copy] = results.filter(({ duplicates }) => duplicates);
  assert.deepEqual([copy.id, ...copy.duplicates].sort(), ['c0', 'c1', 'c2']);
  assert.deepEqual(idsOf({ results }).sort(), [copy.id, 'few', 'fewer'].sort());
  assert.deepEqual(
    copies.map((_, i) => palace.getDrawer(`c${i}`).text),
    copies,
  );
});

test('case 26: a text that is there is found before it is filed again', async () => {
  const { palace } = await openMemory(':memory:');
  palace.addDrawer(drawer('a', 'The pump leaked on Tuesday.\n', { embedding: [1, 0] }));
  const codes = (text, options) => {
    const { is_duplicate: is, matches } = palace.checkDuplicate(text, options);
    return [is, ...matches.map(({ id, how }) => `${id} ${how}`)];
  };
  assert.deepEqual(codes('The pump leaked on Tuesday.'), [true, 'a exact']);
  assert.deepEqual(codes('on Tuesday the pump leaked!'), [true, 'a words']);
  assert.deepEqual(codes('Something else', { embedding: [2, 0.1] }), [true, 'a embedding']);
  assert.deepEqual(codes('Something else', { embedding: [0, 1] }), [false]);
  assert.deepEqual(codes('The pump ran.'), [false]);
  assert.deepEqual(codes('The pump ran.', { threshold: 0.3 }), [true, 'a words']);
});
