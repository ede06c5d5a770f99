// The checks of tests/edge/memory.test.js and tests/edge/parts.test.js, which run in workerd.

import { openMemory } from 'loci';
import wasm from 'loci/loci.wasm';

import { FailingStorage } from './support/failing_storage.js';
import { answersOf, embed, noteOf, notes } from './support/notes.js';

const clock = () => 1.7e12;
const WIDE = 384; // numbers of a vector

/** Opens the object's memory, and keeps it for the next checks. */
export async function open(object, options = {}) {
  object.kept.storage ??= new FailingStorage(object.storage);
  const location = { durableObject: object.kept.storage };
  object.kept.memory = await openMemory(location, { wasm, clock, ...options });
  return object.kept.memory.persistence;
}

async function memoryOf(object) {
  if (!object.kept.memory) await open(object);
  return object.kept.memory;
}

export function close({ kept }) {
  kept.memory?.close();
  kept.memory = undefined;
}

/** Calls methods in turn: [[method, ...arguments]]; the last result. */
export async function calls(object, list) {
  const memory = await memoryOf(object);
  let result;
  for (const [method, ...args] of list) result = await memory[method](...args);
  return result;
}

/** Adds notes at once. */
export async function fill(object, { count, first = 0 }) {
  return (await memoryOf(object)).addMany(notes(count, first));
}

export async function answers(object, count) {
  return answersOf(await memoryOf(object), count);
}

/** What adding one note writes: statements, rows, and the pages that are different behind it. */
export async function written(object, index) {
  const memory = await memoryOf(object);
  const { storage } = object.kept;
  const before = pagesOf(object);
  storage.reset();
  memory.addMany(notes(1, index));
  const { rowsWritten, changes } = storage;
  const after = pagesOf(object);
  const changed = [...after].filter(([id, bytes]) => before.get(id) !== bytes).length;
  return { rowsWritten, changes, changed };
}

function pagesOf({ storage }) {
  const rows = storage.sql.exec('SELECT id, hex(bytes) FROM loci_page').raw();
  return new Map(rows);
}

const codeOf = (work) => {
  try {
    work();
    return 'ok';
  } catch ({ code, detail, message }) {
    return code ? { code, detail } : message;
  }
};

/**
 * Adds a note while each statement of it fails in turn, and the commit's end; what was thrown, and what
 * the memory was then.
 */
export async function failedWrites(object, message) {
  const memory = await memoryOf(object);
  const { storage } = object.kept;
  const before = stateOf(memory);
  const outcomes = [];
  for (let k = -1; ; ++k) {
    storage.failAfter(Math.max(0, k), message, { once: true, atEnd: k < 0 });
    const thrown = codeOf(() => memory.addMany(notes(1, 50_000)));
    storage.recover();
    if (thrown === 'ok') return { outcomes, after: stateOf(memory) !== before };
    outcomes.push({ code: thrown.code, isOld: stateOf(memory) === before });
  }
}

/**
 * Adds notes inside of transactions of the object's own: one that is kept, and one that is rolled back.
 * What the next call is answered, and what the memory is when it is opened anew.
 */
export async function transactionAround(object) {
  const memory = await memoryOf(object);
  const { storage } = object;
  storage.transactionSync(() => memory.addMany(notes(200)));
  const expected = stateOf(memory);
  const refused = codeOf(() =>
    storage.transactionSync(() => {
      memory.addMany(notes(5, 1000));
      throw new Error('it is taken back');
    }),
  );
  const next = codeOf(() => memory.addMany(notes(5, 2000)));
  close(object);
  const isOld = stateOf(await memoryOf(object)) === expected;
  return {
    refused,
    next: next.code,
    isOld,
    later: codeOf(() => object.kept.memory.add(noteOf(1))),
  };
}

/** What a memory tells of all it holds. */
function stateOf(memory) {
  const { items, revision, embeddings } = memory.status();
  const check = memory.check().findings;
  return JSON.stringify([items, revision, embeddings, check, answersOf(memory, 5)]);
}

