/**
 * What the pane shows stands in the address, after the `#`: so the back button walks back, a link
 * is a link, and a reload stays where it was.
 *
 *   #/note/<category>/<name>   #/edit/<category>/<name>   #/new[/<category>/<name>]
 *   #/palace[/<wing>[/<room>]]
 *   #/journal   #/files   #/meaning   #/evidence         anything else: home
 *
 * Tested by tests/browser/page_parts.test.js.
 */

const NAMED = ['note', 'edit'];
const PLAIN = ['journal', 'files', 'meaning', 'evidence', 'new'];

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // typed by hand
  }
}

const palaceRoute = (wing, room) => ({
  view: 'palace',
  ...(wing && { wing }),
  ...(wing && room && { room }),
});

/** Reads the hash of an address: `{view, category?, name?}`, of the palace `{view, wing?, room?}`. */
export function parseRoute(hash) {
  const [view, category, name] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (NAMED.includes(view) && category && name) return { view, category, name };
  if (view === 'new' && category && name) return { view, category, name };
  if (view === 'palace') return palaceRoute(category, name);
  return { view: PLAIN.includes(view) ? view : 'home' };
}

/** The hash of a route; parseRoute reads it back. */
export function hashOf({ view, category, name }) {
  if (view === 'home') return '#/';
  const parts = category && name ? [category, name].map(encodeURIComponent) : [];
  return `#/${[view, ...parts].join('/')}`;
}

export const noteHash = ({ category, name }) => hashOf({ view: 'note', category, name });
export const writeHash = ({ category, name }) => hashOf({ view: 'new', category, name });
/** Of a place in the palace: a room, a wing, or all of it. */
export function placeHash({ wing, room } = {}) {
  const steps = ['palace', wing, wing && room].filter(Boolean);
  return `#/${steps.map(encodeURIComponent).join('/')}`;
}

export const editHash = ({ category, name }) => hashOf({ view: 'edit', category, name });

export const currentRoute = () => parseRoute(window.location.hash);

export function go(hash) {
  window.location.hash = hash;
}

/** Calls `show` with the route now, and whenever it changes. */
export function followRoute(show) {
  window.addEventListener('hashchange', () => show(currentRoute()));
  return show(currentRoute());
}
