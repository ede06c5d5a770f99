// The parts of the evidence walk that need no page: a conversation, its words, and the demo's events,
// on the engine itself.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';

import { openMemory } from '../../js/index.js';
import {
  CHAIN_LENGTH,
  Conversation,
  REMEMBERED_MS,
} from '../../demo/page/evidence_conversation.js';
import { EVENT_FILES, QUESTIONS, fillWithDemoEvents } from '../../demo/page/evidence_demo.js';
import { leftOutOf } from '../../demo/page/evidence_given.js';
import { inksOfQuestion, markStep } from '../../demo/page/evidence_marks.js';
import { errorInWords, reasonInWords, summaryOf } from '../../demo/page/evidence_words.js';
import { Meaning } from '../../demo/page/meaning.js';
import { hashOf, parseRoute } from '../../demo/page/router.js';
import { MODEL, conceptsOf } from './support/concepts.js';

const FOLDER = new URL('../../demo/evidence/', import.meta.url);
const readEvents = async (name) => JSON.parse(await readFile(new URL(name, FOLDER), 'utf8'));
const events = (await Promise.all(EVENT_FILES.map(readEvents))).flat();

/** A memory with the demo's events, and a conversation with it whose clock tests set. */
async function begin(t) {
  const clock = { now: 0 };
  const memory = await openMemory(':memory:', { monotonic: () => clock.now });
  t.after(() => memory.close());
  memory.evidence.saveMany(events);
  const start = (name) =>
    new Conversation(memory.evidence, { name, session: name, now: () => clock.now });
  return { memory, clock, start, conversation: start('test') };
}

const idsOf = (step) => step.events.map(({ id }) => id);
const ask = (conversation, query, more) => conversation.ask({ query_text: query, ...more });

test('the demo’s events are those in its folder, each with an id of its own', async () => {
  assert.deepEqual([...EVENT_FILES], (await readdir(FOLDER)).sort());
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  assert.ok(events.length >= 24 && events.length <= 48, `a few dozen: ${events.length}`);
  const long = events.filter(({ content }) => [...content].length > 1600);
  assert.ok(long.length >= 3);
});

test('every question to try is answered, in its own language', async (t) => {
  const { start } = await begin(t);
  for (const question of QUESTIONS) {
    const { events: found } = await ask(start(question), question);
    assert.ok(found.length > 0, question);
  }
});

test('events come into a memory that has none, and never beside somebody’s own', async (t) => {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  memory.evidence.save({ id: 'mine', summary: 'mine', content: 'mine' });
  assert.equal(await fillWithDemoEvents(memory, readEvents), 0);
  assert.equal(memory.status().evidence.events, 1);
  memory.evidence.remove('mine');
  assert.equal(await fillWithDemoEvents(memory, readEvents), events.length);
  assert.equal(await fillWithDemoEvents(memory, readEvents), 0);
});

test('a conversation remembers its steps, their roots and what each gave', async (t) => {
  const { conversation } = await begin(t);
  const first = await ask(conversation, 'why did the roof leak?');
  const concept = first.reply.concepts.find(({ name }) => name === 'chimney');
  const second = await conversation.expand(first, concept);
  const branch = await conversation.nearby(first, first.events[0]);
  const other = await ask(conversation, 'where is the key?');
  assert.deepEqual(
    conversation.steps.map(({ number, kind, parent, root }) => [
      number,
      kind,
      parent?.number,
      root.number,
    ]),
    [
      [1, 'search', undefined, 1],
      [2, 'expand', 1, 1],
      [3, 'nearby', 1, 1],
      [4, 'search', undefined, 4],
    ],
  );
  const along = [first, second, branch].flatMap(idsOf);
  assert.equal(conversation.deliveredAlong(second), along.length);
  assert.equal(conversation.deliveredAlong(other), other.events.length);
  const all = [...along, ...idsOf(other)];
  assert.equal(new Set(all).size, all.length, 'nothing comes twice');
  assert.deepEqual(
    conversation.given.map(({ id }) => id),
    [...all].reverse(),
  );
  assert.equal(conversation.stepOf(idsOf(branch)[0]), branch);
  assert.equal(conversation.current, other);
  assert.equal(conversation.calls.length, 4);
  assert.deepEqual(conversation.calls[0].options.session, 'test');
});

