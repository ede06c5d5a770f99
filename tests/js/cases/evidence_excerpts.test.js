// Cases of the group "Budget, chunks, excerpts" for events: an excerpt is the text itself, short, well
// formed and where the question matches, in any script; and long texts take time in proportion.
// Chunks at their lengths: ../evidence_bounds.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { freshSearch } from '../../support/event_memories.js';
import { mixedText } from '../../support/mixed_text.js';
import { moduleWithAtMost } from '../../support/small_heap.js';

const points = (text) => [...text];

/** Asserts that an excerpt is a piece of `content` and says truly where it stands. */
function assertExact(content, { excerpt, contentLength, hint }) {
  const { text, range, range16 } = excerpt;
  const all = points(content);
  assert.ok(range[1] - range[0] <= 120 && points(text).length === range[1] - range[0]);
  assert.ok(text.isWellFormed());
  assert.equal(all.slice(...range).join(''), text);
  assert.equal(content.slice(...range16), text);
  assert.equal(contentLength, all.length);
  assert.equal(hint, all.length > points(text).length ? 'use read' : undefined);
}

/** What a search shows of one event with this content. */
async function shownOf(content, query_text) {
  const memory = await openMemory(':memory:');
  memory.evidence.save({ id: 'a', summary: 'source', content });
  const [event] = memory.evidence.search({ query_text }).events;
  memory.close();
  return event;
}

const FAMILY = '👨\u200d👩\u200d👧\u200d👦';
const edges = {
  'a pair at the edge': `${'a'.repeat(119)}🟡 status`,
  'pairs alone': '🟡'.repeat(120),
  'one pair more': '🟡'.repeat(121),
  'a joined family at the edge': `${'a'.repeat(119)}${FAMILY} and more of it`,
  'families alone': FAMILY.repeat(40),
  'an accent at the edge': `${'a'.repeat(119)}e\u0301 and more`,
  'one letter with 500 accents': `e${'\u0301'.repeat(500)} and more`,
  'flags alone': '🇫🇷'.repeat(90),
  'decomposed Hangul': '\u1112\u1161\u11ab'.repeat(70),
  'Thai with its vowels': 'น้ำตก'.repeat(60),
  'Devanagari with its signs': 'क्षेत्रि'.repeat(40),
  'a word longer than an excerpt': `${'x'.repeat(700)} tail`,
  'blanks alone': ' \t\n'.repeat(100),
  'line ends of three kinds': 'one\r\ntwo\rthree\n'.repeat(20),
  'zero width': '\u200b\u200d\ufeff'.repeat(60),
  'ideographs beyond U+FFFF': '𠮷'.repeat(200),
};

for (const [what, content] of Object.entries(edges)) {
  test(`case 37: ${what}`, async () => {
    for (const query of ['source', 'status', 'more', 'tail', '🟡', null]) {
      const event = await shownOf(content, query === null ? null : `source ${query}`);
      assertExact(content, event);
    }
  });
}

test('case 37: what belongs together is cut nowhere, where it fits', async () => {
  const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const starts = (text) => new Set([...clusters.segment(text)].map(({ index }) => index));
  for (const what of [
    'a pair at the edge',
    'a joined family at the edge',
    'families alone',
    'an accent at the edge',
    'flags alone',
    'decomposed Hangul',
  ]) {
    const content = edges[what];
    const { excerpt } = await shownOf(content, 'source');
    const bounds = starts(content).add(content.length);
    for (const place of excerpt.range16) assert.ok(bounds.has(place), `${what}: ${place}`);
  }
});

test('case 37: texts of many scripts are quoted to the letter', async () => {
  const { evidence } = await openMemory(':memory:');
  for (let i = 0; i < 60; i++) {
    const content = mixedText(i, 300).toWellFormed();
    evidence.save({ id: `n${i}`, summary: '', content });
    const query_text = mixedText(i, 300)
      .slice(i * 3, i * 3 + 40)
      .toWellFormed();
    for (const event of freshSearch(evidence, { query_text }).events) {
      assertExact(evidence.get(event.id).content, event);
    }
  }
});

const HUGE = {
  'no line end': 'stone and river '.repeat(655_360), // 10 MiB
  'one word': 'x'.repeat(2 ** 20),
  'one ideograph': '海'.repeat(350_000),
  headings: Array.from({ length: 100_000 }, (_, i) => `## heading ${i}\n`).join(''),
};
const MEMORY = 128 * 2 ** 20;

/** Keeps a text, and asserts that it is found, quoted and read. */
function useHuge(evidence, id) {
  const content = HUGE[id];
  evidence.save({ id, summary: id, content });
  const [event] = freshSearch(evidence, { query_text: `${id} river heading 海` }).events;
  assert.equal(event.id, id);
  assertExact(content, event);
  const { text, total } = evidence.read({ event_id: id, start: event.contentLength - 5 });
  assert.deepEqual([text, total], [points(content).slice(-5).join(''), event.contentLength]);
}

