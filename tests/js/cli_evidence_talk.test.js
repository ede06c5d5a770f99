// `loci evidence --interactive`: what a line means, and a conversation from a pipe and on a terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryError } from 'loci';
import { Talk } from '../../js/cli/evidence_talk.js';
import { addHut, inNewFolder, newCli, runHere } from '../support/cli.js';

// ---- What a line means ----

const event = (id) => ({ id, summary: `about ${id}` });

/** An evidence face that notes what it is asked, and gives two events each time. */
function notingFace(reply = {}) {
  const calls = [];
  const answer = (operation) => (request, options) => {
    calls.push([operation, request, options]);
    const events = [event('a_ch1_e1'), event('b')];
    const concepts = [
      { id: 'concept_3', name: 'pump' },
      { id: 'concept_4', name: 'Bilge Pump' },
    ];
    return { events, concepts, cursor: `cursor_${calls.length}`, ...reply };
  };
  const face = { search: answer('search'), expand: answer('expand'), nearby: answer('nearby') };
  face.read = (request, options) => {
    calls.push(['read', request, options]);
    const { start = 0 } = request;
    return { text: 'text', ...(start < 3200 && { next: start + 1600 }) };
  };
  return { calls, face };
}

/** What the last of these lines asks the face. */
function asks(...lines) {
  const { calls, face } = notingFace();
  const talk = new Talk(face, { session: 's' });
  for (const line of lines) talk.answer(line);
  const [operation, request, options] = calls.at(-1);
  assert.deepEqual(options, { session: 's' });
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return [operation, Object.fromEntries(given)];
}

const question = (query_text, reset_seen = false) => ['search', { query_text, reset_seen }];

test('a line of words is a question', () => {
  assert.deepEqual(asks('who fixed the pump?'), question('who fixed the pump?'));
  for (const line of [
    'read the manual',
    'expand 1 2 3',
    'nearby 1 2 3 4',
    'helpful tips',
    'seen it?',
  ]) {
    assert.deepEqual(asks('x', line), question(line));
  }
});

test('behind a question mark anything is a question, also nothing', () => {
  assert.deepEqual(asks('?read 1'), question('read 1'));
  assert.deepEqual(asks('?help'), question('help'));
  assert.deepEqual(asks('?'), question(''));
});

test('a number is that of the last answer that gave something', () => {
  assert.deepEqual(asks('x', 'expand 2'), [
    'expand',
    { cursor: 'cursor_1', concept_id: 'concept_4' },
  ]);
  assert.deepEqual(asks('x', 'expand 1', 'nearby 1'), [
    'nearby',
    { cursor: 'cursor_2', event_id: 'a_ch1_e1' },
  ]);
  assert.deepEqual(asks('x', 'read 2'), ['read', { event_id: 'b' }]);
});

test('numbers behind it are limits and places', () => {
  assert.deepEqual(asks('x', 'expand 1 8')[1].limit, 8);
  const { before, after } = asks('x', ' nearby  1  0  3 ')[1];
  assert.deepEqual([before, after], [0, 3]);
  assert.deepEqual(asks('x', 'read 1 40')[1].start, 40);
});

test('an id that was given stands for itself, another word is a question', () => {
  assert.deepEqual(asks('x', 'read b'), ['read', { event_id: 'b' }]);
  assert.equal(asks('x', 'expand concept_3')[0], 'expand');
  assert.equal(asks('x', 'expand bilge  pump')[1].concept_id, 'concept_4');
  assert.deepEqual(asks('x', 'expand bilge'), question('expand bilge'));
  assert.deepEqual(asks('x', 'read c'), question('read c'));
});

test('a number that the last answer has not got is a slip', () => {
  const { calls, face } = notingFace();
  const talk = new Talk(face, {});
  for (const line of ['read 1', 'expand 1', 'nearby 1', 'more']) {
    assert.throws(() => talk.answer(line), MemoryError, line);
  }
  for (const line of ['expand', 'nearby', 'read']) {
    assert.throws(() => talk.answer(line), new RegExp(`${line} what\\? .${line} N.: `), line);
  }
  talk.answer('x');
  for (const line of ['read 0', 'read 3', 'expand 99']) {
    assert.throws(() => talk.answer(line), /the last answer has 2 /, line);
  }
  assert.equal(calls.length, 1);
});

test('more reads on until the end', () => {
  assert.deepEqual(asks('x', 'read 1', 'more')[1], { event_id: 'a_ch1_e1', start: 1600 });
  assert.deepEqual(asks('x', 'read 1', 'more', 'more')[1].start, 3200);
  assert.throws(() => asks('x', 'read 1', 'more', 'more', 'more'), /`read N` begins one/);
});

test('seen lists what was given within 15 minutes', () => {
  let now = 0;
  const talk = new Talk(notingFace().face, {}, () => now);
  assert.deepEqual(talk.answer('seen'), { seen: [] });
  talk.answer('x');
  now = 899_999;
  const given = ['a_ch1_e1', 'b'].map(event);
  assert.deepEqual(talk.answer('seen'), { seen: given });
  now = 900_000;
  assert.deepEqual(talk.answer('seen'), { seen: [] });
});

test('reset is done by the next question, once', () => {
  assert.deepEqual(asks('x', 'reset', 'y'), question('y', true));
  assert.deepEqual(asks('x', 'reset', 'y', 'z'), question('z'));
  assert.throws(() => asks('x', 'reset', 'read 1'), MemoryError);
});

