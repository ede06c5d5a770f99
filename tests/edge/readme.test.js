// The README of demo/edge: its lines of curl get the replies that it prints, from the workers of that
// folder in workerd, and its tables name all routes and codes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { STATUS } from '../../demo/edge/errors.js';
import { ROUTES } from '../../demo/edge/routes.js';
import { blockOf, blocksIn, readmeAt } from '../support/readme.js';
import { newFolder } from '../support/temp_store.js';
import { startWorker } from './http_server.js';

const run = promisify(execFile);
const readme = readmeAt('demo/edge/README.md');
const blocks = blocksIn(readme);
const asking = blockOf('Ask', 'sh', blocks);
const token = /Bearer (\w+)/.exec(asking.text)[1];
const curlFile = fileURLToPath(new URL('support/curl.js', import.meta.url));

/** A folder in which `curl` is support/curl.js, and what runs shell commands in it. */
function shellIn(t) {
  const folder = newFolder(t);
  symlinkSync(curlFile, join(folder, 'curl'));
  const PATH = `${folder}:${process.env.PATH}`;
  const shell = async (commands, { address }) => {
    const env = { ...process.env, PATH, LOCAL: new URL(address).origin };
    return (await run('sh', ['-c', commands], { cwd: folder, env })).stdout;
  };
  return { folder, shell };
}

test('the lines of curl get the replies behind them, and a snapshot that answers', async (t) => {
  const { folder, shell } = shellIn(t);
  const agents = await startWorker(t, { token });
  assert.equal(await shell(asking.text, agents), asking.output);

  const [variables] = /^(?:\w+=.*\n)+/.exec(asking.text);
  const [exporting, starting, retrieving] = blockOf('Snapshot', 'sh', blocks).text.split('\n');
  await shell(variables + exporting.split(' #')[0], agents);
  assert.match(starting, /^npx wrangler dev --config snapshot.toml/);
  const snapshot = readFileSync(join(folder, 'snapshot.loci'));
  const server = await startWorker(t, { entry: 'demo/edge/snapshot.js', snapshot, token });
  const { items } = JSON.parse(await shell(variables + retrieving, server));
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Kettle'],
  );
});

test('the token of the lines is the one that is set up', () => {
  assert.ok(blockOf('Run it here', 'sh', blocks).text.includes(`LOCI_TOKEN=${token}`));
});

test('all routes are in the table', () => {
  for (const { method, pattern } of ROUTES) {
    const path = pattern.replace(/:(\w+)/g, '<$1>');
    const behind = path && ` ${path}`; // nothing is behind the agent itself
    const row = new RegExp(`^\\| \`(?:PUT\` or \`)?${method}(?:\` or \`\\w+)?${behind}[\`?]`, 'm');
    assert.match(readme, row);
  }
});

const OF_EVIDENCE = [
  'unknown_event',
  'unknown_concept',
  'no_position',
  'cursor_unknown',
  'cursor_expired',
  'model_changed',
  'record_changed',
];
const OF_PALACE = ['not_found'];
const UNREACHED = ['stale_hash', 'closed', 'out_of_memory', ...OF_EVIDENCE, ...OF_PALACE]; // of no route, or no plan

test('codes that a client can meet are beside their status', () => {
  const rows = [...readme.matchAll(/^\| (\d{3}) \| (.*) \|$/gm)];
  for (const [code, status] of Object.entries(STATUS)) {
    if (status === 500 && code !== 'internal') continue; // faults of the store itself
    if (UNREACHED.includes(code)) continue;
    const named = rows.filter(([, , codes]) => codes.includes(`\`${code}\``));
    assert.deepEqual(
      named.map(([, each]) => Number(each)),
      [status],
      code,
    );
  }
});
