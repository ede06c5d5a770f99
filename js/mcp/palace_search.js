// `mempalace_search`: drawers for a question, grouped by wing and room.
//
// Tested by tests/js/mcp_tools.test.js and tests/js/mcp_frame.test.js.

import { FOUND_DRAWER, WARNINGS } from '../cli/shapes.js';
import { nextSteps, searchLines } from '../palace_text.js';
import { frame, named } from '../text_frame.js';
import { camelCased, withMoments } from './arguments.js';
import { MOMENT, amount, count, flag, object, oneOf, schemaOf, text } from './schema.js';

const STRATEGIES = ['vector', 'union'];

const FILTERS = {
  wing: 'string | null',
  room: 'string | null',
  since: 'string | null',
  before: 'string | null',
};

/** How a next step is called here. */
const STEPS = {
  drill_down: ({ wing, room }) =>
    `mempalace_search with wing ${named(wing)} and room ${named(room)}`,
  traverse: ({ room }) => `mempalace_traverse with start_room ${named(room)}`,
  tunnels: ({ wing }) => `mempalace_find_tunnels with wing_a ${named(wing)}`,
  taxonomy: () => 'mempalace_get_taxonomy',
};

const stepLines = (reply) => [
  frame('Next steps:'),
  ...nextSteps(reply).map((step) => frame(`- ${STEPS[step.step](step)}`)),
];

export const search = {
  name: 'mempalace_search',
  title: 'Search the palace',
  description:
    'Find drawers for a question, word for word as they were filed, best first, in a wing or a room or everywhere. Quote them with wing, room, source file and score.',
  input: object({
    query: text('The question, in its own words'),
    'wing?': text('Only this wing; empty for all'),
    'room?': text('Only this room; empty for all'),
    'limit?': count('Results; 5 unless given'),
    'since?': text(`Only drawers filed not before this moment, ${MOMENT}`),
    'before?': text(`Only drawers filed before this moment, ${MOMENT}`),
    'candidate_strategy?': oneOf(
      STRATEGIES,
      'Whom to rank: the nearest (vector), or also the best by words (union)',
    ),
    'max_distance?': amount('Only drawers at most so far; 0 for any'),
    'vector_disabled?': flag('Rank by words alone'),
  }),
  output: schemaOf({
    query: 'string',
    filters: FILTERS,
    results: [FOUND_DRAWER],
    total_before_filter: 'number',
    'reason?': 'string',
    'wings?': ['string'],
    'rooms?': ['string'],
    'fallback?': 'bm25_only',
    'fallback_reason?': 'string',
    'hint?': 'string',
    warnings: WARNINGS,
  }),
  changes: false,
  run(memory, args) {
    const data = memory.palace.search(camelCased(withMoments(args)));
    const hasVectors = memory.status().embeddings.vectors > 0;
    return { data, lines: [...searchLines(data, { hasVectors }), ...stepLines(data)] };
  },
};
