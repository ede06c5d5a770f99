// Answers of the palace face as text, for models and for people.
//
//   garden / water
//
//   1. notes/valve.md · score 0.846 · cosine 0.812 · BM25 1.204 · drawer+closet
//      drawer_0123456789abcdef · authored 2024-05-04
//      > The valve sticks when it is cold.
//
// Results stand in groups by wing and room, a group where its best one is; each keeps its rank. Each
// function gives lines (text_frame.js), which textOf() joins, and which no stored text can forge.
//
// Tested by tests/js/palace_text.test.js.

import { frame, heading, inOneLine, named, quote } from './text_frame.js';

const INDENT = '   ';
const DIGITS = 3;
const NAMES = 20; // of wings or rooms, where there is none of the name that was asked for
const NO_ROOM = 'general'; // stands in every wing, and so is no room of the graph

const REASONS = {
  no_query_terms: 'the question holds no word to search for',
  no_match: 'nothing matches',
  unknown_wing: 'there is no such wing',
  unknown_room: 'there is no such room',
};

const FALLBACKS = {
  none: 'the question has no embedding',
  no_vectors: 'no drawer has an embedding',
  vectors_damaged: 'the embeddings are damaged',
  vector_disabled: 'that was asked for',
  embedder_failed: 'the embedder failed',
  embedder_timeout: 'the embedder was too slow',
  invalid_vector: "the question's embedding is no vector",
  model_mismatch: "the question's embedding is of another model",
  dimension_mismatch: "the question's embedding is of another width",
};

const amount = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const decimal = (value) => (value === null ? '–' : value.toFixed(DIGITS));
const list = (names) => names.map(named).join(', ');

/** A name between slashes. */
const placeName = (name) => (name.includes('/') ? JSON.stringify(name) : named(name));

/** `wing / room` */
export const placeText = ({ wing, room }) => `${placeName(wing)} / ${placeName(room)}`;

// ---- Search ----

/** An answer of `palace.search`. */
export function searchLines(reply) {
  const { results, warnings = [] } = reply;
  const groups = byPlace(results);
  return [
    ...(results.length > 0 ? [] : nothingLines(reply)),
    ...[...groups].flatMap(([place, entries]) => [
      heading(place),
      frame(''),
      ...entries.flatMap(resultLines),
    ]),
    ...fallbackLines(reply),
    ...warningLines(warnings),
  ];
}

/** place -> [{result, rank}], each in the order of the results. */
function byPlace(results) {
  const groups = new Map();
  for (const [at, result] of results.entries()) {
    const place = placeText(result);
    if (!groups.has(place)) groups.set(place, []);
    groups.get(place).push({ result, rank: at + 1 });
  }
  return groups;
}

function resultLines({ result, rank }) {
  return [
    frame(`${rank}. ${scoreParts(result).join(' · ')}`),
    frame(factParts(result).join(' · '), INDENT),
    ...quote(result.text.trimEnd(), INDENT),
    ...duplicateLines(result),
    frame(''),
  ];
}

function scoreParts({ source_file, score, distance, bm25_score, matched_via }) {
  const cosine = distance === null ? null : 1 - distance;
  return [
    source_file === null ? 'no source file' : named(source_file),
    `score ${decimal(score)}`,
    `cosine ${decimal(cosine)}`,
    `BM25 ${decimal(bm25_score)}`,
    matched_via,
  ];
}

function factParts({ id, hall, authored_at: authored, created_at: filed }) {
  return [
    named(id),
    ...(hall ? [`hall ${named(hall)}`] : []),
    ...(authored ? [`authored ${dayOf(authored)}`] : filed ? [`filed ${dayOf(filed)}`] : []),
  ];
}

const dayOf = (moment) => moment.slice(0, 'YYYY-MM-DD'.length);

const duplicateLines = ({ duplicates = [] }) =>
  duplicates.length > 0 ? [frame(`Same text: ${list(duplicates)}`, INDENT)] : [];

