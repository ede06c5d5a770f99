// `loci evidence rm`.
//
// Tested by tests/js/cli_evidence.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { unknownEvent } from './evidence_read.js';
import { WARNINGS } from './shapes.js';
import { visible } from './terminal.js';

function removeAll({ evidence }, ids) {
  const data = { removed: [], missing: [], revision: 0, warnings: [] };
  for (const id of ids) {
    const { removed, revision: reached, warnings } = evidence.remove(id);
    (removed ? data.removed : data.missing).push(id);
    data.revision = reached;
    data.warnings.push(...warnings);
  }
  return data;
}

export const rm = {
  name: 'evidence rm',
  also: ['remove', 'delete', 'del', 'forget'],
  mode: 'write',
  usage: 'evidence rm ID…',
  about: 'remove events for good',
  more: [
    'Persons and concepts that no event mentions any more go with them. Exit status 1 where one of the ids is not there; the others are removed all the same.',
  ],
  options: {},
  examples: [
    { line: 'loci evidence rm hut_ch01_e02', prints: ['removed hut_ch01_e02 (revision 8)'] },
  ],
  shape: { removed: ['string'], missing: ['string'], revision: 'number', warnings: WARNINGS },
  async run({ words, withMemory }) {
    requireWords(words, { least: 1, wanted: 'ids of events', command: 'evidence rm' });
    const data = await withMemory((memory) => removeAll(memory, words));
    const { removed, missing, revision } = data;
    return {
      data,
      lines: () => removed.map((id) => visible(`removed ${id} (revision ${revision})`)),
      notes: missing.map((id) => unknownEvent(id).message),
      found: missing.length === 0,
    };
  },
};
