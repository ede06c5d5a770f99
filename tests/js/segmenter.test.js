// A dictionary in a memory: jieba's own results, the options, what is found with it and without, and
// what it costs.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { openMemory } from 'loci';
import { assertFails } from '../support/errors.js';
import { jiebaFiles } from '../support/jieba_files.js';

const VECTORS = new URL('../../../shared/vectors/jieba.json', import.meta.url);
const BRIDGE = '南京市长江大桥建成';
const MOST_HEAP = 60e6; // bytes
const MOST_TIME = 300; // milliseconds of a processor

const bytesOf = (text) => new TextEncoder().encode(text);
const codesOf = ({ warnings }) => warnings.map(({ code }) => code);
const small = { words: bytesOf('南京 20\n南京市 9\n长江 9\n大桥 9\n长江大桥 9\n建成 9\n') };
const files = jiebaFiles();

async function openWithBridge(options) {
  const memory = await openMemory(':memory:', options);
  memory.add({ category: 'notes', name: 'bridge', content: BRIDGE });
  memory.add({ category: 'notes', name: 'other', content: '今天天气很好' });
  return memory;
}

const namesFor = (memory, query) => memory.retrieve(query).items.map(({ name }) => name);

const skip = !existsSync(VECTORS) && 'skipped: no ../shared';

test('words are those of jieba, without a difference', { skip }, async () => {
  const memory = await openMemory(':memory:', { profile: 'reference', dictionary: files });
  const vectors = JSON.parse(readFileSync(VECTORS, 'utf8'));
  const runs = vectors.flatMap((vector) => vector.runs);
  assert.ok(runs.length > 2000);
  for (const [run, words] of runs) assert.deepEqual(memory.tokenize(run), words);
});

test('a dictionary, a model and own words cut as jieba does', async () => {
  const memory = await openMemory(':memory:', {
    profile: 'reference',
    dictionary: { ...files, user: bytesOf('云计算\n江大桥 20000\n') },
  });
  assert.deepEqual(memory.tokenize('他来到了网易杭研大厦'), [
    ...['他', '来到', '了', '网易', '杭研', '大厦'], // the model knows 杭研, no dictionary does
  ]);
  assert.deepEqual(memory.tokenize('云计算'), ['云计算']);
  assert.equal(memory.status().segmenter, 'jieba');
  assert.deepEqual(codesOf(memory.status()), []);
});

for (const profile of ['default', 'reference']) {
  for (const segmenter of ['auto', 'jieba', 'bigram']) {
    for (const [kind, dictionary] of Object.entries({ none: undefined, small, whole: files })) {
      test(`case 4: ${profile}, ${segmenter}, dictionary ${kind}`, async () => {
        const memory = await openWithBridge({ profile, segmenter, dictionary });
        const usesWords = segmenter !== 'bigram' && dictionary !== undefined;
        assert.equal(memory.status().segmenter, usesWords ? 'jieba' : 'bigram');
        // In the reference words stand alone, so a part of one finds nothing.
        const found = usesWords && profile === 'reference' ? [] : ['bridge'];
        for (const query of ['长江', '南京', '大桥长江']) {
          assert.deepEqual(namesFor(memory, query), found, query);
        }
        for (const query of ['长江大桥', '南京市', BRIDGE]) {
          assert.deepEqual(namesFor(memory, query), ['bridge'], query);
        }
        const warned = segmenter === 'jieba' && !usesWords;
        assert.deepEqual(codesOf(memory.status()), warned ? ['no_dictionary'] : []);
        assert.deepEqual(codesOf(memory.retrieve('长江')), warned ? ['no_dictionary'] : []);
      });
    }
  }
}

test('a dictionary that comes later serves what was stored before', async () => {
  const memory = await openWithBridge({});
  const before = memory.retrieve('长江大桥').items[0];
  assert.deepEqual(before.matchedTerms, ['大桥', '江大', '长江']);
  assert.deepEqual(memory.loadSegmenter(small), {
    segmenter: 'jieba',
    words: 6,
    skipped: 0,
    warnings: [],
  });
  const after = memory.retrieve('长江大桥').items[0];
  assert.deepEqual(after.matchedTerms, ['大桥', '江大', '长江', '长江大桥']);
  assert.deepEqual(memory.tokenize('长江大桥', { kinds: true })[0], {
    ...{ term: '长江大桥', kind: 'word', start: 0, end: 4 },
  });
  assert.equal(memory.estTokens(BRIDGE), BRIDGE.length);
});

