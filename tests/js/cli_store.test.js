// The store behind `loci`: none, a busy one, one without permission or room, a damaged one, and what
// an interrupted command leaves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { EVERY_COMMAND } from '../../js/cli/commands.js';
import { openMemory } from '../../js/index.js';
import { CLI, addGarden, inNewFolder, newCli, runHere } from '../support/cli.js';

const WORDS = {
  export: ['out'],
  rm: ['a:b'],
  show: ['a:b'],
  retrieve: ['x'],
  grep: ['x'],
  explain: ['x', 'a:b'],
  'evidence read': ['x'],
  'evidence show': ['x'],
  'evidence entity': ['x'],
  'evidence rm': ['x'],
  evidence: ['--interactive'],
  search: ['x'],
  traverse: ['x'],
};
const NEEDS_NONE = ['instructions'];

test('commands that read or remove make no store, and say what does', async (t) => {
  inNewFolder(t);
  for (const { name, mode, maker = 'loci add' } of EVERY_COMMAND) {
    if (mode === 'make' || NEEDS_NONE.includes(name)) continue;
    const args = [...name.split(' '), ...(WORDS[name] ?? [])];
    const { status, output, errors } = await runHere(args);
    assert.deepEqual([status, output], [2, ''], name);
    assert.equal(
      errors,
      `loci: there is no store memory.loci; \`${maker}\` makes one, --store FILE or LOCI_STORE names another\n`,
    );
  }
  assert.deepEqual(fs.readdirSync('.'), []);
  fs.writeFileSync('memory.loci', '');
  assert.match((await runHere(['ls'])).errors, /there is no store memory\.loci/);
});

test('a store that cannot be looked at is told like one that cannot be opened', async (t) => {
  inNewFolder(t);
  const store = 'x'.repeat(300);
  const { status, errors } = await runHere(['ls', '--json', '--store', store]);
  const { error } = JSON.parse(errors);
  assert.deepEqual([status, error.code], [2, 'storage_error']);
  assert.match(error.message, /^cannot open the store x+: name too long$/);
});

test('a command that fails, or brings nothing, leaves no new store', async (t) => {
  inNewFolder(t);
  fs.writeFileSync('bad.md', Buffer.from([0xff]));
  const failing = [
    ['add', 'Not A Slug', 'x', 'y'],
    ['add', 'a', 'x', 'y', '--ts', 'soon'],
    ['import', 'bad.md'],
    ['evidence', 'save', 'x', 'y', '--written-at', 'soon'],
  ];
  for (const args of failing) {
    assert.notEqual((await runHere(args)).status, 0);
    assert.deepEqual(fs.readdirSync('.'), ['bad.md'], args.join(' '));
  }
});

test('an empty store that was there before stays', async (t) => {
  inNewFolder(t);
  const memory = await openMemory('memory.loci');
  memory.close();
  assert.equal((await runHere(['add', 'Not A Slug', 'x', 'y'])).status, 2);
  assert.deepEqual(fs.readdirSync('.'), ['memory.loci']);
});

const SERVER = `
  import { openMemory } from ${JSON.stringify(import.meta.resolve('../../js/index.js'))};
  const memory = await openMemory('memory.loci');
  memory.add({ category: 'server', name: 'first', content: 'served' });
  const work = () => memory.add({ category: 'server', name: 'busy', content: 'still' });
  if (process.argv.includes('busy')) setInterval(work, 50);
  process.stdin.on('data', () => {
    console.log(JSON.stringify(memory.items({ category: 'cli' }).items.map(({ name }) => name)));
  });
  console.log('open');
`;

/** A process that holds the store, all the time where it is \`busy\`. */
async function serve(t, folder, how) {
  const args = ['--input-type=module', '--eval', SERVER, how];
  const server = spawn(process.execPath, args, { cwd: folder });
  t.after(() => server.kill('SIGKILL'));
  const said = () => once(server.stdout, 'data').then(([text]) => text.toString());
  assert.equal(await said(), 'open\n');
  const ask = () => {
    server.stdin.write('?\n');
    return said();
  };
  return { pid: server.pid, ask };
}

test('a server that idles and the command line share a store', async (t) => {
  const { loci, folder } = newCli(t);
  const { ask } = await serve(t, folder, 'idle');
  for (const name of ['one', 'two']) {
    const { status, errors } = await loci(['add', 'cli', name, 'from the shell']);
    assert.deepEqual([status, errors], [0, '']);
  }
  assert.match((await loci(['ls'])).output, /cli:one\ncli:two\nserver:first\n/);
  assert.deepEqual(JSON.parse(await ask()), ['one', 'two']);
  assert.match((await loci(['retrieve', 'shell'])).output, /^1\. cli:/);
});

test('a store that stays busy is an error that says who holds it', async (t) => {
  const { loci, folder } = newCli(t);
  const { pid } = await serve(t, folder, 'busy');
  const commands = [['add', 'cli', 'x', 'y'], ['ls']];
  const all = await Promise.all(commands.map((args) => loci(args)));
  for (const { status, output, errors } of all) {
    assert.deepEqual([status, output], [2, '']);
    assert.match(errors, new RegExp(`^loci: .*process ${pid}[^\\n]+\\n$`));
  }
  const { errors } = await loci(['ls', '--json']);
  const { error } = JSON.parse(errors);
  assert.equal(error.code, 'store_busy');
  assert.equal(error.detail.pid, pid);
});

