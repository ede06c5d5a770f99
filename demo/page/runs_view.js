/** Runs of text as nodes: marks in the colour of their term, links as chips or as plain words. */

import { h } from './dom.js';
import { keyOf } from './notebook.js';
import { noteHash, writeHash } from './router.js';

function partNode({ text, term }, inks) {
  if (term === undefined) return document.createTextNode(text);
  const { colour, isLight } = inks.get(term) ?? { colour: 0, isLight: true };
  return h('mark', { class: `term-${colour}${isLight ? ' is-light' : ''}` }, text);
}

function linkNode({ link, parts }, inks, { clickable, unwritten }) {
  const children = parts.map((part) => partNode(part, inks));
  if (!clickable) return h('span', { class: 'inline-link' }, children);
  if (unwritten.has(keyOf(link))) {
    const title = `${link.category}, not written yet`;
    return h('a', { class: 'chip is-open', href: writeHash(link), title }, children);
  }
  return h('a', { class: 'chip', href: noteHash(link), title: link.category }, children);
}

/**
 * `inks`: as inksOf gives them. Without `clickable` links are words, for text in a link; `unwritten`
 * holds the keys of links that lead nowhere yet.
 */
export function runNodes(runs, inks, { clickable = false, unwritten = new Set() } = {}) {
  const options = { clickable, unwritten };
  return runs.map((run) => (run.link ? linkNode(run, inks, options) : partNode(run, inks)));
}
