// The same drawers in memories that got them by every way in.

import { openMemory } from 'loci';

const AT_REST = { clock: () => 0, monotonic: () => 0 };

/**
 * Calls `check(palace, way)` with memories that hold the drawers: filed one by one, filed at once,
 * filed among others that are gone again, moved to where they belong, and restored from the bytes of
 * the first.
 * @param {(object | string)[]} drawers a text alone becomes a drawer called `n<place>`
 */
export async function drawersInEveryWay(drawers, check, options = {}) {
  const given = drawers.map((drawer, i) =>
    typeof drawer === 'string' ? drawerOf(drawer, i) : drawer,
  );
  const open = (location = ':memory:') => openMemory(location, { ...AT_REST, ...options });
  const filed = await open();
  given.forEach((drawer) => filed.palace.addDrawer(drawer));
  const atOnce = await open();
  atOnce.palace.addDrawers(given);
  const eventful = await open();
  for (const drawer of given) {
    eventful.palace.addDrawer({ ...elsewhere, id: 'gone', text: 'There was more, once.' });
    eventful.palace.search({ query: 'once' }); // so that the index follows the writes
    eventful.palace.addDrawer(drawer);
    eventful.palace.deleteDrawer('gone');
  }
  const moved = await open();
  for (const drawer of given) {
    moved.palace.addDrawer({ ...drawer, ...elsewhere });
    moved.palace.search({ query: 'once' });
    moved.palace.updateDrawer(drawer.id, { wing: drawer.wing, room: drawer.room });
  }
  const restored = await open({ bytes: filed.exportBytes() });
  for (const [way, memory] of Object.entries({ filed, atOnce, eventful, moved, restored })) {
    await check(memory.palace, way);
    memory.close();
  }
}

const elsewhere = { wing: 'Attic', room: 'Box' };

/** A drawer of a text alone, called by its place. */
export const drawerOf = (text, i) => ({
  id: `n${i}`,
  wing: 'Notes',
  room: 'Desk',
  text,
  filedAt: null,
});

/** The ids that a question finds, in order. */
export const foundIds = (palace, query, request = {}, options = {}) =>
  palace.search({ query, ...request }, options).results.map(({ id }) => id);
