// The layers of the house: an include goes only to the same layer or one before it, the faces know
// nothing of each other, the engine and what knows nothing of memories (base) are all that bindings
// see, and the compiler's own headers are named under bindings alone.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const layers = layersOfTheBuild();
const FACES = ['wiki', 'evidence', 'palace']; // of the one engine, side by side

/** What may stand in an include: the headers of src, and the tables made at build time. */
const known = new Set([
  ...sourcesIn('src').map((path) => path.replace('src/', '')),
  'unicode_tables.inc',
  'function_words.inc',
]);

test('the build knows every layer, and each has sources', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  assert.deepEqual(names.sort(), [...layers].sort());
  for (const name of names) assert.ok(sourcesIn(`src/${name}`).length > 0, name);
});

test('no layer includes a later one', () => {
  const wrong = sourcesIn('src').flatMap((path) => {
    const own = rank(path.split('/')[1]);
    return quotedIncludes(path)
      .filter((include) => rank(include.split('/')[0]) > own)
      .map((include) => `${path} includes ${include}`);
  });
  assert.deepEqual(wrong, []);
});

test('no face includes another', () => {
  const wrong = sourcesIn('src').flatMap((path) => {
    const others = FACES.filter((face) => face !== path.split('/')[1]);
    if (others.length === FACES.length) return [];
    return quotedIncludes(path)
      .filter((include) => others.includes(include.split('/')[0]))
      .map((include) => `${path} includes ${include}`);
  });
  assert.deepEqual(wrong, []);
});

test('every quoted include is rooted at src and exists', () => {
  const wrong = sourcesIn('src').flatMap((path) =>
    quotedIncludes(path)
      .filter((include) => !known.has(include))
      .map((include) => `${path} includes ${include}`),
  );
  assert.deepEqual(wrong, []);
});

test('bindings include the engine, base and their own headers only', () => {
  const own = new Set(sourcesIn('bindings').map((path) => path.replace('bindings/', '')));
  const isAllowed = (include) =>
    include === 'engine.h' ||
    include.startsWith('base/') ||
    own.has(include.replace('bindings/', ''));
  const wrong = sourcesIn('bindings').flatMap((path) =>
    quotedIncludes(path)
      .filter((include) => !isAllowed(include))
      .map((include) => `${path} includes ${include}`),
  );
  assert.deepEqual(wrong, []);
});

test('the compiler is named under bindings only', () => {
  const word = new RegExp(['em', 'scripten'].join(''), 'i');
  const files = ['src', 'js', 'tests', 'demo'].flatMap((folder) => filesIn(folder));
  const naming = [...files, 'CMakeLists.txt', 'CMakePresets.json'].filter((path) =>
    word.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(naming, []);
});

function layersOfTheBuild() {
  const lists = readFileSync(join(root, 'CMakeLists.txt'), 'utf8');
  return /^set\(LOCI_LAYERS ([a-z ]+)\)$/m.exec(lists)[1].split(' ');
}

/** Place of a layer or of a file beside them: the engine comes after all layers. */
function rank(name) {
  const place = layers.indexOf(name);
  if (place >= 0) return place;
  return name.endsWith('.inc') ? layers.indexOf('text') : layers.length;
}

function quotedIncludes(path) {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map((match) => match[1]);
}

function sourcesIn(folder) {
  return filesIn(folder).filter((path) => /\.(cpp|h)$/.test(path));
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}
