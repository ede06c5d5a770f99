// What a page goes through, as its memory must know it.
//
// A page that browsers freeze, or keep for going back to it, owns its files and locks on, and its
// workers are frozen with it before they could hear a message about it. So whatever it has to do
// about that, it does inside of these calls.

/** Whether a person sees the page. */
export const isVisible = () => document.visibilityState === 'visible';

/**
 * Tells of it until what it returns is called.
 * @param {object} told
 * @param {() => void} told.seen the page is shown or hidden, as isVisible() says
 * @param {() => void} told.suspended it is about to be frozen or kept; twice is possible
 * @param {() => void} told.resumed it is back; twice is possible
 * @returns {() => void}
 */
export function watchPage({ seen, suspended, resumed }) {
  const stop = new AbortController();
  const on = (target, type, hear) => target.addEventListener(type, hear, { signal: stop.signal });
  on(document, 'visibilitychange', seen);
  on(document, 'freeze', suspended);
  on(document, 'resume', resumed);
  on(globalThis, 'pagehide', ({ persisted }) => persisted && suspended());
  on(globalThis, 'pageshow', ({ persisted }) => persisted && resumed());
  return () => stop.abort();
}
