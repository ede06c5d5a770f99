/** What the palace answers, in words. No DOM here. */

import { plain, plural } from './words.js';

/** "Boat / Hull", "Boat", or "the palace". */
export function placeInWords({ wing, room }) {
  return [wing, room].filter((name) => name !== undefined).join(' / ') || 'the palace';
}

/** "4 wings, 12 rooms, 50 drawers" */
export const sizeInWords = ({ wings, rooms, drawers }) =>
  [plural(wings.length, 'wing'), plural(rooms, 'room'), plural(drawers, 'drawer')].join(', ');

/** Why meaning took no part. */
const FALLBACKS = {
  none: 'no model took part.',
  no_vectors: 'no drawer has a vector yet.',
  vectors_damaged: 'the vectors are damaged.',
  vector_disabled: 'as you asked.',
  embedder_failed: 'the model failed.',
  embedder_timeout: 'the model was too slow.',
  invalid_vector: 'the model gave no vector for this.',
  model_mismatch: 'the drawers have vectors of another model.',
  dimension_mismatch: 'the drawers have vectors of another width.',
};

const REASONS = {
  no_query_terms: 'There is no word in this to search for: only marks or blanks.',
  unknown_wing: 'There is no wing of this name.',
  unknown_room: 'There is no room of this name.',
};

/** Why a search found nothing. */
export function nothingInWords({ reason, total_before_filter: total }, place) {
  if (REASONS[reason]) return REASONS[reason];
  return `Nothing fits among the ${plural(total, 'drawer')} in ${placeInWords(place)}.`;
}

function aside({ fallback, fallback_reason: reason, hint }) {
  if (!fallback) return '';
  const remedy = hint === undefined ? '' : ` To mend that: ${hint}.`;
  return `, by words alone: ${FALLBACKS[reason] ?? `${reason}.`}${remedy}`;
}

/** One sentence about a search, for the line above the list and for screen readers. */
export function summaryOf(reply, place) {
  const { results, total_before_filter: total } = reply;
  if (results.length === 0) return 'Nothing found';
  return `${plain(results.length)} of ${plural(total, 'drawer')} in ${placeInWords(place)}${aside(reply)}`;
}

/** How a result came in. */
export const VIA = {
  drawer: 'by meaning',
  'drawer+closet': 'by meaning, its digest',
  bm25: 'by words',
};

/** Which file a drawer is from, and which part of it: "log.md, part 2"; '' where it is from none. */
export function sourceInWords({ source, part }) {
  if (!source) return '';
  return part === null ? source : `${source}, part ${plain(part + 1)}`;
}

/** A drawer as handed in, as the cards take it. */
export function fromDrawer({ id, wing, room, hall, text, ...facts }) {
  const { sourceFile, chunkIndex, authoredAt, filedAt } = facts;
  const source = sourceFile?.split('/').at(-1) ?? null;
  return {
    id,
    wing,
    room,
    hall,
    text,
    source,
    path: sourceFile,
    part: chunkIndex,
    authoredAt,
    filedAt,
  };
}

/** A result of a search, as the cards take it. */
export function fromResult({ id, wing, room, hall, text, ...facts }) {
  const { source_file: source, source_path: path, chunk_index: part } = facts;
  const { authored_at: authoredAt, created_at: filedAt } = facts;
  return { id, wing, room, hall, text, source, path, part, authoredAt, filedAt };
}
