// The cases of text and questions, with every way to find words by their forms: what is found exactly
// stays first, whatever else is found. And what only concerns forms, function words and sequences.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { EVERY_SCRIPT } from '../../support/case_texts.js';
import { LONG_QUESTION, LONG_QUESTION_ANSWER, OTHER_TEXTS } from '../../support/long_question.js';

const FORMS = ['off', 'stems', 'grams', 'both'];

/** By case: texts, and `[query, the text that comes first]`. */
const CASES = {
  'case 2: every script': {
    texts: Object.values(EVERY_SCRIPT),
    asked: Object.entries(EVERY_SCRIPT),
  },
  'case 3: one ideograph, a word in a run': {
    texts: ['喜欢海边', '止损线'],
    asked: [
      ['海', '喜欢海边'],
      ['止损', '止损线'],
    ],
  },
  'case 4: identifiers': {
    texts: ['getUserById', 'atomic_write_json', 'deploy-v2.4.7-hotfix', 'OvertimeService'],
    asked: [
      ['user by id', 'getUserById'],
      ['users by ids', undefined],
      ['atomic_write_json', 'atomic_write_json'],
      ['v2.4.7', 'deploy-v2.4.7-hotfix'],
      ['overtime', 'OvertimeService'],
    ],
  },
  'case 4: an exact identifier before its parts': {
    texts: ['write json, atomic or not; write json', 'atomic_write_json', 'atomic_write_jsonl'],
    asked: [['atomic_write_json', 'atomic_write_json']],
  },
  'case 5: forms of one character': {
    texts: ['cafe\u0301 au lait', '제주도'.normalize('NFD'), 'ＡＢＣ１２３'],
    asked: [
      ['café', 'cafe\u0301 au lait'],
      ['cafe', 'cafe\u0301 au lait'],
      ['제주도', '제주도'.normalize('NFD')],
      ['abc123', 'ＡＢＣ１２３'],
    ],
  },
  'case 5: an exact accent': {
    texts: ['resume one', 'résumé two', 'résume three'],
    asked: [['résumé', 'résumé two']],
  },
  'case 9: marks inside of words': {
    texts: ["don't use agents", 'port C++ code', 'port C code', 'ticket C-8', 'issue #1'],
    asked: [
      ["don't", "don't use agents"],
      ['C++', 'port C++ code'],
      ['C-8', 'ticket C-8'],
      ['#1', 'issue #1'],
    ],
  },
  'case 11: a question in other words': {
    texts: ['Codey listens on port 9000', 'why is it that it is not so, and what is it to me'],
    asked: [['why is Codey not replying to my messages', 'Codey listens on port 9000']],
  },
  'case 14: a question behind instructions': {
    texts: [...OTHER_TEXTS, LONG_QUESTION_ANSWER],
    asked: [[LONG_QUESTION, LONG_QUESTION_ANSWER]],
    within: 3,
  },
};

async function wikiOf(texts, forms) {
  const memory = await openMemory(':memory:', { forms });
  memory.addMany(texts.map((content, i) => ({ category: 'notes', name: `n${i}`, content })));
  return (query) => memory.retrieve(query, { limit: 5 }).items.map(({ content }) => content);
}

async function palaceOf(texts, forms) {
  const { palace } = await openMemory(':memory:', { forms });
  palace.addDrawers(texts.map((text, i) => ({ id: `n${i}`, wing: 'w', room: 'r', text })));
  return (query) => palace.search({ query }).results.map(({ text }) => text);
}

async function evidenceOf(texts, forms) {
  const { evidence } = await openMemory(':memory:', { forms });
  evidence.saveMany(texts.map((content, i) => ({ id: `n${i}`, summary: '', content })));
  return (query_text) =>
    evidence
      .search({ query_text, include_delivered: true })
      .events.map(({ id }) => texts[Number(id.slice(1))]);
}

