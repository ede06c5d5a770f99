import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';

import { FIRST_PORT, showPage } from '../../demo/show_page.js';
import { run } from '../../demo/start.js';
import { displayWidth } from '../../js/cli/terminal.js';

const folder = await mkdtemp(join(tmpdir(), 'loci-start-'));
after(() => rm(folder, { recursive: true }));

/** Runs the command; resolves to what it printed and its exit status. */
async function start(args, { load, columns, isTTY = false, environment, show = unserved } = {}) {
  const texts = { output: '', errors: '' };
  const stream = (name) => ({ columns, isTTY, write: (text) => (texts[name] += text) });
  const streams = { output: stream('output'), errors: stream('errors') };
  const status = await run(args, streams, { load, environment, show });
  return { ...texts, status };
}

const unserved = () => assert.fail('a page was served that nobody asked for');
const unused = () => assert.fail('the engine was loaded for a command that needs none');
const noStore = async () => ({ openMemory: () => assert.fail('a store was opened') });

test('--help prints the usage and loads nothing', async () => {
  const { status, output, errors } = await start(['--help'], { load: unused });
  assert.equal(status, 0);
  assert.match(output, /^Usage: npm start/);
  assert.match(output, /The "--" is needed/);
  assert.match(output, /npm start --silent -- --json/);
  assert.equal(errors, '');
});

test('a wrong argument is one line on the error stream and exit status 2', async () => {
  const { status, output, errors } = await start(['--colour\u001b[31m'], { load: unused });
  assert.equal(status, 2);
  assert.equal(output, '');
  assert.equal(errors, "Unknown option '--colour␛[31m' (npm start -- --help lists the options)\n");
});

test('a failed build tells how to mend it and is exit status 2', async () => {
  const load = async () => {
    throw Object.assign(new Error('step 2 failed.\nno\u001b compiler'), { mend: 'install one.' });
  };
  const { status, errors } = await start([], { load });
  assert.equal(status, 2);
  assert.equal(errors, 'step 2 failed.\nno␛ compiler\nTo mend it: install one.\n');
});

test('--store of an absent file says how to make one and makes none', async () => {
  const file = join(folder, 'absent.db');
  const { status, errors } = await start(['--store', file, 'tide'], { load: noStore });
  assert.equal(status, 2);
  assert.ok(errors.includes(`there is no file ${file}`));
  assert.ok(errors.includes(`npm start -- --save "${file}"`));
  assert.ok(!existsSync(file));
});

test('--store in an absent folder is not advised to be made there', async () => {
  const file = join(folder, 'nowhere', 'absent.db');
  const { status, errors } = await start(['--store', file], { load: noStore });
  assert.equal(status, 2);
  assert.ok(errors.includes(`no folder ${join(folder, 'nowhere')}`));
  assert.doesNotMatch(errors, /--save/);
});

test('--save refuses a file that exists and leaves it alone', async () => {
  const file = join(folder, 'precious.txt');
  await writeFile(file, 'precious');
  const { status, errors } = await start(['--save', file], { load: noStore });
  assert.equal(status, 2);
  assert.match(errors, /exists already/);
  assert.equal(await readFile(file, 'utf8'), 'precious');
});

const fromBuild = () => import('loci');
const page = { address: 'http://127.0.0.1:1/demo/page/', port: FIRST_PORT };

/** Runs a query with --json; resolves to the result. */
async function ask(...args) {
  const { output, errors } = await start(['--json', ...args], { load: fromBuild });
  assert.equal(errors, '');
  return JSON.parse(output);
}

const keysOf = (entries) => entries.map(({ category, name }) => `${category}:${name}`);

test('the default query finds three languages, an open link, and more than the budget', async () => {
  const { items, dropped, budgetUsed, budgetTokens, unresolvedLinks, warnings } = await ask();
  const keys = keysOf(items);
  assert.equal(keys[0], 'projects:tidelog v2.4.7');
  assert.ok(keys.includes('decisions:上传失败先落盘'), 'Chinese');
  assert.ok(keys.includes('projects:潮位グラフ'), 'Japanese');
  assert.ok(items.some(({ source, via }) => source === 'link' && via === 'tidelog v2.4.7'));
  assert.ok(dropped.length > 0 && budgetUsed <= budgetTokens);
  assert.deepEqual(unresolvedLinks, ['[[projects:weather kite]]']);
  assert.deepEqual(warnings, []);
});

test('the page for the default query has every part, within the width', async () => {
  const { status, output, errors } = await start([], { load: fromBuild, columns: 90 });
  assert.equal(status, 0);
  assert.equal(errors, '');
  assert.match(output, /^60 notes of demo\/memory\n/);
  const headings = ['Found', 'Why', 'Budget', 'Links to notes not written yet', 'Try next'];
  for (const heading of headings) assert.match(output, new RegExp(`^${heading}`, 'm'));
  for (const line of output.split('\n')) assert.ok(displayWidth(line) <= 90, line);
});

