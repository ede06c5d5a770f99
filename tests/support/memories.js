// The same items in memories that got them by every way in.

import { openMemory } from 'loci';

/**
 * Calls `check(memory, way)` with memories that hold the items: added one by one, added at once,
 * imported as Markdown from the first, and restored from its bytes.
 * @param {(object | string)[]} items a text alone becomes an item called `n<place>`
 */
export async function inEveryWay(items, check, options = {}) {
  const given = items.map((item, i) =>
    typeof item === 'string' ? { category: 'notes', name: `n${i}`, content: item } : item,
  );
  const open = (location = ':memory:') => openMemory(location, { clock: () => 0, ...options });
  const added = await open();
  given.forEach((item) => added.add(item));
  const atOnce = await open();
  atOnce.addMany(given);
  const imported = await open();
  imported.importMarkdown(added.exportMarkdown());
  const restored = await open({ bytes: added.exportBytes() });
  for (const [way, memory] of Object.entries({ added, atOnce, imported, restored })) {
    await check(memory, way);
    memory.close();
  }
}

/** The names of what a query finds, in order. */
export const namesOf = (memory, query, options) =>
  memory.retrieve(query, options).items.map(({ name }) => name);

/** The contents of what a query finds, in order. */
export const textsOf = (memory, query, options) =>
  memory.retrieve(query, options).items.map(({ content }) => content);
