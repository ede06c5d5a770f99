import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DEFAULTS, UsageError, readArguments } from '../../demo/arguments.js';
import { explain } from '../../demo/explanation.js';
import {
  bar,
  displayWidth,
  fit,
  palette,
  table,
  terminalWidth,
  truncate,
  visible,
  visibleJson,
  wantsColor,
  wrap,
} from '../../js/cli/terminal.js';

const FAMILY = '👨‍👩‍👧';
const plain = palette(false);

test('visible shows what would drive a terminal or hide in it', () => {
  assert.equal(visible('a\u001b[31mb'), 'a␛[31mb');
  assert.equal(visible('bell\u0007 tab\t nul\u0000 del\u007f'), 'bell␇ tab␉ nul␀ del␡');
  assert.equal(visible('csi\u009b2J'), 'csi<U+009B>2J');
  assert.equal(visible('abc\u202edef\u2066'), 'abc<U+202E>def<U+2066>');
  assert.equal(
    visible('zero\u200bwidth\ufeff line\u2028'),
    'zero<U+200B>width<U+FEFF> line<U+2028>',
  );
  assert.equal(visible('tag\u{e0041}'), 'tag<U+E0041>');
  assert.equal(visible('half \ud83d pair'), 'half \ufffd pair');
});

test('visible leaves writing alone', () => {
  for (const text of ['crème brûlée', '京都 桜', 'می‌خواهم', FAMILY, '한국어', 'नमस्ते', 'a\u0301']) {
    assert.equal(visible(text), text);
  }
  assert.equal(visible(visible('a\u001bb')), visible('a\u001bb'));
});

test('visibleJson is JSON of the same value without a character that acts', () => {
  const value = { text: 'a\u001b\u009b\u202e\u2028\u007f\u{e0041}"\\\n京' };
  const json = visibleJson(value);
  assert.deepEqual(JSON.parse(json), value);
  assert.match(json, /^\{\n {2}"text": "[\x20-\x7e京]*"\n\}$/);
});

test('displayWidth counts terminal cells', () => {
  const widths = {
    '': 0,
    tide: 4,
    潮位: 4,
    'グラフ。': 8,
    ｶﾅ: 2,
    ＡＢ: 4,
    한국: 4,
    '\u1112\u1161\u11ab': 2,
    é: 1,
    'e\u0301': 1,
    '…': 1,
    '─█': 2,
    '🎉': 2,
    '☀️': 2,
    '☀': 1,
    '1️⃣': 2,
    '🇯🇵': 2,
    '𠮷野家': 6,
    '\u001b': 1,
    '\u009b': 8,
  };
  for (const [text, width] of Object.entries(widths)) assert.equal(displayWidth(text), width, text);
  assert.equal(displayWidth(FAMILY), 2);
});

test('truncate cuts between clusters and never exceeds the width', () => {
  assert.equal(truncate('harbour', 7), 'harbour');
  assert.equal(truncate('harbour', 6), 'harbo…');
  assert.equal(truncate('潮位観測', 8), '潮位観測');
  assert.equal(truncate('潮位観測', 7), '潮位観…');
  assert.equal(truncate('潮位観測', 6), '潮位…');
  assert.equal(truncate(`a${FAMILY}b`, 3), 'a…');
  assert.equal(truncate('e\u0301e\u0301e\u0301', 2), 'e\u0301…');
  assert.equal(truncate('ab', 0), '');
  for (let width = 1; width < 20; width += 1) {
    const cut = truncate(`x潮${FAMILY}é\u001bグ🎉 end of it`, width);
    assert.ok(displayWidth(cut) <= width, `${cut} in ${width}`);
  }
});

test('fit fills to the exact width on either side', () => {
  assert.equal(fit('潮', 4), '潮  ');
  assert.equal(fit('7', 3, 'right'), '  7');
  assert.equal(fit('潮位観', 4), '潮… ');
});

test('wrap keeps lines within the width and loses no character', () => {
  const text = 'The gauge 潮位観測所は、岸壁の内側に「静か」にある。 It reads every 6 minutes.';
  for (const width of [4, 7, 10, 33, 100]) {
    const lines = wrap(text, width);
    for (const line of lines) assert.ok(displayWidth(line) <= width, `${line} in ${width}`);
    assert.equal(lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
  }
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('a\n\nb', 10), ['a', '', 'b']);
  assert.deepEqual(wrap('a\r\nb\u001b', 10), ['a', 'b␛']);
});

