// `loci evidence save`: an event from words, and events from JSON.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { eventsIn } from '../../js/cli/event_files.js';
import { HUT, addHut, expectCase, inNewFolder, runHere } from '../support/cli.js';

const bytes = (text) => new TextEncoder().encode(text);
const one = { summary: 'a', content: 'b' };

// ---- Events in JSON ----

test('one event, a list, or one a line', () => {
  const json = JSON.stringify(one);
  assert.deepEqual(eventsIn(bytes(json), 'f'), [one]);
  assert.deepEqual(eventsIn(bytes(JSON.stringify(one, null, 2)), 'f'), [one]);
  assert.deepEqual(eventsIn(bytes(`[${json}, ${json}]`), 'f'), [one, one]);
  assert.deepEqual(eventsIn(bytes(`${json}\n\n  ${json}\r\n`), 'f'), [one, one]);
  assert.deepEqual(eventsIn(bytes('\ufeff' + json), 'f'), [one]);
  assert.deepEqual(eventsIn(bytes('[]'), 'f'), []);
});

test('names in snake_case are those of the library, and what is made anew is passed over', () => {
  const given = { ...one, written_at: null, summary_embedding: [1], chunk_embeddings: [[2]] };
  const expected = { ...one, writtenAt: null, summaryEmbedding: [1], chunkEmbeddings: [[2]] };
  assert.deepEqual(
    eventsIn(bytes(JSON.stringify({ ...given, chunks: [[0, 1]], revision: 3 })), 'f'),
    [expected],
  );
});

test('what is no event is refused, with its place', () => {
  const refused = (text, what) =>
    assert.throws(() => eventsIn(bytes(text), 'f'), { code: 'invalid_json', message: what });
  refused('', /^f is empty/);
  refused('{', /^f is no JSON/);
  refused('5', /^f: an event is an object/);
  refused('[{}, null]', /^f\[1\]: an event is an object/);
  refused('{}\n\n{oh}\n', /^f:3 is no JSON/);
  refused('{}\n[]\n', /^f:2: an event is an object/);
});

// ---- Saving ----

const save = ['evidence', 'save'];

async function shown(id) {
  const { output } = await runHere(['evidence', 'show', id, '--json']);
  return JSON.parse(output);
}

test('an event in words', async (t) => {
  inNewFolder(t);
  const words = ['--person', 'Anna', '--person', 'Bo', '--concept', 'pump', '--id', 'e1'];
  const line = [...save, 'A leak.', 'The pump leaked.', ...words, '--written-at', '2024-05-04'];
  await expectCase(runHere, { args: line, output: 'added e1 (revision 1)\n' });
  await expectCase(runHere, { args: line, output: 'unchanged e1 (revision 1)\n' });
  const changed = line.with(3, 'The pump leaked a lot.');
  await expectCase(runHere, { args: changed, output: 'updated e1 (revision 2)\n' });
  const { summary, content, entities, written_at: writtenAt } = await shown('e1');
  assert.deepEqual([summary, content], ['A leak.', 'The pump leaked a lot.']);
  assert.deepEqual(
    entities.map(({ kind, name }) => `${kind} ${name}`),
    ['person Anna', 'person Bo', 'concept pump'],
  );
  assert.match(writtenAt, /^2024-05-04/);
});

test('the text from stdin and from a file, to the last byte', async (t) => {
  inNewFolder(t);
  const text = 'two\r\nlines \n';
  writeFileSync('text.txt', text);
  await runHere([...save, 's', '-', '--id', 'a'], { input: text });
  await runHere([...save, 's', '--file', 'text.txt', '--id', 'b']);
  assert.equal((await shown('a')).content, text);
  assert.equal((await shown('b')).content, text);
});

test('an event without an id gets one', async (t) => {
  inNewFolder(t);
  await expectCase(runHere, {
    args: [...save, 's', 't'],
    output: /^added event_1 \(revision 1\)\n$/,
  });
});

test('many from a file, all or none', async (t) => {
  inNewFolder(t);
  writeFileSync('hut.json', JSON.stringify(HUT));
  const args = [...save, '--events', 'hut.json'];
  await expectCase(runHere, { args, output: '3 events: 3 added, 0 updated, 0 the same\n' });
  await expectCase(runHere, { args, output: '3 events: 0 added, 0 updated, 3 the same\n' });
  writeFileSync('bad.json', JSON.stringify([{ ...one, id: 'new' }, { summary: 'no text' }]));
  const bad = [...save, '--events', 'bad.json'];
  await expectCase(runHere, { args: bad, status: 2, errors: /content/ });
  const missing = ['evidence', 'show', 'new'];
  await expectCase(runHere, { args: missing, status: 1, errors: /there is no event new/ });
});

test('what show prints is taken back', async (t) => {
  inNewFolder(t);
  await addHut(runHere);
  const { output } = await runHere(['evidence', 'show', 'roof', '--json']);
  const args = [...save, '--events', '-', '--store', 'other.loci'];
  await expectCase(runHere, { args, input: output, output: /^added roof / });
  const again = await runHere(['evidence', 'show', 'roof', '--json', '--store', 'other.loci']);
  const content = (text) => JSON.parse(text).content;
  assert.equal(content(again.output), content(output));
});

test('no events at all are nothing, and no store is made', async (t) => {
  inNewFolder(t);
  const args = [...save, '--events', '-'];
  await expectCase(runHere, { args, input: '[]', status: 1, output: /^0 events/ });
  await expectCase(runHere, { args: ['status'], status: 2, errors: /there is no store/ });
});

test('progress is counted where stderr is a terminal', async (t) => {
  inNewFolder(t);
  const args = [...save, '--events', '-', '--progress'];
  const input = JSON.stringify(HUT);
  const seen = await runHere(args, { input, terminal: { isTTY: true, columns: 80 } });
  assert.match(seen.errors, /\r\u001b\[K$/);
  assert.equal((await runHere(args, { input })).errors, '');
});

test('slips of the hand are told with what to write', async (t) => {
  inNewFolder(t);
  for (const [args, errors] of [
    [[], /give a summary and a text/],
    [['s'], /give a summary and a text/],
    [['s', 't', 'more'], /"more" is too much/],
    [['s', 't', '--file', 'f'], /not both/],
    [['s', '--events', '-'], /"s" is too much/],
    [['--events', '-', '--id', 'x'], /--id is for one event in words/],
    [['--events', 'none.json'], /none.json/],
  ]) {
    await expectCase(runHere, { args: [...save, ...args], status: 2, errors });
  }
});

test('a vector of a file, and a number of them that is not that of the chunks', async (t) => {
  inNewFolder(t);
  writeFileSync('v.json', '[1, 0, 0]');
  await expectCase(runHere, {
    args: [...save, 's', 't', '--embedding', 'v.json', '--model', 'm', '--id', 'v'],
    output: /^added v /,
  });
  const wrong = {
    ...one,
    chunk_embeddings: [
      [1, 0, 0],
      [0, 1, 0],
    ],
  };
  const args = [...save, '--events', '-', '--model', 'm'];
  const input = JSON.stringify(wrong);
  await expectCase(runHere, { args, input, status: 2, errors: /chunk/i });
});
