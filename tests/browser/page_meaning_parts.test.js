// The meaning of the demo page without a page: when it asks an embedder, and what it does when that
// fails, is late, or is another. The memory is a real one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openMemory } from '../../js/index.js';
import { Calls } from '../../demo/page/calls.js';
import { Meaning } from '../../demo/page/meaning.js';
import { QueryVectors } from '../../demo/page/query_vectors.js';
import { Reader } from '../../demo/page/reader.js';
import { search } from '../../demo/page/search.js';
import { MEANING, inksOf, legendOf, partsOf } from '../../demo/page/terms.js';
import { checkCount, widthOf } from '../../demo/page/vectors.js';
import { decimalOf } from '../../demo/page/words.js';
import { readDemoNotes } from '../../demo/notes.js';
import { MODEL, WIDTH, conceptsOf } from './support/concepts.js';

const NOTES = 60;

/** Whether texts are notes, which are named in their first line; questions and trials have one. */
const areNotes = ([text]) => text.includes('\n');

async function openNotes(t) {
  const memory = await openMemory(':memory:');
  t.after(() => memory.close());
  memory.importMarkdown(await readDemoNotes());
  return memory;
}

/** An embedder by concepts; `more` replaces parts of it. `asked` grows by each batch. */
function embedder(more = {}) {
  const asked = [];
  return {
    title: 'concepts',
    asked,
    start: async () => ({ model: MODEL }),
    canRead: () => true,
    close: () => {},
    ...more,
    embed: async (texts) => {
      asked.push(texts);
      return more.embed ? more.embed(texts) : texts.map(conceptsOf);
    },
  };
}

/** Waits until `meaning` is as told. */
async function until(meaning, isSo) {
  const deadline = Date.now() + 5000;
  while (!isSo(meaning)) {
    if (Date.now() > deadline) assert.fail(`${meaning.state}: ${meaning.error}`);
    await sleep(5);
  }
}

const isDone = ({ state, about }) => state === 'on' && about.progress === null;

/** A meaning in use, all notes embedded. */
async function started(memory, given = embedder()) {
  const meaning = new Meaning(memory);
  await meaning.use(given);
  await meaning.sweep();
  return meaning;
}

const question = { query: 'beacon', budget: null };
const evenly = { fusionWeight: 0.5, fusion: 'minmax' };

test('notes get their vectors in the background, few at a time, told by progress', async (t) => {
  const memory = await openNotes(t);
  const meaning = new Meaning(memory);
  const told = [];
  meaning.addEventListener('change', () => {
    if (meaning.about.progress) told.push(meaning.about.progress);
  });
  const given = embedder();
  await meaning.use(given);
  assert.equal(meaning.state, 'on');
  await meaning.sweep();
  assert.deepEqual(told.at(-1), { done: NOTES, total: NOTES });
  assert.ok(told.length >= NOTES / 8 && told.every(({ total }) => total === NOTES));
  assert.ok(given.asked.every((texts) => texts.length <= 8));
  const { model, width, vectors, pending } = memory.status().embeddings;
  assert.deepEqual([model, width, vectors, pending], [MODEL, WIDTH, NOTES, 0]);
  meaning.off();
});

test('a note that is written meanwhile is in the next pass', async (t) => {
  const memory = await openNotes(t);
  let isFirst = true;
  const given = embedder({
    embed: async (texts) => {
      if (isFirst && areNotes(texts)) {
        isFirst = false;
        memory.add({ category: 'a', name: 'late', content: 'a beacon' });
        memory.remove('places', 'harbour wall');
        meaning.sweep();
      }
      return texts.map(conceptsOf);
    },
  });
  const meaning = new Meaning(memory);
  await meaning.use(given);
  await meaning.sweep();
  assert.deepEqual([meaning.state, meaning.error], ['on', null]);
  assert.equal(memory.status().embeddings.pending, 0);
  meaning.off();
});

