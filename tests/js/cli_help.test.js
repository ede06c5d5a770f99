// What `loci` tells about itself: every example is run, and its output is what help prints.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { COMMON } from '../../js/cli/arguments.js';
import { COMMANDS, EVERY_COMMAND } from '../../js/cli/commands.js';
import { displayWidth } from '../../js/cli/terminal.js';
import { newCli, runHere } from '../support/cli.js';

const hasJq = spawnSync('jq', ['--version']).status === 0;

const everyHelp = [[], ...EVERY_COMMAND.map(({ name }) => ['help', ...name.split(' ')])];

test('every example of the help prints what it says', async (t) => {
  const { shell } = newCli(t);
  for (const { line, prints } of EVERY_COMMAND.flatMap(({ examples }) => examples)) {
    if (line.includes('| jq ') && !hasJq) continue;
    const { output, errors } = await shell(line);
    assert.equal(errors, '', line);
    assert.deepEqual(output.split('\n'), [...prints, ''], line);
  }
});

test('every command has an example, and says how it is called', async () => {
  for (const { name, usage, about, examples } of EVERY_COMMAND) {
    assert.ok(examples.length > 0, name);
    assert.ok(usage === name || usage.startsWith(`${name} `), usage);
    assert.match(about, /^[a-z].*[^.]$/, name);
    for (const { line } of examples)
      assert.match(line, new RegExp(`\\bloci (--\\S+ \\S+ )?${name}\\b`));
  }
});

test('names that people try are of one command each, and of none that there is', () => {
  const groups = COMMANDS.flatMap(({ commands }) => (commands ? [commands] : []));
  for (const commands of [COMMANDS, ...groups]) {
    const names = commands.map(({ name }) => name.split(' ').at(-1));
    const others = commands.flatMap(({ also }) => also);
    assert.equal(new Set([...names, ...others]).size, names.length + others.length);
  }
});

test('the help of a group names all of its commands', async () => {
  for (const { name, commands = [] } of COMMANDS) {
    const { output } = await runHere(['help', name]);
    for (const { usage } of commands) assert.ok(output.includes(`  ${usage}  `), usage);
  }
});

test('loci alone is a short help that names every command and the next step', async () => {
  const { status, output, errors } = await runHere([]);
  assert.deepEqual([status, errors], [0, '']);
  for (const { usage } of COMMANDS) assert.ok(output.includes(`  ${usage}  `), usage);
  assert.match(output, /\n {2}\$ loci add garden tomatoes "Water at dawn/);
  assert.match(output, /Next: `loci help retrieve`\.\n$/);
  assert.ok(output.split('\n').length < 50);
  for (const args of [['--help'], ['-h'], ['help'], ['help', 'help']]) {
    assert.deepEqual(await runHere(args), {
      status: 0,
      errors,
      output,
      bytes: Buffer.from(output),
    });
  }
});

test('the help of a command has its options, its examples and the shape of its JSON', async () => {
  for (const { name, options, examples } of EVERY_COMMAND) {
    const words = name.split(' ');
    const { status, output } = await runHere(['help', ...words]);
    assert.equal(status, 0);
    for (const option of Object.keys({ ...options, ...COMMON })) {
      assert.match(output, new RegExp(`^ {2}(-\\w, )?--${option}\\b`, 'm'), name);
    }
    for (const { line } of examples) assert.ok(output.includes(`  $ ${line}\n`), line);
    assert.match(output, /\nWith --json:\n {2}\{/);
    assert.equal((await runHere([...words, '--help'])).output, output);
  }
});

test('help keeps to the width of a terminal, and to 90 cells anywhere', async () => {
  for (const columns of [60, 200]) {
    for (const args of everyHelp) {
      const { output } = await runHere(args, { terminal: { isTTY: true, columns } });
      const prose = output.split('\n').filter((line) => !isFixed(line));
      const widest = Math.min(columns, 90);
      for (const line of prose) assert.ok(displayWidth(plain(line)) <= widest, line);
    }
  }
});

const plain = (line) => line.replace(/\u001b\[\d+m/g, '');

/** Commands and what they print are shown as they are. */
function isFixed(line) {
  const shown = EVERY_COMMAND.flatMap(({ examples }) => examples.flatMap(({ prints }) => prints));
  return /^ {2}\$ |^Usage: /.test(plain(line)) || shown.includes(plain(line).slice(2));
}
