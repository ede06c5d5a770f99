// `loci rm`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { keyIn, unknownItem } from './items.js';
import { KEY, WARNINGS } from './shapes.js';

const WANTED = 'items, each as category:name, or one as two words';

/** The items that the words name: one as two words without a colon, or each word one. */
function itemsNamed(words) {
  if (words.length === 2 && !words.some((word) => word.includes(':'))) {
    return [{ category: words[0], name: words[1] }];
  }
  const keys = words.map(keyIn);
  if (keys.length > 0 && !keys.includes(undefined)) return keys;
  throw new UsageError(`give ${WANTED}, with quotes where a blank is`, 'rm');
}

function removeAll(memory, items) {
  const data = { removed: [], missing: [], revision: 0, warnings: [] };
  const hints = [];
  for (const item of items) {
    const { removed, warnings } = memory.remove(item.category, item.name);
    (removed ? data.removed : data.missing).push(item);
    data.warnings.push(...warnings);
    if (!removed) hints.push(unknownItem(memory, item));
  }
  return { data: { ...data, revision: memory.revision() }, hints };
}

export const rm = {
  name: 'rm',
  also: ['remove', 'delete', 'del', 'forget'],
  mode: 'write',
  usage: 'rm ITEM…',
  about: 'remove items for good',
  more: ['Exit status 1 where one of them is not there; the others are removed all the same.'],
  options: {},
  examples: [{ line: 'loci rm garden:peas', prints: ['removed garden:peas (revision 4)'] }],
  shape: { removed: [KEY], missing: [KEY], revision: 'number', warnings: WARNINGS },
  async run({ words, withMemory }) {
    const items = itemsNamed(words);
    const { data, hints } = await withMemory((memory) => removeAll(memory, items));
    const { removed, missing, revision } = data;
    const line = (look, item) => `removed ${look.key(item)} (revision ${revision})`;
    return {
      data,
      lines: (look) => removed.map((item) => line(look, item)),
      notes: hints,
      found: missing.length === 0,
    };
  },
};
