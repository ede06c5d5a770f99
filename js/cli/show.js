// `loci show`.
//
// Tested by tests/js/cli.test.js and tests/js/cli_drawers.test.js; its examples by tests/js/cli_help.test.js.

import { drawerNamed, drawerPage, unknownDrawer } from './drawers.js';
import { CommandError, UsageError } from './errors.js';
import { itemNamed, keyIn, requireItem } from './items.js';
import { ITEM, STORED_DRAWER, either } from './shapes.js';

const WANTED = 'an item, as category:name or as two words, or the id of a drawer';

/** Where an item comes from, in one line. */
function provenance({ ts, owner, sourceConv, sequence }) {
  const parts = [
    ts,
    owner && `by ${owner}`,
    sourceConv && `from ${sourceConv}`,
    sequence && `number ${sequence.position} of ${sequence.id}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function page(item, look) {
  const { metadata, content } = item;
  return [
    look.key(item),
    ...look.aside(provenance(item), '  '),
    ...(metadata ? look.aside(JSON.stringify(metadata), '  ') : []),
    '',
    ...look.body(content, '  '),
  ];
}

/** `{item}` or `{drawer}` that the words name, or an error whose exit status is 1. */
function read(memory, words) {
  const [word] = words;
  if (words.length > 1) return { item: requireItem(memory, itemNamed(words, 'show')) };
  const drawer = drawerNamed(memory, word);
  if (drawer) return { drawer };
  if (!keyIn(word)) throw new CommandError('unknown_item', unknownDrawer(word));
  return { item: requireItem(memory, keyIn(word)) };
}

export const show = {
  name: 'show',
  also: ['get', 'cat', 'read', 'print', 'view'],
  mode: 'read',
  usage: 'show ITEM|ID',
  about: 'print an item, or a drawer of the palace',
  more: [
    'ITEM is category:name or two words; ID is that of a drawer, as `loci search` prints it. --raw prints the text alone as it is stored, and a line end; on a terminal what could drive it is made visible all the same.',
  ],
  options: { raw: { about: 'the text alone' } },
  examples: [
    {
      line: 'loci show garden tomatoes',
      prints: ['garden:tomatoes', '  2024-05-04', '', '  Water at dawn, see [[garden:drip line]].'],
    },
    { line: 'loci show --raw "garden:drip line"', prints: ['Runs for 20 minutes, valve 2.'] },
  ],
  shape: either(ITEM, STORED_DRAWER),
  async run({ values, words, withMemory }) {
    if (words.length === 0) throw new UsageError(`give ${WANTED}`, 'show');
    const { item, drawer } = await withMemory((memory) => read(memory, words));
    const content = item ? item.content : drawer.text;
    const data = item ?? drawer;
    if (values.raw) return { data, lines: (look) => look.body(content), raw: `${content}\n` };
    return { data, lines: (look) => (item ? page(item, look) : drawerPage(drawer, look)) };
  },
};
