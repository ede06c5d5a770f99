// Writes the tables behind unicode.cpp from the Unicode Character Database:
//
//   node generate.mjs --data DIR --out FILE
//
// DIR holds UnicodeData.txt, CaseFolding.txt, Scripts.txt and CompositionExclusions.txt of Unicode
// 15.0; FILE is unicode_tables.inc. The same input gives the same bytes.
//
// Size rules the layout, for the tables ship in the wasm. Only letters, marks and numbers are kept,
// since nothing else becomes part of a word. Every table is sorted by code point and searched by
// halves; a code point is stored as its low 16 bits, and `k…Planes` says where each plane begins.
//
// Folding is split in two. A letter with a canonical pair (é = e + acute) is taken apart by the
// pairs, which serve composition as well. Everything else that changes (upper case, full width,
// ligatures, singletons) is in the runs of kFold…, whose targets need no second look.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The order of `enum class Script` in unicode.h; static_asserts in the output hold the two together.
// prettier-ignore
const NAMED_SCRIPTS = [
  'Common', 'Inherited', 'Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Syriac', 'Coptic',
  'Armenian', 'Georgian', 'Glagolitic', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao',
  'Khmer', 'Myanmar',
];

const CATEGORY = { other: 0, letter: 1, mark: 2, digit: 3, number: 4 };
const LAST_TABLED = 0x3ffff; // past the ideographs only variation selectors remain: in the code
const IOTA_SUBSCRIPT = 0x345; // case-folds to a letter, but is an accent to whoever types a query

const hex = (text) => parseInt(text, 16);
const sequence = (text) => text.trim().split(' ').map(hex);
const isHangulSyllable = (c) => c >= 0xac00 && c <= 0xd7a3;

// ---- Reading -----------------------------------------------------------------------------------

function dataLines(folder, file) {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
}

function categoryOf(general) {
  if (general === 'Nd') return CATEGORY.digit;
  return { L: CATEGORY.letter, M: CATEGORY.mark, N: CATEGORY.number }[general[0]] ?? CATEGORY.other;
}

function readCharacters(folder) {
  const characters = new Map();
  let rangeStart = null;
  for (const line of dataLines(folder, 'UnicodeData.txt')) {
    const [code, name, general, combining, , decomposition] = line.split(';');
    const last = hex(code);
    if (name.endsWith('First>')) {
      rangeStart = last;
      continue;
    }
    const category = categoryOf(general);
    const combiningClass = Number(combining);
    for (let c = rangeStart ?? last; c <= last; c++) {
      characters.set(c, { category, combiningClass, decomposition });
    }
    rangeStart = null;
  }
  return characters;
}

function readScripts(folder) {
  const scripts = new Map();
  for (const line of dataLines(folder, 'Scripts.txt')) {
    const [codes, name] = line.split(';').map((part) => part.trim());
    const [first, last = first] = codes.split('..').map(hex);
    for (let c = first; c <= last; c++) scripts.set(c, name);
  }
  return scripts;
}

function readCaseFolding(folder) {
  const folds = new Map();
  for (const line of dataLines(folder, 'CaseFolding.txt')) {
    const [code, status, target] = line.split(';').map((part) => part.trim());
    if (status === 'C' || status === 'F') folds.set(hex(code), sequence(target));
  }
  folds.delete(IOTA_SUBSCRIPT);
  return folds;
}

function readDatabase(folder) {
  const excluded = new Set(dataLines(folder, 'CompositionExclusions.txt').map(hex));
  const characters = readCharacters(folder);
  const category = (c) => characters.get(c)?.category ?? CATEGORY.other;
  const combiningClass = (c) => characters.get(c)?.combiningClass ?? 0;
  const decomposition = (c) => {
    const text = characters.get(c)?.decomposition ?? '';
    return text ? sequence(text.replace(/<.*>/, '')) : null;
  };
  const isCanonical = (c) => !characters.get(c).decomposition.startsWith('<');
  /** [first, second] when the pair also composes to `c`; null otherwise. */
  const pair = (c) => {
    const parts = decomposition(c);
    if (parts?.length !== 2 || !isCanonical(c) || excluded.has(c)) return null;
    return combiningClass(c) || combiningClass(parts[0]) ? null : parts;
  };
  const caseFolding = readCaseFolding(folder);
  return {
    category,
    combiningClass,
    decomposition,
    pair,
    caseFolding,
    scripts: readScripts(folder),
  };
}

function* wordCharacters({ category }) {
  for (let c = 0x80; c <= LAST_TABLED; c++) if (category(c) !== CATEGORY.other) yield c;
}

// ---- Properties --------------------------------------------------------------------------------

function scriptNumbers(database) {
  const names = new Set(NAMED_SCRIPTS);
  for (const c of wordCharacters(database)) names.add(database.scripts.get(c) ?? 'Common');
  return new Map([...names].map((name, number) => [name, number]));
}