test('case 10: without a word bigrams serve, with a warning; a bad line is skipped', async () => {
  for (const words of ['', '\n', 'no frequency\n', '\ufeff', '小程序\n']) {
    const dictionary = { words: bytesOf(words) };
    const memory = await openWithBridge({ dictionary });
    assert.equal(memory.status().segmenter, 'bigram');
    assert.ok(codesOf(memory.status()).includes('no_dictionary'), words);
    assert.deepEqual(namesFor(memory, '长江'), ['bridge']);
    assert.ok(codesOf(memory.loadSegmenter(dictionary)).includes('no_dictionary'), words);
  }
  const memory = await openMemory(':memory:', { segmenter: 'jieba' });
  assert.deepEqual(memory.loadSegmenter({ words: bytesOf('小程序 100\n') }), {
    ...{ segmenter: 'jieba', words: 1, skipped: 0, warnings: [] },
  });
  assert.deepEqual(memory.tokenize('小程序'), ['小程序', '小程', '程序']);
  const malformed = '\ufeff小程序 100\r\n\r\n微信\n微信 -1\n微信 many\n';
  const words = Uint8Array.of(...bytesOf(malformed), 0xff, 0x20, 0x31);
  const loaded = memory.loadSegmenter({ words });
  assert.deepEqual([loaded.words, loaded.skipped, codesOf(loaded)], [1, 4, ['lines_skipped']]);
  assert.deepEqual(codesOf(memory.status()), ['lines_skipped']);
  assert.deepEqual(memory.tokenize('小程序'), ['小程序', '小程', '程序']);
});

test('bytes come in any container; what is none is refused, and nothing changes', async () => {
  const { words } = small;
  const within = new Uint8Array([32, ...words, 32]).subarray(1, -1);
  for (const given of [words, words.slice().buffer, Buffer.from(words), within]) {
    const memory = await openMemory(':memory:', { dictionary: { words: given, hmm: null } });
    assert.equal(memory.loadSegmenter({ words: given, user: undefined }).words, 6);
  }
  const memory = await openMemory(':memory:', { dictionary: small });
  for (const [dictionary, what] of [
    [undefined, 'dictionary must be an object'],
    [null, 'dictionary must be an object'],
    [words, 'dictionary must be an object'],
    [words.buffer, 'dictionary must be an object'],
    [words, 'dictionary'],
    [{}, 'dictionary.words must be a Uint8Array or an ArrayBuffer'],
    [{ words: '南京 20' }, 'dictionary.words must be a Uint8Array or an ArrayBuffer'],
    [{ words, hmm: [1] }, 'dictionary.hmm must be a Uint8Array or an ArrayBuffer'],
    [{ words, idf: words }, 'dictionary.idf is unknown'],
    [{ words, hmm: words }, "dictionary.hmm is no model of jieba's: line 1"],
  ]) {
    assertFails(() => memory.loadSegmenter(dictionary), 'invalid_argument', what);
    if ((dictionary ?? null) === null) continue;
    const refused = openMemory(':memory:', { dictionary });
    await assert.rejects(refused, ({ code, message }) => {
      return code === 'invalid_argument' && message.includes(what);
    });
  }
  assert.deepEqual(memory.tokenize('长江大桥'), ['长江大桥', '长江', '江大', '大桥']);
});

test('the whole dictionary is loaded in time, and takes little memory', async (t) => {
  const memory = await openMemory(':memory:');
  const before = memory.status().heapBytes;
  const { words, skipped } = memory.loadSegmenter(files);
  const heap = memory.status().heapBytes - before;
  assert.deepEqual([words, skipped], [348_982, 0]);
  assert.ok(heap < MOST_HEAP, `${heap} bytes`);
  const times = [1, 2, 3].map(() => timeOf(() => memory.loadSegmenter(files)));
  const time = Math.min(...times); // tests run beside others
  t.diagnostic(`${time.toFixed(0)} ms, ${(heap / 1e6).toFixed(1)} MB of heap`);
  assert.ok(time < MOST_TIME, `${time} ms`);
});

function timeOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
