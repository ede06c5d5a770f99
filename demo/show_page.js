/**
 * Serves the demo page on a port of this machine.
 *
 * A browser keeps the notes of an address apart from those of others, and the port is part of the
 * address. So the page asks for the same port each time, and only where that is taken for the next.
 *
 * Tested by tests/js/start.test.js.
 */

import { fileURLToPath } from 'node:url';

import { embedEndpoint } from './embed/endpoint.js';
import { SentenceModel } from './embed/sentence_model.js';
import { serve } from './serve.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export const FIRST_PORT = 8321;
const PORTS_TRIED = 20;

const PAGE = '/demo/page/';

/** Serves on `port` or the first free one of those after it. */
async function serveFrom(port, posts, tries = PORTS_TRIED) {
  try {
    return await serve({ root: ROOT, port, posts });
  } catch (error) {
    if (error.code !== 'EADDRINUSE' || tries <= 1) throw error;
    return serveFrom(port + 1, posts, tries - 1);
  }
}

/**
 * Serves until Ctrl-C or `close()`; resolves to `{address, port, close}` once it does, the address
 * being that of the page. Rejects where a port cannot be had.
 */
export async function showPage(firstPort = FIRST_PORT) {
  const model = new SentenceModel();
  const server = await serveFrom(firstPort, { '/embed': embedEndpoint(model) });
  const { origin } = server;
  const close = async () => {
    process.removeListener('SIGINT', close);
    await Promise.all([server.close(), model.close()]);
  };
  process.once('SIGINT', close);
  return { address: `${origin}${PAGE}`, port: Number(new URL(origin).port), close };
}