test('several command lines at once lose nothing', async (t) => {
  const { loci } = newCli(t);
  const names = Array.from({ length: 6 }, (_, i) => `n${i}`);
  const all = await Promise.all(names.map((name) => loci(['add', 'a', name, 'text'])));
  for (const { status, errors } of all) assert.deepEqual([status, errors], [0, '']);
  const { output } = await loci(['ls']);
  assert.deepEqual(
    output.split('\n').sort().slice(1),
    names.map((name) => `a:${name}`),
  );
  assert.equal((await loci(['check'])).status, 0);
});

test('without permission nothing is read or written, and the sentence says what to do', async (t) => {
  const { loci, folder, path } = newCli(t);
  await addGarden(loci);
  const options = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const tried = [['--version'], ['add', 'a', 'b', 'c'], ['ls', 'garden'], ['export', 'out.db']];
  fs.chmodSync(folder, 0o555);
  const all = [];
  for (const args of tried) all.push(await loci(args, options));
  fs.chmodSync(path('memory.loci'), 0o000);
  const unread = await loci(['ls'], options);
  fs.chmodSync(folder, 0o755);
  const [version, added, listed, exported] = all;
  if (version.status !== 0) return t.skip('another user cannot run this');
  assert.equal(added.status, 2);
  assert.match(added.errors, /^loci: [^\n]*permission denied; check the perm[^\n]+\n$/);
  assert.equal(listed.output, 'garden:tomatoes\ngarden:drip line\n');
  assert.equal(exported.errors, 'loci: cannot write out.db: you have no permission for that\n');
  assert.equal(unread.status, 2);
  assert.match(unread.errors, /^loci: [^\n]*permission denied[^\n]+\n$/);
});

test('where the disk is full the store stays as it was', async (t) => {
  const { loci, shell, path } = newCli(t);
  await addGarden(loci);
  fs.writeFileSync(path('big.txt'), 'many words of text '.repeat(50_000));
  // 512-byte blocks in some shells, 1024 in others: less than the text either way
  const full = await shell('ulimit -f 200; loci add a big --file big.txt');
  assert.equal(full.status, 2);
  assert.match(full.errors, /^loci: [^\n]+; free some room and try again\n$/);
  assert.equal((await loci(['ls', 'garden'])).output, 'garden:tomatoes\ngarden:drip line\n');
  assert.equal((await loci(['check'])).status, 0);
  const unsaved = await shell('ulimit -f 1; loci export out.db');
  assert.equal(unsaved.status, 2);
  assert.match(
    unsaved.errors,
    /cannot write out\.db: the file would be larger than is allowed here/,
  );
  assert.deepEqual(fs.readdirSync(path('.')).sort(), ['.bin', 'big.txt', 'memory.loci']);
});

test('a damaged store is told, checked with exit status 1, and saved as Markdown', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const bytes = fs.readFileSync('memory.loci');
  const at = bytes.indexOf('Runs for 20 minutes');
  bytes[at] ^= 1;
  fs.writeFileSync('memory.loci', bytes);
  const checked = await runHere(['check']);
  assert.equal(checked.status, 1);
  assert.match(checked.output, /page/);
  const json = await runHere(['check', '--json']);
  assert.equal(json.status, 1);
  assert.equal(JSON.parse(json.output).ok, false);
  const refused = await runHere(['retrieve', 'valve']);
  assert.equal(refused.status, 2);
  assert.match(
    refused.errors,
    /`loci check` tells more, and `loci repair` keeps what can be read\n$/,
  );
  assert.notEqual((await runHere(['status'])).output, '');
  const saved = await runHere(['export', 'out']);
  assert.equal(saved.errors.includes('internal'), false);
});

test('Ctrl-C in the middle of an import leaves the store as it was, and free', async (t) => {
  const { loci, folder, path } = newCli(t);
  await addGarden(loci);
  fs.mkdirSync(path('notes'));
  const item = (i) => `## entry ${i}\n\nSome words about number ${i} [[log:entry ${i + 1}]].\n\n`;
  const text = Array.from({ length: 30_000 }, (_, i) => item(i)).join('');
  for (let i = 0; i < 8; i++) fs.writeFileSync(path(`notes/log${i}.md`), text);
  for (const delay of [100, 400]) {
    const child = spawn(process.execPath, [CLI, 'import', 'notes'], { cwd: folder });
    while (!fs.existsSync(path('memory.loci.lock'))) await pause(5);
    await pause(delay);
    child.kill('SIGINT');
    const [, signal] = await once(child, 'close');
    assert.equal(signal, 'SIGINT');
    assert.equal((await loci(['check'])).output, 'sound: 3 items, all of it read\n');
    assert.match((await loci(['add', 'a', 'b', 'c'])).output, /^(added|updated) a:b/);
    await loci(['rm', 'a:b']);
  }
});

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
