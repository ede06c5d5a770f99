// The tools that tell how the palace is laid out: wings, rooms, and the ways between them.
//
// Tested by tests/js/mcp_tools.test.js.

import { TUNNEL, VISITED_ROOM, WARNINGS } from '../cli/shapes.js';
import {
  roomLines,
  taxonomyLines,
  traverseLines,
  tunnelLines,
  warningLines,
  wingLines,
} from '../palace_text.js';
import { frame } from '../text_frame.js';
import { count, mapOf, object, schemaOf, text } from './schema.js';

const WING = { wing: 'string', rooms: 'number', drawers: 'number' };

const ROOM = { room: 'string', wings: ['string'], drawers: 'number' };

/** The wings as `mempalace_status` has them, too. */
export const WINGS = [WING];

const orNone = (lines, none) => (lines.length > 0 ? lines : [frame(none)]);

const answer = (data, lines, none) => ({
  data,
  lines: [...orNone(lines, none), ...warningLines(data.warnings)],
});

export const listWings = {
  name: 'mempalace_list_wings',
  title: 'List the wings',
  description: 'All wings of the palace, with how many rooms and drawers each has.',
  input: object({}),
  output: schemaOf({ wings: WINGS, warnings: WARNINGS }),
  changes: false,
  run(memory) {
    const data = memory.palace.listWings();
    return answer(data, wingLines(data), 'There are no wings yet.');
  },
};

export const listRooms = {
  name: 'mempalace_list_rooms',
  title: 'List the rooms',
  description: 'The rooms of a wing, or of all, with how many drawers each has.',
  input: object({ 'wing?': text('Only this wing; empty for all') }),
  output: schemaOf({
    wing: 'string | null',
    rooms: [ROOM],
    'reason?': 'string',
    'wings?': ['string'],
    warnings: WARNINGS,
  }),
  changes: false,
  run(memory, { wing }) {
    const data = memory.palace.listRooms(wing);
    return answer(data, roomLines(data), 'There are no rooms yet.');
  },
};

export const taxonomy = {
  name: 'mempalace_get_taxonomy',
  title: 'Show the whole palace',
  description: 'All wings, their rooms, and how many drawers each room has, exactly.',
  input: object({}),
  output: object({
    taxonomy: mapOf(mapOf(count())),
    warnings: schemaOf(WARNINGS),
  }),
  changes: false,
  run(memory) {
    const data = { taxonomy: memory.palace.taxonomy(), warnings: [] };
    return answer(data, taxonomyLines(data.taxonomy), 'There are no wings yet.');
  },
};

export const traverse = {
  name: 'mempalace_traverse',
  title: 'Walk from a room',
  description:
    'The rooms that can be reached from one, over wings that they share: by hops, the fullest first.',
  input: object({
    start_room: text('Where to begin'),
    'max_hops?': count('How far; 2 unless given', 0, 10),
  }),
  output: schemaOf({
    rooms: [VISITED_ROOM],
    truncated: 'boolean',
    warnings: WARNINGS,
  }),
  changes: false,
  run(memory, { start_room: room, max_hops: hops }) {
    const data = memory.palace.traverse(room, hops);
    return answer(data, traverseLines(data), 'Nothing is there.');
  },
};

export const findTunnels = {
  name: 'mempalace_find_tunnels',
  title: 'Find rooms that join wings',
  description: 'The rooms that stand in two wings or more; of two wings named, in both.',
  input: object({
    'wing_a?': text('Only rooms that stand in this wing; empty for any'),
    'wing_b?': text('Only rooms that stand in this one, too; empty for any'),
  }),
  output: schemaOf({ tunnels: [TUNNEL], warnings: WARNINGS }),
  changes: false,
  run(memory, { wing_a: a, wing_b: b }) {
    const data = { tunnels: memory.palace.findTunnels(a, b), warnings: [] };
    return answer(data, tunnelLines(data.tunnels), 'No room stands in several of these wings.');
  },
};
