// Code that a person pastes: it runs, its failures are told in words, and it reaches nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browsers } from './support/browsers.js';
import { evaluate, openPage } from './support/page.js';
import { serveFiles } from './support/server.js';

// As demo/page/index.html has it: the page may run its own scripts alone.
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "connect-src 'self'; frame-src 'self'";

const page = `<!doctype html><html lang="en"><base href="/demo/page/"><title>page</title><body></body>`;

async function open(t, browser) {
  const server = await serveFiles(t, {
    pages: { '/page.html': page },
    policy: (path) => (path === '/page.html' ? policy : undefined),
    posts: { '/embed': async (request, response) => response.end(request.headers.origin) },
  });
  const launched = await browser.launch(t);
  // What the code tries and may not is on the console of its frame.
  const tab = await openPage(t, launched, server.url('/page.html'), { expected: [/./] });
  /** Runs `code` as an embedder of `texts`: `{model?, vectors?, error?}`. */
  const embed = (code, texts = ['ab', 'c']) =>
    evaluate(
      tab,
      async (pasted, given) => {
        const { PastedEmbedder } = await import('/demo/page/pasted_embedder.js');
        const embedder = new PastedEmbedder(pasted);
        try {
          const { model } = await embedder.start();
          const vectors = await embedder.embed(given);
          return { model, vectors: vectors.map((vector) => Array.from(vector)) };
        } catch ({ message }) {
          return { error: message };
        } finally {
          embedder.close();
        }
      },
      code,
      texts,
    );
  return { server, tab, embed };
}

for (const browser of browsers) {
  test(`${browser.name}: pasted code makes vectors, under its own name or another`, async (t) => {
    const { embed } = await open(t, browser);
    const lengths = 'export default async (texts) => texts.map(({ length }) => [length, 1]);';
    const named = await embed(`${lengths} export const model = 'lengths';`);
    assert.deepEqual(named, { model: 'lengths', vectors: [[2, 1], [1, 1]] }); // prettier-ignore
    const [first, same, other] = [
      await embed(lengths),
      await embed(lengths),
      await embed(`${lengths} `),
    ];
    assert.match(first.model, /^pasted-[0-9a-f]{8}$/);
    assert.equal(first.model, same.model);
    assert.notEqual(first.model, other.model, 'other code, other model');
    const floats = 'export default (texts) => texts.map(() => new Float32Array([0.5, 2]));';
    const { vectors } = await embed(floats);
    assert.deepEqual(vectors[0], [0.5, 2]);
  });

  test(`${browser.name}: the example that the field begins with runs`, async (t) => {
    const { tab, embed } = await open(t, browser);
    const code = await evaluate(
      tab,
      async () => (await import('/demo/page/embedder_example.js')).EXAMPLE,
    );
    assert.ok(
      code.split('\n').every(({ length }) => length < 72),
      'a line is wider than the field',
    );
    const { model, vectors } = await embed(code, ['retrying', 'retries', 'sugar']);
    assert.equal(model, 'parts-of-words');
    const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
    const cosine = (a, b) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    assert.ok(cosine(vectors[0], vectors[1]) > cosine(vectors[0], vectors[2]) + 0.3);
  });

  test(`${browser.name}: what is wrong with pasted code is said in words`, async (t) => {
    const { embed } = await open(t, browser);
    const wrong = [
      ['no code at all', /unexpected/i],
      ['', /no “export default” function/],
      ['export default 5;', /no “export default” function/],
      ["throw new Error('at once');", /^at once$/],
      ["export default () => { throw new Error('no key'); };", /^no key$/],
      ["export default async () => { throw 'a string'; };", /^a string$/],
      ['export default () => {};', /^answered no array of vectors$/],
      ['export default (texts) => [[1]];', /^answered 1 vector for 2 texts$/],
      ['export default (texts) => texts.map(() => () => {});', /clone/],
      ["import './more.js'; export default 5;", /./],
    ];
    for (const [code, words] of wrong)
      assert.match((await embed(code)).error ?? 'none', words, code);
  });

  test(`${browser.name}: pasted code reaches neither the page nor a store`, async (t) => {
    const { server, tab, embed } = await open(t, browser);
    const { origin } = server;
    const attempts = {
      document: 'typeof document',
      window: 'typeof window',
      parent: 'typeof parent',
      origin: 'self.origin',
      localStorage: 'typeof localStorage',
      indexedDB:
        'await new Promise((resolve, reject) => Object.assign(indexedDB.open("x"), { onsuccess: resolve, onerror: reject }))',
      opfs: 'await navigator.storage.getDirectory()',
      caches: 'await caches.open("x")',
      file: `await (await fetch('${origin}/demo/page/main.js')).text()`,
      model: `await (await fetch('${origin}/embed', { method: 'POST' })).text()`,
      broadcast: 'new BroadcastChannel("loci").name',
      eval: '(0, eval)("1")',
    };
    const code = Object.entries(attempts).map(
      ([name, attempt]) =>
        `try { got.${name} = String(${attempt}); } catch ({ name }) { got.${name} = 'refused'; }`,
    );
    const { error } = await embed(
      `export default async () => { const got = {}; ${code.join('\n')} throw JSON.stringify(got); }`,
    );
    const got = JSON.parse(error);
    for (const name of ['document', 'window', 'parent']) assert.equal(got[name], 'undefined', name);
    assert.equal(got.origin, 'null');
    assert.ok(['undefined', 'refused'].includes(got.localStorage));
    for (const name of ['indexedDB', 'opfs', 'caches', 'file', 'model', 'eval'])
      assert.equal(got[name], 'refused', `${name}: ${got[name]}`);
    assert.equal(await evaluate(tab, () => document.querySelectorAll('iframe').length), 0);
    // The frame by itself, as a link could open it, is nobody's as well.
    await tab.goto(server.url('/demo/page/embedder.html'));
    assert.equal(await evaluate(tab, () => self.origin), 'null');
  });

  test(`${browser.name}: code that never starts, or never answers, is told so in time`, async (t) => {
    const { tab } = await open(t, browser);
    const said = (code) =>
      evaluate(
        tab,
        async (pasted) => {
          const { PastedEmbedder } = await import('/demo/page/pasted_embedder.js');
          const embedder = new PastedEmbedder(pasted, { trial: 1000 });
          const answer = embedder.start().then(() => embedder.embed(['a']));
          const words = await answer.catch(({ message }) => message);
          embedder.close();
          return words;
        },
        code,
      );
    const hanging = [
      'while (true) {}',
      'await new Promise(() => {}); export default (texts) => texts.map(() => [1]);',
      'export default () => { while (true) {} };',
      'export default () => new Promise(() => {});',
    ];
    for (const code of hanging) assert.equal(await said(code), 'did not answer within 1 s', code);
  });

  test(`${browser.name}: an endless loop stops neither the page nor the next embedder`, async (t) => {
    const { tab, embed } = await open(t, browser);
    const error = await evaluate(tab, async () => {
      const { PastedEmbedder } = await import('/demo/page/pasted_embedder.js');
      const embedder = new PastedEmbedder('export default () => { for (;;); };');
      await embedder.start();
      const answer = embedder.embed(['a']).catch(({ message }) => message);
      setTimeout(() => embedder.close(), 100); // runs, as the page does
      return answer;
    });
    assert.equal(error, 'the embedder was switched off');
    const { vectors } = await embed('export default (texts) => texts.map(() => [1]);');
    assert.equal(vectors.length, 2);
  });
}