test('a question and its follow-ups end at the length that the meter shows', async (t) => {
  const { conversation } = await begin(t);
  let step = await ask(conversation, 'roof chimney stove water winter key money');
  for (let walk = 0; walk < 30 && step.reply.reason !== 'chain_exhausted'; walk++) {
    const { reply } = conversation.steps.filter(({ events: given }) => given.length > 0).at(-1);
    const from = conversation.steps.find((one) => one.reply === reply);
    for (const concept of reply.concepts) {
      step = await conversation.expand(from, concept);
      if (step.events.length > 0 || step.reply.reason === 'chain_exhausted') break;
    }
  }
  assert.equal(conversation.deliveredAlong(step), CHAIN_LENGTH);
  assert.equal(step.reply.reason, 'chain_exhausted');
  assert.match(summaryOf(step), /20 events/);
});

test('what was given is remembered as long as the engine does, to the millisecond', async (t) => {
  const { conversation, clock } = await begin(t);
  const first = await ask(conversation, 'where is the key?');
  clock.now = REMEMBERED_MS - 1;
  assert.ok(conversation.given.every(({ isRemembered }) => isRemembered));
  assert.ok(!idsOf(await ask(conversation, 'where is the key?')).includes(idsOf(first)[0]));
  clock.now = REMEMBERED_MS;
  const old = conversation.given.filter(({ id }) => idsOf(first).includes(id));
  assert.ok(old.length > 0 && old.every(({ isRemembered }) => !isRemembered));
  // The second answer is remembered for as long again, so that only the best is surely there again.
  assert.equal(idsOf(await ask(conversation, 'where is the key?'))[0], idsOf(first)[0]);
});

test('to forget is to be given the same again, and the old places are gone', async (t) => {
  const { conversation } = await begin(t);
  const first = await ask(conversation, 'what did the roof cost?');
  await ask(conversation, 'spring');
  const again = await conversation.askAgain(first, { reset_seen: true });
  assert.deepEqual(idsOf(again), idsOf(first));
  assert.equal(conversation.given.length, again.events.length);
  const [concept] = first.reply.concepts;
  const { reply } = await conversation.expand(first, concept);
  assert.equal(reply.error.code, 'cursor_expired');
  assert.match(errorInWords(reply.error).hint, /Ask again/);
  const third = await conversation.askAgain(again);
  assert.ok(!('reset_seen' in third.request), 'once is enough');
});

test('conversations know nothing of each other', async (t) => {
  const { start } = await begin(t);
  const [a, b] = [start('a'), start('b')];
  const first = await ask(a, 'spring');
  assert.deepEqual(idsOf(await ask(b, 'spring')), idsOf(first));
  assert.equal(a.given.length, b.given.length);
});

test('an engine that was opened anew has forgotten, and so has the list', async (t) => {
  const { memory } = await begin(t);
  const second = await openMemory({ bytes: memory.exportBytes() });
  t.after(() => second.close());
  let { evidence } = memory;
  const call = (...args) => evidence.call(...args);
  const conversation = new Conversation({ call }, { name: 'moved', session: 'moved' });
  const first = await ask(conversation, 'spring');
  ({ evidence } = second); // as when the tab that held the store is closed, and this one takes over
  const { reply } = await conversation.expand(first, first.reply.concepts[0]);
  assert.equal(reply.error.code, 'cursor_unknown');
  assert.deepEqual(conversation.given, []);
  assert.deepEqual(idsOf(await conversation.askAgain(first)), idsOf(first));
});

test('the same words, given before by another event, are told by reference', async (t) => {
  const { conversation } = await begin(t);
  const first = await ask(conversation, 'key and spring');
  const stove = first.reply.concepts.find(({ name }) => name === 'stove');
  const { events: found } = await conversation.expand(first, stove);
  const { quoteRef } = found.find(({ id }) => id === 'hut_ch03_e03');
  assert.equal(conversation.stepOf(quoteRef.id), first);
});

