// Items as the command line names them: `category:name`, or two words.
//
// Tested by tests/js/cli.test.js.

import { CommandError, UsageError } from './errors.js';
import { suggestion } from './nearest.js';

const PAGE = 1000; // the most that one call gives

/** `category:name`. A name holds no colon, so the first one parts the two. */
export const keyOf = ({ category, name }) => `${category}:${name}`;

/** The item that one word names, or undefined where it is no key. */
export function keyIn(word) {
  const at = word.indexOf(':');
  if (at <= 0 || word.slice(at + 1).trim() === '') return undefined;
  return { category: word.slice(0, at), name: word.slice(at + 1) };
}

/** The item that words name: `category:name` or `category name`. Blanks in the name need no quotes. */
export function itemNamed(words, command) {
  const key = keyIn(words.join(' '));
  if (key && words[0].includes(':')) return key;
  const [category, ...name] = words;
  if (name.length > 0) return { category, name: name.join(' ') };
  throw new UsageError('give an item, as category:name or as two words', command);
}

/** Every item, or those of a category, in the store's order. */
export function* everyItem(memory, category) {
  const wanted = category === undefined ? memory.categories() : [{ category }];
  for (const { category: each } of wanted) {
    for (let offset = 0; ; offset += PAGE) {
      const { items } = memory.items({ category: each, limit: PAGE, offset });
      yield* items;
      if (items.length < PAGE) break;
    }
  }
}

/** A sentence for each of `wanted` that is no category of the store. */
export function unknownCategories(memory, wanted = []) {
  if (wanted.length === 0) return [];
  const known = memory.categories().map(({ category }) => category);
  return wanted
    .filter((category) => !known.includes(category))
    .map((category) => {
      const hint = suggestion(category, known) || '; `loci status` lists those that are there';
      return `there is no category ${category}${hint}`;
    });
}

/** That an item is not there, with the one that may have been meant. */
export function unknownItem(memory, item) {
  const { items } = memory.items({ category: item.category, limit: PAGE });
  const hint = suggestion(keyOf(item), items.map(keyOf)) || '; `loci ls` lists what is there';
  return `there is no ${keyOf(item)}${hint}`;
}

/** The item, or a CommandError `unknown_item`, whose exit status is 1. */
export function requireItem(memory, { category, name }) {
  const found = memory.get(category, name);
  if (found) return found;
  throw new CommandError('unknown_item', unknownItem(memory, { category, name }));
}