test('a hit by meaning alone has no words, and a bar of the cosine alone', async (t) => {
  const memory = await openNotes(t);
  const meaning = await started(memory);
  const options = { ...evenly, ...(await meaning.optionsFor('beacon')) };
  const found = await search(memory, new Reader(memory), { ...question, meaning: options });
  const { entry } = found.entries[0];
  assert.equal(entry.name, 'harbour wall');
  assert.deepEqual([entry.bm25Score, entry.matchedTerms], [null, []]);
  const [part, ...others] = partsOf(entry, found.inks);
  assert.deepEqual([part.label, part.colour, others], [MEANING, MEANING, []]);
  assert.equal(part.weight, entry.score);
  assert.equal(part.cosine, entry.cosScore);
  meaning.off();
});

test('the parts of a bar add up to the score, however the two are mixed', async (t) => {
  const memory = await openNotes(t);
  const meaning = await started(memory);
  const query = 'sugar and the lighthouse';
  const embedding = await meaning.optionsFor(query);
  for (const fusion of ['minmax', 'rrf']) {
    for (const fusionWeight of [0, 0.3, 1]) {
      const options = { fusion, fusionWeight, ...embedding };
      const found = await search(memory, new Reader(memory), { query, meaning: options });
      assert.ok(found.result.embeddingUsed);
      for (const { entry } of found.entries.filter(({ entry }) => entry.source === 'hit')) {
        const sum = partsOf(entry, found.inks).reduce((total, { weight }) => total + weight, 0);
        assert.ok(Math.abs(sum - entry.score) < 1e-9, `${entry.name}: ${sum}, ${entry.score}`);
      }
    }
  }
  meaning.off();
});

test('the share of the words is divided as their weights are', () => {
  const entry = {
    terms: [
      { term: 'a', weight: 3, tf: 1, df: 1 },
      { term: 'b', weight: 1, tf: 1, df: 1 },
    ],
    shares: { bm25: 0.4, cosine: 0.1 },
    cosScore: 0.7,
  };
  const inks = inksOf(legendOf(['a', 'b'], [entry]));
  const weights = partsOf(entry, inks).map(({ label, weight }) => [label, weight.toFixed(3)]);
  assert.deepEqual(weights, [
    ['a', '0.300'],
    ['b', '0.100'],
    [MEANING, '0.100'],
  ]);
  const alone = { ...entry, shares: { bm25: 4, cosine: 0 }, cosScore: null };
  assert.deepEqual(
    partsOf(alone, inks).map(({ weight }) => weight),
    [3, 1],
  );
  assert.deepEqual([decimalOf(0.71, 0.9), decimalOf(0.0161, 0.0164)], ['0.71', '0.0161']);
});

const isTrial = ([text]) => text.startsWith('How wide');

const failures = {
  throws: async () => {
    throw new Error('down');
  },
  'answers too few': async (texts) => texts.slice(1).map(conceptsOf),
  'answers NaN': async (texts) => texts.map(() => [NaN, 1, 1, 1]),
  'answers another width': async (texts) => texts.map(() => [1, 2]),
  'answers no vectors': async (texts) => texts.map(() => 'vector'),
};

for (const [what, embed] of Object.entries(failures)) {
  test(`an embedder that ${what} costs neither a note nor a search, and is told`, async (t) => {
    const memory = await openNotes(t);
    const lying = embedder({
      embed: (texts) => (isTrial(texts) ? texts.map(conceptsOf) : embed(texts)),
    });
    const meaning = await started(memory, lying);
    assert.ok(meaning.error, 'nothing was told');
    assert.equal(memory.status().items, NOTES);
    const options = { ...evenly, ...(await meaning.optionsFor('lighthouse')) };
    const found = await search(memory, new Reader(memory), {
      query: 'lighthouse',
      meaning: options,
    });
    assert.equal(found.result.embeddingUsed, false);
    assert.equal(found.entries[0].entry.name, 'harbour wall');
    meaning.off();
  });
}

