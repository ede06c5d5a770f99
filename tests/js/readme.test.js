// The README's programs for Node print what the README says, and its links lead somewhere. Its other
// programs: tests/runtimes/readme.test.js, tests/browser/readme.test.js.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';

import { newProject } from '../support/installed_package.js';
import { blocks, readme } from '../support/readme.js';

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

test('the program takes about ten lines', () => {
  assert.ok(forNode[0].text.split('\n').length <= 13);
});

test('every link within the repository leads to a file', () => {
  for (const [, target] of readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
    if (!/^https?:/.test(target)) assert.ok(existsSync(new URL(target, ROOT)), target);
  }
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