for (const id of Object.keys(HUGE)) {
  test(`case 39: a text of megabytes, ${id}, in 128 MB`, async () => {
    const memory = await openMemory(':memory:');
    useHuge(memory.evidence, id);
    assert.ok(memory.status().heapBytes <= MEMORY, `${memory.status().heapBytes}`);
  });
}

test('case 39: where memory ends, texts of megabytes are refused, and nothing else is lost', async () => {
  const memory = await openMemory(':memory:', { wasm: moduleWithAtMost(MEMORY / 65_536) });
  const { evidence } = memory;
  evidence.save({ id: 'small', summary: 'small', content: 'The kettle is on.' });
  for (const id of ['no line end', 'headings', 'no line end']) {
    try {
      useHuge(evidence, id);
      evidence.remove(id);
    } catch (error) {
      assert.match(error.code, /^(too_large|out_of_memory|storage_full)$/, error.message);
    }
  }
  assert.equal(freshSearch(evidence, { query_text: 'kettle' }).events[0].id, 'small');
  assert.deepEqual(memory.check().findings, []);
});

test('case 39: time grows no faster than the text', async () => {
  const { evidence } = await openMemory(':memory:');
  const timeOf = (length) => {
    const content = 'riverstone'.repeat(length / 10); // one word
    const times = Array.from({ length: 3 }, (_, i) => {
      const begun = performance.now();
      evidence.save({ id: 'a', summary: `s ${i}`, content: content + i });
      freshSearch(evidence, { query_text: 'riverstone s' });
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  timeOf(100_000);
  const short = timeOf(500_000);
  const long = timeOf(4_000_000);
  assert.ok(long < short * 8 * 4 + 50, `${short} ms, ${long} ms`); // 64 times if it were squared
});

const NEEDLES = {
  Latin: ['the lines of a long report', 'zephyr instrument'],
  'with accents': ['les lignes d’un long rapport', 'fête à Nîmes'],
  Cyrillic: ['строка длинного отчёта', 'синий зефир'],
  Greek: ['η γραμμή της αναφοράς', 'μπλε ζέφυρος'],
  Chinese: ['这是一份很长的报告的一行', '长江大桥'],
  Japanese: ['これは長い報告の一行です', '桜の季節'],
  Korean: ['긴 보고서의 한 줄', '제주도 여행'],
  Thai: ['บรรทัดของรายงาน', 'น้ำตก'],
  Arabic: ['سطر من تقرير طويل', 'كلمة السر'],
  Hebrew: ['שורה של דוח ארוך', 'גשר ישן'],
  Devanagari: ['लंबी रिपोर्ट की पंक्ति', 'मेरा नाम'],
  Georgian: ['გრძელი ანგარიშის ხაზი', 'ქართული ენა'],
  identifiers: ['call the function again', 'retry_with_jitter v2.4.7'],
};

for (const [script, [line, needle]] of Object.entries(NEEDLES)) {
  test(`case 40: line 150 of 200 is shown where it matches: ${script}`, async () => {
    for (const place of [0, 1, 150, 198, 199]) {
      const lines = Array.from({ length: 200 }, (_, i) => (i === place ? needle : line));
      const content = lines.join('\n');
      const event = await shownOf(content, needle);
      assert.ok(event.excerpt.text.includes(needle), `${place}: ${event.excerpt.text}`);
      assertExact(content, event);
    }
  });
}

test('case 40: of places that match, the one with most words of the question', async () => {
  const filler = 'an empty line of the report\n'.repeat(20);
  const content = `the bridge\n${filler}the old bridge\n${filler}the old bridge fell\n${filler}it fell`;
  const { excerpt } = await shownOf(content, 'old bridge fell');
  assert.ok(excerpt.text.includes('the old bridge fell'));
});

test('case 40: the best chunk by the embedding is where the excerpt is taken', async () => {
  const { evidence } = await openMemory(':memory:');
  const content = Array.from({ length: 400 }, (_, i) => `line ${i} of the bridge\n`).join('');
  const chunks = evidence.chunks(content);
  for (const [at, [start, end]] of chunks.entries()) {
    const chunkEmbeddings = chunks.map((_, i) => (i === at ? [1, 0] : [0, 1]));
    evidence.save({ id: 'a', summary: 'source', content, chunkEmbeddings });
    for (const query_text of ['bridge', null]) {
      const { events } = freshSearch(evidence, { query_text }, { embedding: [1, 0] });
      const { range } = events[0].excerpt;
      const middle = (range[0] + range[1]) / 2; // context may come from outside
      assert.ok(start <= middle && middle < end, `${start}–${end}: ${range}`);
    }
  }
});
