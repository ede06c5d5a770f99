// The demo's server: what it shows, how it labels it, and what it refuses.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../../demo/serve.js';
import { atEnd } from './support/cleanup.js';

const files = {
  'demo/index.html': '<title>demo</title>',
  'demo/über uns.md': '# Über uns',
  'js/browser.js': 'export {};',
  'build/wasm/loci.wasm': '\0asm',
  'build/native/secret.txt': 'secret',
  'secret.txt': 'secret',
};

async function site(t, options = {}) {
  const root = await mkdtemp(join(tmpdir(), 'loci-serve-'));
  atEnd(t, () => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const server = await serve({ root, ...options });
  atEnd(t, server.close);
  return { root, ...server };
}

/** Sends the path as it stands: fetch would resolve its dots. */
function ask(origin, path, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path, method, headers }, async (response) => {
      const chunks = await response.toArray();
      const body = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on('error', reject).end();
  });
}

test('files come with their types, and are asked for anew', async (t) => {
  const { origin } = await site(t);
  const types = {
    '/demo/': 'text/html; charset=utf-8',
    '/demo/%C3%BCber%20uns.md': 'text/markdown; charset=utf-8',
    '/js/browser.js?v=1': 'text/javascript; charset=utf-8',
    '/build/wasm/loci.wasm': 'application/wasm',
  };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers, body } = await ask(origin, path);
    assert.equal(status, 200, path);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(Number(headers['content-length']), Buffer.byteLength(body));
  }
  assert.equal((await ask(origin, '/demo/')).body, files['demo/index.html']);
});

test('HEAD gives the headers alone', async (t) => {
  const { origin } = await site(t);
  const { status, headers, body } = await ask(origin, '/js/browser.js', { method: 'HEAD' });
  assert.deepEqual([status, headers['content-length'], body], [200, '10', '']);
});

test('the root and a folder without its slash lead to the page', async (t) => {
  const { origin } = await site(t);
  assert.equal((await ask(origin, '/')).headers.location, '/demo/page/');
  assert.equal((await ask(origin, '/demo')).headers.location, '/demo/');
});

test('nothing outside of the folders is shown', async (t) => {
  const { root, origin } = await site(t);
  await symlink(join(root, 'secret.txt'), join(root, 'demo/link.txt'));
  await writeFile(join(root, 'demo/.hidden'), 'secret');
  const hidden = [
    '/secret.txt',
    '/build/native/secret.txt',
    '/build/wasm/../native/secret.txt',
    '/demo/../secret.txt',
    '/demo/%2e%2e/secret.txt',
    '/demo/..%2fsecret.txt',
    '/demo/%5c..%5c..%5csecret.txt',
    '/demo/link.txt',
    '/demo/link.txt%00.md',
    '/../../etc/passwd',
    '//etc/passwd',
    '/demo/.hidden',
    '/demo/%2ehidden',
    '/demo/missing.md',
    '/js/',
    '/demo/%zz',
    '*',
  ];
  for (const path of hidden) {
    const { status, body } = await ask(origin, path);
    assert.ok([400, 404].includes(status), `${path}: ${status}`);
    assert.doesNotMatch(body, /secret|root:/, path);
  }
});

test('only reading, and only under the name of this machine', async (t) => {
  const { origin } = await site(t);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await ask(origin, '/demo/', { method });
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], method);
  }
  const rebound = await ask(origin, '/demo/', { headers: { host: 'pages.example:80' } });
  assert.equal(rebound.status, 421);
  assert.equal((await ask(origin, '/demo/', { headers: { host: 'localhost:1' } })).status, 200);
});

test('a POST goes where one is taken, and the host is looked at first', async (t) => {
  const asked = [];
  const { origin } = await site(t, {
    posts: { '/take': async (request, response) => response.end(`${asked.push(request.url)}`) },
  });
  assert.deepEqual((await ask(origin, '/take?x', { method: 'POST' })).body, '1');
  const rebound = { method: 'POST', headers: { host: 'pages.example' } };
  assert.equal((await ask(origin, '/take', rebound)).status, 421);
  assert.equal((await ask(origin, '/take')).status, 404);
  assert.equal((await ask(origin, '/demo/', { method: 'POST' })).status, 405);
  assert.deepEqual(asked, ['/take?x']);
});

test('the frame for pasted code is nobody’s origin, also when opened by itself', async (t) => {
  const { root, origin } = await site(t);
  await mkdir(join(root, 'demo/page'));
  await writeFile(join(root, 'demo/page/embedder.html'), '<title>frame</title>');
  const { headers } = await ask(origin, '/demo/page/embedder.html');
  const policy = headers['content-security-policy'].split('; ');
  assert.equal(policy[0], 'sandbox allow-scripts');
  assert.ok(policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'self'"));
  assert.equal((await ask(origin, '/demo/')).headers['content-security-policy'], undefined);
});

test('virtual pages come before files, with the headers of their path', async (t) => {
  const { origin } = await site(t, {
    virtual: (path) => (path === '/' ? { body: 'mine', type: 'text/plain' } : undefined),
    headers: (path) => ({ 'x-path': path }),
  });
  const { body, headers } = await ask(origin, '/');
  assert.deepEqual([body, headers['x-path'], headers['content-length']], ['mine', '/', '4']);
  assert.equal((await ask(origin, '/demo/')).headers['x-path'], '/demo/');
});

test('a port in use is told', async (t) => {
  const { root, origin } = await site(t);
  await assert.rejects(serve({ root, port: Number(new URL(origin).port) }), { code: 'EADDRINUSE' });
});
