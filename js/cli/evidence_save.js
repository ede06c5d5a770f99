// `loci evidence save`: an event from words, or events from JSON.
//
// Tested by tests/js/cli_evidence_save.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { UsageError } from './errors.js';
import { eventsIn } from './event_files.js';
import { readAll, readWhole } from './input.js';
import { plural, progressOn } from './look.js';
import { WARNINGS } from './shapes.js';
import { visible } from './terminal.js';
import { text, vectorFile } from './values.js';

const MAX_CONTENT = 16 * 2 ** 20;
const MAX_EVENTS = 2 ** 28; // bytes of JSON that one call takes
const WANTED = 'a summary and a text, which is - for stdin, or --file FILE, or --events FILE';
const ONE = ['file', 'id', 'person', 'concept', 'written-at', 'embedding'];

const usage = (message) => new UsageError(message, 'evidence save');

function readInput({ input, errors }, what, most) {
  if (input.isTTY) errors.write(`${what}, ended by Ctrl-D on a line of its own:\n`);
  return readAll(input, most);
}

async function contentOf(context) {
  const { values, words } = context;
  const given = words[1];
  if (values.file !== undefined) {
    if (given === undefined) return readWhole(values.file);
    throw usage('give the text or --file FILE, not both');
  }
  if (given === undefined) throw usage(`give ${WANTED}`);
  return given === '-' ? readInput(context, 'The text', MAX_CONTENT) : given;
}

const entitiesOf = ({ person = [], concept = [] }) => [
  ...person.map((name) => ({ kind: 'person', name })),
  ...concept.map((name) => ({ kind: 'concept', name })),
];

async function eventInWords(context) {
  const { values, words } = context;
  requireWords(words, { least: 1, most: 2, wanted: WANTED, command: 'evidence save' });
  const event = { id: values.id, summary: words[0], content: await contentOf(context) };
  Object.assign(event, { entities: entitiesOf(values), writtenAt: values['written-at'] });
  return [{ ...event, summaryEmbedding: values.embedding }];
}

async function eventsInFile(context) {
  const { values, words } = context;
  requireWords(words, { most: 0, command: 'evidence save' });
  const [other] = ONE.filter((name) => values[name] !== undefined);
  if (other) throw usage(`--${other} is for one event in words; --events says all by itself`);
  const { events: path } = values;
  const bytes = await (path === '-' ? readInput(context, 'JSON', MAX_EVENTS) : readWhole(path));
  return eventsIn(bytes, path === '-' ? 'stdin' : path);
}

function summaryOf({ added, updated, ids, revision }) {
  if (ids.length !== 1) {
    const { length } = ids;
    const same = length - added - updated;
    return `${plural(length, 'event')}: ${added} added, ${updated} updated, ${same} the same`;
  }
  const action = added > 0 ? 'added' : updated > 0 ? 'updated' : 'unchanged';
  return `${action} ${ids[0]} (revision ${revision})`;
}

export const save = {
  name: 'evidence save',
  also: ['add', 'put', 'remember', 'write', 'import'],
  mode: 'make',
  usage: 'evidence save SUMMARY TEXT',
  about: 'keep an event, or put it in the place of the one of that id; or many',
  more: [
    'The summary is what is read first; the text is kept whole and quoted exactly. TEXT as - is read from stdin. Events of a story get ids like hut_ch02_e03, so that their neighbours can be found.',
    '--events takes JSON: an event, a list of them, or one a line, as {"id", "summary", "content", "entities": [{"kind": "person" or "concept", "name"}], "written_at"}, with "summary_embedding" and "chunk_embeddings" where there are any. All are kept, or none.',
  ],
  options: {
    id: { takes: 'ID', read: text, about: 'its id; else event_N' },
    person: { takes: 'NAME', read: text, many: true, about: 'a person in it; may be repeated' },
    concept: { takes: 'NAME', read: text, many: true, about: 'a concept in it; may be repeated' },
    'written-at': { takes: 'DATE', read: text, about: 'when it was written; else now' },
    file: { takes: 'FILE', read: text, about: 'take the text from a file' },
    events: { takes: 'FILE', read: text, about: 'take events from JSON, - for stdin' },
    embedding: { takes: 'FILE', read: vectorFile, about: "the summary's vector, a JSON array" },
    model: { takes: 'NAME', read: text, about: 'the model that made the vectors' },
    progress: { about: 'count the events on stderr, where that is a terminal' },
  },
  examples: [
    {
      line: 'loci evidence save "Anna found a leak." "The pump leaked. She closed the valve." --id hut_ch01_e01 --person Anna --concept pump --written-at 2024-05-04',
      prints: ['added hut_ch01_e01 (revision 6)'],
    },
    {
      line: `echo '{"id": "hut_ch01_e02", "summary": "The pump was replaced.", "content": "A new one came by mule.", "entities": [{"kind": "concept", "name": "pump"}], "written_at": "2024-05-05"}' | loci evidence save --events -`,
      prints: ['added hut_ch01_e02 (revision 7)'],
    },
  ],
  shape: {
    added: 'number',
    updated: 'number',
    same: 'number',
    ids: ['string'],
    revision: 'number',
    warnings: WARNINGS,
  },
  async run(context) {
    const { values, errors, withMemory } = context;
    const isFile = values.events !== undefined;
    const events = await (isFile ? eventsInFile(context) : eventInWords(context));
    const onProgress = values.progress ? progressOn(errors, events.length, 'events') : undefined;
    const { model } = values;
    const data = await withMemory(({ evidence }) =>
      evidence.saveMany(events, { model, onProgress }),
    );
    return { data, lines: () => [visible(summaryOf(data))], found: events.length > 0 };
  },
};