test('wrap leaves lines whole where there is no width', () => {
  const line = '潮 tide '.repeat(100);
  assert.deepEqual(wrap(`${line}\n  b\u001b`, Infinity), [line.trimEnd(), '  b␛']);
});

test('wrap takes megabytes without a blank in no more time than it reads them', () => {
  const started = performance.now();
  assert.equal(wrap('a'.repeat(2 ** 20), 64).length, 2 ** 14);
  assert.equal(wrap('潮'.repeat(2 ** 18), 64).length, 2 ** 13);
  assert.ok(performance.now() - started < 10_000);
});

test('wrap starts no line with closing punctuation', () => {
  assert.deepEqual(wrap('京都の桜。', 8), ['京都の', '桜。']);
  assert.deepEqual(wrap('見た「桜」', 6), ['見た', '「桜」']);
});

test('table aligns columns by cells and cuts only what may shrink', () => {
  const columns = [{ title: '#', align: 'right' }, { title: 'note', shrink: true }, { title: 'n' }];
  const rows = [
    ['1', '潮位グラフ', '10'],
    ['12', 'harbour wall', '9'],
  ];
  assert.deepEqual(table(columns, rows, { width: 40 }), [
    ' #  note          n',
    ' 1  潮位グラフ    10',
    '12  harbour wall  9',
  ]);
  assert.deepEqual(table(columns, rows, { width: 16 }), [
    ' #  note      n',
    ' 1  潮位グ…   10',
    '12  harbour…  9',
  ]);
});

test('table takes cells from the widest column that may shrink, never from another', () => {
  const columns = [{ title: 'id' }, { title: 'a', shrink: true }, { title: 'b', shrink: true }];
  const rows = [['x'.repeat(20), 'y'.repeat(9), 'z'.repeat(14)]];
  const [, row] = table(columns, rows, { width: 44 });
  assert.deepEqual(row.split(/ +/), ['x'.repeat(20), 'y'.repeat(9), `${'z'.repeat(10)}…`]);
  const [, tight] = table(columns, rows, { width: 10 });
  assert.deepEqual(tight.split(/ +/), ['x'.repeat(20), 'yyyyy…', 'zzzzz…']);
});

test('table shows control characters of a cell instead of sending them', () => {
  const lines = table([{ title: 'note' }], [['\u001b]0;owned\u0007\nnext']], { width: 60 });
  assert.deepEqual(lines, ['note', '␛]0;owned␇␊next']);
});

test('table paints what shows of a cell, and not the blanks behind it', () => {
  const paint = (cell, row) => `<${row}${cell}>`;
  assert.deepEqual(
    table(
      [{ title: 'term', paint }, { title: 'n' }],
      [
        ['a', '1'],
        ['', '2'],
      ],
      { width: 60 },
    ),
    ['term  n', '<0a>     1', '      2'],
  );
  const paintTitle = (title) => `[${title}]`;
  const [titles] = table([{ title: 'term' }], [['longer']], { width: 60, paintTitle });
  assert.equal(titles, '[term]');
});

test('bar is proportional, in eighths of a cell, and stays within its width', () => {
  assert.equal(bar(0, 4), '');
  assert.equal(bar(0.5, 4), '██');
  assert.equal(bar(0.53125, 4), '██▏');
  assert.equal(bar(1, 4), '████');
  assert.equal(bar(7, 4), '████');
});

test('colours are for terminals whose owner did not refuse them', () => {
  assert.equal(wantsColor({ isTTY: true }, {}), true);
  assert.equal(wantsColor({ isTTY: true }, { NO_COLOR: '1' }), false);
  assert.equal(wantsColor({ isTTY: true }, { TERM: 'dumb' }), false);
  assert.equal(wantsColor({}, {}), false);
  assert.equal(wantsColor({}, { FORCE_COLOR: '1', NO_COLOR: '1' }), true);
  assert.equal(wantsColor({ isTTY: true }, { FORCE_COLOR: '0' }), false);
  assert.equal(wantsColor({ isTTY: true }, { FORCE_COLOR: '' }), true);
  assert.equal(palette(false).red('x'), 'x');
  assert.equal(palette(true).red('x'), '\u001b[31mx\u001b[39m');
});

