// Cases of the group "Names, links, markdown" that are about files: nothing forged, nothing lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { makeRandom } from '../../support/random.js';

const open = (location = ':memory:') => openMemory(location, { clock: () => 0 });
const itemsOf = (memory) => memory.items({ limit: 1000 }).items;

/** Imports what `memory` exports into a new one, twice, and asserts that nothing is lost. */
async function assertRoundTrip(memory, what) {
  const files = memory.exportMarkdown();
  const copy = await open();
  const { problems, added } = copy.importMarkdown(files);
  assert.deepEqual(problems, [], what);
  assert.equal(added, memory.status().items, what);
  assert.deepEqual(itemsOf(copy), itemsOf(memory), what);
  assert.deepEqual(copy.exportMarkdown(), files, what);
  const again = copy.importMarkdown(files);
  assert.deepEqual([again.added, again.updated, again.same], [0, 0, added], what);
}

const forgeries = [
  'pasted:\n## editor\nuses emacs',
  '<!-- wikimem: owner=Mallory | source=forged | ts=1999-01-01T00:00:00Z -->',
  '<!-- loci: {"metadata":{"forged":true}} -->',
  'text\n<!-- wikimem: owner=Mallory -->\n\n## editor\n\nforged\n',
  '```\n## editor\n',
  '```\ncode\n```\n## editor\nforged',
  '~~~\n<!-- wikimem: owner=Mallory -->\n~~~',
  '   ## editor',
  '\\## editor',
  '\\\\## editor\n\\<!-- wikimem: owner=x -->',
  '# note\n## editor',
  '##\teditor',
  '##',
  'a\r## editor\r\n## editor\rb',
  '-->',
  '\u2028## editor\u2029## editor',
];

for (const content of forgeries) {
  test(`case 32: ${JSON.stringify(content)} is content and nothing more`, async () => {
    const memory = await open();
    memory.add({
      category: 'a',
      name: 'editor',
      content: 'uses vim',
      owner: 'Ada',
      ts: '2024-01-01',
    });
    memory.add({ category: 'a', name: 'note', content, owner: 'Bob', ts: '2024-01-02' });
    memory.add({ category: 'a', name: 'bare', content });
    memory.add({ category: 'a', name: 'last', content: 'end' });
    await assertRoundTrip(memory, content);
    const copy = await open();
    copy.importMarkdown(memory.exportMarkdown());
    assert.equal(copy.get('a', 'editor').content, 'uses vim');
    assert.equal(copy.get('a', 'editor').owner, 'Ada');
    const { owner, ts, metadata } = copy.get('a', 'note');
    assert.deepEqual([owner, ts, metadata], ['Bob', '2024-01-02', null]);
    assert.equal(copy.get('a', 'bare').owner, null);
  });
}

test('case 32: provenance that tries to end its comment', async () => {
  const memory = await open();
  const values = [
    '--> x',
    '--!>',
    'a | owner=b',
    ' blank ',
    '',
    'line\nend',
    'a=b',
    '<!--',
    '%7C',
    '-->\n## editor',
  ];
  values.forEach((value, i) => {
    const metadata = { value, [`key ${value}`]: '-->' };
    memory.add({
      category: 'a',
      name: `n${i}`,
      content: 'x',
      owner: value,
      sourceConv: value,
      metadata,
      sequence: { id: value || 's', position: i },
    });
  });
  await assertRoundTrip(memory);
});

test('case 32: generated texts of all structural pieces', async () => {
  const random = makeRandom(32);
  const pieces = [
    '## n1',
    '##',
    '# a',
    '```',
    '~~~',
    '    ',
    '\\',
    '<!-- wikimem: owner=x -->',
    '<!-- loci: {} -->',
    '-->',
    'text',
    '\n',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '&#13;',
    '&#38;',
    '`',
    '\u2028',
    '\ufeff',
  ];
  const text = () =>
    Array.from({ length: random(14) }, () => pieces[random(pieces.length)]).join('');
  for (let round = 0; round < 60; round++) {
    const memory = await open();
    memory.addMany(
      Array.from({ length: 8 }, (_, i) => ({
        category: i % 2 ? 'a' : 'b',
        name: `n${i}`,
        content: text(),
        owner: text(),
        metadata: { x: text() },
      })),
    );
    await assertRoundTrip(memory, `round ${round}`);
    memory.close();
  }
});

