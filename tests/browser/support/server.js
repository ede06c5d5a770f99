// The demo's server, as tests want it: any folder of the checkout, pages given as text, headers.

import { serve } from '../../../demo/serve.js';
import { root } from '../../../bindings/toolchain/record.js';
import { atEnd } from './cleanup.js';

/** The policies of pages that run Loci: the least one, and one that forbids all it does not need. */
export const policies = Object.freeze({
  scripts: "script-src 'self' 'wasm-unsafe-eval'",
  strict:
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'",
});

/**
 * Serves for the length of a test.
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 * @param {string} [options.folder] what is served; the whole checkout unless told
 * @param {Record<string, string | {body: string | Uint8Array, type: string}>} [options.pages] by
 *   path ('/x.html'); a plain string is HTML, or by the path's ending a script. '/blank' is a page
 *   with nothing on it.
 * @param {string | ((path: string) => string | undefined)} [options.policy] Content-Security-Policy
 * @param {(path: string) => Record<string, string>} [options.headers]
 * @param {object} [options.posts] what answers POST requests, as serve() takes it
 * @returns {Promise<{
 *   origin: string,
 *   url: (path: string) => string,
 *   asked: string[],
 *   close: () => Promise<void>,
 * }>} `asked` grows by the path of each request that is not refused
 */
export async function serveFiles(t, { folder = root, pages = {}, policy, headers, posts } = {}) {
  const virtualPages = { '/favicon.ico': '', '/blank': blank, ...pages };
  const policyOf = typeof policy === 'function' ? policy : () => policy;
  const asked = [];
  const server = await serve({
    root: folder,
    folders: [''],
    posts,
    virtual: (path) => toAnswer(path, virtualPages[path]),
    headers(path) {
      asked.push(path);
      return { ...policyHeader(policyOf(path)), ...headers?.(path) };
    },
  });
  atEnd(t, server.close);
  return { ...server, asked, url: (path) => `${server.origin}${path}` };
}

const blank = '<!doctype html><html lang="en"><meta charset="utf-8"><title>blank</title></html>';

function toAnswer(path, page) {
  if (typeof page !== 'string') return page;
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
  return { body: page, type: `${type}; charset=utf-8` };
}

function policyHeader(policy) {
  return policy === undefined ? {} : { 'content-security-policy': policy };
}
