// Which part of the project takes how much of the .wasm, and what each may take.
//
// The linker's map tells the object file of every function and datum; the symbol map, written after
// the last optimization, names the functions that are really in the module. A function that was
// inlined everywhere counts for those that took it in.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { codeSizes } from './wasm_sections.js';

const ROOT = new URL('../../', import.meta.url);
const BUILD = new URL('build/wasm/', ROOT);

const REST = 'glue and tables';

/** Bytes that each part may take: what it takes, and a little. The sum is above the target of the whole. */
export const BUDGETS = {
  SQLite: 324_000,
  nlohmann_json: 22_500,
  'C and C++ libraries': 17_500,
  'merged constants': 47_000,
  base: 25_500,
  text: 70_000,
  index: 56_500,
  store: 79_500,
  retrieve: 45_500,
  wiki: 46_500,
  evidence: 47_500,
  palace: 73_000,
  'engine and bindings': 166_000,
  [REST]: 5_500,
};

function layersByObject() {
  const layers = new Map();
  for (const entry of readdirSync(new URL('src', ROOT), { recursive: true })) {
    const [layer] = entry.split(/[/.]/);
    layers.set(`${basename(entry)}.o`, layer.startsWith('engine') ? 'engine and bindings' : layer);
  }
  return layers;
}

const LIBRARY = /lib\/wasm32-/;

function partOf(file, symbol, layers) {
  if (/nlohmann/.test(symbol)) return 'nlohmann_json';
  if (/sqlite3/.test(file)) return 'SQLite';
  if (/^bindings|libembind/.test(file)) return 'engine and bindings';
  if (LIBRARY.test(file)) return 'C and C++ libraries';
  const object = /([^/(]+\.o)\)?$/.exec(file)?.[1];
  return layers.get(object) ?? 'merged constants';
}

// Lines of a symbol: address, offset, size, then `file:(name)`; below it the demangled name.
function readMap(text, layers) {
  const functions = new Map();
  const data = {};
  let section;
  let part;
  for (const line of text.split('\n')) {
    const [, size, what] = /^\s+\S+\s+[0-9a-f]+\s+([0-9a-f]+)\s+(.*)$/.exec(line) ?? [];
    if (what === undefined) continue;
    if (/^[A-Z]+$/.test(what)) section = what;
    const [, file, name] = /^(.*\.o\)?|<internal>):\((.*)\)$/.exec(what) ?? [];
    if (file) part = partOf(file, name, layers);
    const inFile = file && section === 'DATA' && !name.startsWith('.bss');
    if (inFile) data[part] = (data[part] ?? 0) + parseInt(size, 16);
    if (section === 'CODE' && part) functions.set(name ?? what, part);
  }
  return { functions, data };
}

const unescape = (name) =>
  name.replace(/\\([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

function readSymbols(text) {
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => unescape(line.slice(line.indexOf(':') + 1)));
}

/** Bytes by part: `[{name, bytes, budget}]`, which add up to the file; null without the maps. */
export function wasmParts() {
  const read = (name) => readFileSync(new URL(name, BUILD));
  if (!existsSync(new URL('loci.map', BUILD))) return null;
  const { functions, data } = readMap(String(read('loci.map')), layersByObject());
  const names = readSymbols(String(read('loci.js.symbols')));
  const wasm = read('loci.wasm');
  const bytes = Object.fromEntries(Object.keys(BUDGETS).map((part) => [part, data[part] ?? 0]));
  for (const { index, size } of codeSizes(wasm)) {
    bytes[functions.get(names[index]) ?? REST] += size;
  }
  bytes[REST] += wasm.length - Object.values(bytes).reduce((sum, size) => sum + size);
  return Object.entries(BUDGETS).map(([name, budget]) => ({ name, bytes: bytes[name], budget }));
}
