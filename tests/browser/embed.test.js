// The model beside the demo page: what its endpoint takes, what it refuses, and the real model.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { MOST_BYTES, MOST_TEXTS, MOST_WAITING, embedEndpoint } from '../../demo/embed/endpoint.js';
import { MODEL, ModelError, SentenceModel } from '../../demo/embed/sentence_model.js';
import { serveFiles } from './support/server.js';
import { atEnd } from './support/cleanup.js';

/** A model of two floats a text: its length, and one. */
const lengths = {
  async embed(texts) {
    const floats = Float32Array.from(texts.flatMap(({ length }) => [length, 1]));
    return { model: 'lengths', width: 2, floats };
  },
};

async function site(t, model) {
  const server = await serveFiles(t, { posts: { '/embed': embedEndpoint(model) } });
  return server.origin;
}

/** Posts `body`, text or value; answers `{status, body}`. */
async function post(origin, body, headers = {}) {
  const response = await fetch(`${origin}/embed`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin, ...headers },
  });
  return { status: response.status, body: await response.json() };
}

function floatsOf({ vectors }) {
  const bytes = Uint8Array.from(Buffer.from(vectors, 'base64'));
  return [...new Float32Array(bytes.buffer)];
}

test('vectors come one behind the other, as base64 of float32', async (t) => {
  const origin = await site(t, lengths);
  const { status, body } = await post(origin, { texts: ['a', '潮位'] });
  assert.equal(status, 200);
  assert.deepEqual([body.model, body.width], ['lengths', 2]);
  assert.deepEqual(floatsOf(body), [1, 1, 2, 1]);
});

test('only the page of this server may ask', async (t) => {
  const origin = await site(t, lengths);
  const port = new URL(origin).port;
  const others = [
    'https://pages.example',
    'null',
    `http://localhost:${port}`,
    `${origin}.evil`,
    '',
  ];
  for (const other of others) {
    const { status, body } = await post(origin, { texts: ['a'] }, { origin: other });
    assert.deepEqual([status, body.error.code], [403, 'other_origin'], other);
  }
  // What a form of another page could send without a preflight.
  const plain = await post(origin, { texts: ['a'] }, { 'content-type': 'text/plain' });
  assert.deepEqual([plain.status, plain.body.error.code], [415, 'not_json']);
  const preflight = await fetch(`${origin}/embed`, { method: 'OPTIONS' });
  assert.equal(preflight.status, 405);
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
});

test('a host that was resolved to this machine is refused', async (t) => {
  const { hostname, port } = new URL(await site(t, lengths));
  const headers = { host: 'pages.example', origin: 'http://pages.example' };
  const status = await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: '/embed', method: 'POST', headers });
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end('{}');
  });
  assert.equal(status, 421);
});

test('a body that is none is refused in words', async (t) => {
  const origin = await site(t, lengths);
  const wrong = ['', '{', 'null', '[]', '{}', '{"texts": "a"}', '{"texts": []}', '{"texts": [1]}'];
  for (const body of [...wrong, '{"texts": [""]}']) {
    const answer = await post(origin, body);
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'no_texts'], body);
  }
});

test('sizes are bounded', async (t) => {
  const origin = await site(t, lengths);
  const texts = (count, length) => ({ texts: Array(count).fill('x'.repeat(length)) });
  assert.equal((await post(origin, texts(MOST_TEXTS, 1))).status, 200);
  const many = await post(origin, texts(MOST_TEXTS + 1, 1));
  assert.deepEqual([many.status, many.body.error.code], [413, 'too_many']);
  const large = await post(origin, texts(1, MOST_BYTES));
  assert.deepEqual([large.status, large.body.error.code], [413, 'too_large']);
});

test('who comes when many wait is told to come later', async (t) => {
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const origin = await site(t, { embed: (texts) => gate.then(() => lengths.embed(texts)) });
  const waiting = Array.from({ length: MOST_WAITING + 1 }, () => post(origin, { texts: ['a'] }));
  const first = await Promise.race(waiting);
  assert.deepEqual([first.status, first.body.error.code], [503, 'busy']);
  release();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, MOST_WAITING);
});

test('a model that fails or is not installed is told as such', async (t) => {
  const failing = (code) => ({
    embed: async () => {
      throw new ModelError({ code, message: 'told' });
    },
  });
  for (const [code, status] of [
    ['not_installed', 501],
    ['model_failed', 500],
  ]) {
    const answer = await post(await site(t, failing(code)), { texts: ['a'] });
    assert.deepEqual(answer, { status, body: { error: { code, message: 'told' } } });
  }
});

const cosine = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);

test('the real model finds the same meaning in other words', async (t) => {
  const model = new SentenceModel();
  atEnd(t, () => model.close());
  const texts = [
    'Where are the keys of the car?',
    'vehicle keys: in the left drawer',
    'A pear tart.',
  ];
  const { floats, width, ...about } = await model.embed(texts);
  assert.deepEqual([about.model, width, floats.length], [MODEL, 512, 3 * 512]);
  const [question, keys, tart] = [0, 1, 2].map((at) =>
    floats.subarray(at * width, (at + 1) * width),
  );
  assert.ok(Math.abs(cosine(keys, keys) - 1) < 1e-3, 'unit length');
  assert.ok(cosine(question, keys) > cosine(question, tart) + 0.2);
  const again = await model.embed([texts[1]]);
  assert.ok(cosine(again.floats, keys) > 0.9999, 'alone as in company');
});

test('a long text costs no more than its beginning', async (t) => {
  const model = new SentenceModel();
  atEnd(t, () => model.close());
  const begun = 'tide gauge '.repeat(400).slice(0, 4000);
  const { floats: short } = await model.embed([begun]);
  const { floats: long } = await model.embed([begun + 'burnt sugar '.repeat(50_000)]);
  assert.deepEqual(long, short);
});

const script = (code) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test('a thread that dies tells all who wait, and the next request starts another', async (t) => {
  const model = new SentenceModel(
    script(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, texts: [text] }) => {
        if (text === 'die') throw new Error('out of memory');
        if (text !== 'wait') parentPort.postMessage({ id, width: 1, floats: new Float32Array(1) });
      });`),
  );
  atEnd(t, () => model.close());
  const both = await Promise.allSettled([model.embed(['wait']), model.embed(['die'])]);
  for (const { reason } of both) {
    assert.ok(reason instanceof ModelError);
    assert.deepEqual([reason.code, reason.message], ['model_failed', 'out of memory']);
  }
  assert.equal((await model.embed(['a'])).width, 1);
  const waiting = model.embed(['wait']);
  await Promise.all([assert.rejects(waiting, /has ended/), model.close()]);
});
