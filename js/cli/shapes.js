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
  tf: 'number',
  df: 'number',
  idf: 'number',
  weight: 'number',
});

/** `shares` and `terms`: with `--explain`. `reason`: of what was dropped. */
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
  'terms?': [TERM],
  'reason?': 'string',
});
