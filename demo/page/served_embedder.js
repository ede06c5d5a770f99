/**
 * The model beside this page: `npm start` serves it at /embed (demo/embed/endpoint.js), computed on
 * the same machine.
 */

const READ_CHARACTERS = 4000; // of a text; the server reads no more
const MOST_TEXTS = 64;

const RUN = 'serve the page by “npm start” in the checkout';

/** What it reads: of other scripts it knows no letter, and would take all for the same. */
const READABLE = /\p{Script=Latin}/u;

function vectorsOf({ width, vectors }) {
  const { buffer } = Uint8Array.from(atob(vectors), (character) => character.charCodeAt(0));
  const floats = new Float32Array(buffer);
  const count = floats.length / width;
  return Array.from({ length: count }, (_, at) => floats.subarray(at * width, (at + 1) * width));
}

/** What a refusal says; servers that know nothing of /embed answer without JSON. */
async function wordsOf(response) {
  const { error } = await response.json().catch(() => ({}));
  if (error?.code === 'not_installed')
    return `${error.message}: run “npm ci” in the checkout, then try again`;
  return error?.message ?? `this server has no model: ${RUN}`;
}

async function ask(texts) {
  const body = JSON.stringify({ texts: texts.map((text) => text.slice(0, READ_CHARACTERS)) });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/embed', { method: 'POST', headers, body }).catch(() => {
    throw new Error(`the server of this page does not answer: ${RUN}`);
  });
  if (!response.ok) throw new Error(await wordsOf(response));
  return response.json();
}

export class ServedEmbedder {
  title = 'the local English model';

  /** Loads the model; answers `{model}`. */
  async start() {
    const { model } = await ask(['hello']);
    return { model };
  }

  /** Whether the model makes anything of a text; of one it cannot read, a vector says nothing. */
  canRead(text) {
    return READABLE.test(text);
  }

  /** The vectors of `texts`; rejects with what to do about it, in words. */
  async embed(texts) {
    const vectors = [];
    for (let from = 0; from < texts.length; from += MOST_TEXTS) {
      vectors.push(...vectorsOf(await ask(texts.slice(from, from + MOST_TEXTS))));
    }
    return vectors;
  }

  close() {}
}
