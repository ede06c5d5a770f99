// Cases of the group "Text": words of every script are found as people write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { EVERY_SCRIPT } from '../../support/case_texts.js';
import { assertFails } from '../../support/errors.js';
import { inEveryWay, textsOf } from '../../support/memories.js';

/** Asserts that each query finds its text first. */
function finds(texts, queries) {
  return inEveryWay(texts, (memory, way) => {
    for (const [query, text] of queries) {
      assert.equal(textsOf(memory, query)[0], text, `${query}, ${way}`);
    }
  });
}

test('case 1: Chinese words beside Latin ones, both matched', async () => {
  const texts = ['每日复盘 cron 备份已完成', 'weekly report'];
  await inEveryWay(texts, (memory) => {
    const { items } = memory.retrieve('复盘 备份');
    assert.deepEqual(
      items.map(({ content }) => content),
      texts.slice(0, 1),
    );
    assert.deepEqual(items[0].matchedTerms, ['备份', '复盘'].sort());
    assert.deepEqual(textsOf(memory, 'cron备份'), texts.slice(0, 1));
  });
});

test('case 2: Korean, Cyrillic, Thai, Devanagari, Arabic and others', () => {
  return finds(Object.values(EVERY_SCRIPT), Object.entries(EVERY_SCRIPT));
});

test('case 3: one ideograph and a word inside a run', () => {
  const texts = ['喜欢海边', '止损线', '大海报'];
  return inEveryWay(texts, (memory) => {
    assert.deepEqual(textsOf(memory, '海').sort(), ['喜欢海边', '大海报'].sort());
    assert.deepEqual(textsOf(memory, '止损'), ['止损线']);
    assert.equal(textsOf(memory, '海边 海')[0], '喜欢海边');
  });
});

test('case 4: identifiers, by their parts and whole; the whole one first', async () => {
  const texts = [
    'getUserById',
    'the user came by, id in hand',
    'atomic_write_json',
    'write json, atomic or not',
    'deploy-v2.4.7-hotfix',
    'v2.4.7',
    'deploy v2 4 7',
    'OvertimeService',
  ];
  await finds(texts, [
    ['atomic_write_json', 'atomic_write_json'],
    ['getUserById', 'getUserById'],
    ['v2.4.7', 'v2.4.7'],
    ['deploy-v2.4.7-hotfix', 'deploy-v2.4.7-hotfix'],
    ['overtime', 'OvertimeService'],
  ]);
  await inEveryWay(texts, (memory) => {
    assert.ok(textsOf(memory, 'user by id').includes('getUserById'));
    assert.ok(textsOf(memory, 'hotfix').includes('deploy-v2.4.7-hotfix'));
    assert.ok(textsOf(memory, 'v2.4.7').includes('deploy v2 4 7'));
  });
});

test('case 5: forms of one character are the same, and the text stays as it was', async () => {
  const decomposed = 'cafe\u0301 au lait';
  const jamo = '제주도'.normalize('NFD');
  const texts = [decomposed, jamo, 'ＡＢＣ１２３', 'ﬁnally', 'plain'];
  await finds(texts, [
    ['café', decomposed],
    ['cafe', decomposed],
    ['CAFÉ', decomposed],
    ['제주도', jamo],
    ['abc123', 'ＡＢＣ１２３'],
    ['finally', 'ﬁnally'],
  ]);
});

test('case 5: an exact accent never ranks below a folded one', () =>
  inEveryWay(['resume one', 'résumé two', 'résume three'], (memory) => {
    assert.equal(textsOf(memory, 'résumé')[0], 'résumé two');
    assert.equal(textsOf(memory, 'resume').length, 3);
  }));

test('case 6: emoji beside words, and alone', async () => {
  const texts = ['今天天气很好，🙋 我们去郊游', 'party 🎉🎉', 'nothing here'];
  await finds(texts, [['郊游', texts[0]]]);
  await inEveryWay(texts, (memory) => {
    for (const query of ['🎉', '🙋🏽‍♀️', '👨‍👩‍👧‍👦', '🏳️‍🌈']) {
      const { items, reason } = memory.retrieve(query);
      assert.deepEqual([items, reason], [[], 'no_query_terms'], query);
    }
  });
});

