// `loci wings`, `loci rooms`, `loci taxonomy`, `loci traverse` and `loci tunnels`: what the palace looks
// like.
//
// Tested by tests/js/cli_palace.test.js; their examples by tests/js/cli_help.test.js.

import { roomLines, taxonomyLines, traverseLines, tunnelLines, wingLines } from '../palace_text.js';
import { requireWords } from './arguments.js';
import { framed } from './framed.js';
import { plural } from './look.js';
import { TUNNEL, VISITED_ROOM, WARNINGS } from './shapes.js';
import { count } from './values.js';

/** What fills a palace. */
export const MAKER = 'loci mine FOLDER --wing WING';

/** Of a palace that holds nothing. */
export const EMPTY = `there are no drawers; \`${MAKER}\` files a folder`;

/** An answer: `lines` of text_frame.js, or `nothing`, a sentence for stderr, where there are none. */
function answer(data, lines, nothing) {
  const found = nothing === undefined;
  return {
    data,
    lines: (look) => (found ? framed(lines, look) : []),
    notes: found ? [] : [nothing].flat(),
    found,
  };
}

/** That there is no such wing, and which there are. `listed`: what `palace.listRooms` said. */
const unknownWing = (listed) => roomLines(listed).map((line) => line.text);

export const wings = {
  name: 'wings',
  also: ['wing', 'places'],
  mode: 'read',
  maker: MAKER,
  usage: 'wings',
  about: 'the wings of the palace',
  more: [],
  options: {},
  examples: [{ line: 'loci wings', prints: ['Hut: 1 room, 1 drawer', 'Boat: 1 room, 1 drawer'] }],
  shape: { wings: [{ wing: 'string', rooms: 'number', drawers: 'number' }], warnings: WARNINGS },
  async run({ words, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'wings' });
    const data = await withMemory(({ palace }) => palace.listWings());
    return answer(data, wingLines(data), data.wings.length > 0 ? undefined : EMPTY);
  },
};

export const rooms = {
  name: 'rooms',
  also: ['room'],
  mode: 'read',
  maker: MAKER,
  usage: 'rooms [WING]',
  about: 'the rooms of a wing, or of all',
  more: [],
  options: {},
  examples: [{ line: 'loci rooms HUT', prints: ['water: 1 drawer; also in Boat'] }],
  shape: {
    wing: 'string | null',
    rooms: [{ room: 'string', wings: ['string'], drawers: 'number' }],
    'reason?': 'string',
    'wings?': ['string'],
    warnings: WARNINGS,
  },
  async run({ words, withMemory }) {
    requireWords(words, { most: 1, wanted: 'one wing', command: 'rooms' });
    const data = await withMemory(({ palace }) => palace.listRooms(words[0]));
    if (data.reason) return answer(data, [], unknownWing(data));
    const lines = roomLines(data);
    return answer(data, lines, lines.length > 0 ? undefined : EMPTY);
  },
};

export const taxonomy = {
  name: 'taxonomy',
  also: ['tree'],
  mode: 'read',
  maker: MAKER,
  usage: 'taxonomy',
  about: 'all wings with their rooms, and how many drawers each holds',
  more: [],
  options: {},
  examples: [
    {
      line: 'loci taxonomy',
      prints: ['Hut: 1 drawer', '   water: 1', 'Boat: 1 drawer', '   water: 1'],
    },
  ],
  shape: { taxonomy: 'object', warnings: WARNINGS },
  async run({ words, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'taxonomy' });
    const counted = await withMemory(({ palace }) => palace.taxonomy());
    const lines = taxonomyLines(counted);
    return answer({ taxonomy: counted, warnings: [] }, lines, lines.length > 0 ? undefined : EMPTY);
  },
};

/** The walk from a room; where there is no such room and none like it, how to find one. */
function walk({ palace }, room, options) {
  try {
    return palace.traverse(room, options);
  } catch (error) {
    if (error.code !== 'not_found' || error.detail.suggestions.length > 0) throw error;
    const { rooms: all } = palace.listRooms();
    const known = all.length > 0 ? `\`loci rooms\` lists the ${plural(all.length, 'room')}` : EMPTY;
    throw Object.assign(error, { message: `${error.message}; ${known}` });
  }
}

export const traverse = {
  name: 'traverse',
  also: ['walk', 'visit'],
  mode: 'read',
  maker: MAKER,
  usage: 'traverse ROOM',
  about: 'the rooms reached from one, by the wings that they share',
  more: ['The room general stands in every wing and leads nowhere, so it is left out.'],
  options: { hops: { takes: 'N', read: count, about: 'from wing to wing at most N times (2)' } },
  examples: [{ line: 'loci traverse water', prints: ['Here', '   water: 2 drawers in Boat, Hut'] }],
  shape: { rooms: [VISITED_ROOM], truncated: 'boolean', warnings: WARNINGS },
  async run({ values, words, withMemory }) {
    requireWords(words, { least: 1, most: 1, wanted: 'one room', command: 'traverse' });
    const options = { maxHops: values.hops };
    const data = await withMemory((memory) => walk(memory, words[0], options));
    return answer(data, traverseLines(data));
  },
};

/** The tunnels among `wings`, or what `palace.listRooms` says of the first that is none. */
function tunnelsAmong({ palace }, wings) {
  const tunnels = palace.findTunnels(...wings);
  const unknown = tunnels.length > 0 ? [] : wings.map((wing) => palace.listRooms(wing));
  const { reason, wings: known } = unknown.find((listed) => listed.reason) ?? {};
  return { tunnels, ...(reason && { reason, wings: known }), warnings: [] };
}

export const tunnels = {
  name: 'tunnels',
  also: ['tunnel'],
  mode: 'read',
  maker: MAKER,
  usage: 'tunnels [WING] [WING]',
  about: 'the rooms that lead from one wing to another',
  more: [
    'They stand in two wings or more: with one wing named those that stand in it, with two those that stand in both.',
  ],
  options: {},
  examples: [
    {
      line: 'loci tunnels hut',
      prints: ['water: 2 drawers in Boat, Hut; newest of 2024-05-06'],
    },
  ],
  shape: { tunnels: [TUNNEL], 'reason?': 'string', 'wings?': ['string'], warnings: WARNINGS },
  async run({ words, withMemory }) {
    requireWords(words, { most: 2, wanted: 'at most two wings', command: 'tunnels' });
    const data = await withMemory((memory) => tunnelsAmong(memory, words));
    if (data.reason) return answer(data, [], unknownWing(data));
    const among = words.length > 0 ? ` with ${words.join(' and ')} among them` : '';
    const nothing = `no room stands in two wings${among}; \`loci wings\` names them`;
    return answer(data, tunnelLines(data.tunnels), data.tunnels.length > 0 ? undefined : nothing);
  },
};
