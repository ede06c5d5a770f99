// Runs the command line `loci`: in a process of its own, or here, where that is fast or a terminal
// has to be played.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { run } from '../../js/cli/run.js';
import { openMemory } from '../../js/index.js';
import { newFolder } from './temp_store.js';

export const CLI = fileURLToPath(new URL('../../js/cli.js', import.meta.url));

/** What the tests of the runner's own environment must not leak into a command. */
const OWN = ['LOCI_STORE', 'NO_COLOR', 'FORCE_COLOR', 'NODE_OPTIONS'];

function environmentWith(more) {
  const environment = { ...process.env };
  for (const name of OWN) delete environment[name];
  return { ...environment, ...more };
}

async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Runs `program` with arguments; resolves to `{status, signal, output, errors}` once it ended. `input`:
 * what stdin gives, text or bytes, and then its end.
 */
export async function runProgram(program, args, { folder, input = '', environment, ...options }) {
  const child = spawn(program, args, {
    cwd: folder,
    env: environmentWith(environment),
    ...options,
  });
  child.stdin.on('error', () => {}); // a command that reads no stdin may end before it is written
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status, signal] = await ended;
  return { status, signal, bytes: output, output: output.toString(), errors: errors.toString() };
}

/** A folder of its own for the stores of a test, and `loci` in it under Node or another runtime. */
export function newCli(t, runtime = [process.execPath]) {
  const folder = newFolder(t);
  const [program, ...first] = runtime;
  const loci = (args, options) =>
    runProgram(program, [...first, CLI, ...args], { folder, ...options });
  return { folder, loci, shell: shellWith(folder, runtime), path: (name) => join(folder, name) };
}

/** Runs a line of `sh` in which `loci` is the command line. */
function shellWith(folder, runtime) {
  return (line, { environment, ...options } = {}) => {
    const programs = join(folder, '.bin');
    const quoted = [...runtime, CLI].map((word) => `'${word}'`).join(' ');
    fs.mkdirSync(programs, { recursive: true });
    fs.writeFileSync(join(programs, 'loci'), `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
    const paths = { PATH: `${programs}:${process.env.PATH}`, ...environment };
    return runProgram('sh', ['-c', line], { folder, environment: paths, ...options });
  };
}

/** Three items, two of them linked, with dates that do not depend on the day. */
export async function addGarden(loci) {
  const items = [
    ['garden', 'tomatoes', 'Water at dawn, see [[garden:drip line]].', '--ts', '2024-05-04'],
    ['garden', 'drip line', 'Runs for 20 minutes, valve 2.', '--ts', '2024-05-05'],
    [
      'travel',
      '京都',
      '桜は四月の初めに咲く。[[travel:宿]]',
      '--ts',
      '2024-03-01',
      '--owner',
      '花',
    ],
  ];
  for (const item of items) {
    const { status, errors } = await loci(['add', ...item]);
    if (status !== 0) throw new Error(errors);
  }
}

/** Three events of a story, as JSON: two neighbours, and one with a long text. */
export const HUT = [
  {
    id: 'hut_ch01_e01',
    summary: 'Anna found a leak.',
    content: 'The pump of the hut leaked. Anna closed the valve.',
    entities: [
      { kind: 'person', name: 'Anna' },
      { kind: 'concept', name: 'water pump' },
    ],
    written_at: '2024-05-04',
  },
  {
    id: 'hut_ch01_e02',
    summary: 'The pump was replaced.',
    content: 'A new pump came by mule. It runs quietly.',
    entities: [{ kind: 'concept', name: 'water pump' }],
    written_at: '2024-05-05',
  },
  {
    id: 'roof',
    summary: 'The roof got new shingles.',
    content: `${'Larch shingles were split and laid. '.repeat(60)}The last row is of oak.`,
    entities: [{ kind: 'person', name: 'Anna' }],
    written_at: '2024-06-01',
  },
];

/** Saves those. */
export async function addHut(loci) {
  const args = ['evidence', 'save', '--events', '-'];
  const { status, errors } = await loci(args, { input: JSON.stringify(HUT) });
  if (status !== 0) throw new Error(errors);
}

/** A terminal or a pipe that keeps what is written to it. */
function listener(terminal) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, terminal, { bytes: () => Buffer.concat(chunks) });
}

/**
 * Runs a command line in this process, which has to be in the folder of the store (process.chdir).
 * `terminal`: `{isTTY: true, columns}` for stdout and stderr; else they are pipes.
 */
export async function runHere(args, { input = '', environment = {}, terminal = {} } = {}) {
  const streams = { output: listener(terminal), errors: listener(terminal) };
  const given = Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), terminal);
  const status = await run(args, { input: given, ...streams }, { environment, openMemory });
  const bytes = streams.output.bytes();
  return { status, bytes, output: bytes.toString(), errors: streams.errors.bytes().toString() };
}

/** A folder of its own, in which runHere() works for this test. */
export function inNewFolder(t) {
  const before = process.cwd();
  const folder = newFolder(t);
  process.chdir(folder);
  t.after(() => process.chdir(before));
  return folder;
}

const matches = (text, wanted, what) =>
  wanted instanceof RegExp ? assert.match(text, wanted, what) : assert.equal(text, wanted, what);

/**
 * Runs a command line and compares what it does. `output` and `errors`: the text, or a pattern of it;
 * else nothing.
 */
export async function expectCase(loci, { args, input, status = 0, output = '', errors = '' }) {
  const what = `loci ${args.join(' ')}`;
  const ended = await loci(args, { input });
  matches(ended.errors, errors, `${what}: stderr`);
  matches(ended.output, output, `${what}: stdout`);
  assert.equal(ended.status, status, what);
}
