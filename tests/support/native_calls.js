// The engine without WebAssembly (tests/native_replies.cpp), called with what js/memory.js hands over.

import { spawn } from 'node:child_process';

import { Attachments } from '../../js/attachments.js';

/** A call's arguments as the engine takes them, vectors behind the JSON. */
export function encoded(values) {
  const attachments = new Attachments();
  const reference = (_, value) => (ArrayBuffer.isView(value) ? attachments.add(value) : value);
  const json = Buffer.from(JSON.stringify(values, reference));
  const bytes = Buffer.alloc(json.length + attachments.room);
  json.copy(bytes);
  attachments.writeTo(bytes, json.length);
  return bytes;
}

/** The native engine in a process of its own, which answers call by call. */
export class NativeEngine {
  #process;
  #replies;
  #errors = '';

  /**
   * @param {string} program path of loci_replies
   * @param {number} now milliseconds since 1970
   */
  constructor(program, now) {
    this.#process = spawn(program, [`${now}`]);
    this.#process.stderr.on('data', (text) => (this.#errors += text));
    this.#replies = framesOf(this.#process.stdout);
  }

  /**
   * The reply to a method.
   * @param {string} method `importBytes` takes the bytes themselves
   */
  async call(method, ...args) {
    this.#send(method, method === 'importBytes' ? args[0] : encoded(args));
    const { value } = await this.#replies.next();
    if (value) return value;
    throw new Error(`the native engine has ended: ${this.#errors}`);
  }

  /** Opens a store in memory. */
  open(options) {
    this.#send('open', encoded([options]));
  }

  close() {
    this.#process.stdin.end();
  }

  #send(method, bytes) {
    this.#process.stdin.write(`${method} ${bytes.length}\n`);
    this.#process.stdin.write(bytes);
  }
}

async function* framesOf(stream) {
  let read = Buffer.alloc(0);
  for await (const chunk of stream) {
    read = Buffer.concat([read, chunk]);
    for (let frame; (frame = firstOf(read));) {
      yield frame.bytes;
      read = read.subarray(frame.end);
    }
  }
}

function firstOf(bytes) {
  const begin = bytes.indexOf('\n') + 1;
  if (begin === 0) return undefined;
  const end = begin + Number(bytes.toString('latin1', 0, begin));
  return end <= bytes.length ? { bytes: bytes.subarray(begin, end), end } : undefined;
}