test('what is no vector is refused in words', () => {
  const wrong = [
    [[[NaN]], 'gives NaN in place of a number'],
    [[[1, -Infinity]], 'gives -Infinity in place of a number'],
    [[[1, , 2]], 'gives undefined in place of a number'], // prettier-ignore
    [[[null]], 'gives null in place of a number'],
    [[['1']], 'gives a string in place of a number'],
    [[[[1]]], 'gives an object in place of a number'],
    [[new Float32Array([NaN])], 'gives NaN in place of a number'],
    [['vector'], 'gives something other than an array of numbers for a text'],
    [[undefined], 'gives something other than an array of numbers for a text'],
    [[[]], 'gives a vector without numbers'],
    [[[0, -0]], 'gives a vector of zeros alone'],
    [[new Array(8193).fill(1)], 'gives a vector of 8,193 numbers, more than 8,192'],
    [[[1], [1, 2]], 'gives vectors of different widths, 1 and 2'],
  ];
  for (const [vectors, message] of wrong) assert.throws(() => widthOf(vectors), { message });
  assert.equal(widthOf([[0, 0.5], new Float32Array([1, 0])]), 2); // prettier-ignore
  assert.equal(widthOf([new Array(8192).fill(1)]), 8192);

  assert.throws(() => checkCount('ab', ['a', 'b']), { message: 'answered no array of vectors' });
  assert.throws(() => checkCount([[1]], []), { message: 'answered 1 vector for 0 texts' });
  const three = [[1], [1], [1]];
  assert.throws(() => checkCount(three, ['a']), { message: 'answered 3 vectors for 1 text' });
  assert.equal(checkCount(three, ['a', 'b', 'c']), three);
});

test('a trial without sense ends it before its vectors meet those of the notes', async (t) => {
  const memory = await openNotes(t);
  (await started(memory)).off();
  const meaning = new Meaning(memory);
  await meaning.use(embedder({ embed: async (texts) => texts.map(() => [NaN]) }));
  assert.deepEqual([meaning.state, meaning.isActive], ['failed', false]);
  assert.match(meaning.error, /^gives NaN/);
  await meaning.use(embedder({ embed: async (texts) => texts.map(({ length }) => Array(length).fill(1)) })); // prettier-ignore
  assert.match(meaning.error, /^gives vectors of different widths, 21 and 13$/);
});

test('one that does not start is told, and the next one is not kept from starting', async (t) => {
  const memory = await openNotes(t);
  const meaning = new Meaning(memory);
  const start = () => Promise.reject(new Error('syntax'));
  await meaning.use({ ...embedder({ start }), remedy: 'Mend it.' });
  assert.deepEqual([meaning.state, meaning.error, meaning.isActive], ['failed', 'syntax', false]);
  assert.equal(meaning.about.remedy, 'Mend it.');
  assert.deepEqual(await meaning.optionsFor('beacon'), {});
  await meaning.use(embedder());
  await meaning.sweep();
  assert.equal(meaning.state, 'on');
  meaning.off();
});

test('one that works again is used again, also without a reload', async (t) => {
  const memory = await openNotes(t);
  let isDown = false;
  const given = embedder({
    embed: async (texts) => {
      if (isDown) throw new Error('down');
      return texts.map(conceptsOf);
    },
  });
  const meaning = await started(memory, given);
  isDown = true;
  memory.add({ category: 'a', name: 'new', content: 'a vessel' });
  await meaning.sweep();
  assert.equal(meaning.state, 'failed');
  isDown = false;
  assert.ok((await meaning.optionsFor('vessel')).embedding);
  await until(meaning, isDone);
  await meaning.sweep();
  assert.equal(memory.status().embeddings.pending, 0);
  meaning.off();
});

test('another model asks first, and then swaps all vectors at once', async (t) => {
  const memory = await openNotes(t);
  (await started(memory)).off();
  const meaning = new Meaning(memory);
  const wider = (text) => [...conceptsOf(text), 1];
  const other = embedder({
    start: async () => ({ model: 'wider' }),
    embed: async (texts) => texts.map(wider),
  });
  await meaning.use(other);
  assert.deepEqual([meaning.state, meaning.stored.model], ['asking', MODEL]);
  assert.deepEqual(await meaning.optionsFor('beacon'), {});
  assert.equal(memory.status().embeddings.model, MODEL);

  const told = [];
  meaning.addEventListener('change', () =>
    told.push([meaning.state, meaning.about.progress?.done]),
  );
  await meaning.replaceAll();
  await until(meaning, isDone);
  assert.ok(told.some(([state, done]) => state === 'replacing' && done > 0));
  const { model, width, vectors } = memory.status().embeddings;
  assert.deepEqual([model, width, vectors], ['wider', WIDTH + 1, NOTES]);
  assert.equal((await meaning.optionsFor('beacon')).model, 'wider');
  meaning.off();
});

