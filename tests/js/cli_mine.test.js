// `loci mine`: which files of a folder are filed, in which rooms, and what a second run does.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { expectCase, inNewFolder, newCli, runHere } from '../support/cli.js';

const LONG = `${'The valve sticks when it is cold. '.repeat(20)}\n\n`.repeat(4);

/** A folder of notes: path -> content. */
const NOTES = {
  'notes/readme.md': '\ufeff# The hut\r\n\r\nAll there is to know.\r\n',
  'notes/water/valve.md': `${LONG}Oil it in May. \n`,
  'notes/water/pump.txt': '水泵在冬天漏水。\n',
  'notes/water/deep/Café.MARKDOWN': 'Coffee at the spring.',
};

function write(files, folder = '.') {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    fs.mkdirSync(join(path, '..'), { recursive: true });
    fs.writeFileSync(path, content);
  }
}

const mine = async (...args) => {
  const ran = await runHere(['mine', '--json', ...args]);
  return { ...ran, data: ran.output === '' ? undefined : JSON.parse(ran.output) };
};

/** The drawers in the store of this folder, in order of filing. */
async function drawersIn(path) {
  const memory = await openMemory(path, { readOnly: true });
  const { drawers } = memory.palace.listDrawers({ limit: 1000 });
  memory.close();
  return drawers;
}

/** Source file -> its drawers put together. */
function filesOf(drawers) {
  const files = {};
  for (const { sourceFile, chunkIndex, text } of drawers) {
    (files[sourceFile] ??= [])[chunkIndex] = text;
  }
  return Object.fromEntries(Object.entries(files).map(([name, texts]) => [name, texts.join('')]));
}

// ---- What is filed ----

test('a dry run tells the files and rooms, and makes no store', async (t) => {
  inNewFolder(t);
  write(NOTES);
  const { status, data, errors } = await mine('notes', '--wing', 'Hut', '--dry-run');
  assert.deepEqual([status, errors], [0, '']);
  assert.deepEqual([data.files, data.drawers, data.added, data.revision], [4, 7, 0, null]);
  assert.deepEqual(data.rooms, [
    { room: 'notes', drawers: 1 },
    { room: 'deep', drawers: 1 },
    { room: 'water', drawers: 5 },
  ]);
  assert.deepEqual(data.left_out, []);
  assert.ok(!fs.existsSync('memory.loci'));
  const lines = await runHere(['mine', 'notes', '--wing', 'Hut', '--dry-run']);
  assert.equal(lines.output, '4 files, 7 drawers in 3 rooms: nothing was filed\n');
});

test('every file is in the store to the last character, under its path', async (t) => {
  inNewFolder(t);
  write(NOTES);
  fs.utimesSync('notes/water/pump.txt', 0, 1_714_816_800);
  const { data } = await mine('notes', '--wing', 'Hut');
  assert.deepEqual([data.added, data.same, data.removed], [7, 0, 0]);
  const drawers = await drawersIn('memory.loci');
  const expected = Object.entries(NOTES).map(([path, text]) => [path.slice('notes/'.length), text]);
  assert.deepEqual(filesOf(drawers), Object.fromEntries(expected));
  const pump = drawers.find(({ sourceFile }) => sourceFile === 'water/pump.txt');
  assert.deepEqual([pump.wing, pump.room, pump.chunkIndex], ['Hut', 'water', 0]);
  assert.equal(Date.parse(pump.authoredAt), 1_714_816_800_000);
});

