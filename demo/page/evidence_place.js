/** A content as a bar, and where in it something stands. */

import { h, withSizes } from './dom.js';
import { rangeInWords } from './evidence_words.js';

function mark(name, [start, end], total) {
  const sizes = { from: start / Math.max(1, total), share: (end - start) / Math.max(1, total) };
  return withSizes(h('i', { class: name }), sizes);
}

/** The bar of a content of `total` characters; `excerpt` and `page`: ranges in it, either may lack. */
export function placeBar({ excerpt, page, total }) {
  const words = [page && `Open: ${rangeInWords(page, total)}`];
  if (excerpt) words.push(`Excerpt: ${rangeInWords(excerpt, total)}`);
  return h(
    'div',
    { class: 'place', role: 'img', 'aria-label': words.filter(Boolean).join('. ') },
    page && mark('place-page', page, total),
    excerpt && mark('place-excerpt', excerpt, total),
  );
}
