// `loci repair`.
//
// Tested by tests/js/repair.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { plural } from './look.js';
import { WARNINGS } from './shapes.js';
import { visible } from './terminal.js';

const UNKNOWN = 'unknown'; // what is told of the whole file, and not of a table
const LOST = { table: 'string', 'count?': 'number', what: 'string' };

/** One line of what is gone: stored names may stand in it. */
function lostLine({ table, count, what }) {
  const counted = count === undefined ? '' : `${count} `;
  return visible(`lost: ${counted}${table === UNKNOWN ? '' : `${table}, `}${what}`);
}

function page({ repaired, kept, lost, revision }) {
  const { items, events, drawers } = kept;
  const counts = [plural(items, 'item'), plural(events, 'event'), plural(drawers, 'drawer')];
  if (!repaired) return [`nothing to repair: ${counts.join(', ')}, all of it sound`];
  return [`repaired: kept ${counts.join(', ')} (revision ${revision})`, ...lost.map(lostLine)];
}

export const repair = {
  name: 'repair',
  also: ['fix', 'recover', 'mend'],
  mode: 'write',
  usage: 'repair',
  about: 'write a damaged store anew from all that can be read of it',
  more: [
    'Where `loci check` finds nothing, nothing is written. What could not be read is named, as far as the rest of the store still knows it; exit status 1 where anything was lost. To keep the damaged file, copy it first, or use `loci export FILE.db`.',
  ],
  options: {},
  examples: [
    {
      line: 'loci repair',
      prints: ['nothing to repair: 3 items, 0 events, 0 drawers, all of it sound'],
    },
  ],
  shape: {
    repaired: 'boolean',
    kept: 'object',
    lost: [LOST],
    derived: ['string'],
    revision: 'number',
    warnings: WARNINGS,
  },
  async run({ words, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'repair' });
    const data = await withMemory((memory) => memory.repair());
    return { data, lines: () => page(data), found: data.lost.length === 0 };
  },
};