/** Where the property changes: [{start, property}], property = script << 3 | category. */
function propertyRanges(database) {
  const numbers = scriptNumbers(database);
  const ranges = [];
  let last = null;
  for (let c = 0; c <= LAST_TABLED; c++) {
    const category = database.category(c);
    const script = numbers.get(database.scripts.get(c) ?? 'Common');
    const property = category === CATEGORY.other ? 0 : (script << 3) | category;
    if (property !== last || c % 0x10000 === 0) ranges.push({ start: c, property });
    last = property;
  }
  return ranges;
}

// ---- Combining classes -------------------------------------------------------------------------

/** Runs of one class other than 0: [{start, count, value}]. */
function classRuns(database) {
  const runs = [];
  for (const c of wordCharacters(database)) {
    const value = database.combiningClass(c);
    const run = runs.at(-1);
    if (run?.value === value && run.start + run.count === c && run.count < 255) run.count++;
    else if (value) runs.push({ start: c, count: 1, value });
  }
  return runs;
}

// ---- Canonical pairs ---------------------------------------------------------------------------

// The few pairs of plane 1 all lie in U+11000..11FFF; they are kept in 16 bits as E000..EFFF, which
// are private and so in no pair. unicode.cpp does the same.
function squeeze(c) {
  if (c >= 0x11000 && c <= 0x11fff) return c - 0x3000;
  if (c > 0xdfff && (c < 0xf900 || c > 0xffff)) throw new Error(`pair out of reach: ${c}`);
  return c;
}

function canonicalPairs(database) {
  const pairs = [];
  for (const c of wordCharacters(database)) {
    const parts = database.pair(c)?.map(squeeze);
    if (parts) pairs.push({ composite: squeeze(c), first: parts[0], second: parts[1] });
  }
  return pairs.sort((a, b) => a.second - b.second || a.first - b.first);
}

// ---- Folding -----------------------------------------------------------------------------------

/** The closure of compatibility decomposition and case folding. */
function closure(c, database) {
  if (isHangulSyllable(c)) return [c];
  const next = database.decomposition(c) ?? database.caseFolding.get(c);
  return next ? next.flatMap((part) => closure(part, database)) : [c];
}

/**
 * What `c` folds to. A fraction or a parenthesised number stays as it is, since its parts would
 * break the word; so do the Arabic phrases of several words. The blank that carries an isolated
 * mark, and the dot of Catalan ŀ, are left out.
 */
function folded(c, database) {
  const parts = closure(c, database);
  const isWord = (part) => database.category(part) !== CATEGORY.other;
  if (parts.every(isWord)) return parts;
  const phrase = parts.lastIndexOf(0x20) > 0;
  if (database.category(c) === CATEGORY.number || phrase) return [c];
  return parts.filter(isWord);
}

// Left out, 2 KB of table that no keyboard and no input method ever asks for: the mathematical
// Arabic alphabet, and the compatibility ideographs of plane 2, made for one Taiwanese standard.
const isRare = (c) => (c >= 0x1ee00 && c <= 0x1eeff) || c > 0x1ffff;

const toUtf16 = (parts) =>
  [...String.fromCodePoint(...parts)].flatMap((ch) => ch.split('')).map((ch) => ch.charCodeAt(0));

/** The single code points that change, pairs and decimal digits aside: [{c, target, units}]. */
function foldings(database) {
  const list = [];
  for (const c of wordCharacters(database)) {
    if (isRare(c) || database.pair(c) || database.category(c) === CATEGORY.digit) continue;
    const target = folded(c, database);
    if (target.length !== 1 || target[0] !== c) list.push({ c, target, units: toUtf16(target) });
  }
  return list;
}

const KIND = { shift: 0, shiftToPlane0: 1, alternate: 2, pool: 2 }; // pool + number of units

/** How many entries from `at` on follow `step` code points apart and satisfy `fits`. */
function runLength(list, at, step, fits) {
  let n = 1;
  while (n < 255 && list[at + n]?.c === list[at].c + n * step && fits(list[at + n], n)) n++;
  return n;
}

const isShift = (first) => (entry, n) =>
  entry.target.length === 1 && entry.target[0] === first.target[0] + n;

const isNextLetter = (entry) => entry.target.length === 1 && entry.target[0] === entry.c + 1;

/** The longest run that starts at `at`, and how many entries it uses up. */
function foldRun(list, at, pool) {
  const first = list[at];
  const start = first.c;
  const [target] = first.target;
  const sameKind = (entry) => entry.units.length === first.units.length;
  const shift = first.target.length === 1 ? runLength(list, at, 1, isShift(first)) : 0;
  const pairs = isNextLetter(first) ? runLength(list, at, 2, isNextLetter) : 0;
  if (pairs > 1) {
    return { used: pairs, start, count: pairs * 2 - 1, kind: KIND.alternate, target: 0 };
  }
  const plane0 = target < 0x10000 && start > 0xffff;
  const near = target >> 16 === start >> 16 || plane0;
  const pooled = runLength(list, at, 1, sameKind);
  if (near && (shift > 2 || shift === pooled)) {
    const kind = plane0 ? KIND.shiftToPlane0 : KIND.shift;
    return { used: shift, start, count: shift, kind, target: target & 0xffff };
  }
  let used = 1;
  while (used < pooled && runLength(list, at + used, 1, isShift(list[at + used])) < 5) used++;
  const offset = pool.length;
  for (const entry of list.slice(at, at + used)) pool.push(...entry.units);
  return { used, start, count: used, kind: KIND.pool + first.units.length, target: offset };
}

