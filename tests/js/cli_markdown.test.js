// Markdown on the command line, in and out: what is merged, what is told of what is not, and what an
// export leaves alone.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { addGarden, expectCase, inNewFolder, runHere } from '../support/cli.js';

test('import merges Markdown and reports what it could not keep', async (t) => {
  inNewFolder(t);
  fs.mkdirSync('notes/deep/.hidden', { recursive: true });
  fs.mkdirSync('notes/empty');
  fs.writeFileSync(
    'notes/garden.md',
    '# garden\n\n## peas\n\nSow early.\n\n## kale\n\nSow late.\n',
  );
  fs.writeFileSync('notes/deep/Old Shed.MD', '## rake\n\nBroken.\n');
  fs.writeFileSync('notes/deep/.hidden/x.md', '## x\n\nNot to be seen.\n');
  fs.writeFileSync('notes/deep/bad.md', Buffer.from('## x\n\n\xff', 'latin1'));
  fs.writeFileSync('notes/readme.txt', 'Not Markdown.');
  fs.symlinkSync('notes', 'notes/deep/loop');
  await expectCase(runHere, {
    args: ['import', 'notes', '--progress'],
    status: 1,
    output: '3 files: 3 added, 0 updated, 0 the same\n',
    errors:
      'loci: notes/deep/Old Shed.MD: its items go to the category "old-shed"\n' +
      'loci: notes/deep/bad.md: not UTF-8; save the file as UTF-8 and import it again\n',
  });
  fs.writeFileSync('notes/garden.md', '## peas\n\nSow late.\n');
  await expectCase(runHere, {
    args: ['import', 'notes/garden.md', 'notes/deep/Old Shed.MD'],
    output: '2 files: 0 added, 1 updated, 1 the same\n',
    errors: /category "old-shed"/,
  });
  await expectCase(runHere, {
    args: ['import', '-', '--category', 'garden'],
    input: '## peas\n\nSow late.\n',
    output: '1 file: 0 added, 0 updated, 1 the same\n',
  });
  await expectCase(runHere, {
    args: ['import', 'notes/empty'],
    status: 1,
    errors: 'loci: there are no .md files in notes/empty\n',
  });
  await expectCase(runHere, {
    args: ['import', 'notes/deep/bad.md'],
    status: 1,
    output: /^1 file: 0/,
    errors: /UTF-8/,
  });
});

test('export writes Markdown or SQLite, as a whole and never over what is there', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await expectCase(runHere, {
    args: ['export', 'out'],
    output: /^wrote 2 files below out, \d+ bytes\n$/,
  });
  assert.deepEqual(fs.readdirSync('out/wiki'), ['garden.md', 'travel.md']);
  await expectCase(runHere, {
    args: ['export', 'out'],
    status: 2,
    errors: 'loci: out/wiki/garden.md and 1 more exist already; --force replaces what is there\n',
  });
  await expectCase(runHere, { args: ['export', 'out', '--force'], output: /^wrote 2 files/ });
  await expectCase(runHere, { args: ['--store', 'two', 'import', 'out'], output: /: 3 added/ });
  await expectCase(runHere, {
    args: ['export', 'copy.db'],
    output: /^wrote copy\.db, [\d,]+ bytes\n$/,
  });
  await expectCase(runHere, {
    args: ['export', 'copy.db'],
    status: 2,
    errors: /copy\.db exists already/,
  });
  await expectCase(runHere, {
    args: ['export', 'plain', '--format', 'sqlite'],
    output: /^wrote plain/,
  });
  await expectCase(runHere, { args: ['--store', 'plain', 'ls'], output: /^garden:tomatoes\n/ });
  const { bytes, errors } = await runHere(['export', '-']);
  assert.equal(errors, '');
  assert.ok(bytes.equals(fs.readFileSync('copy.db')));
  await expectCase(runHere, {
    args: ['--store', 'three', 'import', '-'],
    input: bytes,
    output: 'took over a store of 3 items\n',
  });
  const kept = ['garden.md', 'travel.md'].map((name) => fs.readFileSync(`out/wiki/${name}`));
  await expectCase(runHere, { args: ['--store', 'three', 'export', 'again'], output: /^wrote 2/ });
  const again = ['garden.md', 'travel.md'].map((name) => fs.readFileSync(`again/wiki/${name}`));
  assert.deepEqual(again, kept);
});

