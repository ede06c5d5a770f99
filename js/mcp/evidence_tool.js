// `memory_database_search`: the evidence face through its one entry, with its four operations.
//
// A connection is a session: what a model was given is not given to it again. Several that share a
// connection, as the agents of one host do, may name sessions of their own.
//
// Tested by tests/js/mcp_tools.test.js and tests/js/mcp_sessions.test.js.

import { snakeCased } from '../cli/json.js';
import { READ_TEXT, REPLY, WARNINGS } from '../cli/shapes.js';
import { evidenceLines } from '../evidence_text.js';
import { MemoryError } from '../errors.js';
import { withMoments } from './arguments.js';
import { MOMENT, asOptional, count, flag, list, object, oneOf, schemaOf, text } from './schema.js';

const OPERATIONS = ['search', 'read', 'expand', 'nearby'];

const INPUT = {
  operation: oneOf(
    OPERATIONS,
    'search: events for a question. read: a stretch of the text of one. expand: others that mention a concept. nearby: its neighbours in the chapter.',
  ),
  'query_text?': text('search: the question. Without it the newest events come first.'),
  'entities?': list(text(), 'search: only events that mention all of these persons and concepts'),
  'since?': text(`search: only events written not before this moment, ${MOMENT}`),
  'before?': {
    description: `search: only events written before this moment, ${MOMENT}. nearby: how many in front of it, 0 to 10; 2 unless given`,
    type: ['string', 'integer'],
  },
  'exclude?': list(text(), 'search: ids of events to leave out as if they had been given'),
  'include_delivered?': flag('search: also give what this session was given before'),
  'reset_seen?': flag('search: forget first what this session was given'),
  'event_id?': text('read, nearby: the event'),
  'start?': count('read: from which character; 0 unless given'),
  'limit?': count(
    'read: characters, 1 to 10000; 1600 unless given. expand: events, 1 to 8',
    1,
    10_000,
  ),
  'cursor?': text('expand, nearby: that of an answer of this session'),
  'concept_id?': text('expand: one of the concepts of an answer on the way to this cursor'),
  'after?': count('nearby: how many behind it; 2 unless given', 0, 10),
  'session?': text('Who asks, where several share a connection; each connection is one else'),
};

const required = (shape) => Object.keys(shape).filter((name) => !name.endsWith('?'));

/** An answer is events or a text, told by what must be there. */
const OUTPUT = {
  ...schemaOf({ ...asOptional(REPLY), ...asOptional(READ_TEXT), warnings: WARNINGS }),
  oneOf: [{ required: required(REPLY) }, { required: required(READ_TEXT) }],
};

export const databaseSearch = {
  name: 'memory_database_search',
  title: 'Search the record of events',
  description:
    'Search the record of events: at most 4 for a question, each with the exact piece of its text, and none that this session was given in the last 15 minutes. From an answer lead read (into the text), expand (by a concept) and nearby (to the neighbours). Check summaries against the source before you state them.',
  input: object(INPUT),
  output: OUTPUT,
  changes: false,
  run(memory, { session: named, ...request }, { session }) {
    const reply = memory.evidence.call(withMoments(request), { session: named ?? session });
    if (!reply.error) return { data: snakeCased(reply), lines: evidenceLines(reply, {}) };
    const { code, message, detail } = reply.error;
    throw new MemoryError(code, message, detail);
  },
};
