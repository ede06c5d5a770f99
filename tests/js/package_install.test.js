// The package in a new project: programs in JavaScript and TypeScript, bundles, and the command line.

import assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';

import { root } from '../../bindings/toolchain/record.js';
import { CommandError, run } from '../../bindings/toolchain/shell.js';
import { newProject, writeFiles } from '../support/installed_package.js';

const PROGRAM = `
  import { MemoryError, openMemory } from 'loci';

  const memory = await openMemory(process.argv[2] ?? ':memory:');
  memory.add({ category: 'home', name: 'kettle', content: 'In the left cupboard.' });
  const [hit] = memory.retrieve('Where is the kettle?').items;
  memory.close();
  console.log(hit.name, MemoryError.name);
`;

const TYPED = `
  import wasm from 'loci/loci.wasm';
  import 'loci/worker';
  import 'loci/broker';
  import { openMemory, type Entry, type Memory } from 'loci';

  const first = (memory: Memory): Entry | undefined => {
    const [entry] = memory.retrieve('kettle', { limit: 1 }).items;
    return entry?.source === 'hit' ? entry : undefined;
  };
  export const name: Promise<string | undefined> = openMemory(':memory:', { wasm })
    .then(first)
    .then((hit) => hit?.name);
  declare const storage: import('loci').ObjectStorage;
  export const kept: Promise<Memory> = openMemory({ durableObject: storage }, { wasm });
  // @ts-expect-error: retrieve takes no such option
  export const wrong = async () => (await openMemory(':memory:')).retrieve('kettle', { limits: 1 });
`;

const REQUIRING = `
  const { openMemory } = require('loci');
  openMemory(':memory:').then((memory) => console.log(memory.status().items));
`;

const project = await newProject({
  'program.js': PROGRAM,
  'typed.ts': TYPED,
  'requiring.cjs': REQUIRING,
});
after(() => rm(project, { recursive: true }));

const node = (...args) => run('node', args, { cwd: project });
const says = 'kettle MemoryError\n';

test('a program keeps a memory in a file of its folder', async () => {
  assert.equal(await node('program.js', 'kept.loci'), says);
  assert.equal(await node('program.js', 'kept.loci'), says);
  const files = await readdir(project);
  assert.deepEqual(
    files.filter((name) => name.startsWith('kept.loci')),
    ['kept.loci'],
  );
});

const compile = (...options) =>
  node(
    join(root, 'node_modules/typescript/bin/tsc'),
    '--noEmit',
    '--strict',
    ...options,
    'typed.ts',
  );

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
]) {
  test(`strict TypeScript finds all types, by ${moduleResolution}`, async () => {
    const stricter = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const how = ['--module', module, '--moduleResolution', moduleResolution, '--target', 'es2022'];
    const printed = await compile(...stricter, ...how, '--noUncheckedSideEffectImports');
    assert.equal(printed, '');
  });
}

test('TypeScript needs no declarations of browsers, and takes those that are there', async () => {
  const how = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022'];
  assert.equal(await compile(...how), '');
});

// Node 20.19 and later load an ES module without top-level await by require() as well.
test('require() gives the package, or says that it is an ES module', async () => {
  const { require_module: isAble } = process.features;
  if (isAble) assert.equal(await node('requiring.cjs'), '0\n');
  const old = isAble ? ['--no-experimental-require-module'] : [];
  await assert.rejects(node(...old, 'requiring.cjs'), ({ output }) => {
    assert.match(output, /ERR_REQUIRE_ESM/);
    assert.match(output, /dynamic import\(\)/);
    return true;
  });
});

test('esbuild bundles a program for Node, with the module beside it', async () => {
  const { warnings } = await buildWithEsbuild({
    absWorkingDir: project,
    entryPoints: ['program.js'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: 'bundled/js',
    logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  await copyModule('bundled/build/wasm');
  assert.equal(await node('bundled/js/program.js'), says);
});

test('Vite bundles a program for Node, with the module beside it', async () => {
  await buildWithVite({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: 'program.js', outDir: 'served/js', target: 'node20' },
  });
  await copyModule('served/build/wasm');
  assert.equal(await node('served/js/program.js'), says);
});

async function copyModule(folder) {
  await mkdir(join(project, folder), { recursive: true });
  await run('cp', ['node_modules/loci/build/wasm/loci.wasm', folder], { cwd: project });
}

test('the command line is there', async () => {
  const loci = (...args) =>
    run('npx', ['--offline', '--no', '--', 'loci', ...args], { cwd: project });
  assert.match(await loci('--help'), /retrieve/);
  await loci('--store', 'cli.loci', 'add', 'home', 'kettle', 'In the left cupboard.');
  assert.match(await loci('--store', 'cli.loci', 'retrieve', 'kettle'), /left cupboard/);
  await assert.rejects(loci('--store', 'none.loci', 'retrieve', 'kettle'), CommandError);
});
