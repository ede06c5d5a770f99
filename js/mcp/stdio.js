// The transport over stdin and stdout: a message a line, and nothing else.
//
// It is the SDK's interface of a transport, and not the SDK's own for stdio, for what that leaves open.
// A line of megabytes arrives in pieces, which are put together once. A text may hold U+2028 and U+0085,
// at which some readers break lines, so they are escaped. While a reader is slow nothing more is read
// from it, so that what waits for it stays small. And a host that is gone, at either end, is told.
//
// Tested by tests/js/mcp_stdio.test.js.

import { deserializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';

const NEWLINE = 0x0a;
const MAX_LINE = 2 ** 26; // bytes: a text of 16 MiB, of which some is escaped
const SHOWN = 80; // characters of what is no message
const INVALID_REQUEST = -32600;
const LINE_ENDS = /[\u0085\u2028\u2029]/g; // none of them stands in JSON but within strings

const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const lineOf = (message) => `${JSON.stringify(message).replace(LINE_ENDS, escaped)}\n`;

/** Puts pieces of a stream together to lines. */
class Lines {
  #pieces = [];
  #size = 0;

  /** Calls `take` with the bytes of each line that `chunk` ends; with nothing for one too long. */
  add(chunk, take) {
    let start = 0;
    for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
      this.#keep(chunk.subarray(start, end));
      this.#take(take);
    }
    this.#keep(chunk.subarray(start));
  }

  #keep(piece) {
    this.#size += piece.length;
    if (this.#size > MAX_LINE) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(take) {
    const line = this.#size > MAX_LINE ? undefined : Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#size = 0;
    take(line);
  }
}

export class StdioTransport {
  onmessage;
  onerror;
  onclose;
  #input;
  #output;
  #lines = new Lines();
  #isClosed = false;

  /** `onGone` is called once, when the host has closed its end; the answers under way may follow. */
  constructor({ input, output, onGone }) {
    this.#input = input;
    this.#output = output;
    this.onGone = onGone;
  }

  async start() {
    this.#input.on('data', this.#read);
    this.#input.once('end', this.onGone);
    this.#input.once('error', this.#fail);
    this.#output.on('error', this.#fail);
    this.#output.on('drain', this.#resume);
  }

  async send(message) {
    if (this.#isClosed) return;
    if (!this.#output.write(lineOf(message))) this.#input.pause();
  }

  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    this.#input.off('end', this.onGone);
    this.#output.off('drain', this.#resume);
    this.#input.pause();
    this.onclose?.();
  }

  #read = (chunk) => this.#lines.add(Buffer.from(chunk), (line) => this.#receive(line));

  #resume = () => this.#input.resume();

  // A pipe that broke: nobody is left to answer. The listener for it stays, for what is still written.
  #fail = (error) => {
    if (this.#isClosed) return;
    this.onerror?.(error);
    this.onGone();
  };

  #receive(line) {
    if (line?.trim() === '') return;
    const message = messageIn(line);
    if (message) this.onmessage?.(message);
    else this.#refuse(line);
  }

  // Whoever waits for an answer gets one. What names no request has nobody who waits.
  #refuse(line) {
    this.onerror?.(
      new Error(`no message: ${line?.slice(0, SHOWN) ?? `${MAX_LINE} bytes or more`}`),
    );
    const id = idIn(line);
    if (id === undefined) return;
    const error = { code: INVALID_REQUEST, message: 'this is no request of JSON-RPC 2.0' };
    this.send({ jsonrpc: '2.0', id, error });
  }
}

function messageIn(line) {
  try {
    return deserializeMessage(line);
  } catch {
    return undefined;
  }
}

/** The id of what would be a request. */
function idIn(line) {
  try {
    const { id, method } = JSON.parse(line);
    return method !== undefined && ['string', 'number'].includes(typeof id) ? id : undefined;
  } catch {
    return undefined;
  }
}
