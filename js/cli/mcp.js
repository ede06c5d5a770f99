// `loci mcp`: the tool server for agents.
//
// Tested by tests/js/cli_mcp.test.js, tests/js/mcp_stdio.test.js and tests/js/mcp_http.test.js; its example
// by tests/js/cli_help.test.js.

import { Console } from 'node:console';

import { requireWords } from './arguments.js';
import { CommandError, UsageError } from './errors.js';
import { visible } from './terminal.js';
import { count } from './values.js';
import { version } from './version.js';

const SDK = '@modelcontextprotocol/sdk';
const PORT = 3917;
const BY_HAND =
  'this is for a host to start, and speaks JSON-RPC (`loci help mcp`); Ctrl-C ends it';
const LAST_PORT = 65_535;

function port(given, name) {
  const number = count(given, name);
  if (number <= LAST_PORT) return number;
  throw new UsageError(`${name} takes a port, 0 to ${LAST_PORT}, not ${given}`);
}

function origin(given, name) {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new UsageError(`${name} takes the origin of a page, like https://example.org`);
}

// Loaded for this command alone: nothing else of Loci needs the SDK, which may have been left out.
async function loadServer() {
  try {
    return await import('../mcp/serve.js');
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes(SDK)) throw error;
    const remedy = `\`npm install ${SDK}\` brings it`;
    throw new CommandError('not_installed', `loci mcp needs ${SDK}, which is not here; ${remedy}`);
  }
}

/** Runs `work` while all that is logged goes to `errors`: stdout is for messages alone. */
async function withLogsOn(errors, work) {
  const before = globalThis.console;
  globalThis.console = new Console(errors, errors);
  try {
    return await work((sentence) => errors.write(`loci: ${visible(sentence)}\n`));
  } finally {
    globalThis.console = before;
  }
}

function checked({ http, port: given, 'allow-origin': origins = [] }) {
  const forHttp =
    given !== undefined ? '--port' : origins.length > 0 ? '--allow-origin' : undefined;
  if (forHttp && !http) throw new UsageError(`${forHttp} is for --http`, 'mcp');
  return { http, port: given ?? PORT, origins };
}

export const mcp = {
  name: 'mcp',
  also: ['serve', 'server', 'tools'],
  mode: 'make',
  usage: 'mcp [--http]',
  about: 'serve the memory as tools for agents (Model Context Protocol)',
  more: [
    'A host starts it and talks over stdin and stdout; what there is to log goes to stderr. With --http it serves pages and other hosts on this machine at http://127.0.0.1:3917/mcp. It opens the store once, and lets other programs have it while it idles.',
    'A browser is refused unless the origin of its page is allowed. Programs on this machine are not: whoever may open a port here may read the memory while it is served by HTTP.',
  ],
  options: {
    http: { about: 'serve by Streamable HTTP, until Ctrl-C' },
    port: { takes: 'N', read: port, about: `the port of that (${PORT}); 0 for one that is free` },
    'allow-origin': {
      takes: 'ORIGIN',
      read: origin,
      many: true,
      about: 'a page that may use it, as https://example.org; may be given again',
    },
  },
  examples: [
    {
      line: `echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | loci mcp`,
      prints: ['{"result":{},"jsonrpc":"2.0","id":1}'],
    },
  ],
  shape: {
    jsonrpc: 'string',
    'id?': 'number | string',
    'result?': 'object',
    'error?': 'object',
  },
  async run({ values, words, input, output, errors, path, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'mcp' });
    const { http, ...options } = checked(values);
    const { serveHttp, serveStdio } = await loadServer();
    await withLogsOn(errors, (log) =>
      withMemory((memory) => {
        const surroundings = { memory, version: version(), log, store: path };
        if (http) return serveHttp(surroundings, options);
        if (input.isTTY) log(BY_HAND);
        return serveStdio(surroundings, { input, output });
      }),
    );
    return { status: 'done' };
  },
};
