// The README's programs for Node print what the README says, and its links lead somewhere. Its other
// programs: tests/runtimes/readme.test.js, tests/browser/readme.test.js.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { newProject, packInto, writeFiles } from '../support/installed_package.js';
import { blockOf, blocks, readme, readmeAt } from '../support/readme.js';
import { newFolder } from '../support/temp_store.js';

const ROOT = new URL('../../', import.meta.url);
const OTHERS = ['Deno', 'Bun', 'In a browser', 'At the edge', 'On the command line'];
const forNode = blocks.filter(
  ({ heading, output }) => output !== undefined && !OTHERS.includes(heading),
);

const project = await newProject();
after(() => rmSync(project, { recursive: true }));

test('every program for Node prints the output behind it', () => {
  assert.ok(forNode.length >= 2);
  assert.equal(forNode[0].heading, 'Loci');
  for (const { heading, language, text, output } of forNode) {
    assert.equal(language, 'js', heading);
    const program = ['--input-type=module', '--eval', text];
    const printed = execFileSync('node', program, { cwd: project, encoding: 'utf8' });
    assert.equal(printed, output, heading);
  }
});

const AMBIENT = `
  declare const Deno: { args: string[] };
  declare module 'cloudflare:workers' {
    export class DurableObject { ctx: { storage: import('loci').ObjectStorage }; }
  }
  declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array>; }
`;

// Programs in JavaScript declare no types of their parameters; all else is judged as strictly.
for (const [language, how] of Object.entries({ ts: [], js: ['--noImplicitAny', 'false'] })) {
  test(`every program in ${language} is sound TypeScript`, async () => {
    const programs = blocks.filter(
      (block) => block.language === language && block.text.includes("from 'loci'"),
    );
    assert.ok(programs.length >= 2);
    const named = programs.map(({ text }, i) => [`${language}_${i}.mts`, text]);
    await writeFiles(project, { 'ambient.d.ts': AMBIENT, ...Object.fromEntries(named) });
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', ...how];
    const files = ['ambient.d.ts', ...named.map(([name]) => name)];
    const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
    const { stdout } = spawnSync('node', [compiler, ...options, ...files], { cwd: project });
    assert.equal(`${stdout}`, '');
  });
}

test('the settings of the worker are those of the one that is deployed in tests', () => {
  const lines = blockOf('At the edge', 'toml').text.trimEnd().split('\n');
  const deployed = readFileSync(new URL('demo/edge/wrangler.toml', ROOT), 'utf8').split('\n');
  const others = lines.filter((line) => !/^name = "agents"$/.test(line));
  assert.equal(others.length, lines.length - 1);
  for (const line of others) assert.ok(deployed.includes(line), line);
});

test('the program takes about ten lines', () => {
  assert.ok(forNode[0].text.split('\n').length <= 13);
});

test('every link within the repository leads to a file', () => {
  for (const path of ['README.md', 'demo/edge/README.md', 'tests/bench/README.md']) {
    for (const [, target] of readmeAt(path).matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue;
      assert.ok(existsSync(new URL(target, new URL(path, ROOT))), `${path}: ${target}`);
    }
  }
});

test('where a link leads out of the package, the README says so', async (t) => {
  const { files } = await packInto(newFolder(t));
  const packed = files.map(({ path }) => path);
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target);
  const missing = links.filter((target) => !/^https?:/.test(target) && !packed.includes(target));
  assert.ok(missing.length > 0);
  assert.deepEqual(
    missing.filter((target) => !/^(demo|tests)\//.test(target)),
    [],
  );
  assert.match(readme, /Links from here to `demo\/` and `tests\/` lead into the checkout/);
});

test('every link within the README leads to a heading', () => {
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const targets = [...readme.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
  assert.ok(targets.length > 0);
  for (const target of targets) assert.ok(headings.includes(target), target);
});

test('every npm command of the README exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  for (const [, name] of readme.matchAll(/npm run (\w+)/g)) assert.ok(name in scripts, name);
});

test('the options that a page of esbuild gives are those of the page that is tested', () => {
  const page = readFileSync(new URL('tests/browser/fixtures/pages/esbuild.js', ROOT), 'utf8');
  const addresses = (text) => text.match(/^const address = .*|^ {2}\w+: address\(.*\),$/gm);
  assert.equal(addresses(page).length, 4);
  assert.deepEqual(addresses(readme), addresses(page));
});