test('a store that is replaced by one of another model asks as well', async (t) => {
  const [memory, other] = [await openNotes(t), await openNotes(t)];
  (await started(other, embedder({ start: async () => ({ model: 'theirs' }) }))).off();
  const meaning = await started(memory);
  memory.importBytes(other.exportBytes());
  await meaning.sweep();
  await until(meaning, ({ state }) => state === 'asking');
  assert.equal(meaning.stored.model, 'theirs');
  meaning.off();
});

test('a swap that fails leaves the old vectors, and asks again', async (t) => {
  const memory = await openNotes(t);
  (await started(memory)).off();
  const meaning = new Meaning(memory);
  let calls = 0;
  await meaning.use(
    embedder({
      start: async () => ({ model: 'breaking' }),
      embed: async (texts) => {
        if (++calls > 1) throw new Error('out of credit');
        return texts.map(conceptsOf);
      },
    }),
  );
  await meaning.replaceAll();
  assert.equal(meaning.state, 'asking');
  assert.match(meaning.error, /out of credit/);
  const { model, vectors } = memory.status().embeddings;
  assert.deepEqual([model, vectors], [MODEL, NOTES]);
  meaning.off();
});

test('what is switched off in the midst stores nothing more', async (t) => {
  const memory = await openNotes(t);
  const meaning = new Meaning(memory);
  let release;
  const gate = new Promise((resolve) => (release = resolve));
  const given = embedder({
    embed: async (texts) => {
      if (areNotes(texts)) await gate;
      return texts.map(conceptsOf);
    },
  });
  await meaning.use(given);
  const swept = meaning.sweep();
  meaning.off();
  release();
  await swept;
  assert.equal(memory.status().embeddings.vectors, 0);
  assert.equal(meaning.state, 'off');
});

test('a question in letters that the model does not know goes by its words', async (t) => {
  const memory = await openNotes(t);
  const meaning = await started(memory, embedder({ canRead: (text) => /[a-z]/.test(text) }));
  assert.deepEqual(await meaning.optionsFor('京都'), {});
  assert.ok((await meaning.optionsFor('京都 beacon')).embedding);
  meaning.off();
});

test('while somebody types only the latest question is asked, one at a time', async () => {
  const asked = [];
  let release = () => {};
  const embed = (texts) => {
    asked.push(...texts);
    return new Promise((resolve) => (release = () => resolve([[texts[0].length]])));
  };
  const arrived = [];
  const queries = new QueryVectors(embed, { arrived: (query) => arrived.push(query) });
  const all = ['b', 'be', 'bea'].map((query) => queries.of(query, 10));
  assert.deepEqual(await Promise.all(all), [undefined, undefined, undefined]);
  release();
  await sleep(1);
  release();
  await sleep(1);
  assert.deepEqual(asked, ['b', 'bea']);
  assert.deepEqual(arrived, ['bea'], 'the list that went on without it is told');
  assert.deepEqual(await queries.of('bea'), [3]);
  assert.deepEqual(asked, ['b', 'bea'], 'known');
});

test('a call that is not answered in time is told, and a late answer is dropped', async () => {
  const sent = [];
  const calls = new Calls((request) => sent.push(request));
  await assert.rejects(calls.call({ texts: [] }, 5), /did not answer within 0.005 s/);
  calls.settle({ id: sent[0].id, vectors: [] });
  const answered = calls.call({ texts: ['a'] });
  calls.settle({ id: sent[1].id, vectors: [[1]] });
  assert.deepEqual(await answered, { vectors: [[1]] });
  const ended = calls.call({ texts: [] });
  calls.fail(new Error('switched off'));
  await assert.rejects(ended, /switched off/);
});