test('of two places with the same item the one left out is told, with exit status 1', async (t) => {
  inNewFolder(t);
  fs.mkdirSync('notes/old', { recursive: true });
  fs.writeFileSync('notes/trip.md', '## boat\n\nBlue.\n\n## Hotel\n\nOne.\n\n## Hotel\n\nTwo.\n');
  fs.writeFileSync('notes/old/trip.md', '## boat\n\nRed.\n');
  const hotel = 'loci: notes/trip.md:5: the item "Hotel" is left out: line 9 has it again\n';
  await expectCase(runHere, {
    args: ['import', 'notes'],
    status: 1,
    output: '2 files: 2 added, 1 updated, 0 the same\n',
    errors:
      hotel +
      'loci: notes/old/trip.md:1: the item "boat" is left out: notes/trip.md:1 has it again\n',
  });
  await expectCase(runHere, {
    args: ['import', 'notes/trip.md'],
    status: 1,
    output: '1 file: 0 added, 0 updated, 2 the same\n',
    errors: hotel,
  });
});

test('of a problem that keeps the text the exit status says nothing', async (t) => {
  inNewFolder(t);
  fs.writeFileSync('trip.md', 'On the way.\n\n## the item "x" is left out: C#\n\nText.\n');
  await expectCase(runHere, {
    args: ['import', 'trip.md'],
    output: '1 file: 2 added, 0 updated, 0 the same\n',
    errors: /^loci: trip\.md:3: the name [^\n]+\nloci: trip\.md:1: the text before [^\n]+\n$/,
  });
  fs.writeFileSync('#.md', '## x\n');
  await expectCase(runHere, {
    args: ['import', 'trip.md', '#.md'],
    status: 1,
    output: /^2 files: 0 added/,
    errors: /#\.md: refused: /,
  });
});

const BARE =
  'See [[two]] and [[three|it]], not [[a:b]], ![[map.png]], `[[x]]` or\n\n~~~\n[[ $y ]]\n~~~\n';

test('links without a category are told of, where they are no code', async (t) => {
  inNewFolder(t);
  await expectCase(runHere, {
    args: ['add', 'a', 'one', 'see [[two]]'],
    output: 'added a:one (revision 1)\n',
    errors: 'loci: [[two]] is no link: a link names a category, as [[a:two]]\n',
  });
  const errors = 'loci: [[two]] and 1 more are no links: a link names a category, as ';
  await expectCase(runHere, {
    args: ['add', 'a', 'one', '-'],
    input: BARE,
    output: /^updated/,
    errors: `${errors}[[a:two]]\n`,
  });
  fs.writeFileSync('notes.md', `## x\n\n${BARE}`);
  await expectCase(runHere, {
    args: ['import', 'notes.md'],
    output: /^1 file: 1 added/,
    errors: `${errors}[[category:two]]\n`,
  });
});

test('a text that is empty is told of', async (t) => {
  inNewFolder(t);
  const errors = 'loci: a:x has no text\n';
  await expectCase(runHere, { args: ['add', 'a', 'x', ''], output: /^added/, errors });
  await expectCase(runHere, { args: ['add', 'a', 'x', '-'], input: '\n', output: /^up/, errors });
  await expectCase(runHere, { args: ['add', 'a', 'x', '.'], output: /^updated/ });
});

test('Markdown of categories that are gone is left there, and told of', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await runHere(['export', 'out']);
  await runHere(['rm', 'travel:京都']);
  const stays =
    'loci: out/wiki/travel.md is not of this store: remove it, or an import of out brings it back\n';
  await expectCase(runHere, {
    args: ['export', 'out', '--force'],
    output: /^wrote 1 file/,
    errors: stays,
  });
  const { output } = await runHere(['export', 'out', '--force', '--json']);
  assert.deepEqual(JSON.parse(output).strangers, ['out/wiki/travel.md']);
  await runHere(['rm', 'garden:tomatoes', 'garden:drip line']);
  await expectCase(runHere, {
    args: ['export', 'out', '--force'],
    status: 1,
    errors:
      /the store holds no items\nloci: out\/wiki\/garden\.md and out\/wiki\/travel\.md are not/,
  });
  assert.deepEqual(fs.readdirSync('out/wiki'), ['garden.md', 'travel.md']);
});

test('a name that is no store and no folder is refused, unless a format is given', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const errors = /notes\.json is neither: /;
  await expectCase(runHere, { args: ['export', 'notes.json'], status: 2, errors });
  assert.deepEqual(fs.readdirSync('.'), ['memory.loci']);
  const format = ['--format', 'markdown'];
  await expectCase(runHere, {
    args: ['export', 'notes.json', ...format],
    output: /^wrote 2 files/,
  });
  await expectCase(runHere, {
    args: ['export', 'notes.json', '--force'],
    output: /^wrote 2 files/,
  });
  await expectCase(runHere, { args: ['export', '.notes'], output: /^wrote 2 files/ });
  await expectCase(runHere, { args: ['export', '2024.05'], output: /^wrote 2 files/ });
});
