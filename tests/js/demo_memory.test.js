import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readDemoNotes } from '../../demo/notes.js';

const CATEGORY = /^[a-z0-9_][a-z0-9_-]*$/;
const FORBIDDEN_IN_NAME = /[[\]:|#\p{Cc}]/u;
const ITEM =
  /^## (?<name>[^\n]+)\n\n(?<content>.+?)\n\n<!-- wikimem: (?:owner=[^|\n]+ \| )?(?:source=[^|\n]+ \| )?ts=(?<ts>\S+) -->\n$/s;
const INTENDED_GAPS = ['projects:weather kite', 'recipes:pickled radish tacos'];

/** The reader of this test: strict where the product's is tolerant, so that the layout is proven. */
function parseFile({ path, text }) {
  const category = /^wiki\/(.+)\.md$/.exec(path)[1];
  const heading = `# ${category}\n\n`;
  assert.ok(text.startsWith(heading), `${path} starts with its category`);
  return text
    .slice(heading.length)
    .split(/\n(?=## )/)
    .map((item) => ({ path, category, ...parseItem(path, item) }));
}

function parseItem(path, text) {
  const groups = ITEM.exec(text)?.groups;
  assert.ok(groups, `${path}: not an item of the regular layout:\n${text}`);
  return groups;
}

const linksIn = (content) =>
  Array.from(
    content.replace(/`[^`\n]*`/g, '').matchAll(/\[\[([^[\]\n]+)\]\]/g),
    ([, target]) => target,
  );

function languageOf({ name, content }) {
  const text = name + content.replace(/\[\[[^\]]*\]\]/g, '');
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  const ideographs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return ideographs > text.length / 4 ? 'zh' : 'en';
}

const files = await readDemoNotes();
const notes = files.flatMap(parseFile);
const keys = notes.map(({ category, name }) => `${category}:${name}`);

test('the demo has 60 notes in 7 categories and three languages', () => {
  assert.deepEqual(
    files.map(({ path }) => path),
    ['decisions', 'garden', 'places', 'projects', 'reading', 'recipes', 'tools'].map(
      (category) => `wiki/${category}.md`,
    ),
  );
  const counts = { en: 0, zh: 0, ja: 0 };
  for (const note of notes) counts[languageOf(note)] += 1;
  assert.deepEqual(counts, { en: 30, zh: 18, ja: 12 });
});

test('categories and names follow the rules, and no key comes twice', () => {
  for (const { category, name } of notes) {
    assert.match(category, CATEGORY);
    assert.doesNotMatch(name, FORBIDDEN_IN_NAME);
    assert.equal(name, name.trim().replace(/\s+/g, ' '));
  }
  assert.equal(new Set(keys).size, keys.length);
});

test('content is trimmed, holds no structural line, and has a UTC time stamp', () => {
  for (const { name, content, ts } of notes) {
    assert.equal(content, content.trim(), name);
    assert.doesNotMatch(content, /^\s{0,3}(#|<!--|```|~~~)/m, name);
    assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(new Date(ts).toISOString(), ts.replace('Z', '.000Z'));
  }
});

test('the files are clean UTF-8 text, composed, with one newline at the end', () => {
  for (const { path, text } of files) {
    assert.equal(text, text.normalize('NFC'), path);
    assert.doesNotMatch(text, /[\ufffd\ufeff\u200b\r\t]| \n/, path);
    assert.match(text, /[^\n]\n$/, path);
  }
});

test('every link resolves except the two meant to wait for their note', () => {
  const missing = notes
    .flatMap(({ content }) => linksIn(content))
    .filter((to) => !keys.includes(to));
  assert.deepEqual([...new Set(missing)].sort(), INTENDED_GAPS);
});

test('the notes are densely linked, also across languages', () => {
  const language = new Map(notes.map((note, at) => [keys[at], languageOf(note)]));
  const links = notes.flatMap((note, at) =>
    linksIn(note.content).map((to) => [language.get(keys[at]), language.get(to)]),
  );
  const crossing = links.filter(([from, to]) => to !== undefined && from !== to);
  assert.ok(links.length >= 90, `${links.length} links`);
  assert.ok(crossing.length >= 30, `${crossing.length} links cross languages`);
  for (const { name, content } of notes) assert.ok(linksIn(content).length > 0, `${name} links on`);
});

test('the links inside code spans are examples that name no note', () => {
  const inCode = notes.flatMap(({ content }) =>
    Array.from(content.matchAll(/`\[\[([^[\]\n]+)\]\]`/g), ([, target]) => target),
  );
  assert.deepEqual(inCode, ['category:name', 'recipes:no such dish']);
  for (const target of inCode) assert.ok(!keys.includes(target));
});

test('the engine keeps every note, and exports the very same files', async () => {
  const { openMemory } = await import('loci');
  const memory = await openMemory(':memory:');
  const report = memory.importMarkdown(files);
  assert.deepEqual([report.added, report.problems, report.warnings], [60, [], []]);
  assert.deepEqual(memory.exportMarkdown(), files);
  memory.close();
});
