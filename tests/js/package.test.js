// What `npm pack` packs: what the entries lead to, the papers, and nothing else; and how large it is.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { packInto } from '../support/installed_package.js';
import { newFolder } from '../support/temp_store.js';

const ROOT = new URL('../../', import.meta.url);
const PAPERS = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package.json',
  'src/store/FORMAT.md',
  'src/wiki/MARKDOWN.md',
];

/** Bytes of the packed file, and of what it becomes. The module is 430 KB and 970 KB of it. */
const BUDGET = { size: 710_000, unpackedSize: 1_850_000 };

const readText = (path) => readFileSync(new URL(path, ROOT), 'utf8');
const manifest = JSON.parse(readText('package.json'));

/** The files that package.json names: paths without the leading `./`. */
function namedFiles(value) {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return Object.values(value).flatMap(namedFiles);
}

const named = [...namedFiles(manifest.exports), ...namedFiles(manifest.bin ?? {})];

/** What a module or a declaration names by a relative address. */
function namedBy(path) {
  if (path.endsWith('.d.ts')) {
    return addressesIn(path, /\bfrom '(\.[^']+)'/g).map((to) => to.replace(/\.js$/, '.d.ts'));
  }
  if (!path.endsWith('.js') || path.startsWith('build/')) return [];
  return addressesIn(path, /\b(?:from|import|import\(|new URL\() ?'(\.[^']+)'/g);
}

function addressesIn(path, pattern) {
  const at = new URL(path, ROOT);
  const found = [...readText(path).matchAll(pattern)];
  return found.map(([, to]) => new URL(to, at).href.slice(ROOT.href.length));
}

function allBehind(paths) {
  const seen = new Set();
  const wanted = [...paths];
  while (wanted.length > 0) {
    const path = wanted.pop();
    if (seen.has(path)) continue;
    seen.add(path);
    wanted.push(...namedBy(path));
  }
  return seen;
}

test('the package holds what its entries lead to, and its papers', async (t) => {
  const { files } = await packInto(newFolder(t));
  const expected = [...new Set([...allBehind(named), ...PAPERS])].sort();
  assert.ok(expected.length > 50, `${expected.length} files`);
  assert.deepEqual(files.map(({ path }) => path).sort(), expected);
});

test('the package keeps its budget', async (t) => {
  const packed = await packInto(newFolder(t));
  for (const [what, limit] of Object.entries(BUDGET)) {
    t.diagnostic(`${what}: ${packed[what]} of ${limit} bytes`);
    assert.ok(packed[what] <= limit, `${what}: ${packed[what]} bytes, ${limit} allowed`);
  }
});

/** What `loci mcp` alone needs: the library, and an install that leaves it out, do without. */
const OF_THE_TOOL_SERVER = ['@modelcontextprotocol/sdk'];

test('all files that package.json names are there, and the library depends on nothing', () => {
  for (const path of named) assert.ok(existsSync(new URL(path, ROOT)), path);
  assert.deepEqual(manifest.dependencies ?? {}, {});
  assert.deepEqual(Object.keys(manifest.optionalDependencies), OF_THE_TOOL_SERVER);
  for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, `${name} is pinned`);
  }
  assert.equal(JSON.parse(readText('package-lock.json')).version, manifest.version);
  const newest = /^## (.*)$/m.exec(readText('CHANGELOG.md'))[1];
  assert.equal(newest, manifest.version);
});
