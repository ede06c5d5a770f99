// `loci ls`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { everyItem, unknownCategories } from './items.js';
import { truncate, displayWidth } from './terminal.js';
import { ITEM, WARNINGS } from './shapes.js';
import { count } from './values.js';

const NARROWEST_EXCERPT = 20;

function pageOf(memory, category, { limit = Infinity, offset = 0 }) {
  const items = [];
  let at = 0;
  for (const item of everyItem(memory, category)) {
    if (at++ < offset) continue;
    if (items.length >= limit) break;
    items.push(item);
  }
  return items;
}

/** The key alone, as scripts want it; on a terminal the beginning of the text beside it. */
function line(item, look) {
  const key = look.key(item);
  const room = look.width - displayWidth(`${item.category}:${item.name}`) - 2;
  const [first] = item.content.split('\n', 1);
  if (!look.isTerminal || first === '' || room < NARROWEST_EXCERPT) return key;
  return `${key}  ${look.paint.dim(truncate(first, room))}`;
}

export const ls = {
  name: 'ls',
  also: ['list', 'dir', 'items', 'all'],
  mode: 'read',
  usage: 'ls [CATEGORY]',
  about: 'list items, in the order of the store',
  more: [
    'In a pipe each line is one category:name, as the other commands take it. On a terminal the text begins beside it.',
  ],
  options: {
    limit: { takes: 'N', read: count, about: 'at most N items; else all' },
    offset: { takes: 'N', read: count, about: 'leave out the first N' },
  },
  examples: [
    { line: 'loci ls', prints: ['garden:tomatoes', 'garden:drip line', 'garden:peas'] },
    {
      line: 'loci ls garden --limit 1 | while read -r item; do loci show --raw "$item"; done',
      prints: ['Water at dawn, see [[garden:drip line]].'],
    },
  ],
  shape: { items: [ITEM], warnings: WARNINGS },
  async run({ values, words, withMemory }) {
    requireWords(words, { most: 1, wanted: 'one category or none', command: 'ls' });
    const [category] = words;
    let unknown;
    const items = await withMemory((memory) => {
      unknown = unknownCategories(memory, words);
      return pageOf(memory, category, values);
    });
    const nothing =
      unknown.length > 0 ? unknown : [`no items ${category ? `in ${category}` : 'here'}`];
    return {
      data: { items, warnings: [] },
      lines: (look) => items.map((item) => line(item, look)),
      notes: items.length > 0 ? [] : nothing,
      found: items.length > 0,
    };
  },
};
