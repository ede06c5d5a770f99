// Export and import of Markdown as calls: results, progress, transactions. What a file may hold is in
// tests/js/cases/markdown.test.js and tests/wiki.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../support/errors.js';
import { fullItem } from '../support/samples.js';

const open = () => openMemory(':memory:', { clock: () => 0 });

test('an item with every field, as its file', async () => {
  const memory = await open();
  memory.add(fullItem);
  assert.deepEqual(memory.exportMarkdown(), [
    {
      path: 'wiki/travel.md',
      text: [
        '# travel',
        '',
        '## Kyoto plan',
        '',
        fullItem.content,
        '',
        '<!-- wikimem: owner=Ada | source=conv-12 | ts=2024-02-29T18:30:00Z -->',
        '<!-- loci: {"metadata":{"page":3},"sequence":{"id":"trip","position":4}} -->',
        '',
      ].join('\n'),
    },
  ]);
});

test('a file a category, in the order of their paths', async () => {
  const memory = await open();
  assert.deepEqual(memory.exportMarkdown(), []);
  for (const category of ['b', 'a', 'a-b', '_']) memory.add({ category, name: 'n', content: '' });
  const paths = memory.exportMarkdown().map(({ path }) => path);
  assert.deepEqual(paths, ['wiki/_.md', 'wiki/a-b.md', 'wiki/a.md', 'wiki/b.md']);
});

test('an import counts what it added, changed and left alone', async () => {
  const memory = await open();
  memory.add({ category: 'a', name: 'same', content: 'x', owner: 'Ada' });
  memory.add({ category: 'a', name: 'changed', content: 'x' });
  const [file] = memory.exportMarkdown();
  const text = `${file.text.replace('## changed\n\nx', '## changed\n\ny')}\n## new\n\nz\n`;
  const reply = memory.importMarkdown([{ path: file.path, text }]);
  assert.deepEqual(reply, {
    added: 1,
    updated: 1,
    same: 1,
    problems: [],
    revision: 4,
    warnings: [],
  });
  assert.equal(memory.get('a', 'same').owner, 'Ada');
  assert.equal(memory.get('a', 'changed').content, 'y');
});

test('an item without a ts keeps the one it meets, or gets the time of the import', async () => {
  const memory = await open();
  memory.add({ category: 'a', name: 'n', content: 'x', ts: '2024-01-01' });
  const text = '## n\n\nx\n\n## m\n\ny\n';
  assert.equal(memory.importMarkdown([{ path: 'a.md', text }]).same, 1);
  assert.equal(memory.get('a', 'n').ts, '2024-01-01');
  assert.equal(memory.get('a', 'm').ts, '1970-01-01T00:00:00.000Z');
});

test('files may be any iterable, of text or bytes, with progress', async () => {
  const memory = await open();
  const bytes = new TextEncoder().encode('## b\n\nriver');
  const files = [
    { path: 'a.md', text: '## a\n\nriver' },
    { path: 'wiki\\b.md', bytes },
  ];
  const progress = [];
  memory.importMarkdown(files, { onProgress: (step) => progress.push(step) });
  assert.deepEqual(progress, [
    { done: 1, total: 2 },
    { done: 2, total: 2 },
  ]);
  assert.equal(memory.importMarkdown(new Set(files)).same, 2);
  assert.equal(memory.importMarkdown([]).revision, 2);
  assert.deepEqual(
    memory.categories().map(({ category }) => category),
    ['a', 'b'],
  );
});

test('lone surrogates in a text are repaired, and counted', async () => {
  const memory = await open();
  const { warnings } = memory.importMarkdown([{ path: 'a.md', text: '## a\n\nx\ud800y' }]);
  assert.deepEqual(warnings[0].detail, { count: 1 });
  assert.equal(memory.get('a', 'a').content, 'x\ufffdy');
});

test('a file that is none is named by its place, and nothing is kept', async () => {
  const memory = await open();
  const good = { path: 'a.md', text: '## a\n\nx' };
  for (const bad of [
    null,
    5,
    'a.md',
    {},
    { path: 'a.md' },
    { path: 5, text: '' },
    { path: 'a.md', text: 5 },
  ]) {
    assertFails(() => memory.importMarkdown([good, bad]), 'invalid_argument', 'files[1]');
  }
  assertFails(
    () => memory.importMarkdown([{ ...good, more: 1 }]),
    'invalid_argument',
    'files[0].more',
  );
  assert.equal(memory.status().items, 0);
});

test('of an item that two files have the one left out is reported, with both places', async () => {
  const memory = await openMemory(':memory:');
  const first = { path: 'trip.md', text: 'By train.\n\n## packing\n\nSocks.\n' };
  const second = { path: 'old/Trip.MD', text: '# trip\n\nBy boat.\n\n## packing\n\nSocks.\n' };
  const place = { path: 'trip.md', line: 1 };
  const what = 'the item "trip" is left out: old/Trip.MD:3 has it again';
  for (const counts of [
    { added: 2, updated: 1, same: 1 },
    { added: 0, updated: 2, same: 2 }, // it never settles, and never in silence
  ]) {
    const { problems, added, updated, same } = memory.importMarkdown([first, second]);
    assert.deepEqual({ added, updated, same }, counts);
    const left = problems.filter((problem) => problem.what.includes('left out'));
    assert.deepEqual(left, [{ ...place, what }]);
  }
  memory.importMarkdown([first]);
  const { problems } = memory.importMarkdown([first, second]); // the store has what is left out
  assert.deepEqual(problems.at(-1), { ...place, what });
  assert.equal(memory.get('trip', 'trip').content, 'By boat.');
  memory.close();
});

test('items that break a limit are left out, named with their size', async () => {
  const memory = await open();
  const text = `## a\n\nx\n\n## big\n\n${'y'.repeat(16 * 2 ** 20 + 1)}\n\n## b\n\nz`;
  const { added, problems } = memory.importMarkdown([{ path: 'c.md', text }]);
  assert.equal(added, 2);
  assert.equal(problems.length, 1);
  assert.equal(problems[0].line, 5);
  assert.match(problems[0].what, /big.*16777217/);
});
