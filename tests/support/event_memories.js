// The same events in memories that got them by every way in.

import { openMemory } from 'loci';

/**
 * Calls `check(evidence, way)` with memories that hold the events: saved one by one, saved at once,
 * saved after others that are gone again, and restored from the bytes of the first.
 * @param {(object | string)[]} events a text alone becomes the content of an event called `n<place>`
 */
export async function eventsInEveryWay(events, check, options = {}) {
  const given = events.map((event, i) => (typeof event === 'string' ? eventOf(event, i) : event));
  const open = (location = ':memory:') =>
    openMemory(location, { clock: () => 0, monotonic: () => 0, ...options });
  const saved = await open();
  given.forEach((event) => saved.evidence.save(event));
  const atOnce = await open();
  atOnce.evidence.saveMany(given);
  const eventful = await open();
  for (const event of given) {
    eventful.evidence.save({ id: 'gone', summary: 'once', content: 'There was more, once.' });
    eventful.evidence.search({ query_text: 'once' }); // so that the index follows the writes
    eventful.evidence.save(event);
    eventful.evidence.remove('gone');
  }
  const restored = await open({ bytes: saved.exportBytes() });
  for (const [way, memory] of Object.entries({ saved, atOnce, eventful, restored })) {
    await check(memory.evidence, way);
    memory.close();
  }
}

const eventOf = (content, i) => ({ id: `n${i}`, summary: '', content, writtenAt: null });

let sessions = 0;

/** What a search gives to a session that has asked nothing before. */
export const freshSearch = (evidence, request, options) =>
  evidence.search(request, { session: `fresh ${sessions++}`, ...options });

/** The ids that a question finds, in order, in a session of its own. */
export const idsOf = (evidence, query_text, request = {}, options = {}) =>
  freshSearch(evidence, { query_text, ...request }, options).events.map(({ id }) => id);
