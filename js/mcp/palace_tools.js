// `mempalace_add_drawer` and `mempalace_status`.
//
// Tested by tests/js/mcp_tools.test.js.

import { WARNINGS } from '../cli/shapes.js';
import { instructions } from '../instructions.js';
import { warningLines, wingLines } from '../palace_text.js';
import { frame, named } from '../text_frame.js';
import { camelCased } from './arguments.js';
import { WINGS } from './palace_structure.js';
import { anything, count, object, schemaOf, text } from './schema.js';

const DONE = { added: 'Filed', updated: 'Replaced', same: 'Already there, unchanged:' };

export const addDrawer = {
  name: 'mempalace_add_drawer',
  title: 'File a text',
  description:
    'File a text word for word as a drawer in a room of a wing. The same text in the same place is kept once; another text under the same id replaces it.',
  input: object({
    wing: text('Of which project, person or subject'),
    room: text('Of which matter within it'),
    text: text('The text, to the letter'),
    'id?': text('Its id; else one is made of place, source and text'),
    'hall?': text('Of what kind it is, as facts or decisions'),
    'source_file?': text('The file or place that it came from'),
    'chunk_index?': count('Which part of that it is, from 0'),
    'authored_at?': text('When it was written, ISO 8601; empty for unknown'),
    'filed_at?': text('When it was filed, ISO 8601; now unless given, empty for unknown'),
    'metadata?': anything('Kept with it, and not searched'),
  }),
  output: schemaOf({
    id: 'string',
    action: 'added | updated | same',
    revision: 'number',
    warnings: WARNINGS,
  }),
  changes: true,
  replaces: true,
  run(memory, args) {
    const data = memory.palace.addDrawer(camelCased(args));
    const line = frame(`${DONE[data.action]} ${named(data.id)} (revision ${data.revision}).`);
    return { data, lines: [line, ...warningLines(data.warnings)] };
  },
};

const COUNTS = ['items', 'events', 'drawers', 'closets', 'tunnels', 'rooms'];

// A damaged store tells its state, and nothing of what is in it.
function statusOf(memory) {
  const { revision, damaged, items, evidence, palace, warnings } = memory.status();
  const { drawers, closets, tunnels, rooms } = palace;
  const wings = damaged ? [] : memory.palace.listWings().wings;
  const counts = { items, events: evidence.events, drawers, closets, tunnels, rooms };
  return { ...counts, wings, revision, damaged, protocol: instructions('search', 'mcp'), warnings };
}

function statusLines(data) {
  const counted = COUNTS.map((name) => `${name} ${data[name]}`).join(', ');
  return [
    frame(`The store holds: ${counted} (revision ${data.revision}).`),
    ...(data.damaged ? [frame('The store is damaged: run `loci repair`.')] : []),
    ...wingLines(data),
    ...warningLines(data.warnings),
    frame(''),
    ...data.protocol
      .trimEnd()
      .split('\n')
      .map((line) => frame(line)),
  ];
}

export const status = {
  name: 'mempalace_status',
  title: 'What the memory holds',
  description:
    'How much the memory holds, its wings, and the procedure for searching them. Call it first.',
  input: object({}),
  output: schemaOf({
    ...Object.fromEntries(COUNTS.map((name) => [name, 'number'])),
    wings: WINGS,
    revision: 'number',
    damaged: 'boolean',
    protocol: 'string',
    warnings: WARNINGS,
  }),
  changes: false,
  run(memory) {
    const data = statusOf(memory);
    return { data, lines: statusLines(data) };
  },
};
