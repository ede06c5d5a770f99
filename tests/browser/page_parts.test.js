// The parts of the demo page that are arithmetic: offsets, colours, places, file names. No browser.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, test } from 'node:test';

import { openMemory } from '../../js/index.js';
import { DEMO_FILES, EXAMPLES } from '../../demo/page/demo_notes.js';
import { filesOfDrop } from '../../demo/page/drop.js';
import { fieldOf } from '../../demo/page/fields.js';
import { MOST_A_SIDE, curve, layOut } from '../../demo/page/graph_layout.js';
import { MOST_STORE_BYTES, looksLikeStore, sortFiles } from '../../demo/page/intake.js';
import { Latest } from '../../demo/page/latest.js';
import { locationFrom } from '../../demo/page/location.js';
import { neighboursOf } from '../../demo/page/neighbours.js';
import { Reader, contentRuns, nameRuns } from '../../demo/page/reader.js';
import { excerptOf, linkSpansOf, marksOf, runsOf } from '../../demo/page/reading.js';
import { hashOf, parseRoute } from '../../demo/page/router.js';
import { search } from '../../demo/page/search.js';
import {
  AROUND,
  MEANING,
  NO_COLOUR,
  PASSAGE,
  inksOf,
  legendOf,
  partsOf,
  scaleOf,
  shownTerms,
} from '../../demo/page/terms.js';
import { bytes, heldInWords } from '../../demo/page/words.js';
import { readDemoNotes } from '../../demo/notes.js';

const memory = await openMemory(':memory:');
memory.importMarkdown(await readDemoNotes());
after(() => memory.close());
const reader = new Reader(memory);

const shown = (runs) =>
  runs
    .flatMap((run) => run.parts ?? run)
    .map(({ text }) => text)
    .join('');

function marksIn(text, matchedTerms) {
  const marks = marksOf(memory.tokenize(text, { kinds: true }), matchedTerms);
  return marks.map(({ start, end, term }) => [text.slice(start, end), term]);
}

test('marks stand where the folded term does, in the text as it is written', () => {
  assert.deepEqual(marksIn('A CRÈME, a creme', ['creme']), [
    ['CRÈME', 'creme'],
    ['creme', 'creme'],
  ]);
  assert.deepEqual(marksIn('🌊 tide 🌊', ['tide']), [['tide', 'tide']]);
  assert.deepEqual(marksIn('tides of tidelog', ['tide']), []);
});

test('of marks that overlap the first wins, then the longer', () => {
  assert.deepEqual(marksIn('in v2.4.7', ['2', '4', 'v2.4.7']), [['v2.4.7', 'v2.4.7']]);
  assert.deepEqual(marksIn('潮位グラフ', ['潮位', '位グ']), [
    ['潮位', '潮位'],
    ['グ', '位グ'],
  ]);
});

test('a single ideograph is marked inside the word that holds it', () => {
  assert.deepEqual(marksIn('満潮時', ['潮']), [['潮', '潮']]);
});

test('links are shown by their label, and only what the engine takes for one', () => {
  const text = 'a [[tools:jitter]], [[places:x  y|the quay]], [[nope]] `[[a:b]]` [[places:q#r]] b';
  const spans = linkSpansOf(text, memory.parseLinks(text));
  assert.deepEqual(
    spans.map(({ category, name }) => [category, name]),
    [
      ['tools', 'jitter'],
      ['places', 'x y'],
      ['places', 'q'],
    ],
  );
  const runs = runsOf(text, [], spans);
  assert.equal(shown(runs), 'a jitter, the quay, [[nope]] `[[a:b]]` q b');
});

test('a mark inside a link stays inside it', () => {
  const text = 'see [[tools:retry jitter]]';
  const marks = marksOf(memory.tokenize(text, { kinds: true }), ['jitter']);
  const runs = runsOf(text, marks, linkSpansOf(text, memory.parseLinks(text)));
  assert.deepEqual(runs[1].parts, [
    { text: 'retry ', term: undefined },
    { text: 'jitter', term: 'jitter' },
  ]);
});

