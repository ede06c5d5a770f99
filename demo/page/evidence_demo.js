/**
 * The events that ship with the demo, in demo/evidence: how a small club mended a hut. A static server
 * lists no folders, so they are named here; tests/browser/page_evidence_parts.test.js compares.
 */

export const EVENT_FILES = Object.freeze([
  'hut_ch01.json',
  'hut_ch02.json',
  'hut_ch03.json',
  'hut_ch04.json',
  'hut_ch05.json',
  'letters.json',
]);

/** Questions that they answer. */
export const QUESTIONS = Object.freeze([
  'why did the roof leak?',
  'where is the key?',
  'cost of the roof',
  '铁盒的钥匙在哪里？',
  'дым печь',
]);

async function fetchEvents(name) {
  const response = await fetch(new URL(`../evidence/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} was not served (${response.status})`);
  return response.json();
}

/**
 * Brings the demo's events into a memory that holds no event at all. Resolves to how many came in: 0
 * where there are others, which are somebody's own. `load(name)` resolves to the events of a file.
 */
export async function fillWithDemoEvents(memory, load = fetchEvents) {
  const { evidence } = await memory.status();
  if (evidence.events > 0) return 0;
  const files = await Promise.all(EVENT_FILES.map(load));
  const { added } = await memory.evidence.saveMany(files.flat());
  return added;
}
