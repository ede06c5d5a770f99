// Streamable HTTP on 127.0.0.1, for hosts that cannot start a program, as pages in a browser.
//
// Each host that introduces itself gets a connection under an id that it repeats. It may forget to take
// its leave, so of too many the one that was silent for longest goes.
//
// Tested by tests/js/mcp_http.test.js.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

import { fileError } from '../cli/errors.js';
import { corsHeaders, preflightHeaders, refusal } from './origins.js';

const ADDRESS = '127.0.0.1';
const PATH = '/mcp';
const MAX_CONNECTIONS = 100;
const MAX_BODY = 2 ** 26; // bytes, as a line of stdio

/** The server's answers of its own, as JSON-RPC has errors. */
function refuse(response, status, message) {
  const error = { code: -32000, message };
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

export class HttpServer {
  #server = createServer((request, response) => this.#answer(request, response));
  #transports = new Map(); // by session, the one that was silent for longest first
  #connect;
  #origins;
  #log;

  /**
   * @param {() => import('./server.js').Connection} connect makes a connection
   * @param {string[]} origins of pages that may talk to it
   */
  constructor({ connect, origins, log }) {
    this.#connect = connect;
    this.#origins = origins;
    this.#log = log;
  }

  /** Listens on `port`, 0 for any that is free; gives the address. */
  async listen(port) {
    try {
      this.#server.listen(port, ADDRESS);
      await once(this.#server, 'listening');
    } catch (error) {
      throw fileError(`cannot listen on port ${port}`, error);
    }
    return `http://${ADDRESS}:${this.#server.address().port}${PATH}`;
  }

  /** Ends all connections. */
  async close() {
    this.#server.close();
    for (const transport of [...this.#transports.values()]) await transport.close();
    this.#server.closeAllConnections();
  }

  async #answer(request, response) {
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#log(error.stack);
      if (!response.headersSent) refuse(response, 500, 'the server failed; its log tells more');
    }
  }

  async #route(request, response) {
    const { headers, method, url } = request;
    const reason = refusal(headers, this.#origins);
    if (reason) return refuse(response, 403, reason);
    const { origin } = headers;
    if (origin !== undefined) setAll(response, corsHeaders(origin));
    if (url.split('?')[0] !== PATH) return refuse(response, 404, `there is only ${PATH} here`);
    if (method === 'OPTIONS') return response.writeHead(204, preflightHeaders()).end();
    const transport = await this.#transportFor(headers['mcp-session-id']);
    if (!transport) return refuse(response, 404, 'there is no such session; introduce yourself');
    await transport.handleRequest(request, response);
    if (transport.sessionId === undefined) await transport.close(); // it was no introduction
  }

  /** That of a session, or a new one; undefined where the session is over. */
  async #transportFor(session) {
    if (session === undefined) return this.#newTransport();
    const transport = this.#transports.get(session);
    if (transport) this.#remember(session, transport);
    return transport;
  }

  async #newTransport() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_BODY,
      onsessioninitialized: (session) => this.#remember(session, transport),
    });
    await this.#connect().open(transport, () => this.#transports.delete(transport.sessionId));
    return transport;
  }

  #remember(session, transport) {
    this.#transports.delete(session);
    this.#transports.set(session, transport);
    if (this.#transports.size <= MAX_CONNECTIONS) return;
    const [[oldest, silent]] = this.#transports;
    this.#transports.delete(oldest);
    silent.close();
  }
}

function setAll(response, headers) {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
