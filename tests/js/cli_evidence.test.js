// `loci evidence`: what search, read, show, entity and rm print, and their exit statuses.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { shellWord } from '../../js/cli/evidence_page.js';
import {
  HUT,
  addGarden,
  addHut,
  expectCase,
  inNewFolder,
  newCli,
  runHere,
} from '../support/cli.js';

/** A store with the hut, and what a command prints of it. */
async function hutIn(t) {
  inNewFolder(t);
  await addHut(runHere);
  const json = async (...args) => JSON.parse((await runHere([...args, '--json'])).output);
  return { json, idsOf: ({ events }) => events.map(({ id }) => id) };
}

// ---- The group ----

test('the commands of the group are named behind it', async (t) => {
  inNewFolder(t);
  for (const [args, errors] of [
    [[], /give a command, one of save, search, .* or --interactive \(`loci help evidence`/],
    [['serch'], /there is no command evidence serch; did you mean search\?/],
    [['delete', 'x'], /there is no command evidence delete; did you mean rm\?/],
    [['--limit', 'search'], /--limit is no option here/],
    [['read'], /give the id of one event \(`loci help evidence read` tells more\)/],
    [['read', 'a', 'b'], /"b" is too much/],
    [['rm'], /give ids of events/],
    [['entity'], /give an id or a name/],
    [['entity', 'x', '--kind', 'place'], /--kind takes person or concept/],
    [['search', '--exclude'], /--exclude needs a value/],
    [['search', '--language', 'fr', 'x'], /--language takes en or zh/],
  ]) {
    await expectCase(runHere, { args: ['evidence', ...args], status: 2, errors });
  }
});

test('options of the store stand anywhere', async (t) => {
  await hutIn(t);
  for (const args of [
    ['--store', 'memory.loci', 'evidence', 'show', 'roof', '--raw'],
    ['evidence', '--store', 'memory.loci', 'show', 'roof', '--raw'],
    ['evidence', 'show', 'roof', '--raw', '--store', 'memory.loci'],
  ]) {
    await expectCase(runHere, { args, output: `${HUT[2].content}\n` });
  }
});

test('without a store nothing is found, and it is said how one is made', async (t) => {
  inNewFolder(t);
  for (const words of [['search', 'x'], ['read', 'x'], ['rm', 'x'], ['--interactive']]) {
    const args = ['evidence', ...words];
    await expectCase(runHere, { args, status: 2, errors: /there is no store memory\.loci/ });
  }
});

// ---- Search ----

const PUMP = ['--exclude', 'hut_ch01_e01', '--exclude', 'hut_ch01_e02'];

test('a search prints each event with its source, and what to do next', async (t) => {
  await hutIn(t);
  const { status, output, errors } = await runHere(['evidence', 'search', 'closed', 'valve']);
  assert.deepEqual([status, errors], [0, '']);
  assert.match(
    output,
    /^1\. hut_ch01_e01 · 2024-05-04 · score 0\.\d{4}\n {3}Summary:\n {3}> Anna found a leak\.\n {3}Mentions: Anna \(person\), water pump \(concept\)\n {3}Source \[0, 50\) of 50:\n {3}> The pump of the hut leaked\. Anna closed the valve\.\n\n/,
  );
  assert.match(
    output,
    /\nConcepts to expand:\n1\. water pump \(concept_\d+\): 2 events, here hut_ch01_e01\n/,
  );
  assert.match(output, /\nNotes:\n- /);
  assert.match(output, /next: `loci evidence read hut_ch01_e01` .* --exclude hut_ch01_e01\n/);
  assert.doesNotMatch(output, /cursor_/);
});

test('a search in Chinese', async (t) => {
  await hutIn(t);
  const { output } = await runHere(['evidence', 'search', 'valve', '--language', 'zh']);
  assert.match(output, /得分 0\.\d{4}\n {3}摘要：\n/);
});

test('without a question the newest come first, and nothing is scored', async (t) => {
  const { json, idsOf } = await hutIn(t);
  const reply = await json('evidence', 'search');
  assert.deepEqual(idsOf(reply), ['roof', 'hut_ch01_e02', 'hut_ch01_e01']);
  assert.deepEqual(reply.events[0].score, null);
});

test('filters, and what was given before', async (t) => {
  const { json, idsOf } = await hutIn(t);
  const found = async (...args) => idsOf(await json('evidence', 'search', ...args));
  assert.deepEqual(await found('--entity', 'anna'), ['roof', 'hut_ch01_e01']);
  assert.deepEqual(await found('--entity', 'anna', '--entity', 'water pump'), ['hut_ch01_e01']);
  assert.deepEqual(await found('--since', '2024-05-05'), ['roof', 'hut_ch01_e02']);
  assert.deepEqual(await found('--before', '2024-05-05'), ['hut_ch01_e01']);
  const exclude = ['--exclude', 'roof', '--exclude', 'hut_ch01_e02'];
  assert.deepEqual(await found(...exclude), ['hut_ch01_e01']);
});

test('nothing found is status 1, with the reason', async (t) => {
  const { json } = await hutIn(t);
  for (const [words, errors] of [
    [['zeppelin'], /^loci: No events: nothing matches\.\n$/],
    [['!!!'], /^loci: No events: the question holds no word to search for\.\n$/],
    [['--entity', 'water pump', ...PUMP], /^loci: No events: all that matches was given/],
  ]) {
    await expectCase(runHere, { args: ['evidence', 'search', ...words], status: 1, errors });
  }
  assert.equal((await json('evidence', 'search', 'zeppelin')).reason, 'no_match');
});

test('a vector finds what no word does', async (t) => {
  const { json, idsOf } = await hutIn(t);
  writeFileSync('v.json', '[1, 0]');
  const args = ['evidence', 'save', 'A storm.', 'Wind.', '--id', 'storm', '--model', 'm'];
  await runHere([...args, '--embedding', 'v.json']);
  const asked = ['evidence', 'search', 'tempest', '--embedding', 'v.json', '--model', 'm'];
  assert.deepEqual(idsOf(await json(...asked)), ['storm']);
});

test('ids in commands are quoted as a shell takes them', async (t) => {
  const { loci, shell } = newCli(t);
  const id = "it's here; $(no)";
  await loci(['evidence', 'save', 's', 'zeppelin', '--id', id]);
  const { output } = await loci(['evidence', 'search', 'zeppelin']);
  const [, command] = /`(loci evidence read .*?)` shows/.exec(output);
  assert.equal((await shell(`${command} --raw`)).output, 'zeppelin\n');
  assert.equal(shellWord('hut_ch01_e01'), 'hut_ch01_e01');
  assert.equal(shellWord(''), "''");
});

test('no stored text drives a terminal or stands outside of its quote', async (t) => {
  inNewFolder(t);
  const evil = 'zeppelin\u001b]0;x\u0007\n1. forged · score 9';
  await runHere(['evidence', 'save', evil, evil, '--id', 'evil', '--person', 'a\u202eb']);
  for (const words of [
    ['search', 'zeppelin'],
    ['read', 'evil'],
  ]) {
    const { output } = await runHere(['evidence', ...words]);
    assert.doesNotMatch(output, /[\u001b\u0007\u202e]/);
    assert.doesNotMatch(output, /^ *1\. forged/m);
    assert.match(output, /^ *> 1\. forged/m);
  }
});

// ---- Read, show, entity, rm ----

test('a stretch of a text, and where it goes on', async (t) => {
  const { json } = await hutIn(t);
  const args = ['evidence', 'read', 'hut_ch01_e02', '--start', '2', '--limit', '8'];
  await expectCase(runHere, {
    args,
    output:
      'Text [2, 10) of 41:\n> new pump\nRead on from 10.\nnext: `loci evidence read hut_ch01_e02 --start 10`\n',
  });
  await expectCase(runHere, { args: [...args, '--raw'], output: 'new pump\n' });
  const { range, next, total } = await json('evidence', 'read', 'roof');
  assert.deepEqual([range, next, total], [[0, 1600], 1600, 2183]);
  const last = ['evidence', 'read', 'roof', '--start', '1600'];
  await expectCase(runHere, { args: last, output: /oak\.\nThis is the end\.\n$/ });
});

test('bounds of a text are those of the memory', async (t) => {
  await hutIn(t);
  for (const words of [
    ['--limit', '0'],
    ['--limit', '10001'],
    ['--start', '2184'],
  ]) {
    const args = ['evidence', 'read', 'roof', ...words];
    await expectCase(runHere, { args, status: 2, errors: /limit|start/ });
  }
});

test('show prints an event as a whole', async (t) => {
  await hutIn(t);
  const { output } = await runHere(['evidence', 'show', 'hut_ch01_e01']);
  assert.match(
    output,
    /^hut_ch01_e01\n {2}2024-05-04\S*\n {2}mentions Anna \(person person_\d+\), water pump \(concept concept_\d+\)\n {2}50 characters, 1 chunk\n\n {2}> Anna found a leak\.\n\n {2}The pump of the hut leaked\. Anna closed the valve\.\n$/,
  );
});

test('an event that is not there is status 1, with the way to those that are', async (t) => {
  await hutIn(t);
  for (const verb of ['show', 'read', 'rm']) {
    const args = ['evidence', verb, 'zeppelin'];
    await expectCase(runHere, { args, status: 1, errors: /zeppelin/ });
  }
});

test('a person or a concept, and the events that mention it', async (t) => {
  const { json } = await hutIn(t);
  const { output } = await runHere(['evidence', 'entity', 'WATER', 'pump']);
  assert.match(
    output,
    /^water pump \(concept concept_\d+\), 2 events\n {3}hut_ch01_e01 {2}2024-05-04\S* {2}Anna found a leak\.\n {3}hut_ch01_e02 /,
  );
  const { entities } = await json('evidence', 'entity', 'anna', '--limit', '1', '--offset', '1');
  assert.deepEqual(
    entities.map(({ kind, name, events }) => [kind, name, events.map(({ id }) => id)]),
    [['person', 'Anna', ['roof']]],
  );
  const args = ['evidence', 'entity', 'anna', '--kind', 'concept'];
  await expectCase(runHere, {
    args,
    status: 1,
    errors: /^loci: no event mentions concept anna\n$/,
  });
});

test('removed events are gone, the others of the line as well', async (t) => {
  await hutIn(t);
  await expectCase(runHere, {
    args: ['evidence', 'rm', 'roof', 'zeppelin', 'hut_ch01_e02'],
    status: 1,
    output: 'removed roof (revision 5)\nremoved hut_ch01_e02 (revision 5)\n',
    errors:
      /^loci: there is no event zeppelin; `loci evidence search` finds those that are there\n$/,
  });
  const args = ['evidence', 'search', 'shingles'];
  await expectCase(runHere, { args, status: 1, errors: /nothing matches/ });
});

test('items and events live in one store and do not meet', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await addHut(runHere);
  await expectCase(runHere, { args: ['retrieve', 'shingles'], status: 1, errors: /nothing found/ });
  const args = ['evidence', 'search', 'tomatoes'];
  await expectCase(runHere, { args, status: 1, errors: /nothing matches/ });
  const { output } = await runHere(['status']);
  assert.match(output, /^events +3 \(6 chunks\)$/m);
});
