// `mempalace_search`: drawers for a question, grouped by wing and room.
//
// Tested by tests/js/mcp_tools.test.js and tests/js/mcp_frame.test.js.

import { WARNINGS } from '../cli/shapes.js';
import { searchLines } from '../palace_text.js';
import { camelCased } from './arguments.js';
import { amount, count, flag, object, oneOf, schemaOf, text } from './schema.js';

const STRATEGIES = ['vector', 'union'];

const RESULT = {
  id: 'string',
  text: 'string',
  wing: 'string',
  room: 'string',
  hall: 'string | null',
  source_file: 'string | null',
  source_path: 'string | null',
  chunk_index: 'number | null',
  created_at: 'string | null',
  authored_at: 'string | null',
  similarity: 'number | null',
  distance: 'number | null',
  effective_distance: 'number | null',
  closet_boost: 'number | null',
  bm25_score: 'number | null',
  score: 'number',
  matched_via: 'drawer | drawer+closet | bm25',
  'duplicates?': ['string'],
};

const FILTERS = {
  wing: 'string | null',
  room: 'string | null',
  since: 'string | null',
  before: 'string | null',
};

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
    'since?': text('Only drawers filed not before this moment, ISO 8601'),
    'before?': text('Only drawers filed before this moment, ISO 8601'),
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
    results: [RESULT],
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
    const data = memory.palace.search(camelCased(args));
    return { data, lines: searchLines(data) };
  },
};
