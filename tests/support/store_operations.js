// Random writes to a memory, and what a memory must hold after them.
//
// The operations depend on a seed alone, not on what the memory holds, so that two processes derive
// the same ones: one carries them out, the other knows what to expect.

import { createHash } from 'node:crypto';

import { makeRandom } from './random.js';

const CATEGORIES = ['note', 'person', 'place'];
const KEEP_JOURNAL = 50;
// 280 texts of 16 KiB are 1 120 pages and more, above the 1 000 that SQLite caches: the transaction
// writes pages to the log before it commits.
const SPILL_ITEMS = 280;
const SPILL_LENGTH = 16_384;

/** @typedef {{kind: string, method: string, args: unknown[], writes: object[]}} Operation */

/** @returns {Generator<Operation>} without end; `writes` says the same to a StoreModel */
export function* operations(seed) {
  const random = makeRandom(seed);
  const makers = [
    ...[add, add, add, remove, remove, addSome, importFiles, compact],
    ...[spill, shrink, shrink], // mostly small: what is large takes long to read after each kill
  ];
  for (let i = 0; ; ++i) yield makers[random(makers.length)](random, `${seed}.${i}`);
}

function item(random, mark, i) {
  return {
    category: CATEGORIES[random(CATEGORIES.length)],
    name: `name ${random(40)}`,
    content: `written by ${mark}.${i} ${'and more '.repeat(random(200))}.`,
  };
}

const put = ({ category, name, content }) => ({ action: 'put', category, name, content });

function add(random, mark) {
  const added = item(random, mark, 0);
  return { kind: 'add', method: 'add', args: [added], writes: [put(added)] };
}

function remove(random) {
  const category = CATEGORIES[random(CATEGORIES.length)];
  const name = `name ${random(40)}`;
  const writes = [{ action: 'remove', category, name }];
  return { kind: 'remove', method: 'remove', args: [category, name], writes };
}

function addAll(kind, items) {
  return { kind, method: 'addMany', args: [items], writes: items.map(put) };
}

function addSome(random, mark) {
  return addAll(
    'addMany',
    Array.from({ length: 5 + random(40) }, (_, i) => item(random, mark, i)),
  );
}

function fillLarge(kind, mark, length) {
  const items = Array.from({ length: SPILL_ITEMS }, (_, i) => ({
    category: 'large',
    name: `name ${i}`,
    content: `${mark}.${i} ${'x'.repeat(length)}`,
  }));
  return addAll(kind, items);
}

const spill = (_, mark) => fillLarge('spill', mark, SPILL_LENGTH);
const shrink = (_, mark) => fillLarge('shrink', mark, 10);

function importFiles(random, mark) {
  const files = [];
  const writes = [];
  for (const category of ['imported', 'note']) {
    const names = Array.from({ length: 1 + random(6) }, (_, i) => `name ${i * 7 + random(7)}`);
    const items = names.map((name, i) => ({ category, name, content: `file of ${mark}.${i}` }));
    const sections = items.map(({ name, content }) => `## ${name}\n\n${content}\n`);
    files.push({ path: `wiki/${category}.md`, text: `# ${category}\n\n${sections.join('\n')}` });
    writes.push(...items.map(put));
  }
  return { kind: 'import', method: 'importMarkdown', args: [files], writes };
}

function compact() {
  const writes = [{ action: 'trim', keep: KEEP_JOURNAL }];
  return { kind: 'compact', method: 'compact', args: [{ keepJournal: KEEP_JOURNAL }], writes };
}

const digest = (text) => createHash('sha1').update(text).digest('base64').slice(0, 12);

/** What a memory must hold: its items in order, its revision and the end of its journal. */
export class StoreModel {
  #contents = new Map();
  #journal = [];
  #revision = 0;

  copy() {
    const model = new StoreModel();
    model.#contents = new Map(this.#contents);
    model.#journal = [...this.#journal];
    model.#revision = this.#revision;
    return model;
  }

  /** @param {Operation} operation */
  apply({ writes }) {
    for (const write of writes) this.#write(write);
    return this;
  }

  #write({ action, category, name, content, keep }) {
    if (action === 'trim') {
      this.#journal = this.#journal.slice(-keep);
      return;
    }
    const key = `${category}:${name}`;
    const existed = this.#contents.delete(key);
    if (action === 'remove' && !existed) return;
    if (action === 'put') this.#contents.set(key, digest(content));
    const done = action === 'remove' ? 'remove' : existed ? 'update' : 'add';
    this.#journal.push(`${++this.#revision} ${done} ${key}`);
  }

  /** As describeStore() describes a memory. */
  describe() {
    const keys = [...this.#contents.keys()];
    const category = (key) => key.slice(0, key.indexOf(':'));
    keys.sort((a, b) => (category(a) < category(b) ? -1 : category(a) > category(b) ? 1 : 0));
    return {
      revision: this.#revision,
      items: keys.map((key) => `${key} ${this.#contents.get(key)}`),
      journal: this.#journal.slice(-KEEP_JOURNAL),
    };
  }
}

/** All that a memory holds, short enough for a line of JSON, without times. */
export function describeStore(memory) {
  const revision = memory.revision();
  const since = Math.max(0, revision - KEEP_JOURNAL);
  return {
    revision,
    items: allItems(memory).map((i) => `${i.category}:${i.name} ${digest(i.content)}`),
    journal: memory
      .journal({ since, limit: KEEP_JOURNAL })
      .entries.map((e) => `${e.revision} ${e.action} ${e.category}:${e.name}`),
  };
}

/** The items of a memory, whatever one call gives at most. */
export function allItems(memory) {
  const items = [];
  for (;;) {
    const page = memory.items({ offset: items.length, limit: 100 }).items;
    items.push(...page);
    if (page.length < 100) return items;
  }
}