test('case 7: ideographs beyond U+FFFF are one character each', async () => {
  const texts = ['𠮷野家', '吉野家', '𠮷'];
  await finds(texts, [
    ['𠮷野家', '𠮷野家'],
    ['𠮷野', '𠮷野家'],
  ]);
  await inEveryWay(texts, (memory) => {
    assert.deepEqual(textsOf(memory, '𠮷').sort(), ['𠮷', '𠮷野家'].sort());
    for (const { start, end } of memory.tokenize('a𠮷野家b', { kinds: true })) {
      assert.ok('a𠮷野家b'.slice(start, end).isWellFormed?.() ?? true);
    }
  });
});

const badBytes = Uint8Array.of(0x61, 0x20, 0xff, 0xfe, 0x20, 0xe4, 0xbd, 0x62);
const repairedOf = ({ warnings }) => warnings.find(({ code }) => code === 'repaired')?.detail.count;

for (const [what, bad, good, count] of [
  ['bytes', badBytes, 'a \ufffd\ufffd \ufffdb', 3],
  ['a lone surrogate', 'x\ud83dy', 'x\ufffdy', 1],
  ['surrogates the wrong way round', '\udc00\ud800', '\ufffd\ufffd', 2],
  [
    'an overlong and a surrogate in bytes',
    Uint8Array.of(0xc0, 0x80, 0xed, 0xa0, 0x80),
    undefined,
    5,
  ],
]) {
  test(`case 8: ${what} as any text: U+FFFD, counted`, async () => {
    const memory = await openMemory(':memory:');
    const added = memory.add({ category: 'a', name: 'content', content: bad });
    const { content } = memory.get('a', 'content');
    assert.ok(good === undefined || content === good, content);
    assert.match(content, /\ufffd/);
    assert.equal(repairedOf(added), count);
    const named = memory.add({ category: 'a', name: bad, content: 'river', owner: bad });
    assert.equal(repairedOf(named), 2 * count);
    assert.equal(memory.get('a', bad).owner, content);
    assert.equal(memory.get('a', named.name).owner, content);
    assert.equal(repairedOf(memory.retrieve(bad)), count);
    const inner = { category: 'a', name: 'm', content: '', metadata: { bad, [`k${'\ud800'}`]: 1 } };
    assert.equal(repairedOf(memory.add(inner)), count + 1);
    assert.equal(
      repairedOf(memory.addMany([{ category: 'a', name: bad, content: bad }, inner])),
      3 * count + 1,
    );
    assert.equal(repairedOf(memory.items({ category: bad })), count);
    assert.equal(repairedOf(memory.remove('a', bad)), count);
    assertFails(
      () => memory.add({ category: bad, name: 'n', content: '' }),
      'invalid_argument',
      'category',
    );
    const copy = await openMemory(':memory:');
    copy.importMarkdown(memory.exportMarkdown());
    assert.deepEqual(copy.exportMarkdown(), memory.exportMarkdown());
  });
}

test('case 8: no sequence of bytes traps, and what is sound stays', async () => {
  const memory = await openMemory(':memory:');
  for (let lead = 0x7f; lead < 0x100; lead++) {
    for (const next of [0x00, 0x41, 0x80, 0x9f, 0xa0, 0xbf, 0xc3, 0xff]) {
      const bytes = Uint8Array.of(0x61, 0x20, lead, next, 0x80, 0x20, 0x7a);
      const expected = new TextDecoder().decode(bytes).trim();
      memory.add({ category: 'a', name: 'n', content: bytes });
      assert.equal(memory.get('a', 'n').content, expected, [...bytes].join());
    }
  }
});

test('case 9: words with marks that are names', async () => {
  const texts = [
    "don't use agents",
    'do not use agents, don',
    'port C++ code',
    'port C code',
    'port C# code',
    'ticket C-8',
    'ticket C 8 9',
    'issue #1',
    'issue 1 of 10',
    'mail @ada',
  ];
  await finds(texts, [
    ["don't", "don't use agents"],
    ['C++', 'port C++ code'],
    ['C#', 'port C# code'],
    ['C-8', 'ticket C-8'],
    ['#1', 'issue #1'],
    ['@ada', 'mail @ada'],
    ['port C++', 'port C++ code'],
  ]);
});
