// What the README tells hosts of the tool server: each entry starts one that answers, and the address is
// that at which one listens.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { mcp } from '../../js/cli/mcp.js';
import { TOOLS } from '../../js/mcp/tools.js';
import { CLI } from '../support/cli.js';
import { blocks, readme } from '../support/readme.js';
import { newFolder } from '../support/temp_store.js';

const HEADING = 'Tool server';
const section = readme.split(`\n## ${HEADING}\n`)[1].split('\n## ')[0];

/** The entries for hosts: `{key, loci}` of each block of JSON. */
const entries = blocks
  .filter(({ heading, language }) => heading === HEADING && language === 'json')
  .map(({ text }) => Object.entries(JSON.parse(text))[0])
  .map(([key, { loci }]) => ({ key, loci }));

const programs = entries.filter(({ loci }) => loci.command !== undefined);

/** The words of a command with the paths that this checkout and this test have. */
const placed = (words, folder) =>
  words.map((word) =>
    word
      .replace('/path/to/node_modules/loci/js/cli.js', CLI)
      .replace('/path/to/memory.loci', join(folder, 'memory.loci')),
  );

async function toolsOf(t, [command, ...args]) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  t.after(() => client.close());
  return (await client.listTools()).tools.map(({ name }) => name);
}

const allTools = TOOLS.map(({ name }) => name);

test('each entry for a host starts a server that has the tools', async (t) => {
  assert.deepEqual(
    entries.map(({ key }) => key),
    ['mcpServers', 'servers', 'servers'],
  );
  for (const { loci } of programs) {
    const words = placed([loci.command, ...loci.args], newFolder(t));
    assert.ok(words.includes(CLI));
    assert.deepEqual(await toolsOf(t, words), allTools);
  }
});

test('so does the command that is given to Claude Code', async (t) => {
  const [, line] = /^claude mcp add loci -- (.*)$/m.exec(section);
  assert.deepEqual(await toolsOf(t, placed(line.split(' '), newFolder(t))), allTools);
});

test('the address is that at which a server listens unless told', () => {
  const { loci } = entries.find(({ loci: { url } }) => url);
  assert.ok(mcp.more.join(' ').includes(loci.url));
  assert.match(section, new RegExp(`claude mcp add --transport http loci ${loci.url}\n`));
});

test('every tool is told of', () => {
  for (const name of allTools) assert.ok(section.includes(`\`${name}\``), name);
});