test('what is hidden, what is a link and what is no text stays out, and the summary says why', async (t) => {
  const folder = inNewFolder(t);
  write(NOTES);
  write({
    'secret/keys.md': 'outside',
    'notes/.git/x.md': 'hidden',
    'notes/.draft.md': 'hidden',
    'notes/picture.png': Buffer.from([0x89, 0x50]),
    'notes/binary.txt': Buffer.from('a\0b'),
    'notes/latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    'notes/blank.md': ' \n\u0085\n',
    'notes/huge.txt': Buffer.alloc(16 * 2 ** 20 + 1, 'x'),
    'notes/a\nb/c.md': 'in a folder of no name',
  });
  fs.symlinkSync(join(folder, 'secret'), 'notes/linked');
  fs.symlinkSync(join(folder, 'secret/keys.md'), 'notes/keys.md');
  fs.symlinkSync('.', 'notes/round');
  const { status, data, output } = await mine('notes', '--wing', 'Hut', '--dry-run');
  assert.equal(status, 1);
  assert.deepEqual([data.files, data.drawers], [4, 7]);
  const why = Object.fromEntries(data.left_out.map((each) => [each.path, each.why]));
  assert.deepEqual(why, {
    'a\nb/c.md': 'bad_name',
    'binary.txt': 'binary',
    'blank.md': 'blank',
    'huge.txt': 'too_large',
    'keys.md': 'link',
    'latin.txt': 'not_utf8',
    linked: 'link',
    'picture.png': 'other',
    round: 'link',
  });
  assert.ok(!output.includes('outside') && !output.includes('hidden'));
  const lines = (await runHere(['mine', 'notes', '--wing', 'Hut', '--dry-run'])).output;
  assert.match(lines, /\nleft out, a link: keys\.md, linked, round\n/);
  assert.match(lines, /\nleft out, not UTF-8: latin\.txt\n/);
  assert.match(lines, /\nleft out, [^:\n]+: a␊b\/c\.md\n/);
});

test('packages and what is excluded by its name stay out', async (t) => {
  inNewFolder(t);
  write(NOTES);
  write({ 'notes/node_modules/a/readme.md': 'x', 'notes/water/node_modules/b.md': 'x' });
  const args = ['notes', '--wing', 'Hut', '--dry-run', '--exclude', 'deep/', '--exclude=valve.md'];
  const { status, data } = await mine(...args);
  assert.deepEqual([status, data.files], [0, 2]);
  assert.deepEqual(data.left_out, [
    { path: 'node_modules', why: 'packages' },
    { path: 'water/deep', why: 'excluded' },
    { path: 'water/node_modules', why: 'packages' },
    { path: 'water/valve.md', why: 'excluded' },
  ]);
  const { output } = await runHere(['mine', ...args]);
  assert.match(output, /\nleft out, as --exclude says: water\/deep, water\/valve\.md\n/);
});

test('a folder or a file without permission is told, and the others are filed', async (t) => {
  const options = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { loci, path } = newCli(t);
  write({ ...NOTES, 'notes/locked/x.md': 'x', 'notes/mine.md': 'x' }, path('.'));
  fs.chmodSync(path('.'), 0o755);
  fs.chmodSync(path('notes/locked'), 0);
  fs.chmodSync(path('notes/mine.md'), 0);
  const args = ['mine', 'notes', '--wing', 'Hut', '--dry-run', '--json'];
  const { status, output } = await loci(args, options);
  fs.chmodSync(path('notes/locked'), 0o700);
  const data = JSON.parse(output);
  assert.deepEqual([status, data.files], [1, 4]);
  assert.deepEqual(data.left_out, [
    { path: 'locked', why: 'unreadable' },
    { path: 'mine.md', why: 'unreadable' },
  ]);
});

