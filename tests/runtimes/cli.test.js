// `loci` under Deno and Bun: the same outputs and exit statuses as under Node.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';

import { EVERY_COMMAND } from '../../js/cli/commands.js';
import { CLI, newCli, runProgram } from '../support/cli.js';
import { bun, deno } from '../support/runtimes.js';

const NODE = [process.execPath];
const RUNTIMES = { Deno: [deno, 'run', '-A'], Bun: [bun] };

function save(id, summary, text) {
  const options = ['--id', id, '--concept', 'pump', '--written-at', '2024-05-04'];
  return ['evidence', 'save', summary, text, ...options];
}

/** Command lines and, where it matters, what stdin gives. They build on each other. */
const LINES = [
  { args: [] },
  { args: ['--version'] },
  { args: ['help', 'retrieve'] },
  { args: ['ls'] },
  { args: ['add', 'garden', 'tomatoes', 'See [[garden:drip line]].', '--ts', '2024-05-04'] },
  { args: ['add', 'garden', 'drip line', '-', '--ts', '2024-05-05'], input: 'バルブ 2 🌱\n' },
  {
    args: [
      'add',
      'travel',
      '京都',
      '桜 [[travel:宿]]',
      '--ts',
      '2024-03-01',
      '--metadata',
      '{"aB":1}',
    ],
  },
  { args: ['add', 'Not A Slug', 'x', 'y'] },
  { args: ['retrieve', 'tomatoes 桜', '--explain'] },
  { args: ['retrieve', '--json', 'tomatoes'] },
  { args: ['retrieve', 'zzz'] },
  { args: ['show', 'garden:drip', 'line'] },
  { args: ['show', '--raw', 'garden:drip line'] },
  { args: ['show', 'garden:drop line'] },
  { args: ['ls', '--limit', '-5'] },
  { args: ['ls', '--limt=5'] },
  { args: ['retreive', 'x'] },
  { args: ['grep', '/[ァ-ヺ]+/u'] },
  { args: ['grep', '/[ァ-ヺ]+/'] },
  { args: ['explain', 'tomatoes', 'garden:tomatoes'] },
  { args: ['graph'] },
  { args: ['export', 'out'] },
  { args: ['export', 'out'] },
  { args: ['--store', 'two', 'import', 'out'] },
  { args: ['--store', 'two', 'ls'] },
  { args: ['import', '-', '--category', 'garden'], input: Buffer.from('## peas\n\n早く\n') },
  { args: ['import', 'absent'] },
  { args: ['rm', 'garden:peas', 'garden:none'] },
  {
    args: [
      ...save('hut_ch01_e01', 'Anna found a leak.', 'The pump leaked. 漏水。'),
      '--person',
      'Anna',
    ],
  },
  { args: [...save('hut_ch01_e02', 'The pump was replaced.', '-')], input: 'A new pump came.\n' },
  { args: ['evidence', 'search', 'pump', '--exclude', 'hut_ch01_e02'] },
  { args: ['evidence', 'search', 'zzz'] },
  { args: ['evidence', 'read', 'hut_ch01_e01', '--json'] },
  { args: ['evidence', 'show', 'hut_ch01_e02'] },
  { args: ['evidence', 'entity', 'anna'] },
  { args: ['evidence', '--interactive'], input: 'pump\nexpand pump\nnearby 1\nread 9\nseen\n' },
  { args: ['evidence', 'rm', 'hut_ch01_e02', 'none'] },
  { args: ['mine', 'out', '--wing', 'Büro'] },
  { args: ['mine', 'out', '--wing', 'büro', '--dry-run', '--json'] },
  { args: ['search', 'タネ tomatoes', '--room', 'WIKI'] },
  { args: ['search', 'tomatoes', '--wing', 'attic'] },
  { args: ['wings'] },
  { args: ['rooms', 'BÜRO'] },
  { args: ['taxonomy', '--json'] },
  { args: ['traverse', 'wiki'] },
  { args: ['traverse', 'wik'] },
  { args: ['tunnels'] },
  { args: ['instructions'] },
  { args: ['mcp'], input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' },
  { args: ['status'] },
  { args: ['check'] },
  { args: ['repair', '--json'] },
  { args: ['ls', '--json', '--store', 'absent'] },
];

async function outcomes(t, runtime) {
  const { loci } = newCli(t, runtime);
  const all = [];
  for (const { args, input } of LINES) {
    const { status, output, errors } = await loci(args, { input });
    all.push({ line: args.join(' '), status, output, errors });
  }
  return all;
}

for (const [name, runtime] of Object.entries(RUNTIMES)) {
  test(`${name}: every command does what it does under Node`, async (t) => {
    const [there, here] = await Promise.all([outcomes(t, runtime), outcomes(t, NODE)]);
    assert.deepEqual(there, here);
    assert.deepEqual(new Set(here.map(({ status }) => status)), new Set([0, 1, 2]));
    const lines = LINES.map(({ args }) => ` ${args.join(' ')} `);
    for (const { name: command } of EVERY_COMMAND) {
      assert.ok(
        lines.some((line) => line.includes(` ${command} `)),
        command,
      );
    }
  });

  test(`${name}: a reader that leaves is no error, and a full disk is one`, async (t) => {
    const { shell } = newCli(t, runtime);
    const text = 'many words '.repeat(30_000);
    const added = await shell('loci add a big - && loci add a small x', { input: text });
    assert.equal(added.errors, '');
    for (const command of ['show --raw a:big', 'export -']) {
      const left = await shell(`{ loci ${command}; echo "status $?" >&2; } | head -c 1`);
      assert.deepEqual([left.output.length, left.errors], [1, 'status 0\n'], command);
    }
    const { bytes } = await shell('loci show --raw a:big');
    assert.equal(bytes.toString(), `${text.trim()}\n`);
    if (!fs.existsSync('/dev/full')) return;
    const full = await shell('loci ls > /dev/full');
    assert.equal(full.status, 2);
    assert.match(full.errors, /^loci: cannot write the answer: [^\n]+\n$/);
  });

  test(`${name}: stdin is UTF-8, also when it is cut`, async (t) => {
    const { loci, folder } = newCli(t, runtime);
    const [program, ...first] = runtime;
    const child = spawn(program, [...first, CLI, 'add', 'a', 'cut', '-'], { cwd: folder });
    for (const byte of Buffer.from('水 🌱')) {
      child.stdin.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.stdin.end();
    assert.equal((await once(child, 'close'))[0], 0);
    assert.equal((await loci(['show', '--raw', 'a:cut'])).output, '水 🌱\n');
  });

  test(`${name}: command lines of several runtimes at once lose nothing`, async (t) => {
    const { loci, folder } = newCli(t, runtime);
    const under = newCliIn(folder);
    const writers = [loci, under, loci, under];
    const all = await Promise.all(writers.map((run, i) => run(['add', 'a', `n${i}`, 'text'])));
    for (const { status, errors } of all) assert.deepEqual([status, errors], [0, '']);
    const { output } = await loci(['ls']);
    assert.deepEqual(output.split('\n').sort().slice(1), ['a:n0', 'a:n1', 'a:n2', 'a:n3']);
  });
}

/** `loci` under Node in a folder that is there. */
function newCliIn(folder) {
  return (args) => runProgram(process.execPath, [CLI, ...args], { folder });
}

test('Deno without permissions for the store: both are named, and the error is its own', async (t) => {
  const itself = dirname(dirname(CLI));
  const { loci, folder } = newCli(t, [deno, 'run', '--no-prompt', `--allow-read=${itself}`]);
  for (const args of [['ls'], ['add', 'a', 'b', 'c']]) {
    const { status, errors } = await loci([...args, '--json', '--store', `${folder}/store`]);
    const { error } = JSON.parse(errors);
    assert.deepEqual([status, error.code], [2, 'read_only'], error.message);
    assert.match(error.message, /^cannot open the store .*; Loci needs --allow-read=/);
  }
});
