// Why an item was found, on the command line: forms of words, what others lent, and how sure it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Look } from '../../js/cli/look.js';
import { whyLines } from '../../js/cli/why.js';
import { inNewFolder, runHere } from '../support/cli.js';

const TERMS = [
  { term: 'databases', kind: 'word', tf: 0, df: 3, idf: 1, weight: 0 },
  { term: 'database', kind: 'gram', of: 'databases', tf: 1, df: 3, idf: 1, weight: 0.25 },
  { term: 'friday', kind: 'word', tf: 2, df: 1, idf: 2, weight: 0.75 },
];
const ENTRY = {
  score: 1.5,
  bm25Score: 1.5,
  cosScore: null,
  shares: { bm25: 1.5, cosine: 0 },
  context: { own: 1, neighbours: 0.3, sequence: 0.2, coverage: 0 },
  terms: TERMS,
};

const linesOf = (entry, embeddingUsed = false) =>
  whyLines({ ...ENTRY, ...entry }, { embeddingUsed, look: new Look({}, {}), indent: '' });

test('a form stands behind its word, and what was lent adds up with the terms', () => {
  assert.deepEqual(linesOf({}), [
    'score 1.500 = its terms 1.000 + its neighbours 0.300 + its sequence 0.200',
    'term                  kind  weight                    found',
    'friday                word   0.750  ████████████████  2× here, in 1 item',
    'databases ~ database  gram   0.250  █████▍            1× here, in 3 items',
    'together                     1.000',
  ]);
});

test('without loans, and without a context, the score is that of the terms', () => {
  const bare = { score: 1, bm25Score: 1 };
  for (const context of [null, { own: 1, neighbours: 0, sequence: 0, coverage: 0 }, undefined]) {
    const [first] = linesOf({ ...bare, context });
    assert.equal(first, 'score 1.000, the sum of its terms (BM25)');
  }
});

test('with an embedding BM25 has a line of its own where others lent to it', () => {
  const mixed = { score: 0.9, shares: { bm25: 0.6, cosine: 0.3 }, cosScore: 0.8 };
  const [first, second] = linesOf(mixed, true);
  assert.equal(first, 'score 0.900 = words 0.600 (BM25 1.500) + embedding 0.300 (cosine 0.800)');
  assert.equal(second, 'BM25 1.500 = its terms 1.000 + its neighbours 0.300 + its sequence 0.200');
  const none = { ...mixed, bm25Score: null, context: null, terms: [] };
  assert.equal(linesOf(none, true).length, 1);
});

test('what was found by those around it alone has no terms to show', () => {
  const context = { own: 0, neighbours: 0.3, sequence: 0, coverage: 0 };
  assert.deepEqual(linesOf({ score: 0.3, bm25Score: 0.3, context, terms: [] }), [
    'score 0.300 = its neighbours 0.300',
  ]);
});

test('explain shows forms and context of what is in the store', async (t) => {
  inNewFolder(t);
  const turns = ['We migrated the database on Friday.', 'It took two hours.'];
  for (const [at, text] of turns.entries()) {
    await runHere(['add', 'talk', `turn ${at}`, text, '--sequence', `ops:${at}`]);
  }
  await runHere(['add', 'kitchen', 'kettle', 'In the left cupboard.']);
  const query = 'when were the databases migrated';
  const first = await runHere(['explain', query, 'talk', 'turn 0']);
  assert.equal(first.status, 0);
  assert.match(first.output, /\n {2}databases ~ database +(gram|form) +0\.\d{3} /);
  assert.doesNotMatch(first.output, /not in it: .*databases/);
  const second = await runHere(['explain', query, 'talk', 'turn 1']);
  assert.match(second.output, /\n {2}score \d\.\d{3} = its neighbours \d\.\d{3}/);
  const apart = await runHere(['explain', '--context', 'off', query, 'talk', 'turn 1']);
  assert.equal(apart.status, 1);
  const json = await runHere(['--json', 'explain', query, 'talk', 'turn 1']);
  const { context, bm25_score: bm25 } = JSON.parse(json.output);
  const sum = Object.values(context).reduce((total, part) => total + part, 0);
  assert.ok(Math.abs(sum - bm25) < 1e-12);
});
