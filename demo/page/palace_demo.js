/**
 * The drawers that ship with the demo, in demo/palace: what a boat, a garden, a choir and a kitchen keep
 * in writing. A static server lists no folders, so the files are named here;
 * tests/js/demo_palace.test.js compares.
 */

export const WING_FILES = Object.freeze(['boat.json', 'garden.json', 'choir.json', 'kitchen.json']);

/** Digests of source files, and tunnels that somebody drew. */
export const MORE_FILES = Object.freeze(['closets.json', 'tunnels.json']);

/** Questions that they answer. */
export const QUESTIONS = Object.freeze([
  'frost in april',
  'who sews the sail?',
  'honey',
  'cost of rivets and varnish',
  '远处的船',
]);

const WINGS = ['Boat', 'Garden', 'Choir', 'Kitchen'];

/** Whether a palace has the demo's wings; others are asked other questions. */
export const holdsDemo = ({ wings }) =>
  WINGS.every((name) => wings.some(({ wing }) => wing === name));

async function fetchFile(name) {
  const response = await fetch(new URL(`../palace/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} was not served (${response.status})`);
  return response.json();
}

/** Files the demo's drawers. Resolves to how many came in; `load(name)` to what a file holds. */
export async function fileDemoPalace({ palace }, load = fetchFile) {
  const wings = await Promise.all(WING_FILES.map(load));
  const [closets, tunnels] = await Promise.all(MORE_FILES.map(load));
  const { added } = await palace.addDrawers(wings.flat());
  for (const closet of closets) await palace.addCloset(closet);
  for (const tunnel of tunnels) await palace.createTunnel(tunnel);
  return added;
}