test('an excerpt holds the richest place and cuts neither links nor pairs', () => {
  const filler = 'x'.repeat(300);
  const text = `alpha ${filler} alpha beta [[c:gamma]] ${'🌊'.repeat(200)}`;
  const marks = marksOf(memory.tokenize(text, { kinds: true }), ['alpha', 'beta', 'gamma']);
  const links = linkSpansOf(text, memory.parseLinks(text));
  for (let length = 60; length < 160; length++) {
    const [from, to] = excerptOf(text, marks, links, length);
    const part = text.slice(from, to);
    assert.match(part, /alpha beta/, `${length}`);
    assert.ok(part.isWellFormed?.() ?? true, `${length}`);
    for (const { start, end } of links) assert.ok(to <= start || to >= end, `${length}`);
  }
  assert.deepEqual(excerptOf('short', [], [], 60), [0, 5]);
});

test('every text of the demo is shown whole, in order, for every example', async () => {
  for (const query of EXAMPLES) {
    const { entries } = await search(memory, reader, { query, budget: null });
    assert.ok(entries.length > 0, query);
    for (const { entry, reading } of entries) {
      const links = /(`[^`]*`)|\[\[[a-z]+:([^\]]+)\]\]/g;
      const plain = entry.content.replace(links, (_, code, name) => code ?? name);
      assert.equal(shown(contentRuns(reading, entry.matchedTerms)), plain);
      assert.equal(shown(nameRuns(reading, entry.matchedTerms)), entry.name);
    }
  }
});

test('wherever a matched term stands, there is a mark', async () => {
  let checked = 0;
  for (const query of [...EXAMPLES, '潮']) {
    const { entries } = await search(memory, reader, { query, budget: null });
    for (const { entry } of entries) {
      const tokens = memory.tokenize(entry.content, { kinds: true });
      const marks = marksOf(tokens, entry.matchedTerms);
      for (const { term, start, end } of tokens.filter(({ term }) =>
        entry.matchedTerms.includes(term),
      )) {
        for (let at = start; at < end; at++) {
          assert.ok(
            marks.some((mark) => mark.start <= at && at < mark.end),
            `${term} in ${entry.name}`,
          );
        }
        checked++;
      }
    }
  }
  assert.ok(checked > 50, `${checked} places looked at`);
});

test('the parts of a bar add up to the score, and no bar is longer than the scale', async () => {
  for (const query of EXAMPLES) {
    const { entries, inks, scale } = await search(memory, reader, { query, budget: 300 });
    for (const { entry } of entries.filter((one) => one.entry.source === 'hit')) {
      const sum = partsOf(entry, inks).reduce((total, { weight }) => total + weight, 0);
      assert.ok(Math.abs(sum - entry.score) < 1e-9);
      assert.ok(entry.score <= scale);
    }
  }
});

const colourIn = (query, terms) => {
  const weighed = Object.entries(terms).map(([term, weight]) => ({ term, weight, df: 1 }));
  const inks = inksOf(legendOf(query, [{ score: 1, terms: weighed }]));
  return Object.fromEntries(Array.from(inks, ([term, { colour }]) => [term, colour]));
};

test('a term keeps its colour while more is typed', () => {
  assert.deepEqual(colourIn(['b', 'a'], { a: 3, b: 1 }), { b: 1, a: 2 });
  assert.deepEqual(colourIn(['b', 'a', 'c'], { c: 9, a: 3, b: 1 }), { b: 1, a: 2, c: 3 });
});

test('where colours do not suffice, the heaviest terms get them, the others are grey', () => {
  const weights = { the: 0.1, a: 3, b: 3, c: 3, d: 3, e: 3, f: 3, g: 3, h: 9 };
  const colours = colourIn(Object.keys(weights), weights);
  assert.equal(colours.the, NO_COLOUR);
  assert.deepEqual([colours.a, colours.h], [1, 8]);
  const same = colourIn(
    [...'abcdefghij'],
    Object.fromEntries([...'abcdefghij'].map((t) => [t, 1])),
  );
  assert.deepEqual([same.h, same.i, same.j], [8, NO_COLOUR, NO_COLOUR]);
});

test('a word that weighs little is drawn lightly', () => {
  const terms = [
    { term: 'the', weight: 0.4, df: 50 },
    { term: 'tide', weight: 2, df: 3 },
  ];
  const inks = inksOf(legendOf(['the', 'tide'], [{ score: 2.4, terms }]));
  assert.equal(inks.get('the').isLight, true);
  assert.equal(inks.get('tide').isLight, false);
  assert.equal(scaleOf([{ score: null }]), 1);
});

test('a form is drawn as its word, and marked where it stands', () => {
  const terms = [
    { term: 'tide', kind: 'word', weight: 0, tf: 0, df: 2 },
    { term: 'tides', kind: 'gram', of: 'tide', weight: 0.6, tf: 1, df: 2 },
    { term: 'harbour', kind: 'word', weight: 1, tf: 1, df: 4 },
  ];
  const entry = { matchedTerms: ['harbour', 'tide'], terms, shares: { bm25: 1.6, cosine: 0 } };
  const legend = legendOf(['tide', 'harbour'], [{ ...entry, cosScore: null }]);
  assert.deepEqual(
    legend.map(({ term, forms, colour }) => [term, [...forms], colour]),
    [
      ['tide', ['tides'], 1],
      ['harbour', [], 2],
    ],
  );
  const inks = inksOf(legend);
  assert.deepEqual(inks.get('tides'), inks.get('tide'));
  const parts = partsOf({ ...entry, cosScore: null }, inks);
  assert.deepEqual(
    parts.map(({ label, colour }) => [label, colour]),
    [
      ['tide ~ tides', 1],
      ['harbour', 2],
    ],
  );
  assert.deepEqual(marksIn('Tides in the harbour', shownTerms(entry)), [
    ['Tides', 'tides'],
    ['harbour', 'harbour'],
  ]);
});

test('what is no word stands behind the words: a passage, what others lent, and the meaning', () => {
  const entry = {
    terms: [{ term: 'tide', kind: 'word', weight: 1.5, tf: 1, df: 2 }],
    context: { own: 1.5, neighbours: 0.3, sequence: 0.2, coverage: 1 },
    shares: { bm25: 1.5, cosine: 0.1 },
    cosScore: null,
  };
  const parts = partsOf(entry, inksOf(legendOf(['tide'], [entry])));
  assert.deepEqual(
    parts.map(({ label, weight }) => [label, weight]),
    [
      ['tide', 0.75],
      ['close together', 0.5],
      ['around it', 0.25],
      [MEANING, 0.1],
    ],
  );
  assert.deepEqual(
    parts.slice(1).map(({ colour }) => colour),
    [PASSAGE, AROUND, MEANING],
  );
  const context = { own: 0, neighbours: 0.3, sequence: 0.2, coverage: 0 };
  const lent = { ...entry, terms: [], context, shares: { bm25: 0.5, cosine: 0 } };
  const [only, ...others] = partsOf(lent, new Map());
  assert.deepEqual([only.label, only.weight, others], ['around it', 0.5, []]);
});

test('the neighbours of a note are those its text names and those that name it', async () => {
  const note = memory.get('projects', 'tidelog');
  const { left, right } = await neighboursOf(memory, note);
  const all = memory.items({ limit: 1000 }).items;
  const linking = all.filter(({ content }) => content.includes('[[projects:tidelog]]'));
  const around = [...left, ...right.filter(({ both }) => both)].map(({ name }) => name);
  assert.deepEqual(around.sort(), linking.map(({ name }) => name).sort());
  assert.deepEqual(
    right.map(({ category, name }) => ({ category, name })),
    memory.parseLinks(note.content),
  );
});

test('a link to a note that is not there is told from the others', async () => {
  const { right } = await neighboursOf(memory, memory.get('projects', 'tidelog v2.4.7'));
  const open = right.filter(({ written }) => !written);
  assert.deepEqual(
    open.map(({ name }) => name),
    ['weather kite'],
  );
});

test('the graph keeps nodes apart and within its width, from one to the most', () => {
  const side = (count) => Array.from({ length: count }, (_, index) => ({ name: `${index}` }));
  for (const width of [300, 390, 700, 1200]) {
    for (const [a, b] of [
      [0, 1],
      [3, 3],
      [MOST_A_SIDE, 2],
      [MOST_A_SIDE, MOST_A_SIDE],
    ]) {
      const { height, centre, nodes } = layOut({ left: side(a), right: side(b) }, width);
      for (const { x, y, side: where, room, labelGap } of nodes) {
        assert.ok(y > 10 && y < height - 10);
        assert.ok(room > 60, `room for a label of ${room} at ${width}`);
        const end = where === 'left' ? x - labelGap - room : x + labelGap + room;
        assert.ok(end >= 0 && end <= width);
      }
      const rows = nodes.filter((node) => node.side === 'left').map(({ y }) => y);
      rows.slice(1).forEach((y, index) => assert.ok(y - rows[index] >= 24));
      assert.match(curve(centre, nodes[0]), /^M[\d.]+,[\d.]+ C/);
    }
  }
});

test('an address and its route are the same thing, for any name', () => {
  for (const name of ['tidelog', 'a/b c?#%', '潮位グラフ', '..']) {
    const route = { view: 'note', category: 'c', name };
    assert.deepEqual(parseRoute(hashOf(route)), route);
  }
  for (const view of ['journal', 'files', 'meaning'])
    assert.deepEqual(parseRoute(`#/${view}`), { view });
  for (const hash of ['', '#', '#/note/x', '#/nowhere', '#/%zz']) {
    assert.deepEqual(parseRoute(hash), { view: 'home' }, hash);
  }
});

test('the address of the page names the store', () => {
  assert.equal(locationFrom(''), 'opfs:demo');
  assert.equal(locationFrom('?store=other'), 'opfs:other');
  assert.equal(locationFrom('?store=:memory:'), ':memory:');
});

test('the demo’s files are those in its folder', async () => {
  const folder = new URL('../../demo/memory/wiki/', import.meta.url);
  assert.deepEqual([...DEMO_FILES], (await readdir(folder)).sort());
});

const file = (path, size = 1) => ({ path, file: { name: path.split('/').at(-1), size } });

test('files are sorted by what they are', () => {
  const mixed = sortFiles([file('a/x.md'), file('a/y.MD'), file('a/p.jpg')]);
  assert.equal(mixed.kind, 'markdown');
  assert.equal(mixed.files.length, 2);
  assert.equal(mixed.ignored, 1);
  assert.equal(sortFiles([file('x.sqlite')]).kind, 'store');
});

test('what cannot be taken is refused in words, and says that nothing has changed', () => {
  const photos = Array.from({ length: 212 }, (_, index) => file(`holiday/${index}.jpg`));
  const cases = [
    [photos, /^None of these 212 files is Markdown/],
    [[file('a.png')], /^a\.png is neither Markdown .* nor a Loci store/],
    [[], /no file/],
    [[file('big.db', MOST_STORE_BYTES + 1)], /big\.db has 512 MB/],
    [[file('big.db', 1e9)], /has 1\.0 GB.* at most 512 MB.*not read/],
    [[file('a.db'), file('b.png')], /give it alone/],
    [[file('a.md', 2e9)], /2\.0 GB/],
  ];
  for (const [files, words] of cases) {
    const { kind, message } = sortFiles(files);
    assert.equal(kind, 'refused');
    assert.match(message, words);
    assert.match(message, /Your notes are as they were\.$/);
  }
});

test('a store is known by its first bytes', async () => {
  assert.equal(await looksLikeStore(new Blob(['SQLite format 3\0 and so on'])), true);
  assert.equal(await looksLikeStore(new Blob(['SQLite'])), false);
});

/** A dropped folder as a browser hands it over: few entries at a time, the end being an empty list. */
function folderEntry(fullPath, entries) {
  const createReader = () => {
    let at = 0;
    return { readEntries: (resolve) => resolve(entries.slice(at, (at += 2))) };
  };
  return { name: fullPath.split('/').at(-1), fullPath, createReader };
}

const fileEntry = (fullPath) => ({
  name: fullPath.split('/').at(-1),
  fullPath,
  isFile: true,
  file: (resolve) => resolve({ name: fullPath.split('/').at(-1), size: 1 }),
});

test('what the engine refuses is told at the field that it names', async (t) => {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  const good = { category: 'kitchen', name: 'kettle', content: 'On the left.' };
  const wrong = { category: 'My Notes', name: '[', ts: 'soon' };
  const nameIn = (error) => fieldOf(error, Object.keys(wrong));
  for (const [field, value] of Object.entries(wrong)) {
    const refused = (error) => nameIn(error) === field;
    assert.throws(() => memory.add({ ...good, [field]: value }), refused, field);
  }
  for (const message of ['sequence.id: must not be empty', 'the name is taken', 'names: many'])
    assert.equal(nameIn({ message }), undefined, message);
  for (const message of ['name: must hold more', 'name must hold more'])
    assert.equal(nameIn({ message }), 'name');
});

test('a dropped folder is walked to its end, what is hidden left out', async () => {
  const inner = folderEntry('/wiki/old', [fileEntry('/wiki/old/e.md')]);
  const hidden = folderEntry('/wiki/.git', [fileEntry('/wiki/.git/f.md')]);
  const names = ['a', 'b', 'c', '.d'].map((name) => fileEntry(`/wiki/${name}.md`));
  const wiki = folderEntry('/wiki', [...names, inner, hidden]);
  const files = await filesOfDrop({ items: [{ webkitGetAsEntry: () => wiki }], files: [] });
  const paths = files.map(({ path }) => path);
  assert.deepEqual(paths, ['wiki/a.md', 'wiki/b.md', 'wiki/c.md', 'wiki/old/e.md']);
});

test('only the latest of several tasks appears, also when an earlier one is slower', async () => {
  const painted = [];
  const latest = new Latest((error) => painted.push(error.message));
  const task = (name, wait) => async () => {
    await wait;
    return () => painted.push(name);
  };
  let release;
  const slow = latest.now(task('slow', new Promise((resolve) => (release = resolve))));
  await latest.now(task('quick'));
  release();
  await slow;
  latest.soon(task('skipped'));
  await latest.now(() => Promise.reject(new Error('told')));
  assert.deepEqual(painted, ['quick', 'told']);
});

test('sizes are in the units of disks', () => {
  assert.deepEqual([0, 999, 1500, 53_248, 1e9].map(bytes), [
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '53 kB',
    '1.0 GB',
  ]);
});

test('the page meets Loci in one module, and never reads text as HTML', async () => {
  const folder = new URL('../../demo/page/', import.meta.url);
  for (const name of await readdir(folder)) {
    const source = await readFile(new URL(name, folder), 'utf8');
    assert.ok(source.split('\n').length <= 400, `${name} is long`);
    assert.doesNotMatch(
      source,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bstyle=/,
      name,
    );
    // The example of an embedder names a server, in words that somebody may run.
    if (name !== 'embedder_example.js')
      assert.doesNotMatch(source, /https?:\/\/(?!www\.w3\.org)/, name);
    const imports = Array.from(source.matchAll(/from '([^']+)'/g), ([, path]) => path);
    const outside = imports.filter((path) => !path.startsWith('./'));
    assert.deepEqual(outside, name === 'memory.js' ? ['../../js/browser.js'] : [], name);
  }
});

test('what a store holds is told in words', () => {
  const held = (notes, events, drawers) => heldInWords({ notes, events, drawers });
  assert.equal(held(0, 0, 0), '0 notes');
  assert.equal(held(1, 0, 0), '1 note');
  assert.equal(held(0, 0, 2), '2 drawers');
  assert.equal(held(60, 0, 1), '60 notes and 1 drawer');
  assert.equal(held(2, 1, 1200), '2 notes, 1 event and 1,200 drawers');
});