/** Puts `replacement(original)` in the place of a function of node:fs until the test ends. */
async function replaceInFs(t, name, replacement) {
  const { syncBuiltinESMExports } = await import('node:module');
  t.mock.method(fs.default, name, replacement(fs.default[name]));
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

/** Does `change(path)` before each file is opened, until the test ends. */
const beforeOpening = (t, change) =>
  replaceInFs(t, 'openSync', (openSync) => (path, ...more) => {
    change(String(path));
    return openSync(path, ...more);
  });

test('a file that goes away while others are filed is told', async (t) => {
  inNewFolder(t);
  write(NOTES);
  await beforeOpening(t, (path) => {
    if (path.endsWith('pump.txt')) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
  });
  const { status, data } = await mine('notes', '--wing', 'Hut', '--dry-run');
  assert.deepEqual([status, data.files], [1, 3]);
  assert.deepEqual(data.left_out, [{ path: 'water/pump.txt', why: 'unreadable' }]);
});

test('a folder that becomes a link while others are filed is not followed', async (t) => {
  inNewFolder(t);
  write({ ...NOTES, 'out/valve.md': 'of others', 'out/pump.txt': 'of others' });
  await beforeOpening(t, (path) => {
    if (!path.endsWith('readme.md')) return;
    fs.renameSync('notes/water', 'was');
    fs.symlinkSync('../out', 'notes/water');
  });
  const { data } = await mine('notes', '--wing', 'Hut');
  assert.deepEqual(data.left_out, [
    { path: 'water/deep/Café.MARKDOWN', why: 'unreadable' },
    { path: 'water/pump.txt', why: 'link' },
    { path: 'water/valve.md', why: 'link' },
  ]);
  assert.deepEqual(Object.keys(filesOf(await drawersIn('memory.loci'))), ['readme.md']);
});

test('odd files are left out or filed without a date, and all others are filed', async (t) => {
  inNewFolder(t);
  write({ ...NOTES, 'notes/rules.txt': '\u001c \u001f\n' });
  write({ 'notes/\u2060/x.md': 'in a folder without a name that shows' });
  const mtime = new Date(Date.UTC(12000, 0));
  await replaceInFs(t, 'fstatSync', (fstatSync) => (file, ...more) => {
    return Object.defineProperty(fstatSync(file, ...more), 'mtime', { value: mtime });
  });
  const { status, data } = await mine('notes', '--wing', 'Hut');
  assert.deepEqual([status, data.files], [1, 4]);
  assert.deepEqual(data.left_out, [
    { path: '\u2060/x.md', why: 'bad_name' }, // by the names, before any is read
    { path: 'rules.txt', why: 'blank' },
  ]);
  const drawers = await drawersIn('memory.loci');
  assert.ok(drawers.every(({ authoredAt }) => authoredAt === null));
});

test('where there is nothing to file, or no folder, that is said', async (t) => {
  inNewFolder(t);
  write({ 'empty/.keep': '', 'file.md': 'x', 'odd/a.png': 'x' });
  for (const more of [[], ['--dry-run'], ['--prune']]) {
    await expectCase(runHere, {
      args: ['mine', 'empty', '--wing', 'a', ...more],
      status: 1,
      errors: 'loci: there is nothing to file in empty: it holds nothing, or what is hidden\n',
    });
    assert.ok(!fs.existsSync('memory.loci'));
  }
  await expectCase(runHere, {
    args: ['mine', 'odd', '--wing', 'a'],
    status: 1,
    output: 'left out, neither text nor Markdown by its name: a.png\n',
    errors: 'loci: there is nothing to file in odd: all in it is left out\n',
  });
  for (const [args, errors] of [
    [['none', '--wing', 'a'], 'loci: cannot mine none: there is no such file\n'],
    [['file.md', '--wing', 'a'], 'loci: cannot mine file.md: it is no folder\n'],
    [['empty'], /give the wing, as --wing NAME \(`loci help mine` tells more\)/],
    [['--wing', 'a'], /give one folder/],
    [['a', 'b', '--wing', 'a'], /"b" is too much/],
    [['.', '--wing', 'a', '--exclude', 'a/b'], /--exclude takes the name of a file or folder/],
  ]) {
    await expectCase(runHere, { args: ['mine', ...args], status: 2, errors });
    assert.ok(!fs.existsSync('memory.loci'));
  }
});

// ---- Again ----

test('mining again files nothing, and a file that was merely touched is the same', async (t) => {
  inNewFolder(t);
  write(NOTES);
  const first = (await mine('notes', '--wing', 'Hut')).data;
  fs.utimesSync('notes/readme.md', 0, 0);
  for (const args of [
    ['notes', '--wing', 'Hut'],
    ['./notes/', '--wing', ' hut '],
  ]) {
    const { data } = await mine(...args);
    assert.deepEqual([data.added, data.same, data.removed], [0, 7, 0], args.join(' '));
    assert.equal(data.revision, first.revision);
    assert.deepEqual(data.warnings, []);
  }
});

test('a changed file replaces its drawers, and leaves all others alone', async (t) => {
  inNewFolder(t);
  write(NOTES);
  await mine('notes', '--wing', 'Hut');
  const memory = await openMemory('memory.loci');
  const own = { wing: 'Hut', room: 'water', text: 'Filed by hand.', sourceFile: 'water/valve.md' };
  const { id } = memory.palace.addDrawer(own);
  memory.close();
  const changed = `${LONG.slice(0, LONG.length / 2)}Oil it in June.\n`;
  write({ 'notes/water/valve.md': changed });
  fs.rmSync('notes/water/pump.txt');
  const { data } = await mine('notes', '--wing', 'Hut');
  assert.deepEqual([data.files, data.added, data.replaced, data.removed], [3, 0, 1, 2]);
  assert.deepEqual([data.gone, data.pruned], [1, 0]);
  const drawers = await drawersIn('memory.loci');
  assert.ok(drawers.some((drawer) => drawer.id === id));
  const mined = filesOf(drawers.filter((drawer) => drawer.id !== id));
  assert.equal(mined['water/valve.md'], changed);
  assert.equal(mined['water/pump.txt'], NOTES['notes/water/pump.txt']); // what is gone stays
});

test('drawers of files that are gone stay, and with --prune they go', async (t) => {
  inNewFolder(t);
  write(NOTES);
  write({ 'notes/water/well.md': 'The well is deep.' });
  await mine('notes', '--wing', 'Hut');
  await mine('notes', '--wing', 'Boat');
  const memory = await openMemory('memory.loci');
  const own = { wing: 'Hut', room: 'water', text: 'By hand.', sourceFile: 'water/none.md' };
  const { id } = memory.palace.addDrawer(own);
  memory.close();
  fs.rmSync('notes/water', { recursive: true });
  write({ 'notes/water': 'no folder' });
  const outputOf = async (...more) =>
    (await runHere(['mine', 'notes', '--wing', 'hut', ...more])).output;
  const filed = '1 file, 1 drawer in 1 room';
  const gone = '7 drawers of files that are not in notes';
  const same = `${filed}: 0 added, 0 replaced, 1 the same, 0 removed\n`;
  const leftOut = 'left out, neither text nor Markdown by its name: water\n';
  assert.equal(await outputOf(), `${same}${gone}: kept, and --prune deletes them\n${leftOut}`);
  assert.equal(
    await outputOf('--prune', '--dry-run'),
    `${filed}: nothing was filed\n${gone}: kept, for now\n${leftOut}`,
  );
  assert.equal((await drawersIn('memory.loci')).length, 17);
  assert.equal(await outputOf('--prune'), `${same}${gone}: deleted\n${leftOut}`);
  const { data } = await mine('notes', '--wing', 'Hut', '--prune');
  assert.deepEqual([data.gone, data.pruned], [0, 0]);
  const left = (await drawersIn('memory.loci')).filter(({ wing }) => wing === 'Hut');
  assert.deepEqual(left.map(({ sourceFile }) => sourceFile).sort(), ['readme.md', 'water/none.md']);
  assert.ok(left.some((drawer) => drawer.id === id));
});

test('an emptied folder is pruned, and a wing of no name is not every wing', async (t) => {
  inNewFolder(t);
  write({ 'notes/a.md': 'x', 'other/.keep': '' });
  await mine('notes', '--wing', 'Hut');
  for (const wing of ['', ' ', '\u00ad']) {
    const { data } = await mine('other', '--wing', wing, '--prune');
    assert.deepEqual([data.gone, data.pruned], [0, 0]);
  }
  fs.rmSync('notes/a.md');
  await expectCase(runHere, {
    args: ['mine', 'notes', '--wing', 'Hut', '--prune'],
    output: '1 drawer of files that are not in notes: deleted\n',
    errors: /there is nothing to file in notes/,
  });
});

test('files that are left out now are not gone', async (t) => {
  inNewFolder(t);
  write(NOTES);
  await mine('notes', '--wing', 'Hut');
  write({ 'notes/water/pump.txt': Buffer.from([0xff]) });
  const { status, data } = await mine('notes', '--wing', 'Hut', '--prune', '--exclude', 'deep');
  assert.deepEqual([status, data.files, data.gone, data.removed], [1, 2, 0, 0]);
});

test('the same paths of another folder, or in another wing, are others', async (t) => {
  inNewFolder(t);
  write(NOTES);
  write({ 'other/readme.md': 'Another.' });
  await mine('notes', '--wing', 'Hut');
  assert.equal((await mine('other', '--wing', 'Hut')).data.removed, 0);
  assert.equal((await mine('notes', '--wing', 'Boat')).data.added, 7);
  assert.equal((await drawersIn('memory.loci')).length, 15);
});

test('a bar grows on a terminal, and goes when all is done', async (t) => {
  inNewFolder(t);
  write(NOTES);
  const terminal = { isTTY: true, columns: 80 };
  const { errors } = await runHere(['mine', 'notes', '--wing', 'Hut'], { terminal });
  assert.match(errors, /^\r█{6} {18} 1 of 4 files\r/);
  assert.ok(errors.endsWith('\r\u001b[K'));
});