/** A store that may have no more pages than it has: what can be done, and when there is room again. */
export async function fullStore(object) {
  const memory = await memoryOf(object);
  const { storage } = object.kept;
  memory.addMany(notes(300));
  storage.limitToPagesNow();
  const added = [];
  for (let i = 300; added.at(-1) !== 'ok' && i < 303; ++i) {
    added.push(codeOf(() => memory.addMany(notes(200, i * 1000))));
  }
  const { items } = memory.status();
  const found = memory.retrieve('kalo ren', { limit: 3 }).items.length;
  const removed = Array.from({ length: 100 }, (_, i) => memory.remove('notes', `n${i}`).removed);
  const again = codeOf(() => memory.addMany(notes(20, 5000)));
  storage.recover();
  const later = codeOf(() => memory.addMany(notes(200, 300_000)));
  return { added, items, found, removed, again, later, check: memory.check() };
}

/** One text that is above what a commit takes, alone and in the middle of others. */
export async function hugeTexts(object) {
  const memory = await memoryOf(object);
  memory.addMany(notes(10));
  const before = stateOf(memory);
  const huge = { category: 'notes', name: 'huge', content: 'x'.repeat(9 << 20) };
  const alone = codeOf(() => memory.add(huge));
  const isOld = stateOf(memory) === before;
  const among = codeOf(() => memory.addMany([...notes(250, 1000), huge, ...notes(5, 2000)]));
  const { items } = memory.status();
  const large = codeOf(() => memory.add({ ...huge, content: 'y'.repeat(6 << 20) }));
  return { alone, isOld, among, items, large, check: memory.check() };
}

/** addMany whose onProgress throws when so many are done. */
export async function interrupted(object, { count, at }) {
  const memory = await memoryOf(object);
  const onProgress = ({ done }) => {
    if (done >= at) throw new Error('the caller has had enough');
  };
  const thrown = codeOf(() => memory.addMany(notes(count), { onProgress }));
  const { items } = memory.status();
  return { thrown, items, check: memory.check(), again: memory.addMany(notes(count)) };
}

/** The Markdown of the notes as one file, imported; and a file in whose middle a step fails. */
export async function importMarkdown(object, { count, failAfter }) {
  const memory = await memoryOf(object);
  const sections = notes(count).map(({ name, content }) => `## ${name}\n\n${content}\n`);
  const files = [{ path: 'wiki/notes.md', text: sections.join('\n') }];
  const { storage } = object.kept;
  if (failAfter !== undefined) storage.failAfter(failAfter, 'disk I/O error: SQLITE_IOERR');
  let result;
  const thrown = codeOf(() => (result = memory.importMarkdown(files)));
  storage.recover();
  return { thrown, result, items: memory.status().items, check: memory.check() };
}

export async function exported(object) {
  const memory = await memoryOf(object);
  return [...memory.exportBytes()];
}

/**
 * Runs a change that is all or nothing while its k-th statement and, unless `once`, all behind it fail:
 * for each k what was thrown, and whether the memory, and then the next one, is the old or the new.
 * The change brings so many items; every `step`-th k is tried.
 */
export async function stagedChange(object, { change, items, step, once }) {
  await open(object);
  const { kept } = object;
  const work = await CHANGES[change](kept.memory, items);
  const before = stateOf(kept.memory);
  const outcomes = [];
  for (let k = 0; ; k += step) {
    kept.storage.failAfter(k, 'disk I/O error: SQLITE_IOERR', { once });
    const thrown = codeOf(() => work(kept.memory));
    const isOld = thrown !== 'ok' && stateOf(kept.memory) === before;
    kept.storage.recover();
    close(object);
    await open(object);
    outcomes.push({ thrown, isOld, isNextOld: stateOf(kept.memory) === before });
    if (thrown === 'ok') return outcomes;
  }
}

/** What prepares a memory for a change, and gives it. */
const CHANGES = {
  async importBytes(memory, items) {
    const other = await openMemory(':memory:', { wasm, clock });
    other.addMany(notes(items, 20_000));
    const bytes = other.exportBytes();
    other.close();
    memory.addMany(notes(100));
    return (target) => target.importBytes(bytes);
  },
  async replaceEmbeddings(memory, items) {
    const given = notes(items);
    memory.addMany(given.map((item, i) => ({ ...item, embedding: embed([`${i}`])[0] })));
    const entries = given.map(({ category, name }) => ({
      category,
      name,
      embedding: embed([name], WIDE)[0],
    }));
    return (target) => target.replaceEmbeddings(entries, { model: 'other' });
  },
};

/** Ends the object in the middle of a change, behind so many statements. */
export async function abortWithin(object, { change, items, after }) {
  await open(object);
  const work = await CHANGES[change](object.kept.memory, items);
  await object.storage.sync();
  object.kept.storage.onChange = (count) => {
    if (count > after) object.ctx.abort('the test ends it');
  };
  object.kept.storage.reset();
  return codeOf(() => work(object.kept.memory));
}

