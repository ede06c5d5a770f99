// The named sets (tests/quality/sets): small memories in many languages, each question with the answer
// that has to come first, under the options that everybody gets. And that the sets ask something:
// without forms of words, or without the context of a conversation, answers are missed.

import assert from 'node:assert/strict';
import test from 'node:test';

import { openMemory } from 'loci';
import { isAnswered, itemsOf, namedSets, placeOf } from '../quality/named_sets.js';

const sets = namedSets();
const needing = ({ questions }, what) => questions.filter(({ needs }) => needs === what);

async function memoryOf(set, options = {}) {
  const memory = await openMemory(':memory:', options);
  memory.addMany(itemsOf(set));
  return memory;
}

/** Questions with the place of their answer, as a failure shows them. */
const shown = (memory, questions, request) =>
  questions.map((one) => `${one.ask} → ${one.answer} at ${placeOf(memory, one, request)}`);

const missed = (memory, questions, request) =>
  questions.filter((one) => !isAnswered(memory, one, request));

test('there are sets in eight languages, with conversations and enough questions', () => {
  assert.ok(new Set(sets.map(({ language }) => language)).size >= 9);
  for (const set of sets) {
    const items = itemsOf(set);
    assert.ok(items.length >= 15 && items.length <= 40, `${set.name}: ${items.length} items`);
    assert.ok(Object.keys(set.talks).length > 0, set.name);
    const asked = set.questions.length;
    assert.ok(asked >= 10 && asked <= 20, `${set.name}: ${asked} questions`);
    const names = items.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, set.name);
    for (const { ask, answer, within = 1, needs } of set.questions) {
      assert.ok(names.includes(answer) && within <= 3, ask);
      assert.ok([undefined, 'forms', 'context'].includes(needs), ask);
    }
  }
});

for (const set of sets) {
  test(`${set.name}: every question finds its answer`, async () => {
    const memory = await memoryOf(set);
    assert.deepEqual(shown(memory, missed(memory, set.questions)), []);
    memory.close();
  });

  test(`${set.name}: the order does not depend on how the items came in`, async () => {
    const memory = await memoryOf(set);
    const other = await openMemory(':memory:');
    const items = itemsOf(set);
    // Backwards, talks first; then all again in order, which puts them where they belong.
    for (const item of [...items].reverse()) other.add({ ...item, content: 'once something else' });
    for (const item of items) other.add(item);
    for (const { ask } of set.questions) {
      const found = (one) => one.retrieve(ask).items.map(({ name, score }) => [name, score]);
      assert.deepEqual(found(other), found(memory), ask);
    }
    memory.close();
    other.close();
  });
}

test('without forms of words, answers that need them are missed', async () => {
  let all = 0;
  for (const set of sets) {
    const questions = needing(set, 'forms');
    if (questions.length === 0) continue;
    const memory = await memoryOf(set, { forms: 'off' });
    all += questions.length;
    const count = missed(memory, questions).length;
    assert.ok(count > questions.length / 2, `${set.name}: ${shown(memory, questions)}`);
    memory.close();
  }
  assert.ok(all >= 25, `${all} questions need forms`);
});

test('without context, answers out of conversations are missed', async () => {
  let all = 0;
  for (const set of sets) {
    const questions = needing(set, 'context');
    if (questions.length === 0) continue;
    const memory = await memoryOf(set);
    all += questions.length;
    const count = missed(memory, questions, { context: 'off' }).length;
    assert.ok(count > questions.length / 2, `${set.name}: ${shown(memory, questions)}`);
    memory.close();
  }
  assert.ok(all >= 15, `${all} questions need context`);
});
