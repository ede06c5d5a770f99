// The README's programs for Deno, Bun, the edge and the command line print what the README says, in a
// project that has the package installed.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { Miniflare } from 'miniflare';

import { root } from '../../bindings/toolchain/record.js';
import { COMPATIBILITY_DATE, bundleWorker } from '../edge/support/harness.js';
import { newProject } from '../support/installed_package.js';
import { blockOf } from '../support/readme.js';
import { bun, deno } from '../support/runtimes.js';

const programs = join(root, 'node_modules/.bin'); // where a Bun that was moved has its own name
const project = await newProject();
after(() => rmSync(project, { recursive: true }));

/** What shell commands print in the project, errors behind the rest. */
function shell(commands) {
  const path = [dirname(deno), dirname(bun), programs, process.env.PATH].join(':');
  const env = { ...process.env, PATH: path, NO_COLOR: '1' };
  const { stdout, stderr } = spawnSync('sh', ['-c', commands], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

for (const runtime of ['Deno', 'Bun']) {
  test(`the program for ${runtime}`, () => {
    writeFileSync(join(project, 'main.ts'), blockOf(runtime, 'ts').text);
    const { text, output } = blockOf(runtime, 'sh');
    assert.equal(shell(text), output);
  });
}

test('the commands of the command line', () => {
  const { text, output } = blockOf('On the command line', 'sh');
  assert.equal(shell(text), output);
});

test('the worker', async (t) => {
  const contents = blockOf('At the edge', 'js').text;
  const worker = new Miniflare({
    modules: await bundleWorker({ stdin: { contents, resolveDir: project } }),
    modulesRoot: '/',
    compatibilityDate: COMPATIBILITY_DATE,
    durableObjects: { AGENTS: { className: 'Agent', useSQLite: true } },
  });
  t.after(() => worker.dispose());
  const { text, output } = blockOf('At the edge', 'sh');
  const answers = [];
  for (const line of text.trimEnd().split('\n')) answers.push(await curl(worker, line));
  assert.equal(answers.join(''), output);
});

/** What a line `curl [-d '<body>'] '<address>'` prints: no machine need have curl. */
async function curl(worker, line) {
  const { body, address } = /^curl (?:-d '(?<body>.*)' )?'(?<address>.*)'$/.exec(line).groups;
  const method = body === undefined ? 'GET' : 'POST';
  const response = await worker.dispatchFetch(`http://${address}`, { method, body });
  return `${await response.text()}\n`;
}