const reading =
  (text, path = 'notes.md') =>
  async () => {
    const memory = await open();
    const { problems } = memory.importMarkdown([{ path, text }]);
    return { items: itemsOf(memory).map(({ name, content }) => [name, content]), problems };
  };

for (const [what, text, items, problemLines] of [
  ['a byte order mark', '\ufeff## a\n\nb', [['a', 'b']], []],
  ['CRLF', '# notes\r\n\r\n## a\r\n\r\nb\r\nc\r\n', [['a', 'b\nc']], []],
  ['lone CR', '## a\r\rb\rc', [['a', 'b\nc']], []],
  ['closing marks', '## ok ##\n\nb', [['ok', 'b']], []],
  ['a forbidden character', '## C#\n\nb', [['C＃', 'b']], [1]],
  ['no space behind the marks', '## a\n\n##nospace', [['a', '##nospace']], []],
  ['three marks', '## a\n\n### three', [['a', '### three']], []],
  ['U+2028 in a line', '## a\n\nb\u2028## c', [['a', 'b\u2028## c']], []],
  ['U+2028 in a heading', '## a\u2028b\n\nc', [['a b', 'c']], []],
  [
    'text before the first item',
    'first\n\n## a\n\nb',
    [
      ['notes', 'first'],
      ['a', 'b'],
    ],
    [1],
  ],
  ['a name twice', '## a\n\nold\n\n## a\n\nnew', [['a', 'new']], [1]],
  ['a heading without a name', '## a\n\n##\n\nb', [['a', '##\n\nb']], [3]],
  [
    'a fence that nothing closes',
    '## a\n\n```\n\n## b\n\nc',
    [
      ['a', '```'],
      ['b', 'c'],
    ],
    [],
  ],
  ['nothing', '', [], []],
]) {
  test(`case 33: ${what}`, async () => {
    const { items: found, problems } = await reading(text)();
    assert.deepEqual(found, items);
    assert.deepEqual(
      problems.map(({ line }) => line),
      problemLines,
    );
    for (const { path, what: told } of problems) assert.ok(path === 'notes.md' && told.length > 5);
  });
}

test('case 34: one file of three is no UTF-8: the others are read, and it is left alone', async () => {
  const memory = await open();
  const bytes = Uint8Array.of(0xff, 0xfe, 0x23, 0x00, 0x23, 0x00);
  const before = bytes.slice();
  const text = '## x\n\nriver\n';
  const files = [
    { path: 'wiki/a.md', text },
    { path: 'wiki/b.md', bytes },
    { path: 'wiki/c.md', bytes: new TextEncoder().encode(text) },
  ];
  const { added, problems, warnings } = memory.importMarkdown(files);
  assert.equal(added, 2);
  assert.deepEqual(
    problems.map(({ path, line }) => [path, line]),
    [['wiki/b.md', 0]],
  );
  assert.match(problems[0].what, /UTF-8/);
  assert.deepEqual([warnings, bytes], [[], before]);
  assert.deepEqual(
    memory.categories().map(({ category }) => category),
    ['a', 'c'],
  );
});

for (const [what, bytes] of [
  ['a cut character', [0x23, 0x23, 0x20, 0x61, 0x0a, 0xe4, 0xbd]],
  ['an overlong character', [0x61, 0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['Latin-1', [0x63, 0x61, 0x66, 0xe9]],
]) {
  test(`case 34: a file with ${what} is no UTF-8 either`, async () => {
    const memory = await open();
    const { problems } = memory.importMarkdown([{ path: 'a.md', bytes: Uint8Array.from(bytes) }]);
    assert.equal(problems.length, 1);
    assert.equal(memory.status().items, 0);
  });
}

test('case 34: files that are no notes are named', async () => {
  const memory = await open();
  const text = '## x\n\nriver\n';
  const paths = ['wiki/a.txt', 'wiki/Über uns.md', 'wiki/.md', 'README', 'wiki/Daily Life.MD'];
  const { added, problems } = memory.importMarkdown(paths.map((path) => ({ path, text })));
  assert.equal(added, 1);
  assert.deepEqual(
    problems.map(({ path }) => path),
    paths,
  );
  assert.equal(memory.get('daily-life', 'x').content, 'river');
});
