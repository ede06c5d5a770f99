// Chunks of a text: put together they are the text, and each ends where a reader would cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chunksOf, isBlank } from '../../js/cli/mine_chunks.js';
import { makeRandom } from '../support/random.js';

const codePoints = (text) => Array.from(text).length;

/** The chunks, which put together are the text, each with something to read. */
function chunked(text) {
  const chunks = [...chunksOf(text)];
  assert.equal(chunks.join(''), text);
  for (const chunk of chunks) assert.ok(!isBlank(chunk) && chunk.isWellFormed?.() !== false);
  return chunks;
}

const words = (letters, end = '.') => `${'word '.repeat(letters / 5 - 1)}word${end}`;

test('a short text is one chunk, with all white space around it', () => {
  for (const text of ['x', '\n\n x \n\n', '\ufeff# Title\r\n', words(800, '')]) {
    assert.deepEqual(chunked(text), [text]);
  }
});

test('white space alone is no chunk', () => {
  for (const text of ['', ' ', '\n\n', '\u3000\u0085\u2028', ' '.repeat(10_000)]) {
    assert.deepEqual([...chunksOf(text)], []);
    assert.ok(isBlank(text));
  }
});

test('a chunk ends at the paragraph that ends nearest to 800 characters', () => {
  const paragraphs = [300, 300, 300, 500].map((length) => `${words(length)}\n\n`);
  assert.deepEqual(chunked(paragraphs.join('')), [paragraphs.slice(0, 3).join(''), paragraphs[3]]);
  const heading = '# Title\r\n\r\n';
  assert.deepEqual(chunked(`${heading}${words(700)}\r\n \r\n${words(700)}`), [
    `${heading}${words(700)}\r\n \r\n`,
    words(700),
  ]);
});

test('without a paragraph it ends at a line, a sentence, a word, or anywhere', () => {
  const line = (length) => `${words(length, '')}\n`;
  assert.deepEqual(chunked(line(500) + line(1000) + line(700)), [line(500), line(1000), line(700)]);
  const sentence = `${words(600)} `;
  assert.deepEqual(chunked(sentence.repeat(2) + words(600)), [sentence, sentence, words(600)]);
  const [first, second] = chunked('abc '.repeat(400));
  assert.deepEqual([first.length, second.length], [800, 800]);
  assert.deepEqual(
    chunked('x'.repeat(2500)).map(({ length }) => length),
    [800, 800, 900], // the end is as good as the end of a paragraph
  );
  const chinese = `${'水'.repeat(700)}。`;
  assert.deepEqual(chunked(chinese.repeat(3)), [chinese, chinese, chinese]);
  const quoted = `${'水'.repeat(700)}。」`;
  assert.deepEqual(chunked(quoted.repeat(3))[0], quoted);
});

test('characters are counted and kept whole', () => {
  const [pairs] = chunked('𠮷'.repeat(2000));
  assert.equal(codePoints(pairs), 800);
  for (const [text, start] of [
    ['e\u0301'.repeat(1500), /^e/],
    ['👨‍👩‍👧'.repeat(500), /^👨/u],
    ['👍🏽'.repeat(800), /^👍/u],
    [`x${'\u0301'.repeat(5000)}y`, /^[xy]/],
  ]) {
    for (const chunk of chunked(text)) assert.match(chunk, start);
  }
});

test('no chunk is far from 800 characters, whatever the text', () => {
  const random = makeRandom(7);
  const pieces = [
    'word',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '. ',
    '水',
    '。',
    '🌱',
    '\t',
    '#',
    '      ',
  ];
  for (let round = 0; round < 50; round++) {
    const many = 1000 + random(4000);
    const text = Array.from({ length: many }, () => pieces[random(pieces.length)]);
    const chunks = chunked(text.join(''));
    for (const chunk of chunks.slice(0, -1)) {
      const length = codePoints(chunk.trim());
      assert.ok(length >= 400 && length <= 1200, `${length}`);
    }
  }
});

test('ten megabytes without a line end take time in proportion', () => {
  const start = performance.now();
  assert.ok(chunked('x'.repeat(10 * 2 ** 20)).length > 10_000);
  assert.ok(chunked(`a${' '.repeat(4 * 2 ** 20)}b`).length <= 2);
  assert.ok(performance.now() - start < 20_000);
});
