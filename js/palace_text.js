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
const COPIES = 3; // that a result names
const NO_ROOM = 'general'; // stands in every wing, and so is no room of the graph

const REASONS = {
  no_query_terms: 'the question holds no word to search for',
  no_match: 'nothing matches',
  unknown_wing: 'there is no such wing',
  unknown_room: 'there is no such room',
};

const BOUNDS = 'The bounds since and before are of the day of filing, not of what a text is dated.';

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

const counted = (number) => number.toLocaleString('en');
const amount = (number, noun) => `${counted(number)} ${noun}${number === 1 ? '' : 's'}`;
const list = (names) => names.map(named).join(', ');

/** A name between slashes. */
const placeName = (name) => (name.includes('/') ? JSON.stringify(name) : named(name));

/** `wing / room` */
export const placeText = ({ wing, room }) => `${placeName(wing)} / ${placeName(room)}`;

// ---- Search ----

/**
 * An answer of `palace.search`. That the question has no embedding is no news where there is no vector
 * to compare it with: `hasVectors` says whether there are any.
 */
export function searchLines(reply, { hasVectors = true } = {}) {
  const { results, warnings = [] } = reply;
  const groups = byPlace(results);
  return [
    ...(results.length > 0 ? [] : nothingLines(reply)),
    ...[...groups].flatMap(([place, entries]) => [
      heading(place),
      frame(''),
      ...entries.flatMap(resultLines),
    ]),
    ...(tellsFallback(reply, hasVectors) ? [frame(fallbackText(reply))] : []),
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

function scoreParts({ source_path, score, distance, bm25_score, matched_via }) {
  const cosine = distance === null ? null : 1 - distance;
  return [
    source_path === null ? 'no source file' : named(source_path),
    ...measure('score', score),
    ...measure('cosine', cosine),
    ...measure('BM25', bm25_score),
    matched_via,
  ];
}

const measure = (name, value) => (value === null ? [] : [`${name} ${value.toFixed(DIGITS)}`]);

function factParts({ id, hall, authored_at: authored, created_at: filed }) {
  return [
    named(id),
    ...(hall ? [`hall ${named(hall)}`] : []),
    ...(authored ? [`authored ${dayOf(authored)}`] : filed ? [`filed ${dayOf(filed)}`] : []),
  ];
}

const dayOf = (moment) => moment.slice(0, 'YYYY-MM-DD'.length);

const duplicateLines = ({ duplicates = [] }) =>
  duplicates.length > 0 ? [frame(`Same text: ${firstOf(duplicates, COPIES)}`, INDENT)] : [];

/** Why there are no results, and what there is instead. */
function nothingLines({ reason, wings, rooms, filters }) {
  const more = [
    ...(wings ? [`Wings: ${firstOf(wings)}.`] : []),
    ...(rooms ? [`Rooms: ${firstOf(rooms)}.`] : []),
    ...(reason === 'no_match' && isBounded(filters) ? [BOUNDS] : []),
  ];
  return [nothingFound(reason), ...more, ''].map((text) => frame(text));
}

const isBounded = ({ since, before }) => since !== null || before !== null;

const nothingFound = (reason) =>
  reason ? `No drawers: ${REASONS[reason] ?? reason}.` : 'No drawers.';

function firstOf(names, most = NAMES) {
  if (names.length === 0) return 'none';
  const more = names.length - most;
  return more > 0 ? `${list(names.slice(0, most))} and ${counted(more)} more` : list(names);
}

/** Where nothing was found only what may be the cause of that, and can be mended. */
function tellsFallback({ results, fallback, fallback_reason: why, hint }, hasVectors) {
  if (!fallback) return false;
  return results.length > 0 ? hasVectors || why !== 'none' : hint !== undefined;
}

function fallbackText({ results, fallback_reason, hint }) {
  const did = results.length > 0 ? 'Found' : 'Looked for';
  const why = FALLBACKS[fallback_reason] ?? fallback_reason;
  return `${did} by words alone: ${why}${hint ? `; ${hint}` : ''}.`;
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

// ---- A drawer ----

/** An answer of `palace.getDrawer`. */
export const drawerLines = (drawer) => [
  heading(placeText(drawer)),
  ...[originParts(drawer), dateParts(drawer)]
    .filter((parts) => parts.length > 0)
    .map((parts) => frame(parts.join(' · '), INDENT)),
  ...metadataLines(drawer),
  frame(''),
  ...quote(drawer.text.trimEnd(), INDENT),
];

const originParts = ({ id, sourceFile, chunkIndex, hall }) => [
  named(id),
  ...(sourceFile === null ? [] : [named(sourceFile)]),
  ...(chunkIndex === null ? [] : [`chunk ${chunkIndex}`]),
  ...(hall === null ? [] : [`hall ${named(hall)}`]),
];

const dateParts = ({ authoredAt, filedAt }) => [
  ...(authoredAt === null ? [] : [`authored ${authoredAt}`]),
  ...(filedAt === null ? [] : [`filed ${filedAt}`]),
];

const metadataLines = ({ metadata }) =>
  metadata === null ? [] : [frame(inOneLine(JSON.stringify(metadata)), INDENT)];

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
    const held = `${named(room)}: ${amount(drawers, 'drawer')}`;
    if (wing === null) return frame(`${held} in ${list(within)}`);
    const others = within.filter((each) => each !== wing);
    return frame(others.length > 0 ? `${held}; also in ${list(others)}` : held);
  });
}

/** An answer of `palace.taxonomy`. */
export const taxonomyLines = (taxonomy) =>
  Object.entries(taxonomy).flatMap(([wing, rooms]) => {
    const total = Object.values(rooms).reduce((sum, count) => sum + count, 0);
    const inside = Object.entries(rooms).map(([room, count]) =>
      frame(`${named(room)}: ${counted(count)}`, INDENT),
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