test('colours go to a terminal, and not where NO_COLOR is set', async () => {
  const terminal = { load: fromBuild, isTTY: true, show: async () => page };
  const { output: coloured } = await start([], terminal);
  const { output: plain } = await start([], { ...terminal, environment: { NO_COLOR: '1' } });
  assert.ok(coloured.includes('\u001b[1m'));
  assert.ok(!plain.includes('\u001b'));
  assert.equal(coloured.replace(/\u001b\[\d+m/g, ''), plain);
});

test('the examples that the page offers find their note first', async () => {
  const { output } = await start([], { load: fromBuild });
  const examples = Array.from(output.matchAll(/^ {2}npm start -- (.+)$/gm), ([, line]) => line);
  const first = [];
  for (const example of examples) {
    const words = Array.from(example.matchAll(/"([^"]+)"|(\S+)/g), ([, q, bare]) => q ?? bare);
    first.push(keysOf((await ask(...words)).items)[0]);
  }
  assert.deepEqual(first, ['places:京都 桜の道', 'recipes:crème brûlée', 'tools:sqlite backup']);
});

test('what was just asked is not offered next', async () => {
  const { output } = await start(['京都 桜'], { load: fromBuild });
  assert.doesNotMatch(output, /npm start -- "京都 桜"/);
  assert.match(output, /npm start -- "crème brûlée"/);
});

test('--limit and --budget reach the engine', async () => {
  const { items, dropped } = await ask('--limit', '1', '--budget', '0', '潮位');
  assert.equal(items.length, 1);
  const hits = [...items, ...dropped].filter(({ source }) => source === 'hit');
  assert.equal(hits.length, 1);
});

test('a query that finds nothing says so and is exit status 1', async () => {
  const unknown = await start(['qwertzuiop'], { load: fromBuild });
  assert.equal(unknown.status, 1);
  assert.match(unknown.output, /Nothing found\n +no note shares a word with the query\n/);
  const empty = await start(['!!!'], { load: fromBuild });
  assert.equal(empty.status, 1);
  assert.match(empty.output, /Nothing found\n +the query holds no words to search for\n/);
});

test('--save makes a store, --store answers the same from it and leaves it as it is', async () => {
  const file = join(folder, 'kept.db');
  const saved = await start(['--save', file, '--json', '柚子'], { load: fromBuild });
  assert.equal(saved.status, 0);
  const bytes = await readFile(file);
  const stored = await start(['--store', file, '--json', '柚子'], { load: fromBuild });
  assert.deepEqual(JSON.parse(stored.output), JSON.parse(saved.output));
  assert.ok(bytes.equals(await readFile(file)));
  const { output } = await start(['--store', file, '柚子'], { load: fromBuild });
  assert.ok(output.startsWith(`Notes of ${file}\n`));
});

test('--store of a file that is no store is an error of one line, exit status 2', async () => {
  const file = join(folder, 'letter.txt');
  await writeFile(file, 'Dear store, '.repeat(1000));
  const { status, output, errors } = await start(['--store', file], { load: fromBuild });
  assert.equal(status, 2);
  assert.equal(output, '');
  assert.match(errors, /^[^\n]+\n$/);
});

const terminal = { load: fromBuild, isTTY: true, show: async () => page };

test('a terminal gets the page after its answer, and its address as the last line', async () => {
  const { status, output } = await start(['柚子'], terminal);
  assert.equal(status, 0);
  assert.ok(output.endsWith(`\nOn a page, until Ctrl-C: ${page.address}\n`), output.slice(-200));
});

test('--no-serve, --json and --help end at once, also on a terminal', async () => {
  for (const args of [['--no-serve', '柚子'], ['--json', '柚子'], ['--help']]) {
    const { output } = await start(args, { ...terminal, show: unserved });
    assert.doesNotMatch(output, /Ctrl-C: http/);
  }
});

test('--serve serves without a terminal, and beside JSON, not in it', async () => {
  const { output } = await start(['--serve', '柚子'], { ...terminal, isTTY: false });
  assert.match(output, /Ctrl-C: http/);
  const json = await start(['--serve', '--json', '柚子'], { ...terminal, isTTY: false });
  assert.ok(JSON.parse(json.output).items.length > 0);
  assert.match(json.errors, /Ctrl-C: http/);
});

test('nothing is served after a command that failed', async () => {
  const { status, errors } = await start(['--serve', '--no-serve'], { load: unused });
  assert.equal(status, 2);
  assert.match(errors, /--serve and --no-serve exclude each other/);
  const absent = ['--serve', '--store', join(folder, 'absent.db')];
  assert.equal((await start(absent, { load: noStore })).status, 2);
});

test('another port than the first is told, since a browser keeps its notes apart', async () => {
  const show = async () => ({ ...page, port: FIRST_PORT + 1 });
  const { output } = await start(['柚子'], { ...terminal, show });
  assert.ok(output.includes(`(port ${FIRST_PORT} is taken; here its notes are others)`));
});

test('a port that is taken gives way to the next, and the page is served on it', async (t) => {
  const first = await showPage(0);
  t.after(first.close);
  const second = await showPage(first.port);
  t.after(second.close);
  assert.ok(second.port > first.port);
  const response = await fetch(second.address);
  assert.match(await response.text(), /<title>Loci<\/title>/);
});

// The command without its check of the build, which is made before the tests.
const program = `
  import { run } from ${JSON.stringify(new URL('../../demo/start.js', import.meta.url).href)};
  const streams = { output: process.stdout, errors: process.stderr };
  const load = () => import(${JSON.stringify(import.meta.resolve('loci'))});
  process.exitCode = await run(['--serve', '柚子'], streams, { load });
`;

test('the command serves until it is interrupted, and then ends with its answer’s status', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /http:\/\/\S+$/.exec(line) ?? [];
    if (!address) continue;
    assert.equal((await fetch(address)).status, 200);
    child.kill('SIGINT');
  }
  assert.equal(await ended, 0);
});