test('the width is the terminal’s, 100 without one, 40 at least', () => {
  assert.equal(terminalWidth({ columns: 132 }), 132);
  assert.equal(terminalWidth({}), 100);
  assert.equal(terminalWidth({ columns: 3 }), 40);
});

const ENTRY = {
  category: 'tools',
  name: 'retry_with_jitter',
  content: 'Waits a random time.\u001b[2J',
  owner: null,
  source: 'hit',
  score: 3.5,
  bm25Score: 3.5,
  cosScore: null,
  via: null,
  matchedTerms: ['jitter', '再送'],
  tokensEst: 5,
  terms: [
    { term: 'jitter', kind: 'part', tf: 2, df: 6, idf: 1, weight: 1.25 },
    { term: '再送', kind: 'word', tf: 1, df: 1, idf: 2, weight: 2.25 },
  ],
};
const LINKED = {
  ...ENTRY,
  name: '潮位グラフ',
  source: 'link',
  score: null,
  bm25Score: null,
  via: 'retry_with_jitter',
  matchedTerms: [],
  terms: [],
};
const RESULT = {
  items: [ENTRY, LINKED],
  dropped: [{ ...LINKED, name: 'left behind', reason: 'over_budget', tokensEst: 99 }],
  budgetTokens: 12,
  budgetUsed: 10,
  overBudget: false,
  confidence: 0.834,
  unresolvedLinks: ['[[projects:weather kite]]'],
  warnings: [{ code: 'repaired', message: '1 byte was no UTF-8' }],
};

function pageOf(result, width = 100) {
  return explain('jitter 再送', result, { width, paint: plain });
}

test('the explanation shows rank, parts of the score, way and size of each note', () => {
  const lines = pageOf(RESULT).map((line) => line.trim().split(/ {2,}/));
  const row = (start) =>
    lines.find((cells) => cells.slice(0, start.length).join() === start.join());
  assert.deepEqual(row(['1', 'hit']).slice(2), [
    'tools:retry_with_jitter',
    '3.50',
    '3.50',
    'jitter 再送',
    '–',
    '5',
  ]);
  assert.deepEqual(row(['2', 'link']).slice(2), [
    'tools:潮位グラフ',
    '–',
    '–',
    'retry_with_jitter',
    '5',
  ]);
});

test('the explanation weighs terms, heaviest first', () => {
  const lines = pageOf(RESULT).join('\n');
  assert.match(lines, /1 {2}再送 +word +2\.25 {2}█{16} {2}1× here, in 1 note\n/);
  assert.match(lines, /\n +jitter +part +1\.25 {2}█+▉? +2× here, in 6 notes\n/);
  assert.ok(lines.indexOf('2.25') < lines.indexOf('1.25'));
});

test('the explanation shows forms beside their words, what was lent, and how sure it is', () => {
  const form = { ...ENTRY.terms[0], term: 'jitters', kind: 'gram', of: 'jitter', weight: 0.75 };
  const context = { own: 4.25, neighbours: 0.5, sequence: 0.25, coverage: 1 };
  const entry = { ...ENTRY, bm25Score: 6, terms: [...ENTRY.terms, form], context };
  const text = pageOf({ ...RESULT, items: [entry] }).join('\n');
  assert.match(text, /\n +jitter ~ jitters +gram +0\.75 /);
  assert.match(text, /\n +close together +1\.00 .* in one place\n/);
  assert.match(text, /\n +around it +0\.75 .* from its sequence\n/);
  assert.match(text, /\nFound, confidence 0\.83: hits by score/);
  assert.doesNotMatch(pageOf(RESULT).join('\n'), /around it/);
});

test('the explanation says how many of the hits it weighs', () => {
  const headingOf = (items) => pageOf({ ...RESULT, items }).find((line) => line.startsWith('Why'));
  assert.match(headingOf(Array(5).fill(ENTRY)), /\(of 5 hits, the first 3\)$/);
  assert.match(headingOf(Array(3).fill(ENTRY)), /BM25$/);
});

test('the explanation sums up what lies behind the five heaviest terms', () => {
  const terms = [6, 5, 4, 3, 2, 1, 0.5].map((weight) => ({
    ...ENTRY.terms[0],
    term: `t${weight}`,
    weight,
  }));
  const text = pageOf({ ...RESULT, items: [{ ...ENTRY, terms }] }).join('\n');
  assert.match(text, /\n +t2 +part +2\.00 [^\n]+\n +2 more +1\.50\n/);
  assert.doesNotMatch(text, /t1|t0\.5/);
});

