// The option `forms`: what it takes, what status says of it, and what the tabs of a store agree on.
// What it finds is in tests/js/cases/word_forms.test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { agreedOptions, disagreementWith } from '../../js/tabs/agreement.js';
import { FORMAT, PROTOCOL } from '../../js/tabs/protocol.js';

const probe = await openMemory(':memory:');
const { openMemory: published } = probe.contract().options;
const [otherwise] = published.forms;

const formsOf = async (options) => (await openMemory(':memory:', options)).status().forms;

test('a memory has the forms that it was opened with', async () => {
  assert.deepEqual([...published.forms].sort(), ['both', 'grams', 'off', 'stems']);
  assert.equal(probe.status().forms, otherwise);
  assert.equal(await formsOf({ forms: undefined }), otherwise);
  for (const forms of published.forms) assert.equal(await formsOf({ forms }), forms);
});

test('the profile reference has none, and says so to who asks for some', async () => {
  assert.equal(await formsOf({ profile: 'reference' }), 'off');
  assert.equal(await formsOf({ profile: 'reference', forms: 'off' }), 'off');
  for (const forms of published.forms.filter((word) => word !== 'off')) {
    await assert.rejects(openMemory(':memory:', { profile: 'reference', forms }), {
      code: 'invalid_argument',
      message: `forms must be 'off' in the profile reference, which finds words as they stand, not '${forms}'`,
    });
  }
  const refused = { code: 'invalid_argument', message: /^forms must be one of .*, not 'x'$/ };
  await assert.rejects(openMemory(':memory:', { profile: 'reference', forms: 'x' }), refused);
});

test('a dictionary that is loaded leaves them as they are', async () => {
  const memory = await openMemory(':memory:', { forms: 'stems' });
  memory.loadSegmenter({ words: new TextEncoder().encode('小程序 100\n') });
  assert.deepEqual([memory.status().segmenter, memory.status().forms], ['jieba', 'stems']);
});

test('tabs agree on the defaults of the contract', () => {
  const agreed = agreedOptions({});
  for (const [name, value] of Object.entries(agreed)) assert.equal(value, published[name][0], name);
  assert.equal(agreedOptions({ profile: 'reference' }).forms, 'off');
});

test('tabs with other forms do not work together', () => {
  const lead = (options) => ({
    protocol: PROTOCOL,
    format: FORMAT,
    options: agreedOptions(options),
  });
  assert.equal(disagreementWith(lead({}), { forms: otherwise }), undefined);
  assert.equal(
    disagreementWith(lead({ profile: 'reference', forms: 'off' }), { profile: 'reference' }),
    undefined,
  );
  const { code, message } = disagreementWith(lead({ forms: 'off' }), { forms: 'grams' });
  assert.equal(code, 'options_mismatch');
  assert.match(message, /with forms 'off', not 'grams'/);
});

const KIND = { stems: 'form', grams: 'gram' };

test('explain shows the form beside the word that was asked for', async () => {
  for (const forms of published.forms) {
    const memory = await openMemory(':memory:', { forms });
    memory.add({ category: 'ops', name: 'db', content: 'We migrated the database on Friday.' });
    memory.add({ category: 'ops', name: 'tea', content: 'The kettle is in the cupboard.' });
    const { items } = memory.retrieve('which databases', { explain: true });
    if (forms === 'off') {
      assert.deepEqual(items, []);
      continue;
    }
    const [{ name, matchedTerms, terms, bm25Score, context }] = items;
    assert.deepEqual([name, matchedTerms], ['db', ['databases']], forms);
    const form = terms.find(({ of }) => of !== undefined);
    assert.deepEqual([form.term, form.of, form.tf], ['database', 'databases', 1], forms);
    assert.ok(form.kind === (KIND[forms] ?? form.kind), form.kind);
    const sum = terms.reduce((total, { weight }) => total + weight, 0);
    assert.ok(Math.abs(sum - (context?.own ?? bm25Score)) < 1e-12, forms);
    assert.ok(!('terms' in memory.retrieve('which databases').items[0]));
  }
});

test('a word as it is written comes before the word without its accents', async () => {
  for (const forms of published.forms) {
    const memory = await openMemory(':memory:', { forms });
    memory.add({ category: 'c', name: 'a', content: 'cafe terrace garden' });
    memory.add({ category: 'c', name: 'b', content: 'café terrace garden' });
    for (let i = 0; i < 10; i++) {
      const content = 'the café is closed on monday for a long while now';
      memory.add({ category: 'd', name: `d${i}`, content });
    }
    const names = memory.retrieve('café terrace garden').items.map(({ name }) => name);
    assert.deepEqual(names.slice(0, 2), ['b', 'a'], forms);
  }
});

/** Each query finds one item alone, that of this name. */
function assertFound(memory, names) {
  for (const [query, name] of Object.entries(names)) {
    const found = memory.retrieve(query).items.map((item) => item.name);
    assert.deepEqual(found, [name], query);
  }
}

test('short words find their plurals, and plurals them', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'n', name: 'vet', content: 'The dog is at the vet, keys with Ann.' });
  memory.add({ category: 'n', name: 'soup', content: 'Soup with leeks, for the cats.' });
  assertFound(memory, { dogs: 'vet', key: 'vet', cat: 'soup', leek: 'soup' });
});

test('as it is shipped, migrations find what was migrated', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'ops', name: 'db', content: 'We migrated the database on Friday.' });
  memory.add({ category: 'ops', name: 'пароль', content: 'Пароль меняется каждый месяц.' });
  assertFound(memory, { migrations: 'db', пароли: 'пароль' });
});

test('words count that look alike', async () => {
  const memory = await openMemory(':memory:');
  memory.add({ category: 'n', name: 'tea', content: 'She takes sugar in it.' });
  assertFound(memory, { makes: 'tea' });
});

test('tokenize shows with kinds what other forms of a word must share', async () => {
  const kindsOf = async (forms) => {
    const memory = await openMemory(':memory:', { forms });
    return memory.tokenize('🎉 migrations', { kinds: true });
  };
  for (const forms of published.forms) {
    const tokens = await kindsOf(forms);
    const kinds = new Set(tokens.map(({ kind }) => kind));
    assert.equal(kinds.has('form'), ['stems', 'both'].includes(forms), forms);
    assert.equal(kinds.has('gram'), ['grams', 'both'].includes(forms), forms);
    for (const { kind, start, end } of tokens) {
      assert.ok(start >= 3 && end <= 13 && start < end, `${kind} ${start} ${end}`);
    }
    const words = tokens.filter(({ kind }) => kind === 'word');
    assert.deepEqual(words, [{ term: 'migrations', kind: 'word', start: 3, end: 13 }], forms);
  }
});
