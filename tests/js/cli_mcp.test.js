// `loci mcp` as a command: its options, and what it says where it cannot serve.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { expectCase, inNewFolder, newCli, runHere, runProgram } from '../support/cli.js';
import { request } from '../support/mcp.js';
import { newFolder } from '../support/temp_store.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('options that make no sense are refused, before anything is opened', async (t) => {
  const { loci, folder } = newCli(t);
  for (const [args, errors] of [
    [['extra'], /"extra" is too much/],
    [['--port', '4000'], /--port is for --http/],
    [['--allow-origin', 'https://example.org'], /--allow-origin is for --http/],
    [['--http', '--port', '65536'], /--port takes a port, 0 to 65535, not 65536/],
    [['--http', '--port', 'x'], /--port takes a whole number/],
    [['--http', '--allow-origin', '*'], /--allow-origin takes the origin of a page/],
    [['--http', '--allow-origin', 'null'], /--allow-origin takes the origin/],
    [['--http', '--allow-origin', 'https://example.org/page'], /--allow-origin takes the origin/],
    [['--http', '--allow-origin', 'file:///page.html'], /--allow-origin takes the origin/],
    [['--prot'], /there is no option --prot/],
  ]) {
    await expectCase(loci, { args: ['mcp', ...args], status: 2, errors });
  }
  assert.deepEqual(fs.readdirSync(folder), []);
});

test('a store that cannot be opened is said, and nothing is served', async (t) => {
  const { loci, path } = newCli(t);
  fs.writeFileSync(path('memory.loci'), 'these are notes, and no store '.repeat(400));
  const input = request(1, 'ping');
  await expectCase(loci, { args: ['mcp'], input, status: 2, errors: /^loci: .*memory\.loci/ });
});

test('who starts it on a terminal is told what it is, on stderr', async (t) => {
  inNewFolder(t);
  const input = request(1, 'ping');
  const { status, output, errors } = await runHere(['mcp'], { input, terminal: { isTTY: true } });
  assert.equal(status, 0);
  assert.equal(JSON.parse(output).id, 1);
  assert.match(errors, /^loci: this is for a host to start.*\n$/);
});

test('the store is that of --store', async (t) => {
  const { loci, folder } = newCli(t);
  const params = {
    name: 'memory_add',
    arguments: { category: 'a', name: 'b', content: 'c' },
  };
  const input = request(1, 'tools/call', params);
  const { status } = await loci(['--store', 'other.loci', 'mcp'], { input });
  assert.equal(status, 0);
  assert.deepEqual(fs.readdirSync(folder), ['other.loci']);
});

/** A copy of the package without what npm installs beside it. */
function bareCopy(t) {
  const folder = newFolder(t);
  for (const part of ['package.json', 'js', 'bindings/hosts', 'build/wasm']) {
    fs.mkdirSync(dirname(join(folder, part)), { recursive: true });
    fs.cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  return folder;
}

test('where the SDK was left out that is said, and all else works', async (t) => {
  const folder = bareCopy(t);
  const loci = (...args) =>
    runProgram(process.execPath, [join(folder, 'js/cli.js'), ...args], { folder });
  const { status, output, errors } = await loci('mcp');
  assert.deepEqual([status, output], [2, '']);
  assert.equal(
    errors,
    'loci: loci mcp needs @modelcontextprotocol/sdk, which is not here; `npm install @modelcontextprotocol/sdk` brings it\n',
  );
  assert.equal((await loci('add', 'a', 'b', 'c')).status, 0);
  assert.equal((await loci('retrieve', 'c')).status, 0);
});