test('two events of one text are one card, which names the other', async (t) => {
  const { conversation } = await begin(t);
  const step = await ask(conversation, 'minutes rope lift two cheeses');
  const card = step.events.find(({ duplicates }) => duplicates);
  assert.deepEqual([card.id, ...card.duplicates].sort(), ['hut_ch02_e06', 'letter_2024_06_03']);
});

test('a follow-up tells what it left out: those of the chapter, or of the concept', async (t) => {
  const { conversation } = await begin(t);
  const first = await ask(conversation, 'flashing chimney leak');
  const [from] = first.events;
  const around = await conversation.nearby(first, from);
  const chapter = from.id.replace(/_e\d+$/, '');
  const before = idsOf(first).filter((id) => id.startsWith(`${chapter}_`));
  assert.deepEqual(
    leftOutOf(around, conversation)
      .map(({ id }) => id)
      .sort(),
    before.sort(),
  );
  const concept = first.reply.concepts.find(({ name }) => name === 'roof');
  const more = await conversation.expand(first, concept);
  const left = leftOutOf(more, conversation);
  const mentioning = [...first.events, ...around.events].filter(({ entities }) =>
    entities.some(({ id }) => id === concept.id),
  );
  assert.equal(left.length, new Set(mentioning.map(({ id }) => id)).size);
  assert.deepEqual(leftOutOf(first, conversation), []);
});

test('every error and reason of the face has words, and a next step', () => {
  const errors = ['cursor_unknown', 'cursor_expired', 'model_changed', 'record_changed'];
  errors.push('no_position', 'unknown_event', 'unknown_concept', 'invalid_argument');
  for (const code of errors) {
    const { words, next } = errorInWords({ code, message: 'limit must be small' });
    assert.match(words, /\.$/, code);
    assert.ok(next.length > 0, code);
  }
  for (const reason of ['no_query_terms', 'no_match', 'nothing_new', 'chain_exhausted']) {
    const { words, hint, next } = reasonInWords({ reason });
    assert.ok(words.endsWith('.') && hint.endsWith('.') && next.length > 0, reason);
  }
});

test('the words of a question are marked in what was found for it, small ones not', async (t) => {
  const { conversation, memory } = await begin(t);
  const step = await ask(conversation, 'where is the key?');
  const { inks, runs } = await markStep(memory, step);
  assert.ok(inks.has('key') && !inks.has('the'));
  const [{ id, excerpt }] = step.events;
  const shown = runs.get(id).excerpt;
  assert.equal(shown.map(({ text }) => text).join(''), excerpt.text);
  assert.ok(shown.some(({ term }) => term === 'key'));
  assert.equal(inksOfQuestion(['is', 'the']).size, 2, 'small words alone are all there is');
});

test('the address of the walk is its own', () => {
  assert.deepEqual(parseRoute(hashOf({ view: 'evidence' })), { view: 'evidence' });
});

test('events are read by an embedder beside notes, and a question is asked by both', async (t) => {
  const { conversation, memory } = await begin(t);
  memory.add({ category: 'tools', name: 'ladder', content: 'Seven rungs.' });
  const meaning = new Meaning(memory);
  await meaning.use({
    title: 'concepts',
    start: async () => ({ model: MODEL }),
    canRead: () => true,
    embed: async (texts) => texts.map(conceptsOf),
    close: () => {},
  });
  await meaning.sweep();
  assert.equal(meaning.error, null);
  const { done, total } = meaning.about.notes;
  const { embeddings, evidence } = memory.status();
  assert.equal(embeddings.pending, 0);
  assert.equal(done, total);
  assert.equal(total, 1 + evidence.events + evidence.chunks);
  const options = await meaning.optionsFor('beacon');
  const step = await conversation.ask({ query_text: 'beacon' }, options);
  assert.ok(step.events.length > 0, 'by meaning: no event holds the word');
  assert.deepEqual(step.reply.warnings, []);
  const more = await conversation.expand(step, step.reply.concepts[0]);
  assert.equal(more.reply.error, undefined);
});
