/**
 * `POST /embed`, what the demo page asks for vectors:
 *
 *   {"texts": ["…", …]}  ->  {"model": "…", "width": 512, "vectors": "<base64>"}
 *
 * `vectors`: little-endian float32, one vector behind the other. What goes wrong is
 * `{"error": {"code": "…", "message": "…"}}` with a fitting status.
 *
 * Only the page that this server has served may ask. Another origin's is refused by its `Origin`, and
 * by asking for JSON, which no page sends elsewhere without a preflight. Sizes are bounded, and so is
 * how much may wait.
 *
 * Tested by tests/browser/embed.test.js.
 */

import { json } from 'node:stream/consumers';

export const MOST_TEXTS = 64;
export const MOST_BYTES = 2 * 1024 * 1024;
export const MOST_WAITING = 16; // requests

const STATUS = { not_installed: 501, model_failed: 500 };

class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

function checkHeaders({ headers }) {
  if (headers.origin !== `http://${headers.host}`) {
    throw new Refusal(403, 'other_origin', 'only the page of this server may ask');
  }
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) {
    throw new Refusal(415, 'not_json', 'the request must be application/json');
  }
  const length = headers['content-length'];
  if (length === undefined) throw new Refusal(411, 'no_length', 'the length must be told');
  if (Number(length) > MOST_BYTES) {
    throw new Refusal(413, 'too_large', `a request has at most ${MOST_BYTES} bytes`);
  }
}

async function readTexts(request) {
  const body = await json(request).catch(() => undefined);
  const texts = body?.texts;
  const isText = (text) => typeof text === 'string' && text !== '';
  if (!Array.isArray(texts) || texts.length === 0 || !texts.every(isText)) {
    throw new Refusal(400, 'no_texts', 'the body must be {"texts": [...]}, of texts not empty');
  }
  if (texts.length <= MOST_TEXTS) return texts;
  throw new Refusal(413, 'too_many', `a request has at most ${MOST_TEXTS} texts`);
}

// On a machine of the other byte order these would have to be swapped; Node runs on none.
const base64 = ({ buffer, byteOffset, byteLength }) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

async function embed(model, request) {
  checkHeaders(request);
  const { floats, ...about } = await model.embed(await readTexts(request));
  return { ...about, vectors: base64(floats) };
}

function send(response, status, body) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What is left of a refused body is not read.
    ...(status < 400 ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify(body));
}

function sendError(response, { status, code, message }) {
  send(response, status ?? STATUS[code] ?? 500, {
    error: { code: code ?? 'model_failed', message },
  });
}

/** Answers requests by `model`, a SentenceModel: for `posts` of serve(). */
export function embedEndpoint(model) {
  let waiting = 0;
  return async (request, response) => {
    waiting++;
    try {
      if (waiting > MOST_WAITING) throw new Refusal(503, 'busy', 'too many requests wait');
      send(response, 200, await embed(model, request));
    } catch (error) {
      sendError(response, error);
    } finally {
      waiting--;
    }
  };
}
