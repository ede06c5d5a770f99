// `loci show`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { itemNamed, requireItem } from './items.js';
import { ITEM } from './shapes.js';

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

export const show = {
  name: 'show',
  also: ['get', 'cat', 'read', 'print', 'view'],
  mode: 'read',
  usage: 'show ITEM',
  about: 'print an item',
  more: [
    'ITEM is category:name or two words. --raw prints the text alone as it is stored, and a line end; on a terminal what could drive it is made visible all the same.',
  ],
  options: { raw: { about: 'the text alone' } },
  examples: [
    {
      line: 'loci show garden tomatoes',
      prints: ['garden:tomatoes', '  2024-05-04', '', '  Water at dawn, see [[garden:drip line]].'],
    },
    { line: 'loci show --raw "garden:drip line"', prints: ['Runs for 20 minutes, valve 2.'] },
  ],
  shape: ITEM,
  async run({ values, words, withMemory }) {
    const wanted = itemNamed(words, 'show');
    const data = await withMemory((memory) => requireItem(memory, wanted));
    if (!values.raw) return { data, lines: (look) => page(data, look) };
    return { data, lines: (look) => look.body(data.content), raw: `${data.content}\n` };
  },
};