test('a question that fails leaves the reset to the next', () => {
  const { calls, face } = notingFace();
  const { search } = face;
  const talk = new Talk(face, {});
  talk.answer('reset');
  face.search = () => {
    throw new MemoryError('invalid_argument', 'no');
  };
  assert.throws(() => talk.answer('x'), MemoryError);
  face.search = search;
  talk.answer('y');
  assert.equal(calls[0][1].reset_seen, true);
});

test('an answer without events changes no numbers', () => {
  const { face } = notingFace();
  const talk = new Talk(face, {});
  talk.answer('x');
  face.search = () => ({ events: [], concepts: [], cursor: null });
  talk.answer('y');
  assert.equal(talk.answer('read 1').reply.text, 'text');
});

test('a blank line is nothing, help and quit ask nothing', () => {
  const { calls, face } = notingFace();
  const talk = new Talk(face, {});
  assert.equal(talk.answer('  '), undefined);
  assert.ok(talk.answer('help').help.length > 5);
  assert.deepEqual(talk.answer('quit'), { quit: true });
  assert.deepEqual(talk.answer('exit'), { quit: true });
  assert.deepEqual([calls.length, talk.asked], [0, 0]);
});

// ---- A conversation ----

const talkLines = ['evidence', '--interactive'];

/** The answers to lines, as JSON. */
async function converse(lines, args = []) {
  const input = lines.map((line) => `${line}\n`).join('');
  const ended = await runHere([...talkLines, '--json', ...args], { input });
  const answers = ended.output.trim().split('\n').filter(Boolean);
  return { ...ended, answers: answers.map((line) => JSON.parse(line)) };
}

const idsOf = ({ events }) => events.map(({ id }) => id);

test('what was given is not given again, until it is forgotten', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const { answers, status } = await converse(['pump', 'pump', 'reset', 'pump', 'seen']);
  const [first, second, reset, third, seen] = answers;
  assert.deepEqual(idsOf(first).sort(), ['hut_ch01_e01', 'hut_ch01_e02']);
  assert.deepEqual([idsOf(second), second.reason], [[], 'nothing_new']);
  assert.match(reset.done, /forgotten/);
  assert.deepEqual(idsOf(third), idsOf(first));
  assert.deepEqual(
    seen.seen.map(({ id }) => id),
    idsOf(first),
  );
  assert.equal(status, 0);
});

test('answers lead on by concept, to neighbours and into the text', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const { answers } = await converse(['valve', 'nearby 1', 'read 1', 'shingles', 'read 1', 'more']);
  const [valve, nearby, read, , long, more] = answers;
  assert.deepEqual(idsOf(valve), ['hut_ch01_e01']);
  assert.deepEqual(idsOf(nearby), ['hut_ch01_e02']);
  assert.equal(read.text, 'A new pump came by mule. It runs quietly.');
  assert.deepEqual([long.range, more.range[0]], [[0, 1600], 1600]);
  const { answers: others } = await converse(['valve', 'expand 1']);
  assert.deepEqual(idsOf(others[1]), ['hut_ch01_e02']);
});

test('options hold for every question', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const args = ['--exclude', 'hut_ch01_e01', '--entity', 'water pump'];
  const { answers } = await converse(['?'], args);
  assert.deepEqual(idsOf(answers[0]), ['hut_ch01_e02']);
});

test('a slip is told and the conversation goes on; a pipe ends with status 2', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const { answers, status } = await converse(['read 5', 'valve']);
  assert.equal(answers[0].error.code, 'invalid_argument');
  assert.deepEqual(idsOf(answers[1]), ['hut_ch01_e01']);
  assert.equal(status, 2);
  const asText = await runHere(talkLines, { input: 'read 5\nvalve\n' });
  assert.match(asText.errors, /^loci: the last answer has 0 events, and no number 5\n$/);
  assert.match(asText.output, /hut_ch01_e01/);
});

test('quit ends it before the lines do; nothing given is status 1', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  assert.deepEqual((await converse(['quit', 'pump'])).answers, []);
  assert.equal((await converse(['zeppelin'])).status, 1);
  assert.equal((await converse([])).status, 0);
});

test('a person sees what to do next, and a prompt', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const terminal = { isTTY: true, columns: 80 };
  const options = { terminal, environment: { TERM: 'dumb' } };
  const input = 'pump\npump\nseen\nhelp\nread 9\nquit\n';
  const { status, output, errors } = await runHere(talkLines, { ...options, input });
  assert.equal(status, 0);
  assert.match(errors, /^A question a line; `help` tells more, `quit` ends\.\n/);
  assert.match(errors, /no number 9/);
  assert.match(output, /\? .*1\. hut_ch01_e0\d · 2024-05-0/s);
  assert.match(output, /next: `read N`, `nearby N`, `expand N`, or another question/);
  assert.match(output, /No events: all that matches was given in this session already/);
  assert.match(output, /next: other words, or `reset`/);
  assert.match(output, /expand N {4}events that mention concept N/);
});

test('it talks in a pipe of a shell', async (t) => {
  const { loci, shell } = newCli(t);
  await addHut(loci);
  const { status, output } = await shell(
    "printf 'valve\\nnearby 1\\n' | loci evidence -i --language zh",
  );
  assert.equal(status, 0);
  assert.match(output, /1\. hut_ch01_e01 .*\n.*摘要.*1\. hut_ch01_e02 /s);
});
