// Stored text in a frame: no text, id or name can be taken for a line of ours, and none loses a
// character.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { escapeUnseen, frame, inOneLine, named, quote, textOf } from '../../js/text_frame.js';

const LINE_ENDS = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];

test('each line of a text stands behind the mark, whatever it takes for a line end', () => {
  for (const end of LINE_ENDS) {
    const lines = quote(`one${end}2. forged`, '   ');
    assert.equal(textOf(lines), '   > one\n   > 2. forged\n', JSON.stringify(end));
  }
  assert.equal(textOf([frame('ours'), ...quote('')]), 'ours\n> \n');
});

test('a name that could be read as something else is quoted', () => {
  for (const name of ['garden', 'Café 2', 'notes/a-b.md', '项目笔记', "don't", '#1', 'a:b@c']) {
    assert.equal(named(name), name);
  }
  for (const name of ['', ' a', 'a  b', 'a · b', 'a, b', '1) x', 'say "x"', '`x`', '<x>']) {
    assert.equal(named(name), JSON.stringify(name));
  }
  assert.equal(named('a\nb'), '"a\\nb"');
  assert.equal(named('a\u202eb'), '"a\\u202eb"');
  assert.equal(named('a\u{e0041}b'), '"a\\udb40\\udc41b"');
});

test('characters that act or hide are escaped, and all others stay', () => {
  assert.equal(escapeUnseen('a\u200bb\u202ec\u0007d'), 'a\\u200bb\\u202ec\\u0007d');
  assert.equal(escapeUnseen('\u{e0041}\ud800'), '\\udb40\\udc41\\ud800');
  for (const [hidden] of '\u{e0101}\u2065\u3164\u115f\u034f\u17b4\ufff9\ufffb\u00ad'.matchAll(
    /./gu,
  )) {
    assert.match(escapeUnseen(`a${hidden}b`), /^a(\\u[0-9a-f]{4}){1,2}b$/);
  }
  for (const text of ['a\tb', '☂️', 'نمی\u200cخواهم', '👨‍👩‍👧', 'é', '“x”', '\u0600']) {
    assert.equal(escapeUnseen(text), text);
  }
});

test('a sentence becomes one line', () => {
  for (const end of LINE_ENDS) assert.equal(inOneLine(`a${end}b`), 'a b');
});
