// What identical_replies.js asks, of the native engine.

import { join } from 'node:path';

import { build } from '../../bindings/toolchain/build.js';
import { root } from '../../bindings/toolchain/record.js';
import {
  EvidenceWalk,
  fromBase64,
  toBase64,
  withVector,
  withVectors,
} from './identical_replies.js';
import { NativeEngine } from './native_calls.js';

const PROGRAM = join(root, 'build/sanitize/loci_replies');

/** Builds the native engine where that is not done. */
export const buildNative = () => build('sanitize', ['loci_replies']);

const encode = (text) => new TextEncoder().encode(text);

// As JavaScript writes it: the engine's own text has 0.0 where a number may be a fraction.
const jsonOf = (reply) => JSON.stringify(JSON.parse(reply.toString()));

async function withEngine({ dictionary: { words, user }, now }, work) {
  const engine = new NativeEngine(PROGRAM, now);
  try {
    engine.open({ seed: 1 });
    await engine.call('loadSegmenter', { words: encode(words), user: encode(user) });
    return await work(engine);
  } finally {
    engine.close();
  }
}

async function ask(engine, { questions }) {
  const replies = [];
  for (const [query, options] of questions) {
    replies.push(jsonOf(await engine.call('retrieve', query, withVector(options))));
  }
  return replies;
}

async function inBatch(engine, method, list, model) {
  await engine.call('beginBatch');
  await engine.call(method, list.map(withVector), 0, { model });
  await engine.call('commitBatch', {});
}

async function write(engine, { items, removed, single, model }) {
  await inBatch(engine, 'addBatch', items, model);
  for (const { category, name } of removed) await engine.call('remove', category, name);
  await engine.call('add', withVector(single), { model });
}

async function askEvidence(engine, { events, model, evidence: calls }) {
  await inBatch(engine, 'evidenceSaveBatch', events, model);
  const walk = new EvidenceWalk();
  for (const [method, ...args] of calls) {
    const given = walk.complete(method, args);
    if (given) walk.take(method, resultOf(await engine.call(method, ...given)));
  }
  return walk.replies;
}

async function askPalace(engine, { drawers, closets, model, palace: calls }) {
  await inBatch(engine, 'palaceAddDrawerBatch', drawers, model);
  for (const closet of closets) {
    await engine.call('palaceAddCloset', withVector(closet), { model });
  }
  const replies = [];
  for (const [method, ...args] of calls) {
    const name = `palace${method[0].toUpperCase()}${method.slice(1)}`;
    replies.push(jsonOf(await engine.call(name, ...args.map(withVectors))));
  }
  return replies;
}

const resultOf = (reply) => JSON.parse(reply.toString());

const exported = async (engine) => toBase64(await engine.call('exportBytes'));

/** As repliesOf(). */
export function repliesOf({ bytes, job }) {
  return withEngine(job, async (engine) => {
    await engine.call('importBytes', fromBase64(bytes));
    const asked = await ask(engine, job);
    await write(engine, job);
    const askedAgain = await ask(engine, job);
    return { asked, askedAgain, exported: await exported(engine) };
  });
}

/** As storeOf(), without what JavaScript alone does. */
export function storeOf({ job }) {
  return withEngine(job, async (engine) => {
    await write(engine, job);
    const written = await exported(engine);
    const twins = new Set();
    for (let i = 0; i < job.runs; i++) {
      twins.add(jsonOf(await engine.call('retrieve', job.twins, { explain: true })));
    }
    const evidence = await askEvidence(engine, job);
    const palace = await askPalace(engine, job);
    const tokens = jsonOf(await engine.call('tokenize', job.text));
    return { written, twins: [...twins], evidence, palace, tokens };
  });
}
