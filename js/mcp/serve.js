// Serves one memory to hosts until they are gone, or until this process is asked to end.
//
// Tested by tests/js/mcp_stdio.test.js and tests/js/mcp_http.test.js.

import { setImmediate as nextTurn } from 'node:timers/promises';

import { Connection } from './server.js';
import { StdioTransport } from './stdio.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `end` at the first signal to end; gives what takes that back. */
function onSignal(end) {
  for (const signal of SIGNALS) process.once(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Runs `work` with what ends it; signals do so, too. */
async function untilEnded(work) {
  const { promise: ended, resolve: end } = withResolvers();
  const forget = onSignal(end);
  try {
    await work({ ended, end });
  } finally {
    forget();
  }
}

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

/**
 * Serves the host at the other end of `input` and `output`. Resolves once it is gone and has what it
 * asked for.
 * @param {{memory: object, version: string, log: Function}} surroundings
 */
export function serveStdio(surroundings, { input, output }) {
  return untilEnded(async ({ ended, end }) => {
    const connection = new Connection(surroundings);
    const onGone = async () => {
      await nextTurn(); // what came last is only now begun
      await connection.settled();
      end();
    };
    await connection.open(new StdioTransport({ input, output, onGone }), end);
    await ended;
    await connection.close();
  });
}

/**
 * Serves hosts by HTTP on this machine, until it is told to end.
 * @param {object} surroundings as above
 * @param {{port: number, origins: string[]}} options
 */
export function serveHttp({ log, store, ...surroundings }, options) {
  return untilEnded(async ({ ended }) => {
    const { HttpServer } = await import('./http.js'); // with its web framework: not for stdio
    const connect = () => new Connection({ log, ...surroundings });
    const server = new HttpServer({ connect, log, origins: options.origins });
    const address = await server.listen(options.port);
    log(`serving ${store} at ${address}`);
    await ended;
    await server.close();
  });
}