export async function state(object) {
  return JSON.parse(stateOf(await memoryOf(object)));
}

/** A memory with an embedder: all texts get vectors, questions too, reembed replaces all. */
export async function embedder(object) {
  const location = { durableObject: object.storage };
  const memory = await openMemory(location, { wasm, clock, embedder: embed, model: 'eight' });
  await memory.addMany(notes(300));
  await memory.flush();
  const found = await memory.retrieve('kalo ren', { limit: 3 });
  await memory.reembed((texts) => embed(texts, 16), { model: 'sixteen' });
  const status = await memory.status();
  await memory.close();
  return { embeddingUsed: found.embeddingUsed, embeddings: status.embeddings };
}

/** One agent's turn: its own notes in, a question, and all that it has. */
export async function turn(object, name) {
  const memory = await memoryOf(object);
  memory.addMany([
    { category: 'facts', name: `${name} likes`, content: `${name} likes tea and the shared word` },
    { category: 'facts', name: `${name} has`, content: `${name} has a boat` },
  ]);
  const found = memory.retrieve('shared word').items.map((item) => item.name);
  const all = memory.items({ limit: 1000 }).items.map((item) => item.name);
  close(object);
  return { found, all };
}

/** What openings say that cannot be. */
export async function refusals({ storage }) {
  const location = { durableObject: storage };
  const tries = {
    noWasm: [location],
    bytes: [location, { wasm: new Uint8Array(8) }],
    url: [location, { wasm: 'https://example.com/loci.wasm' }],
    memoryWithoutWasm: [':memory:'],
    path: ['notes.loci', { wasm }],
    noStorage: [{ durableObject: {} }, { wasm }],
    null: [{ durableObject: null }, { wasm }],
    nothing: [undefined, { wasm }],
    absent: [location, { wasm, readOnly: true }],
  };
  const said = {};
  for (const [name, args] of Object.entries(tries)) {
    said[name] = await openMemory(...args).then(
      () => 'opened',
      ({ code, message }) => `${code}: ${message}`,
    );
  }
  const first = await openMemory(location, { wasm });
  said.second = await openMemory(location, { wasm }).catch(({ code }) => code);
  first.close();
  (await openMemory(location, { wasm })).close();
  return said;
}

/** `:memory:` and {bytes}, in an object or outside of one. */
export async function inMemory() {
  const memory = await openMemory(':memory:', { wasm, clock });
  memory.addMany(notes(50));
  const copy = await openMemory({ bytes: memory.exportBytes() }, { wasm: Promise.resolve(wasm) });
  const isSame = answersOf(copy, 20) === answersOf(memory, 20);
  return { isSame, modes: [memory.persistence.mode, copy.persistence.mode] };
}

export function abort({ ctx }) {
  ctx.abort('the test wants another instance');
}

/** Adds long notes, removes some from `first` on, and compacts; what it is like before and after. */
export async function compacted(object, { count, removed, first = 0 }) {
  const memory = await memoryOf(object);
  for (let i = 0; i < count; i += 1000) {
    const long = (item) => ({ ...item, content: `${item.content}\n`.repeat(6) });
    memory.addMany(notes(1000, i).map(long));
  }
  const { storeBytes } = memory.status();
  for (let i = first; i < first + removed; i++) memory.remove('notes', `n${i}`);
  const expected = answersOf(memory, 20);
  const result = memory.compact({ keepJournal: 10 });
  const isSame = answersOf(memory, 20) === expected;
  close(object);
  const next = await memoryOf(object);
  const [[rows]] = object.storage.sql.exec('SELECT count(*) FROM loci_page').raw();
  const isNextSame = answersOf(next, 20) === expected;
  const after = { rows, check: next.check(), status: next.status() };
  return { storeBytes, result, isSame, isNextSame, ...after };
}

/** A store that is opened to be read only. */
export async function readOnly(object) {
  await fill(object, { count: 50 });
  const expected = answersOf(object.kept.memory, 20);
  close(object);
  await open(object, { readOnly: true });
  const { memory, storage } = object.kept;
  storage.reset();
  const isSame = answersOf(memory, 20) === expected;
  const refused = codeOf(() => memory.addMany(notes(1)));
  const bytes = memory.exportBytes().length;
  close(object);
  return { isSame, refused: refused.code, bytes, changes: storage.changes };
}