for (const [face, open] of Object.entries({ wikiOf, palaceOf, evidenceOf })) {
  for (const forms of FORMS) {
    for (const [name, { texts, asked, within = 1 }] of Object.entries(CASES)) {
      test(`${name}, forms '${forms}', ${face.replace('Of', '')}`, async () => {
        const find = await open(texts, forms);
        for (const [query, text] of asked) {
          const found = find(query); // never an error, whatever is found
          if (text) assert.ok(found.slice(0, within).includes(text), `${query}: ${found}`);
        }
      });
    }
  }
}

const INFLECTED = [
  ['migrations', 'we migrated the server', ['stems', 'grams', 'both']],
  ['пароль', 'новые пароли на столе', ['stems', 'grams', 'both']],
  ['contraseña', 'las contraseñas del servidor', ['stems', 'grams', 'both']],
  ['مكتبة', 'فتحت المكتبة أبوابها', ['grams', 'both']],
  ['Schlüssel', 'der Ersatzschlüssel liegt oben', ['grams', 'both']],
  ['toplantı', 'toplantıda konuştuk', ['stems', 'grams', 'both']],
];

for (const [query, text, ways] of INFLECTED) {
  test(`${query} finds "${text}" by forms`, async () => {
    for (const forms of FORMS) {
      const find = await wikiOf(['unrelated', text], forms);
      const expected = ways.includes(forms) ? [text] : [];
      if (forms === 'off' || expected.length > 0) assert.deepEqual(find(query), expected, forms);
    }
  });
}

test('an exact word comes before a form of it, at the same length', async () => {
  for (const [query, text] of INFLECTED) {
    const words = text.split(' ').length;
    const exact = [query, ...Array.from({ length: words - 1 }, (_, i) => `other${i}`)].join(' ');
    for (const forms of FORMS) {
      for (const open of [wikiOf, palaceOf, evidenceOf]) {
        const find = await open([text, exact, text], forms);
        assert.equal(find(query)[0], exact, `${query}, ${forms}`);
      }
    }
  }
});

test('function words count fully where there is nothing else', async () => {
  for (const forms of FORMS) {
    for (const [query, text] of [
      ['to be or not to be', 'to be or not to be'],
      ['the who', 'a record of The Who'],
      ['что это', 'что это такое'],
    ]) {
      const find = await wikiOf([text, 'unrelated words alone', 'another note'], forms);
      assert.equal(find(query)[0], text, `${query}, ${forms}`);
    }
  }
});

test('a word said many times over is the same question', async () => {
  for (const forms of FORMS) {
    const find = await wikiOf(['alpha beta', 'alpha alpha gamma', 'alphabet', 'delta'], forms);
    assert.deepEqual(find('alpha '.repeat(500)), find('alpha'), forms);
  }
});

test('several languages in one item and in one question', async () => {
  const texts = [
    'Die Rechnung für 制服 ist da',
    'the bill for uniforms',
    '制服很贵',
    'счёт за форму',
  ];
  for (const forms of FORMS) {
    const find = await wikiOf(texts, forms);
    assert.equal(find('Where is die Rechnung 制服?')[0], texts[0], forms);
    assert.equal(find('счёт')[0], texts[3], forms);
  }
});

test('a sequence with holes, twins and a position of a million', async () => {
  const memory = await openMemory(':memory:');
  const turn = (name, position, content) => ({
    category: 'talk',
    name,
    content,
    sequence: { id: 's', position },
  });
  memory.addMany([
    turn('far', 1_000_000, 'the answer, at last'),
    turn('asked', 7, 'where does the lighthouse keeper live'),
    turn('twin one', 900, 'over the harbour'),
    turn('twin two', 900, 'by the stairs'),
    turn('lone', 2 ** 53 - 1, 'good night'),
    { category: 'talk', name: 'elsewhere', content: 'a note of no talk' },
  ]);
  const names = (request) =>
    memory.retrieve('lighthouse keeper', request).items.map(({ name }) => name);
  assert.deepEqual(names({ context: 'off' }), ['asked']);
  assert.equal(names({})[0], 'asked');
  assert.deepEqual(names({}).slice(1).sort(), ['twin one', 'twin two']);
  memory.remove('talk', 'twin one');
  memory.remove('talk', 'twin two');
  assert.deepEqual(names({}), ['asked', 'far']);
});
