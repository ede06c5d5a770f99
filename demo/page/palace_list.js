/** What stands below the field: the results of a search, or the newest drawers of the place. */

import { h } from './dom.js';
import { inksOfQuestion } from './evidence_marks.js';
import { countIn, newestIn, otherWings, placeKey, tunnelsFrom } from './palace_data.js';
import { drawerCard } from './palace_drawer.js';
import { fromDrawer, fromResult, nothingInWords, placeInWords, summaryOf } from './palace_words.js';
import { hashOf, placeHash } from './router.js';
import { plain, plural } from './words.js';

const READ_CHARACTERS = 60_000; // marks beyond are nobody's to see

const FEW = 12; // wings, or rooms of a wing, which the map shows by name

const link = (place, words = placeInWords(place)) => h('a', { href: placeHash(place) }, words);

/** Nodes with commas between them. */
const inRow = (nodes) => nodes.flatMap((node, at) => (at === 0 ? [node] : [', ', node]));

/** Where tunnels lead from a room. */
function waysOn(palace, scope) {
  if (scope.room === undefined) return null;
  const shared = otherWings(palace, scope).map((wing) => link({ wing, room: scope.room }, wing));
  const drawn = tunnelsFrom(palace, scope).map(({ label, ...to }) => [
    link(to),
    label && ` (${label})`,
  ]);
  return [
    shared.length > 0 && h('p', { class: 'ways' }, 'Also in ', inRow(shared)),
    drawn.length > 0 && h('p', { class: 'ways' }, 'Tunnel to ', inRow(drawn).flat()),
  ];
}

/** The wings, or the rooms of a wing: `[[place, name, count]]`. */
function placesIn(wings, wing) {
  if (wing === undefined) return wings.map((one) => [{ wing: one.wing }, one.wing, one.count]);
  const { rooms } = wings.find((one) => one.wing === wing);
  return rooms.map(({ room, count }) => [{ wing, room }, room, count]);
}

/** All wings, or all rooms of a wing, where the map may have no tile for each. */
function allPlaces({ wings }, { wing, room }) {
  const places = room === undefined ? placesIn(wings, wing) : [];
  if (places.length <= FEW) return null;
  const item = ([place, name, count]) =>
    h('li', {}, link(place, name), h('span', { class: 'quiet' }, ` ${plain(count)}`));
  return h(
    'details',
    { class: 'all-places' },
    h('summary', {}, `All ${plural(places.length, wing === undefined ? 'wing' : 'room')}`),
    h('ul', {}, places.map(item)),
  );
}

const heading = (scope) =>
  h(
    'h3',
    { id: 'palace-title', class: 'palace-title', tabindex: -1 },
    scope.wing === undefined ? 'Filed last' : placeInWords(scope),
  );

const countLine = (...words) =>
  h('p', { id: 'palace-count', class: 'count', role: 'status' }, words);

/** Where a model is brought in, for a search that had none. */
const meaningLink = ({ results, fallback_reason: reason }) =>
  results.length > 0 &&
  reason === 'none' && [' ', h('a', { href: hashOf({ view: 'meaning' }) }, 'Bring one in.')];

const moreButton = (more) =>
  h('button', { type: 'button', class: 'button', id: 'palace-more', click: more }, 'Show more');

/** What a place holds, newest first: `{nodes, found}`. `view`: `{remove(drawer), more()}`. */
export async function listPlace(memory, palace, scope, count, view) {
  const total = countIn(palace, scope);
  if (total === undefined) return noPlace(palace, scope);
  const drawers = await newestIn(memory, scope, count, total);
  const cards = drawers.map((drawer) => drawerCard(fromDrawer(drawer), { scope, ...view }));
  const nodes = [
    heading(scope),
    countLine(plural(total, 'drawer')),
    waysOn(palace, scope),
    allPlaces(palace, scope),
    h('ol', { class: 'drawers', 'aria-label': 'Drawers' }, cards),
    total > count && moreButton(view.more),
  ];
  return { nodes: nodes.flat().filter(Boolean), found: new Map() };
}

function noPlace({ wings }, scope) {
  const links = inRow(wings.map(({ wing }) => link({ wing }, wing)));
  const nodes = [
    heading(scope),
    countLine('There is nothing of this name.'),
    h('p', { class: 'ways' }, 'There are ', links),
  ];
  return { nodes, found: new Map() };
}

/** How many results stand in each room, by placeKey. */
function countByRoom(results) {
  const counts = new Map();
  for (const result of results)
    counts.set(placeKey(result), 1 + (counts.get(placeKey(result)) ?? 0));
  return counts;
}

/** What a search found: `{nodes, found}`. `reply`: of `palace.search`; `view` as for listPlace. */
export async function listResults(memory, reply, scope, limit, view) {
  const { results, query } = reply;
  const inks = inksOfQuestion(await memory.tokenize(query));
  const readAll = results.map(({ text }) =>
    memory.tokenize(text.slice(0, READ_CHARACTERS), { kinds: true }),
  );
  const tokens = await Promise.all(readAll);
  const mostWords = Math.max(0, ...results.map(({ bm25_score: words }) => words ?? 0)) || 1;
  const card = (result, at) => {
    const own = { rank: at + 1, result, mostWords, tokens: tokens[at], inks };
    return drawerCard(fromResult(result), { scope, ...own, ...view });
  };
  const nodes = [
    h('h3', { id: 'palace-title', class: 'unseen', tabindex: -1 }, 'Found'),
    countLine(summaryOf(reply, scope), meaningLink(reply)),
    results.length === 0 && h('p', { class: 'palace-nothing' }, nothingInWords(reply, scope)),
    h('ol', { class: 'drawers', 'aria-label': 'Found' }, results.map(card)),
    results.length === limit && moreButton(view.more),
  ];
  return { nodes: nodes.filter(Boolean), found: countByRoom(results) };
}
