// The tool server as hosts use it: by the SDK's own client, in this process, over stdio and over HTTP.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

import { openMemory } from '../../js/index.js';
import { Connection } from '../../js/mcp/server.js';
import { CLI, HUT } from './cli.js';
import { wholeLines } from './programs.js';

/** A memory with something for every tool. */
export async function furnishedMemory(t) {
  const memory = await openMemory(':memory:', { clock: () => Date.UTC(2024, 4, 7) });
  t.after(() => memory.close());
  furnish(memory);
  return memory;
}

/** Three events, two linked items, and drawers in two wings that share a room. */
export function furnish(memory) {
  memory.addMany([
    { category: 'garden', name: 'tomatoes', content: 'Water at dawn, see [[garden:drip line]].' },
    { category: 'garden', name: 'drip line', content: 'Runs for 20 minutes, valve 2.' },
  ]);
  memory.evidence.saveMany(
    HUT.map(({ written_at: writtenAt, ...event }) => ({ ...event, writtenAt })),
  );
  memory.palace.addDrawers([
    { wing: 'Garden', room: 'water', text: 'The valve sticks in the cold.', hall: 'facts' },
    { wing: 'Garden', room: 'beds', text: 'Beans stand by the wall.', sourceFile: 'a/beds.md' },
    { wing: 'Hut', room: 'water', text: 'The pump came by mule.', authoredAt: '2024-05-05' },
  ]);
}

/**
 * A host of the tools over `memory`, in this process: `{client, call, logs}`. The client has listed the
 * tools, so it holds every answer against the schema of its tool.
 */
export async function newHost(t, memory) {
  const logs = [];
  const [here, there] = InMemoryTransport.createLinkedPair();
  const connection = new Connection({ memory, version: '0.0.0', log: (text) => logs.push(text) });
  await connection.open(there);
  const client = await connectedClient(t, here);
  return { client, logs, connection, call: callsOf(client) };
}

/** A client over a transport, that has listed the tools. */
export async function connectedClient(t, transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  t.after(() => client.close());
  await client.listTools();
  return client;
}

/** Calls a tool; gives `{data, text, isError}`, and holds what no schema says against the protocol. */
export function callsOf(client) {
  return async (name, args, options) => {
    const reply = await client.callTool({ name, arguments: args }, undefined, options);
    const { content, structuredContent: data, isError = false } = reply;
    assert.deepEqual(
      content.map(({ type }) => type),
      ['text'],
    );
    assert.equal(data === undefined, isError, `${name}: data, or an error`);
    return { data, text: content[0].text, isError };
  };
}

const NODE = [process.execPath];

/** `loci mcp` in a process of its own, over stdio: `{client, call, transport, errors()}`. */
export async function newStdioHost(t, folder, runtime = NODE) {
  const [command, ...first] = runtime;
  const args = [...first, CLI, 'mcp'];
  const transport = new StdioClientTransport({ command, args, cwd: folder, stderr: 'pipe' });
  let errors = '';
  transport.stderr.on('data', (text) => (errors += text));
  const client = await connectedClient(t, transport);
  return { client, transport, call: callsOf(client), errors: () => errors };
}

/** `loci mcp --http` in a process of its own, at a free port: `{child, address, errors()}`. */
export async function newHttpServer(t, folder, runtime = NODE) {
  const [command, ...first] = runtime;
  const args = [...first, CLI, 'mcp', '--http', '--port', '0'];
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  while (!/ at (http:\S+)/.test(errors)) {
    if (child.exitCode !== null) throw new Error(errors);
    await once(child.stderr, 'data');
  }
  return { child, address: / at (http:\S+)/.exec(errors)[1], errors: () => errors };
}

/** A host of that server. */
export async function newHttpHost(t, address, options) {
  const transport = new StreamableHTTPClientTransport(new URL(address), options);
  const client = await connectedClient(t, transport);
  return { client, transport, call: callsOf(client) };
}

/**
 * `loci mcp` spoken to line by line: `{child, write(text), next(), errors()}`; each line that comes is
 * held against the protocol.
 */
export function newRawHost(t, folder, { first = [] } = {}) {
  const child = spawn(process.execPath, [...first, CLI, 'mcp'], { cwd: folder });
  t.after(() => child.kill('SIGKILL'));
  child.stdin.on('error', () => {}); // the server may end before all is written
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  let lines;
  const next = async () => {
    lines ??= wholeLines(child.stdout); // begun as late as the first reading: a host may be slow
    const { value, done } = await lines.next();
    return done ? undefined : messageIn(value);
  };
  return { child, next, write: (text) => child.stdin.write(text), errors: () => errors };
}

/** The message in a line, which must be one. */
export function messageIn(line) {
  return JSONRPCMessageSchema.parse(JSON.parse(line));
}

/** The line of a request. */
export const request = (id, method, params = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

export const toolCall = (id, name, args, meta) =>
  request(id, 'tools/call', { name, arguments: args, ...(meta && { _meta: meta }) });
