/** Keys of the whole page: `/` searches, arrows walk through the list, Escape goes back. */

const isTyping = ({ target }) => target.matches?.('input, textarea, select, [contenteditable]');

const isPlain = ({ ctrlKey, metaKey, altKey, isComposing }) =>
  !ctrlKey && !metaKey && !altKey && !isComposing;

/** Moves the focus through the list; from the field down into it, and up out of it again. */
function walk(finder, event, step) {
  const links = finder.links();
  const at = links.indexOf(document.activeElement);
  const inField = event.target === finder.field;
  if (at < 0 && !inField) return;
  event.preventDefault();
  if (at === 0 && step < 0) finder.focus();
  else if (!inField || step > 0) links[inField ? 0 : at + step]?.focus();
}

/**
 * `finderOf()` gives what is searched with now: `{field, links(), focus(), clear()}`; `close()` closes
 * the pane and answers whether it was open.
 */
export function startKeyboard(finderOf, close) {
  const keys = {
    ArrowDown: (event) => walk(finderOf(), event, 1),
    ArrowUp: (event) => walk(finderOf(), event, -1),
    Escape: (event) => {
      if (document.querySelector('dialog[open]')) return; // the dialog's own
      const finder = finderOf();
      const cleared = event.target === finder.field && finder.clear();
      if (cleared || close()) event.preventDefault();
    },
    '/': (event) => {
      if (isTyping(event)) return;
      event.preventDefault();
      const finder = finderOf();
      if (finder.field.closest('[inert]')) close();
      finder.focus();
    },
  };
  document.addEventListener('keydown', (event) => {
    if (isPlain(event) && !event.defaultPrevented) keys[event.key]?.(event);
  });
}
