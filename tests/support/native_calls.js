// The engine without WebAssembly (tests/native_replies.cpp), called with what js/memory.js hands over.

import { spawnSync } from 'node:child_process';

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

/**
 * Runs calls in the native engine.
 * @param {string} program path of loci_replies
 * @param {[string, ...unknown[]][]} calls a method and its arguments; `open` takes the options, and
 *   `importBytes` the bytes themselves
 * @param {number} now milliseconds since 1970
 * @returns {Buffer[]} the replies of all but `open`
 */
export function nativeReplies(program, calls, now) {
  const input = calls.flatMap(([method, ...args]) => {
    const bytes = method === 'importBytes' ? args[0] : encoded(args);
    return [Buffer.from(`${method} ${bytes.length}\n`), bytes];
  });
  const { status, stdout, stderr } = spawnSync(program, [`${now}`], {
    input: Buffer.concat(input),
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return framesOf(stdout);
}

function framesOf(bytes) {
  const frames = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\n', at) + 1;
    const next = end + Number(bytes.toString('latin1', at, end));
    frames.push(bytes.subarray(end, next));
    at = next;
  }
  return frames;
}
