// How answers are laid out: colours, widths, and texts that would drive a terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { displayWidth } from '../../js/cli/terminal.js';
import { addGarden, inNewFolder, runHere } from '../support/cli.js';

const plain = (text) => text.replace(/\u001b\[\d+m/g, '');
const terminal = (columns) => ({ isTTY: true, columns });

const READERS = [
  ['retrieve', 'water tomatoes valve 桜', '--explain'],
  ['retrieve', 'water', '--budget', '1'],
  ['show', 'garden:tomatoes'],
  ['show', '--raw', 'garden:tomatoes'],
  ['ls'],
  ['grep', 'a'],
  ['explain', 'water dawn', 'garden:tomatoes'],
  ['status'],
  ['help', 'retrieve'],
];

test('colours go to terminals, and where they are forced, and not where they are refused', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const coloured = async (options) => (await runHere(['ls'], options)).output.includes('\u001b[');
  const onTerminal = { terminal: terminal(80) };
  assert.equal(await coloured({}), false);
  assert.equal(await coloured(onTerminal), true);
  assert.equal(await coloured({ ...onTerminal, environment: { NO_COLOR: '1' } }), false);
  assert.equal(await coloured({ ...onTerminal, environment: { TERM: 'dumb' } }), false);
  assert.equal(await coloured({ environment: { FORCE_COLOR: '1' } }), true);
  assert.equal(await coloured({ ...onTerminal, environment: { FORCE_COLOR: '0' } }), false);
});

test('on a terminal no line is wider than it, and colours change no text', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const wide = '潮位 tide '.repeat(40);
  for (const name of ['attic', 'cellar', 'hall', 'kitchen']) await runHere(['add', name, 'x', '']);
  await runHere(['add', 'garden', 'a rather long name '.repeat(3).trim(), `${wide}\n\ndawn`]);
  for (const args of READERS) {
    const { output } = await runHere(args, { terminal: terminal(50) });
    const { output: bare } = await runHere(args, {
      terminal: terminal(50),
      environment: { NO_COLOR: '1' },
    });
    assert.equal(plain(output), bare, args.join(' '));
    const prose = bare
      .split('\n')
      .filter((line) => !/^ +\$ |^\d+\. |: the first is|^garden:/.test(line));
    if (args[0] === 'help') continue; // tests/js/cli_help.test.js
    for (const line of prose) assert.ok(displayWidth(line) <= 50, `${args.join(' ')}: ${line}`);
  }
});

test('in a pipe no line is broken or cut', async (t) => {
  inNewFolder(t);
  const long = 'word '.repeat(200).trim();
  await runHere(['add', 'a', 'long', long]);
  for (const args of [
    ['show', 'a:long'],
    ['retrieve', 'word'],
    ['grep', 'word'],
    ['show', '--raw', 'a:long'],
  ]) {
    assert.ok((await runHere(args)).output.includes(long), args.join(' '));
  }
});

test('the text begins beside the key on a terminal, and keys stand alone in a pipe', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const { output } = await runHere(['ls', 'garden'], { terminal: terminal(44) });
  assert.equal(
    plain(output),
    'garden:tomatoes  Water at dawn, see [[garde…\ngarden:drip line  Runs for 20 minutes, valv…\n',
  );
  assert.equal((await runHere(['ls', 'garden'])).output, 'garden:tomatoes\ngarden:drip line\n');
});

test('what grep found is painted, and only that', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  const { output } = await runHere(['grep', '/\\d+/', 'garden'], { terminal: terminal(80) });
  assert.match(output, /for \u001b\[31m20\u001b\[39m minutes, valve \u001b\[31m2\u001b\[39m\.\n$/);
});

const EVIL =
  'title \u001b]0;pwned\u0007 back\b bidi \u202e csi \u009b2J nul \u0000 end\r\nnext\ttab';

test('no stored text drives a terminal or a pipe', async (t) => {
  inNewFolder(t);
  const fields = ['--owner', EVIL, '--source-conv', EVIL, '--metadata', JSON.stringify({ EVIL })];
  await runHere([
    'add',
    'a',
    'evil',
    `${EVIL} [[b:c]] water`,
    ...fields,
    '--sequence',
    `${EVIL}:1`,
  ]);
  await runHere(['add', 'a', 'bidi \u202e name', `water [[a:evil]] ${EVIL}`]);
  const lines = [
    ...READERS.map((args) => args.map((word) => word.replace('garden:tomatoes', 'a:evil'))),
    ['graph'],
    ['graph', EVIL, EVIL],
    ['show', EVIL, EVIL],
    ['add', EVIL, EVIL, EVIL],
    ['import', `${EVIL}\u0000`],
    ['retrieve', EVIL],
    ['explain', EVIL, 'a:evil'],
    ['rm', `${EVIL}:x`],
    [EVIL],
    ['ls', `--${EVIL}`],
    ['--store', EVIL, 'ls'],
  ];
  for (const args of lines) {
    for (const where of [{}, { terminal: terminal(80), environment: { NO_COLOR: '1' } }]) {
      const { output, errors } = await runHere(args, where);
      const isRaw = args.includes('--raw') && !where.terminal;
      assert.notEqual(output + errors, '', args.join(' '));
      if (!isRaw) assert.doesNotMatch(output, /[^\n\P{Cc}]|[\u202e\u2028]/u, args.join(' '));
      assert.doesNotMatch(errors, /[^\n\P{Cc}]|[\u202e\u2028]/u, args.join(' '));
    }
  }
});

test('show --raw gives the text as it is to a pipe, and made visible to a terminal', async (t) => {
  inNewFolder(t);
  await runHere(['add', 'a', 'evil', EVIL]);
  assert.equal((await runHere(['show', '--raw', 'a:evil'])).output, `${EVIL}\n`);
  const { output } = await runHere(['show', '--raw', 'a:evil'], { terminal: terminal(80) });
  assert.match(output, /^title ␛\]0;pwned␇ back␈ .* nul ␀ end\nnext {4}tab\n$/);
});

test('a diagram quotes what would end a label or be read as markup', async (t) => {
  inNewFolder(t);
  await runHere(['add', 'a', 'say "hi" <b> & `c`', '[[a:x\\y]]']);
  const { output } = await runHere(['graph']);
  const [, first, second] = output.split('\n');
  assert.equal(first, '  n0["a:say #34;hi#34; #60;b#62; #38; #96;c#96;"]');
  assert.equal(second, '  n1(["a:x#92;y"])');
});

test('an import on a terminal counts its files where that is asked', async (t) => {
  inNewFolder(t);
  await addGarden(runHere);
  await runHere(['export', 'out']);
  const shown = await runHere(['import', 'out', '--progress'], { terminal: terminal(80) });
  assert.equal(shown.errors, '\r1 of 2 files\r\u001b[K');
  const quiet = await runHere(['import', 'out'], { terminal: terminal(80) });
  assert.equal(quiet.errors, '');
});

test('a store is not written to a terminal, and stdin on one is asked for', async (t) => {
  inNewFolder(t);
  const asked = await runHere(['add', 'a', 'b', '-'], { input: 'typed', terminal: terminal(80) });
  assert.match(asked.errors, /^The text, ended by Ctrl-D/);
  const refused = await runHere(['export', '-'], { terminal: terminal(80) });
  assert.equal(refused.status, 2);
  assert.match(refused.errors, /a store is no text for a terminal; lead it into a file or pipe/);
});