test('the explanation tells of the budget, dropped notes, open links and warnings', () => {
  const text = pageOf(RESULT).join('\n');
  assert.match(text, /10 of 12 tokens used, 2 of 3 notes kept\n/);
  assert.match(text, /tools:left behind +link +– +99 +over the budget/);
  assert.match(text, /\[\[projects:weather kite\]\]/);
  assert.match(text, /repaired: 1 byte was no UTF-8/);
  const over = { ...RESULT, items: [ENTRY], budgetTokens: 1, overBudget: true };
  assert.match(pageOf(over).join('\n'), /the first note alone is larger/);
  const none = pageOf({ ...over, budgetTokens: 0 }).join('\n');
  assert.match(none, /none allowed, 10 tokens used, 1 of 2 notes kept; the first is always kept/);
});

test('a result without notes says so and why', () => {
  const nothing = { ...RESULT, items: [], dropped: [], unresolvedLinks: [], warnings: [] };
  assert.match(pageOf(nothing).join('\n'), /Nothing found\n +no note shares a word/);
  assert.match(
    pageOf({ ...nothing, reason: 'no_query_terms' }).join('\n'),
    /Nothing found\n +the query holds no words/,
  );
});

test('the explanation sends no control character and keeps to the width', () => {
  const evil = '\u001b]52;c;AAAA\u0007\u009b5n\u202e';
  const entry = {
    ...ENTRY,
    name: `n${evil}`,
    content: evil.repeat(40),
    matchedTerms: [evil],
    terms: [{ ...ENTRY.terms[0], term: evil }],
  };
  const result = {
    ...RESULT,
    items: [entry, { ...LINKED, via: evil }],
    dropped: [{ ...entry, reason: evil }],
    unresolvedLinks: [evil],
    warnings: [{ code: 'x', message: evil }],
  };
  for (const width of [80, 100, 140]) {
    const lines = explain(evil, result, { width, paint: plain });
    for (const line of lines) {
      assert.doesNotMatch(line, /[\p{Cc}\p{Bidi_Control}]/u);
      assert.ok(displayWidth(line) <= width, line);
    }
  }
});

test('arguments: defaults, and words outside options are the query', () => {
  const defaults = readArguments([]);
  assert.deepEqual(
    { query: defaults.query, limit: defaults.limit, budget: defaults.budget },
    { ...DEFAULTS },
  );
  assert.equal(readArguments(['京都', '桜']).query, '京都 桜');
  assert.equal(readArguments(['']).query, '');
  assert.equal(readArguments(['--', '--limit']).query, '--limit');
  const all = readArguments(['--store', 'a.db', '--limit=3', '--budget', '0', '--json', 'x']);
  assert.deepEqual(all, {
    query: 'x',
    limit: 3,
    budget: 0,
    store: 'a.db',
    save: undefined,
    json: true,
    serve: undefined,
    help: false,
  });
  assert.equal(readArguments(['--serve']).serve, true);
  assert.equal(readArguments(['--no-serve']).serve, false);
});

test('arguments: what cannot be understood is one clear sentence', () => {
  const wrong = {
    'Unknown option': ['--foo'],
    '--limit.*(missing|needs a value)': ['--limit'],
    "'--limit' needs a value, and what follows begins with a dash": ['--limit', '-3'],
    'from 0 up, not "-5"': ['--budget=-5'],
    "Unknown option '--no-store'": ['--no-store'],
    '--serve and --no-serve exclude each other': ['--serve', '--no-serve'],
    'from 1 up, not "0"': ['--limit', '0'],
    'from 1 up, not "1.5"': ['--limit', '1.5'],
    'from 0 up, not "1e3"': ['--budget', '1e3'],
    'at most 9007199254740991, not "99999999999999999"': ['--budget', '99999999999999999'],
    'does not take an argument': ['--json=1'],
    'name of a file': ['--store='],
    'exclude each other': ['--store', 'a', '--save', 'b'],
  };
  for (const [message, args] of Object.entries(wrong)) {
    assert.throws(
      () => readArguments(args),
      (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, new RegExp(message));
        assert.doesNotMatch(error.message, /\.\s|\n/);
        return true;
      },
    );
  }
});
