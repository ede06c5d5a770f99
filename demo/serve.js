// A small static server for the demo page: files of the checkout, to this machine only.
//
// What it guards against: other machines (it listens on loopback), pages of other origins that had
// their name resolved to this address (the Host must be this machine's), paths that lead out of the
// folders shown (after links are followed), hidden files (where wrangler keeps the secrets of
// demo/edge), and anything but reading, save for the paths that take a POST and guard themselves.
//
// Tested by tests/browser/serve.test.js.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

/** What the demo page needs, from the root of the checkout. */
const SHOWN = Object.freeze(['demo', 'js', 'bindings/hosts', 'build/wasm']);

const PAGE = '/demo/page/';

/**
 * The frame that runs code which a person pastes. Its origin is nobody's, also where it is opened by
 * itself: no store, no page and no file of this server is within its reach. It may ask servers that
 * allow everybody, as that is what such code is for.
 */
const FRAME = '/demo/page/embedder.html';
const FRAME_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' blob: https: 'wasm-unsafe-eval'",
  'worker-src blob:',
  'connect-src blob: https: http://localhost:* http://127.0.0.1:*',
  "frame-ancestors 'self'",
].join('; ');

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const TYPES = Object.freeze({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/**
 * Starts serving; `/` leads to the page, and a folder to its index.html.
 *
 * @param {object} options
 * @param {string} options.root folder that paths start from
 * @param {number} [options.port] 0 for any free one
 * @param {readonly string[]} [options.folders] the folders below root that are shown; [''] for all
 * @param {(path: string) => undefined | {body: string | Uint8Array, type: string}} [options.virtual]
 *   answers paths that are no file; it is asked first
 * @param {(path: string) => Record<string, string>} [options.headers] more headers for a path
 * @param {Record<string, (request: object, response: object) => Promise<void>>} [options.posts]
 *   answers POST requests, by path
 * @returns {Promise<{origin: string, close: () => Promise<void>}>} once it listens; rejects with
 *   node's error (EADDRINUSE) when it cannot. `close` also ends open connections.
 */
export async function serve({
  root,
  port = 0,
  folders = SHOWN,
  virtual = () => undefined,
  headers = () => ({}),
  posts = {},
}) {
  const postsByPath = new Map(Object.entries(posts));
  const site = { root: await realpath(root), folders, virtual, headers, posts: postsByPath };
  const server = createServer((request, response) => {
    answer(site, request, response).catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

async function answer(site, request, response) {
  const path = pathOf(request.url);
  const post = request.method === 'POST' && site.posts.get(path);
  if (!post && !['GET', 'HEAD'].includes(request.method)) {
    return refuse(response, 405, 'only GET and HEAD', { allow: 'GET, HEAD' });
  }
  if (!LOCAL_HOST.test(request.headers.host ?? '')) return refuse(response, 421, 'not this host');
  if (post) return post(request, response);
  if (path === undefined) return refuse(response, 400, 'no path');
  if (path === '/' && site.virtual(path) === undefined) {
    return refuse(response, 302, `see ${PAGE}`, { location: PAGE });
  }
  const found = site.virtual(path) ?? (await findFile(site, path));
  if (!found) return refuse(response, 404, 'not here');
  if (found.location) return refuse(response, 301, 'a folder', { location: found.location });
  const policy = path === FRAME ? { 'content-security-policy': FRAME_POLICY } : {};
  send(response, request.method, found, { ...policy, ...site.headers(path) });
}

/** The decoded path of a request, or undefined where it is none. */
function pathOf(target) {
  try {
    const path = decodeURIComponent(target.split(/[?#]/)[0]);
    return path.startsWith('/') && !/[\0\\]|\/\./.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

async function findFile({ root, folders }, path) {
  const wanted = join(root, path.endsWith('/') ? `${path}index.html` : path);
  try {
    const file = await realpath(wanted);
    if (!folders.some((folder) => isWithin(join(root, folder), file))) return undefined;
    const { size, ...kind } = await kindOf(file);
    if (kind.folder) return path.endsWith('/') ? undefined : { location: `${path}/` };
    return kind.file ? { file, size, type: typeOf(file) } : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG'].includes(error.code)) return;
    throw error;
  }
}

async function kindOf(file) {
  const status = await stat(file);
  return { size: status.size, file: status.isFile(), folder: status.isDirectory() };
}

function isWithin(folder, file) {
  const base = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return file === folder || file.startsWith(base);
}

function typeOf(file) {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}

function send(response, method, { file, body, size, type }, more) {
  response.writeHead(200, {
    'content-type': type,
    'content-length': file ? size : Buffer.byteLength(body),
    // Asked for again each time, as files change while one works on them. `no-store` would do that
    // too, but a page with it is never kept for going back.
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...more,
  });
  if (method === 'HEAD') response.end();
  else if (!file) response.end(body);
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

function refuse(response, status, reason, headers = {}) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(`${status}: ${reason}\n`);
}
