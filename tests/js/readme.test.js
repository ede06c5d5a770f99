// The README's program prints what the README says, and its links lead somewhere.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
const README = readFileSync(new URL('README.md', ROOT), 'utf8');
const blocks = [...README.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language,
  text,
}));

const isOutput = ({ language }) => language === '';
const programs = blocks.filter(
  (block, i) => block.language === 'js' && isOutput(blocks[i + 1] ?? block),
);
const forNode = programs.filter(({ text }) => !text.includes("'opfs:")); // others: tests/browser/readme.test.js

test('every program for Node prints the output behind it', () => {
  assert.equal(forNode.length, programs.length - 1);
  assert.equal(forNode[0], blocks[0]);
  for (const program of forNode) {
    const printed = execFileSync('node', ['--input-type=module', '--eval', program.text], {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
    });
    assert.equal(printed, blocks[blocks.indexOf(program) + 1].text);
  }
});

test('the program takes about ten lines', () => {
  assert.ok(blocks[0].text.split('\n').length <= 13);
});

test('every link within the repository leads to a file', () => {
  for (const [, target] of README.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
    if (!/^https?:/.test(target)) assert.ok(existsSync(new URL(target, ROOT)), target);
  }
});

test('every npm command of the README exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  for (const [, name] of README.matchAll(/npm run (\w+)/g)) assert.ok(name in scripts, name);
});

test('the options that a page of esbuild gives are those of the page that is tested', () => {
  const page = readFileSync(new URL('tests/browser/fixtures/pages/esbuild.js', ROOT), 'utf8');
  const addresses = (text) => text.match(/^const address = .*|^ {2}\w+: address\(.*\),$/gm);
  assert.equal(addresses(page).length, 4);
  assert.deepEqual(addresses(README), addresses(page));
});
