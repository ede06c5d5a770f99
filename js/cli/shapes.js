// The shapes of `--json`: what help prints, and what the tests hold every answer against.
//
// A shape is written like its JSON: a type or types in words, a list with the shape of its elements, an
// object with the shapes of its fields. A field whose name ends in `?` may be absent. Objects that come
// again have a name, under which help prints them once.

const NAME = Symbol('name');

const named = (name, shape) => Object.defineProperty(shape, NAME, { value: name });

/** The name of a shape, or undefined. */
export const nameOf = (shape) => shape[NAME];

const PLACE = { category: 'string', name: 'string' };

export const WARNINGS = [
  named('WARNING', { code: 'string', message: 'string', 'detail?': 'object' }),
];

export const KEY = named('KEY', { ...PLACE });

const TEXT = {
  ...PLACE,
  content: 'string',
  owner: 'string | null',
  source_conv: 'string | null',
  ts: 'string',
  metadata: 'object | null',
};

export const ITEM = named('ITEM', { ...TEXT, sequence: 'object | null' });

export const TERM = named('TERM', {
  term: 'string',
  kind: 'string',
  'of?': 'string',
  tf: 'number',
  df: 'number',
  idf: 'number',
  weight: 'number',
});

/** `shares`, `context` and `terms`: with `--explain`. `reason`: of what was dropped. */
export const ENTRY = named('ENTRY', {
  ...TEXT,
  source: 'string',
  score: 'number | null',
  bm25_score: 'number | null',
  cos_score: 'number | null',
  via: 'string | null',
  matched_terms: ['string'],
  tokens_est: 'number',
  'shares?': 'object | null',
  'context?': 'object | null',
  'terms?': [TERM],
  'reason?': 'string',
});

const ENTITY_FIELDS = { kind: 'person | concept', id: 'string', name: 'string' };

export const ENTITY = named('ENTITY', ENTITY_FIELDS);

const RANGES = { range: ['number'], range16: ['number'] };

const FOUND_EVENT = named('EVENT', {
  id: 'string',
  score: 'number | null',
  summary: 'string',
  written_at: 'string | null',
  entities: [ENTITY],
  'excerpt?': named('EXCERPT', { text: 'string', ...RANGES }),
  'quote_ref?': named('QUOTE', { id: 'string', ...RANGES }),
  content_length: 'number',
  'duplicates?': ['string'],
  'hint?': 'string',
});

const FOUND_CONCEPT = named('CONCEPT', {
  id: 'string',
  name: 'string',
  events: 'number',
  event_ids: ['string'],
});

/** Of a search for evidence, and of what follows from one. */
export const REPLY = {
  events: [FOUND_EVENT],
  cursor: 'string | null',
  concepts: [FOUND_CONCEPT],
  notes: [named('NOTE', { code: 'string', message: 'string' })],
  'reason?': 'string',
  warnings: WARNINGS,
};

export const READ_TEXT = { text: 'string', ...RANGES, total: 'number', 'next?': 'number' };

export const STORED_EVENT = {
  id: 'string',
  summary: 'string',
  content: 'string',
  entities: [ENTITY],
  written_at: 'string | null',
  chunks: [['number']],
  revision: 'number',
};

export const KNOWN_ENTITY = named('ENTITY', {
  ...ENTITY_FIELDS,
  total: 'number',
  events: [named('HEAD', { id: 'string', summary: 'string', written_at: 'string | null' })],
});

export const FOUND_DRAWER = named('DRAWER', {
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
  closet_boost: 'number',
  bm25_score: 'number | null',
  score: 'number',
  matched_via: 'drawer | drawer+closet | bm25',
  'duplicates?': ['string'],
});

export const STORED_DRAWER = {
  id: 'string',
  wing: 'string',
  room: 'string',
  hall: 'string | null',
  text: 'string',
  source_file: 'string | null',
  chunk_index: 'number | null',
  authored_at: 'string | null',
  filed_at: 'string | null',
  metadata: 'object | null',
};

/** Of an answer that has the one shape or the other: what only one of them has may be absent. */
export function either(one, other) {
  const optional = Object.entries({ ...one, ...other }).map(([name, field]) => {
    const isInBoth = Object.hasOwn(one, name) && Object.hasOwn(other, name);
    return [isInBoth ? name : `${name}?`, field];
  });
  return Object.fromEntries(optional);
}

const ROOM_FIELDS = { room: 'string', wings: ['string'], halls: ['string'], count: 'number' };

export const VISITED_ROOM = named('ROOM', {
  ...ROOM_FIELDS,
  hop: 'number',
  'connected_via?': ['string'],
});

export const TUNNEL = named('TUNNEL', { ...ROOM_FIELDS, recent: 'string' });
