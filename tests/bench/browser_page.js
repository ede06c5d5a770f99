// What is measured inside a page: by browsers.js, which drives pages, and by page.html, for the
// browser that a person uses.

import { openMemory } from '../../js/browser.js';
import { generatedQuestion, generatedText } from './generated.js';
import { itemOf } from './items.js';

const item = (i) => itemOf(generatedText(i), i);
const between = (from, to) => Array.from({ length: to - from }, (_, i) => item(from + i));

/** The memory that open() opened, for the calls after it. */
let memory;

export async function open(store, options) {
  memory = await openMemory(`opfs:${store}`, options);
}

export const close = () => memory.close();

/** Adds the generated items from `from` to before `to` at once. */
export const fill = (from, to) => memory.addMany(between(from, to));

/** Milliseconds from opening a store of so many items, with options, to its first answer. */
export async function openAndAsk(store, items, options) {
  const { question } = generatedQuestion(1, items);
  const start = performance.now();
  await open(store, options);
  const answer = await memory.retrieve(question, { limit: 10, expandLinks: false });
  const ms = performance.now() - start;
  if (answer.items.length === 0) throw new Error('the stored memory answered nothing');
  await close();
  return ms;
}

/** Milliseconds of each `add` of the generated items from `from` to before `to`. */
export async function addOneByOne(from, to) {
  const times = [];
  for (const added of between(from, to)) {
    const start = performance.now();
    await memory.add(added);
    times.push(performance.now() - start);
  }
  return times;
}

/** Milliseconds of one `add`, whoever leads at its end. */
export async function addOnce(name) {
  const start = performance.now();
  await memory.add({ category: 'failover', name, content: name });
  return performance.now() - start;
}

/** Removes a store that a page left behind. */
export async function forget(store) {
  const root = await navigator.storage.getDirectory();
  const loci = await root.getDirectoryHandle('loci', { create: true });
  await loci.removeEntry(store, { recursive: true }).catch(() => {}); // it was never made
}
