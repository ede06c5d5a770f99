// `loci evidence entity`.
//
// Tested by tests/js/cli_evidence.test.js; its examples by tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { plural } from './look.js';
import { KNOWN_ENTITY, WARNINGS } from './shapes.js';
import { truncate, visible } from './terminal.js';
import { count, oneOf } from './values.js';

const KINDS = ['person', 'concept'];

/** The entities of a name, one of each kind at most, with their events. */
function entitiesNamed({ evidence }, name, { kind, limit, offset }) {
  const data = { entities: [], warnings: [] };
  for (const each of kind ? [kind] : KINDS) {
    const found = evidence.findEntity({ kind: each, name }, { limit, offset });
    if (found.entity)
      data.entities.push({ ...found.entity, total: found.total, events: found.events });
    data.warnings.push(...found.warnings);
  }
  return data;
}

function eventLine({ id, summary, writtenAt }, look) {
  const line = `${id}  ${writtenAt ?? 'undated'}  ${summary.split(/\r\n|\r|\n/, 1)[0]}`.trimEnd();
  return `   ${look.width === Infinity ? visible(line) : truncate(line, look.width - 3)}`;
}

const entityLines = ({ kind, id, name, total, events }, look) => [
  look.paint.bold(visible(`${name} (${kind} ${id}), ${plural(total, 'event')}`)),
  ...events.map((event) => eventLine(event, look)),
];

export const entity = {
  name: 'evidence entity',
  also: ['person', 'concept', 'who', 'entities'],
  mode: 'read',
  usage: 'evidence entity NAME…',
  about: 'a person or concept, and the events that mention it',
  more: ['NAME is an id or a name in any case, width and accent; blanks need no quotes.'],
  options: {
    kind: { takes: 'KIND', read: oneOf(...KINDS), about: 'person or concept; else both' },
    limit: { short: 'n', takes: 'N', read: count, about: 'at most N events of each (100)' },
    offset: { takes: 'N', read: count, about: 'leave out the first N events' },
  },
  examples: [
    {
      line: 'loci evidence entity pump',
      prints: [
        'pump (concept concept_2), 2 events',
        '   hut_ch01_e01  2024-05-04  Anna found a leak.',
        '   hut_ch01_e02  2024-05-05  The pump was replaced.',
      ],
    },
  ],
  shape: { entities: [KNOWN_ENTITY], warnings: WARNINGS },
  async run({ values, words, withMemory }) {
    const name = words.join(' ');
    if (words.length === 0) throw new UsageError('give an id or a name', 'evidence entity');
    const data = await withMemory((memory) => entitiesNamed(memory, name, values));
    const isKnown = data.entities.length > 0;
    return {
      data,
      lines: (look) => data.entities.flatMap((each) => entityLines(each, look)),
      notes: isKnown ? [] : [`no event mentions ${values.kind ?? 'a person or concept'} ${name}`],
      found: isKnown,
    };
  },
};
