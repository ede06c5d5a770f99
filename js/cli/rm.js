// `loci rm`.
//
// Tested by tests/js/cli.test.js and tests/js/cli_drawers.test.js; its examples by
// tests/js/cli_help.test.js.

import { drawerNamed, unknownDrawer } from './drawers.js';
import { UsageError } from './errors.js';
import { keyIn, unknownItem } from './items.js';
import { KEY, WARNINGS } from './shapes.js';
import { visible } from './terminal.js';

const WANTED = 'items, each as category:name, or one as two words, or ids of drawers';

/**
 * What the words name, each `{item}` or `{id}`: one item as two words without a colon, or each word an
 * item or a drawer.
 */
function targetsNamed(memory, words) {
  const isDrawer = (word) => drawerNamed(memory, word) !== undefined;
  const bare = words.filter((word) => !keyIn(word));
  const isPair = words.length === 2 && !words.some((word) => word.includes(':'));
  const [category, name] = words;
  if (isPair && (memory.get(category, name) || !bare.some(isDrawer))) {
    return [{ item: { category, name } }];
  }
  if (bare.length > 0 && !bare.some(isDrawer)) throw usageError();
  return words.map((word) =>
    bare.includes(word) || isDrawer(word) ? { id: word } : { item: keyIn(word) },
  );
}

const usageError = () => new UsageError(`give ${WANTED}, with quotes where a blank is`, 'rm');

function removeAll(memory, words) {
  const targets = targetsNamed(memory, words);
  const data = { removed: [], missing: [], removedDrawers: [], missingDrawers: [], warnings: [] };
  const hints = [];
  for (const { item, id } of targets) {
    const { removed, warnings } = item
      ? memory.remove(item.category, item.name)
      : memory.palace.deleteDrawer(id);
    const list = `${removed ? 'removed' : 'missing'}${item ? '' : 'Drawers'}`;
    data[list].push(item ?? id);
    data.warnings.push(...warnings);
    if (!removed) hints.push(item ? unknownItem(memory, item) : unknownDrawer(id));
  }
  return { data: { ...data, revision: memory.revision() }, hints };
}

export const rm = {
  name: 'rm',
  also: ['remove', 'delete', 'del', 'forget'],
  mode: 'write',
  usage: 'rm ITEM|ID…',
  about: 'remove items, or drawers of the palace, for good',
  more: [
    'ITEM is category:name; ID is that of a drawer, as `loci search` prints it. Exit status 1 where one of them is not there; the others are removed all the same.',
  ],
  options: {},
  examples: [{ line: 'loci rm garden:peas', prints: ['removed garden:peas (revision 4)'] }],
  shape: {
    removed: [KEY],
    missing: [KEY],
    removed_drawers: ['string'],
    missing_drawers: ['string'],
    revision: 'number',
    warnings: WARNINGS,
  },
  async run({ words, withMemory }) {
    if (words.length === 0) throw usageError();
    const { data, hints } = await withMemory((memory) => removeAll(memory, words));
    const { removed, removedDrawers, missing, missingDrawers, revision } = data;
    return {
      data,
      lines: (look) => [
        ...removed.map((item) => `removed ${look.key(item)} (revision ${revision})`),
        ...removedDrawers.map((id) => visible(`removed the drawer ${id} (revision ${revision})`)),
      ],
      notes: hints,
      found: missing.length + missingDrawers.length === 0,
    };
  },
};
