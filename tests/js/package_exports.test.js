// `exports` of package.json: each runtime and bundler gets the entry that is meant for it, by the
// first condition that it knows, and TypeScript finds the types of every subpath.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build as buildWithEsbuild } from 'esbuild';
import ts from 'typescript';
import { createServer } from 'vite';

import { run } from '../../bindings/toolchain/shell.js';
import { newProject } from '../support/installed_package.js';
import { bun, deno } from '../support/runtimes.js';

const entries = {
  workerd: 'js/edge.js',
  deno: 'js/deno.js',
  bun: 'js/bun.js',
  node: 'js/index.js',
  browser: 'js/browser.js',
  worker: 'js/browser.js',
  default: 'js/edge.js',
};
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const project = await newProject({ 'where.js': "console.log(import.meta.resolve('loci'));" });
after(() => rm(project, { recursive: true }));
const installed = join(project, 'node_modules/loci');

test('the conditions and their order are these', () => {
  const { types, ...others } = manifest.exports['.'];
  assert.equal(Object.keys(manifest.exports['.'])[0], 'types');
  const expected = Object.entries(entries).map(([name, path]) => [name, `./${path}`]);
  assert.deepEqual(Object.entries(others), expected);
});

for (const [runtime, program, args, entry] of [
  ['Node', 'node', [], entries.node],
  ['Deno', deno, ['run', '--allow-read'], entries.deno],
  ['Bun', bun, ['run'], entries.bun],
]) {
  test(`${runtime} gets its entry`, async () => {
    const printed = await run(program, [...args, 'where.js'], { cwd: project });
    assert.equal(printed.trim(), `file://${join(installed, entry)}`);
  });
}

/** Conditions as tools set them, beside `import` and `default`. */
const tools = {
  'wrangler, for Workers': [['workerd', 'worker', 'browser'], entries.workerd],
  'a bundler for Deno': [['deno', 'node'], entries.deno],
  'a bundler for Bun': [['bun', 'node'], entries.bun],
  'a bundler for Node': [['node', 'module'], entries.node],
  'a bundler for pages': [['browser', 'module'], entries.browser],
  'a bundler for web workers': [['worker', 'browser'], entries.worker],
  'a bundler for service workers': [['worker'], entries.worker],
  'a bundler that knows none': [[], entries.default],
};

for (const [tool, [conditions, entry]] of Object.entries(tools)) {
  test(`${tool} gets its entry`, async () => {
    assert.equal(await entryOfEsbuild({ platform: 'neutral', conditions }), entry);
  });
}

test('esbuild gets that of its platform', async () => {
  assert.equal(await entryOfEsbuild({ platform: 'node' }), entries.node);
  assert.equal(await entryOfEsbuild({ platform: 'browser' }), entries.browser);
});

/** What 'loci' leads esbuild to, as a path in the package. */
async function entryOfEsbuild(options) {
  let found;
  const ask = (build) =>
    build.onStart(async () => {
      const { path, errors } = await build.resolve('loci', {
        kind: 'import-statement',
        resolveDir: project,
      });
      assert.deepEqual(errors, []);
      found = path.slice(installed.length + 1);
    });
  const plugins = [{ name: 'ask', setup: ask }];
  const stdin = { contents: '' };
  await buildWithEsbuild({ ...options, stdin, plugins, write: false, logLevel: 'silent' });
  return found;
}

test('Vite gets that for pages, and that for Node where it serves', async (t) => {
  const server = await createServer({
    root: project,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: ['loci'] },
  });
  t.after(() => server.close());
  const from = join(project, 'where.js');
  for (const [environment, entry] of [
    ['client', entries.browser],
    ['ssr', entries.node],
  ]) {
    const { id } = await server.environments[environment].pluginContainer.resolveId('loci', from);
    assert.equal(id.split('?')[0], join(installed, entry));
  }
});

for (const kind of ['NodeNext', 'Bundler']) {
  test(`types resolve for every subpath, by ${kind}`, () => {
    const options = {
      module: kind === 'NodeNext' ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind[kind],
      resolveJsonModule: true,
    };
    const from = join(project, 'where.ts');
    const isEsm = ts.ModuleKind.ESNext;
    for (const subpath of Object.keys(manifest.exports)) {
      const name = subpath.replace(/^\./, 'loci');
      const { resolvedModule: found } = ts.resolveModuleName(
        ...[name, from, options, ts.sys, undefined, undefined, isEsm],
      );
      assert.match(found?.resolvedFileName ?? '', /\.d\.ts$|package\.json$/, name);
    }
  });
}
