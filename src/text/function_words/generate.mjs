// Writes the tables behind function_words.cpp from words.txt:
//
//   node generate.mjs --words FILE --out FILE
//
// All languages are one sorted list of distinct words, each with the set of its languages: words
// such as `de` and `in` stand in ten of them. Size rules the layout, for the tables ship in the
// wasm. A word is what it does not share with the one before it (front coding), and blocks of
// words start afresh, so that a look-up halves its way to a block and reads no more than that:
//
//   header: bytes shared (low four bits), bytes that follow (high four; 15: the next byte says how
//   many) | those bytes
//
//   waren, warum   ->   ... 5<<4|0 w a r e n   2<<4|3 u m
//
// The sets stand in a column of their own, as alike bytes compress better side by side. Letters of
// alphabets take one byte: a page is 128 characters, and a word names the page of its letters once
// (not the first page, ASCII), and another page before each letter of another one:
//
//   кто   ->   80+8 3A 42 3E        là   ->   l 80+1 60        为   ->   E4 B8 BA, as in UTF-8
//
// A word with accents is listed without them, too, for those who type none.

import { readFileSync, writeFileSync } from 'node:fs';

const BLOCK = 32; // words
const MOST = 15; // of what half a header can count
const FIRST_UNPAGED = 0x3200; // so that no page is named by a byte that begins a character behind
const WORD_OF_SCRIPT = { Latin: /^[\p{Script=Latin}']+$/u, CJK: /^[\p{Script=Han}ぁ-ん]+$/u };

// ---- Reading -----------------------------------------------------------------------------------

/** [{name, languages: [{code, words: [{word, weak}]}]}] in the order of the file. */
function readScripts(text) {
  const scripts = [];
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) {
    const [, kind, name] = /^(script|language) (\w+)$/.exec(line) ?? [];
    if (kind === 'script') scripts.push({ name, languages: [] });
    else if (kind === 'language') scripts.at(-1).languages.push({ code: name, words: [] });
    else
      scripts
        .at(-1)
        .languages.at(-1)
        .words.push(...line.split(' ').map(readWord));
  }
  const count = scripts.reduce((sum, { languages }) => sum + languages.length, 0);
  if (count > 32) throw new Error('more languages than a mask can hold');
  return scripts;
}

function readWord(text) {
  const word = text.replace('*', '').normalize('NFKC').toLowerCase().replace('ς', 'σ');
  return { word, weak: text.startsWith('*') };
}

// ---- Folding -----------------------------------------------------------------------------------

const LETTERS = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss' };

/** What fold_word() makes of these words: marks go where the script does not need them. */
function fold(word) {
  const letters = word.replace(/[øłđıæœß]/g, (c) => LETTERS[c]);
  const marked = letters.replace(/[\p{L}]/gu, (c) => (/[йїѓќ]/.test(c) ? c : bare(c)));
  return marked.normalize('NFC');
}

function bare(letter) {
  const spaced = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
  return spaced.test(letter) ? letter.normalize('NFD').replace(/\p{Mn}/gu, '') : letter;
}

// ---- Letters ------------------------------------------------------------------------------------

/** The bytes of a word, as PackedWord of function_words.cpp makes them. */
function pack(word) {
  const characters = [...word].map((character) => character.codePointAt(0));
  const page = characters[0] < FIRST_UNPAGED ? pageOf(characters[0]) : 0;
  const bytes = characters.map((c) => packCharacter(c, page));
  return Buffer.concat([Buffer.from(page === 0 ? [] : [0x80 + page]), ...bytes]);
}

// Accented letters of Latin stand on several pages, and name theirs each, so that others need not.
const pageOf = (c) => (c < 0x300 ? 0 : c >> 7);

function packCharacter(c, page) {
  if (c >= FIRST_UNPAGED) return Buffer.from(String.fromCodePoint(c));
  return Buffer.from(c >> 7 === page ? [c & 0x7f] : [0x80 + (c >> 7), c & 0x7f]);
}

// ---- Tables ------------------------------------------------------------------------------------

/** Distinct words, sorted by their bytes: {bytes, languages (a mask), weak}. */
function collect(scripts) {
  const entries = new Map();
  const add = (word, language, weak) => {
    const entry = entries.get(word) ?? { bytes: pack(word), languages: 0, weak: true };
    entry.languages = (entry.languages | (1 << language)) >>> 0;
    entry.weak &&= weak;
    entries.set(word, entry);
  };
  let language = 0;
  for (const { name, languages } of scripts) {
    const crowded = name === 'Latin'; // so many languages that short words are alike by accident
    for (const { code, words } of languages) {
      for (const { word, weak } of words) {
        check(word, name, code);
        add(word, language, weak || (crowded && word.length === 1));
        if (fold(word) !== word) add(fold(word), language, crowded);
      }
      language++;
    }
  }
  return [...entries.values()].sort((a, b) => Buffer.compare(a.bytes, b.bytes));
}

function check(word, script, code) {
  const expected = WORD_OF_SCRIPT[script] ?? new RegExp(`^[\\p{Script=${script}}\\p{M}]+$`, 'u');
  if (!expected.test(word)) throw new Error(`${code}: ${word} is not of ${script}`);
}

/** The distinct sets of languages, those of weak words behind the others. */
function collectSets(entries) {
  const keys = new Set(entries.map(({ weak, languages }) => (weak ? 2 ** 32 : 0) + languages));
  const sorted = [...keys].sort((a, b) => a - b);
  if (sorted.length > 255) throw new Error('more sets of languages than a byte can name');
  return sorted;
}

function encode(entries) {
  const bytes = [];
  const blocks = [];
  let before = Buffer.alloc(0);
  for (const [index, entry] of entries.entries()) {
    if (index % BLOCK === 0) {
      blocks.push(bytes.length);
      before = Buffer.alloc(0);
    }
    const shared = commonBeginning(before, entry.bytes);
    const rest = entry.bytes.subarray(shared);
    bytes.push((Math.min(rest.length, MOST) << 4) | shared);
    if (rest.length >= MOST) bytes.push(rest.length);
    bytes.push(...rest);
    before = entry.bytes;
  }
  return { bytes, blocks };
}

function commonBeginning(a, b) {
  let length = 0;
  while (length < Math.min(a.length, b.length, MOST) && a[length] === b[length]) length++;
  return length;
}

/** For each script: the mask of its languages. */
function maskScripts(scripts) {
  let first = 0;
  return scripts.map(({ languages }) => {
    const mask = (2 ** languages.length - 1) * 2 ** first;
    first += languages.length;
    return mask;
  });
}

// ---- Writing -----------------------------------------------------------------------------------

function table(type, name, values) {
  const rows = [];
  for (let at = 0; at < values.length; at += 16) rows.push(values.slice(at, at + 16).join(','));
  return `constexpr ${type} ${name}[${values.length}] = {\n${rows.join(',\n')}};\n`;
}

function main() {
  const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
  const scripts = readScripts(readFileSync(argument('--words'), 'utf8'));
  const entries = collect(scripts);
  const sets = collectSets(entries);
  const { bytes, blocks } = encode(entries);
  const setOf = (entry) => sets.indexOf((entry.weak ? 2 ** 32 : 0) + entry.languages);
  const output = [
    '// Made by generate.mjs.\n',
    `constexpr size_t kWordCount = ${entries.length};\n`,
    `constexpr size_t kBlockWords = ${BLOCK};\n`,
    `constexpr size_t kMostShared = ${MOST};\n`,
    `constexpr char32_t kFirstUnpaged = ${FIRST_UNPAGED};\n`,
    `constexpr size_t kLongestWord = ${Math.max(...entries.map(({ bytes }) => bytes.length))};\n`,
    `constexpr size_t kFirstWeakSet = ${sets.filter((set) => set < 2 ** 32).length};\n`,
    table('uint32_t', 'kScripts', maskScripts(scripts)),
    table(
      'uint32_t',
      'kSets',
      sets.map((set) => set % 2 ** 32),
    ),
    table('uint16_t', 'kBlocks', blocks),
    table('uint8_t', 'kWords', bytes),
    table('uint8_t', 'kSetNumbers', entries.map(setOf)),
  ];
  writeFileSync(argument('--out'), output.join(''));
}

main();
