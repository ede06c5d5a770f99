/** Keys of the whole page: `/` searches, arrows walk through the list, Escape goes back. */

const isTyping = ({ target }) => target.matches?.('input, textarea, select, [contenteditable]');

const isPlain = ({ ctrlKey, metaKey, altKey, isComposing }) =>
  !ctrlKey && !metaKey && !altKey && !isComposing;

/** Moves the focus through the list; from the field down into it, and up out of it again. */
function walk(finder, event, step) {
  const links = finder.links();
  const at = links.indexOf(document.activeElement);
  const inField = event.target.id === 'query';
  if (at < 0 && !inField) return;
  event.preventDefault();
  if (at === 0 && step < 0) finder.focus();
  else if (!inField || step > 0) links[inField ? 0 : at + step]?.focus();
}

/** `close()` closes the pane and answers whether it was open. */
export function startKeyboard(finder, close) {
  const keys = {
    ArrowDown: (event) => walk(finder, event, 1),
    ArrowUp: (event) => walk(finder, event, -1),
    Escape: (event) => {
      if (document.querySelector('dialog[open]')) return; // the dialog's own
      if (event.target.id === 'query' ? finder.clear() || close() : close()) event.preventDefault();
    },
    '/': (event) => {
      if (isTyping(event)) return;
      event.preventDefault();
      if (document.getElementById('finder').inert) close();
      finder.focus();
    },
  };
  document.addEventListener('keydown', (event) => {
    if (isPlain(event) && !event.defaultPrevented) keys[event.key]?.(event);
  });
}
