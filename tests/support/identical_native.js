// What identical_replies.js asks, of the native engine.

import { join } from 'node:path';

import { build } from '../../bindings/toolchain/build.js';
import { root } from '../../bindings/toolchain/record.js';
import { fromBase64, toBase64 } from './identical_replies.js';
import { nativeReplies } from './native_calls.js';

const PROGRAM = join(root, 'build/sanitize/loci_replies');

/** Builds the native engine where that is not done. */
export const buildNative = () => build('sanitize', ['loci_replies']);

const encode = (text) => new TextEncoder().encode(text);

const open = ({ dictionary: { words, user } }) => [
  ['open', { seed: 1 }],
  ['loadSegmenter', { words: encode(words), user: encode(user) }],
];

const ask = ({ questions }) =>
  questions.map(([query, options]) => ['retrieve', query, withVector(options)]);

const write = ({ items, removed, single, model }) => [
  ['beginBatch'],
  ['addBatch', items.map(withVector), 0, { model }],
  ['commitBatch', {}],
  ...removed.map(({ category, name }) => ['remove', category, name]),
  ['add', withVector(single), { model }],
];

function withVector({ embedding, ...others }) {
  return embedding ? { ...others, embedding: Float32Array.from(embedding) } : others;
}

// As JavaScript writes it: the engine's own text has 0.0 where a number may be a fraction.
const jsonOf = (reply) => JSON.stringify(JSON.parse(reply.toString()));

/** As repliesOf(). */
export function repliesOf({ bytes, job }) {
  const work = [...ask(job), ...write(job), ...ask(job), ['exportBytes']];
  const calls = [...open(job), ['importBytes', fromBase64(bytes)], ...work];
  const replies = nativeReplies(PROGRAM, calls, job.now).slice(-work.length);
  const count = job.questions.length;
  return {
    asked: replies.slice(0, count).map(jsonOf),
    askedAgain: replies.slice(-count - 1, -1).map(jsonOf),
    exported: toBase64(replies.at(-1)),
  };
}

/** As storeOf(), without what JavaScript alone does. */
export function storeOf({ job }) {
  const twins = Array(job.runs).fill(['retrieve', job.twins, { explain: true }]);
  const calls = [...open(job), ...write(job), ...twins, ['exportBytes'], ['tokenize', job.text]];
  const replies = nativeReplies(PROGRAM, calls, job.now);
  const [written, tokens] = replies.slice(-2);
  const asked = replies.slice(-2 - job.runs, -2).map(jsonOf);
  return { written: toBase64(written), twins: [...new Set(asked)], tokens: jsonOf(tokens) };
}