/** Why there are no results, and what there is instead. */
function nothingLines({ reason, wings, rooms }) {
  const known = [
    ...(wings ? [frame(`Wings: ${firstOf(wings)}.`)] : []),
    ...(rooms ? [frame(`Rooms: ${firstOf(rooms)}.`)] : []),
  ];
  return [frame(nothingFound(reason)), ...known, frame('')];
}

const nothingFound = (reason) =>
  reason ? `No drawers: ${REASONS[reason] ?? reason}.` : 'No drawers.';

function firstOf(names) {
  if (names.length === 0) return 'none';
  const more = names.length - NAMES;
  return more > 0 ? `${list(names.slice(0, NAMES))} and ${more} more` : list(names);
}

function fallbackLines({ fallback, fallback_reason, hint }) {
  if (!fallback) return [];
  const why = FALLBACKS[fallback_reason] ?? fallback_reason;
  return [frame(`Found by words alone: ${why}${hint ? `; ${hint}` : ''}.`)];
}

export const warningLines = (warnings) =>
  warnings.map(({ message }) => frame(`Warning: ${inOneLine(message)}`));

/**
 * What to do after a search: `{step, wing?, room?}`, of `drill_down`, `traverse`, `tunnels` and
 * `taxonomy` those that make sense here, about the place of the best result.
 */
export function nextSteps({ results, filters }) {
  const taxonomy = { step: 'taxonomy' };
  if (results.length === 0) return [taxonomy];
  const [{ wing, room }] = results;
  return [
    ...(filters.wing === null || filters.room === null ? [{ step: 'drill_down', wing, room }] : []),
    ...(room.toLowerCase() === NO_ROOM ? [] : [{ step: 'traverse', room }]),
    { step: 'tunnels', wing },
    taxonomy,
  ];
}

// ---- Structure ----

/** An answer of `palace.listWings`. */
export const wingLines = ({ wings }) =>
  wings.map(({ wing, rooms, drawers }) =>
    frame(`${named(wing)}: ${amount(rooms, 'room')}, ${amount(drawers, 'drawer')}`),
  );

/** An answer of `palace.listRooms`. */
export function roomLines({ wing, rooms, reason, wings }) {
  if (reason) return [frame(`${sentence(REASONS[reason])}. Wings: ${firstOf(wings)}.`)];
  return rooms.map(({ room, wings: within, drawers }) => {
    const counted = `${named(room)}: ${amount(drawers, 'drawer')}`;
    if (wing === null) return frame(`${counted} in ${list(within)}`);
    const others = within.filter((each) => each !== wing);
    return frame(others.length > 0 ? `${counted}; also in ${list(others)}` : counted);
  });
}

/** An answer of `palace.taxonomy`. */
export const taxonomyLines = (taxonomy) =>
  Object.entries(taxonomy).flatMap(([wing, rooms]) => {
    const total = Object.values(rooms).reduce((sum, count) => sum + count, 0);
    const inside = Object.entries(rooms).map(([room, count]) =>
      frame(`${named(room)}: ${count}`, INDENT),
    );
    return [heading(`${named(wing)}: ${amount(total, 'drawer')}`), ...inside];
  });

/** An answer of `palace.traverse`. */
export const traverseLines = ({ rooms, truncated }) => [
  ...rooms.flatMap(({ hop, connected_via = [], ...room }, at) => [
    ...(hop === rooms[at - 1]?.hop ? [] : [heading(hop === 0 ? 'Here' : amount(hop, 'hop'))]),
    frame(roomText(room) + (hop > 0 ? `; by ${list(connected_via)}` : ''), INDENT),
  ]),
  ...(truncated ? [frame('There are more; these are the first.')] : []),
];

/** An answer of `palace.findTunnels`. */
export const tunnelLines = (tunnels) =>
  tunnels.map(({ recent, ...room }) =>
    frame(roomText(room) + (recent ? `; newest of ${recent}` : '')),
  );

function roomText({ room, wings, halls, count }) {
  const where = `${named(room)}: ${amount(count, 'drawer')} in ${list(wings)}`;
  return halls.length > 0 ? `${where}; halls ${list(halls)}` : where;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
