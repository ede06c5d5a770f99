// A page talks to the tool server on its machine by the SDK's own client, and only if the server was told
// of its origin: the browser asks first, and keeps the answer from any other page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

import { openMemory } from '../../js/index.js';
import { HttpServer } from '../../js/mcp/http.js';
import { Connection } from '../../js/mcp/server.js';
import { browsers } from './support/browsers.js';
import { openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

const HOST = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

  /** Adds and finds over a connection of its own, and takes its leave. */
  globalThis.use = async (address) => {
    const client = new Client({ name: 'page', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(address));
    await client.connect(transport);
    const call = (name, args) => client.callTool({ name, arguments: args });
    await call('memory_add', { category: 'garden', name: 'peas', content: 'Sow early.' });
    const found = await call('memory_retrieve', { query: 'when to sow' });
    await transport.terminateSession();
    await client.close();
    return found.structuredContent.items[0].content;
  };
`;

/** The page's program, with the SDK in it. */
async function bundle() {
  const stdin = { contents: HOST, resolveDir: import.meta.dirname };
  const built = await build({ stdin, bundle: true, format: 'esm', write: false });
  return built.outputFiles[0].text;
}

const program = await bundle();
const page = `<!doctype html><title>A host</title><script type="module" src="/host.js"></script>`;

/** A tool server in this process, for pages of these origins: its address. */
async function serveTools(t, origins) {
  const memory = await openMemory(':memory:');
  const log = () => {};
  const connect = () => new Connection({ memory, version: '0.0.0', log });
  const server = new HttpServer({ connect, origins, log });
  t.after(() => server.close());
  return server.listen(0);
}

/** What browsers report of answers that a page may not read. */
const REFUSED = [/CORS policy/, /Failed to load resource/, /Cross-Origin Request Blocked/];

for (const browser of browsers) {
  test(`${browser.name}: a page uses the tools if its origin was named`, async (t) => {
    const server = await serveFiles(t, { pages: { '/page.html': page, '/host.js': program } });
    const { origin } = new URL(server.url('/'));
    const launched = await browser.launch(t);
    const tab = await openPage(t, launched, server.url('/page.html'), { expected: REFUSED });
    await tab.waitForFunction('globalThis.use !== undefined');
    const use = (address) => tab.evaluate((at) => globalThis.use(at), address);
    assert.equal(await use(await serveTools(t, [origin])), 'Sow early.');
    await assert.rejects(use(await serveTools(t, [])), /fetch|network/i);
    await assert.rejects(use(await serveTools(t, ['https://example.org'])), /fetch|network/i);
  });
}
