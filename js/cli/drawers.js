// Drawers as the command line names them: by their ids. An id may look like `category:name`: it names
// the item then, where there is one.
//
// Tested by tests/js/cli_drawers.test.js.

import { drawerLines } from '../palace_text.js';
import { framed } from './framed.js';
import { keyIn } from './items.js';

/** The item that a word names, or undefined where there is none. */
function itemIn(memory, word) {
  const key = keyIn(word);
  return key && memory.get(key.category, key.name);
}

/** The drawer that a word names, or undefined where it names an item, or nothing. */
export function drawerNamed(memory, word) {
  return itemIn(memory, word) ? undefined : (memory.palace.getDrawer(word) ?? undefined);
}

/** That there is no such drawer, and what else the word may have meant. */
export const unknownDrawer = (id) =>
  `there is no drawer ${id}; an item is named as category:name or as two words`;

/** A drawer with all that is known of it. */
export const drawerPage = (drawer, look) => framed(drawerLines(drawer), look);
