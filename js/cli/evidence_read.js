// `loci evidence read` and `loci evidence show`.
//
// Tested by tests/js/cli_evidence.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { CommandError } from './errors.js';
import { LANGUAGE, replyPage, shellWord } from './evidence_page.js';
import { plural } from './look.js';
import { READ_TEXT, STORED_EVENT, WARNINGS } from './shapes.js';
import { visible } from './terminal.js';
import { count } from './values.js';

const WANTED = 'the id of one event';

export function unknownEvent(id) {
  const finder = '`loci evidence search` finds those that are there';
  return new CommandError('unknown_event', `there is no event ${id}; ${finder}`);
}

function idIn(words, command) {
  requireWords(words, { least: 1, most: 1, wanted: WANTED, command });
  return words[0];
}

/** Where the text goes on, as a command. */
function nextStep(id, { next }) {
  if (next === undefined) return [];
  return [`next: \`loci evidence read ${shellWord(id)} --start ${next}\``];
}

export const read = {
  name: 'evidence read',
  also: ['text', 'open'],
  mode: 'read',
  usage: 'evidence read ID',
  about: 'a stretch of the text of an event',
  more: [
    'Positions are counted in characters of Unicode (code points), as in excerpts. --raw prints the stretch alone as it is stored, and a line end.',
  ],
  options: {
    start: { takes: 'N', read: count, about: 'where to begin (0)' },
    limit: { short: 'n', takes: 'N', read: count, about: 'how many characters, to 10 000 (1600)' },
    raw: { about: 'the text alone' },
    ...LANGUAGE,
  },
  examples: [
    {
      line: 'loci evidence read hut_ch01_e01 --limit 16',
      prints: [
        'Text [0, 16) of 38:',
        '> The pump leaked.',
        'Read on from 16.',
        'next: `loci evidence read hut_ch01_e01 --start 16`',
      ],
    },
    { line: 'loci evidence read hut_ch01_e01 --start 17 --raw', prints: ['She closed the valve.'] },
  ],
  shape: { ...READ_TEXT, warnings: WARNINGS },
  async run({ values, words, withMemory }) {
    const id = idIn(words, 'evidence read');
    const { start, limit, raw } = values;
    const data = await withMemory(({ evidence }) => evidence.read({ event_id: id, start, limit }));
    if (raw) return { data, lines: (look) => look.body(data.text), raw: `${data.text}\n` };
    const lines = (look) => [
      ...replyPage(data, { look, ...values }),
      ...nextStep(id, data).flatMap((line) => look.aside(line)),
    ];
    return { data, lines };
  },
};

/** An event's date, what it mentions and how long it is. */
function factsOf({ writtenAt, entities, content, chunks }) {
  const names = entities.map(({ kind, id, name }) => `${name} (${kind} ${id})`);
  const length = Array.from(content).length;
  return [
    writtenAt ?? 'undated',
    ...(names.length > 0 ? [`mentions ${names.join(', ')}`] : []),
    `${plural(length, 'character')}, ${plural(chunks.length, 'chunk')}`,
  ];
}

function page(event, look) {
  return [
    look.paint.bold(visible(event.id)),
    ...factsOf(event).flatMap((fact) => look.aside(fact, '  ')),
    '',
    ...(event.summary === '' ? [] : [...look.body(event.summary, '  > '), '']),
    ...look.body(event.content, '  '),
  ];
}

export const show = {
  name: 'evidence show',
  also: ['get', 'cat', 'print', 'view'],
  mode: 'read',
  usage: 'evidence show ID',
  about: 'print an event: what it mentions, its summary and all of its text',
  more: [
    'The summary stands behind >. --raw prints the text alone as it is stored, and a line end. What --json prints `loci evidence save --events` takes back.',
  ],
  options: { raw: { about: 'the text alone' } },
  examples: [
    {
      line: 'loci evidence show hut_ch01_e01',
      prints: [
        'hut_ch01_e01',
        '  2024-05-04',
        '  mentions Anna (person person_1), pump (concept concept_2)',
        '  38 characters, 1 chunk',
        '',
        '  > Anna found a leak.',
        '',
        '  The pump leaked. She closed the valve.',
      ],
    },
  ],
  shape: STORED_EVENT,
  async run({ values, words, withMemory }) {
    const id = idIn(words, 'evidence show');
    const data = await withMemory(({ evidence }) => evidence.get(id));
    if (data === null) throw unknownEvent(id);
    if (!values.raw) return { data, lines: (look) => page(data, look) };
    return { data, lines: (look) => look.body(data.content), raw: `${data.content}\n` };
  },
};
