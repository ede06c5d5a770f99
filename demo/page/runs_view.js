/** Runs of text as nodes: marks in the colour of their term, links as chips or as plain words. */

import { h } from './dom.js';
import { noteHash } from './router.js';

function partNode({ text, term }, colours) {
  if (term === undefined) return document.createTextNode(text);
  return h('mark', { class: `term-${colours.get(term) ?? 0}` }, text);
}

function linkNode({ link, parts }, colours, clickable) {
  const children = parts.map((part) => partNode(part, colours));
  if (!clickable) return h('span', { class: 'inline-link' }, children);
  return h('a', { class: 'chip', href: noteHash(link), title: link.category }, children);
}

/** `colours`: `Map` of term to colour. Without `clickable` links are words: for text in a link. */
export function runNodes(runs, colours, { clickable = false } = {}) {
  return runs.map((run) => (run.link ? linkNode(run, colours, clickable) : partNode(run, colours)));
}
