// What a store holds, as words: "3 items, 1 drawer".
//
// Tested by tests/js/cli_contents.test.js.

import { plural } from './look.js';

/** Of `memory.status()` what there is of items, events and drawers, each as words. */
export function contentsOf({ items, evidence, palace }) {
  const counts = { item: items, event: evidence.events, drawer: palace.drawers };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => plural(count, noun));
}

/** The same in one; of an empty store that it holds no items. */
export const contentsText = (status) => contentsOf(status).join(', ') || plural(0, 'item');