function foldRuns(database) {
  const list = foldings(database);
  const runs = [];
  const pool = [];
  for (let at = 0; at < list.length; at += runs.at(-1).used) runs.push(foldRun(list, at, pool));
  return { runs, pool };
}

// ---- Writing -----------------------------------------------------------------------------------

function table(type, name, values) {
  const rows = [];
  for (let at = 0; at < values.length; at += 16) rows.push(values.slice(at, at + 16).join(', '));
  return `constexpr ${type} ${name}[] = {\n    ${rows.join(',\n    ')}};\n`;
}

/**
 * A column as the steps from each value to the next, modulo 2^16 and in bytes of seven bits, the
 * lowest first: all but the last have bit 7 set. Most steps are small, so it takes half the bytes.
 */
function steps(name, values) {
  const bytes = [];
  for (const [index, value] of values.entries()) {
    let step = (value - (values[index - 1] ?? 0)) & 0xffff;
    for (; step > 127; step >>= 7) bytes.push(0x80 | (step & 127));
    bytes.push(step);
  }
  return `constexpr size_t ${name}Count = ${values.length};\n` + table('uint8_t', name, bytes);
}

/** Index of the first entry of planes 0 to 3, and the end. */
function planes(name, entries) {
  const first = [0, 1, 2, 3].map((plane) => entries.filter((e) => e.start < plane << 16).length);
  return table('uint16_t', name, [...first, entries.length]);
}

function column(type, name, entries, field) {
  const values = entries.map((entry) => entry[field]);
  return table(type, name, values);
}

const low = (entries) => entries.map((entry) => entry.start & 0xffff);

/** One byte a range: the properties of a plane are few, and numbered. */
function propertyTables(ranges) {
  const values = [];
  const numbers = ranges.map(({ start, property }) => {
    const palette = (values[start >> 16 === 0 ? 0 : 1] ??= []);
    if (!palette.includes(property)) palette.push(property);
    return palette.indexOf(property);
  });
  if (values.some((palette) => palette.length > 256)) throw new Error('too many properties');
  return [
    steps('kPropertyStarts', low(ranges)),
    table('uint8_t', 'kPropertyNumbers', numbers),
    planes('kPropertyPlanes', ranges),
    table('uint16_t', 'kPropertiesOfPlane0', values[0]),
    table('uint16_t', 'kPropertiesBeyond', values[1]),
  ];
}

function classTables(runs) {
  return [
    steps('kClassStarts', low(runs)),
    column('uint8_t', 'kClassCounts', runs, 'count'),
    column('uint8_t', 'kClassValues', runs, 'value'),
    planes('kClassPlanes', runs),
  ];
}

function pairTables(pairs) {
  const seconds = [...new Set(pairs.map((pair) => pair.second))];
  const firstOf = (second) => pairs.findIndex((pair) => pair.second === second);
  const field = (name) => pairs.map((pair) => pair[name]);
  return [
    table('uint16_t', 'kPairSeconds', seconds),
    table('uint16_t', 'kPairGroups', [...seconds.map(firstOf), pairs.length]),
    steps('kPairFirsts', field('first')),
    steps('kPairComposites', field('composite')),
  ];
}

function foldTables({ runs, pool }) {
  return [
    steps('kFoldStarts', low(runs)),
    column('uint8_t', 'kFoldCounts', runs, 'count'),
    column('uint8_t', 'kFoldKinds', runs, 'kind'),
    column('uint16_t', 'kFoldTargets', runs, 'target'),
    planes('kFoldPlanes', runs),
    table('char16_t', 'kFoldPool', pool),
  ];
}

function scriptChecks() {
  const check = (name, number) =>
    `static_assert(static_cast<int>(Script::k${name}) == ${number}, "generate.mjs has another order");`;
  return NAMED_SCRIPTS.map(check).join('\n') + '\n';
}

function render(database) {
  return [
    '// Generated by generate.mjs from the Unicode Character Database. Do not edit.\n',
    scriptChecks(),
    ...propertyTables(propertyRanges(database)),
    ...classTables(classRuns(database)),
    ...pairTables(canonicalPairs(database)),
    ...foldTables(foldRuns(database)),
  ].join('\n');
}

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? undefined : process.argv[at + 1];
  if (value !== undefined) return value;
  console.error('usage: node generate.mjs --data DIR --out FILE');
  process.exit(2);
}

const data = option('data');
const out = option('out');
writeFileSync(out, render(readDatabase(data)));
