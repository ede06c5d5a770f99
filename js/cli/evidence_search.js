// `loci evidence search`.
//
// Tested by tests/js/cli_evidence.test.js; its examples by tests/js/cli_help.test.js.

import { LANGUAGE, nothingIn, replyPage, shellWord } from './evidence_page.js';
import { REPLY } from './shapes.js';
import { moment, text, vectorFile } from './values.js';

/** The options of a search, here and in a conversation. */
export const SEARCH_OPTIONS = {
  entity: {
    takes: 'NAME',
    read: text,
    many: true,
    about: 'only events that mention it, an id or a name; may be repeated: all of them',
  },
  since: {
    takes: 'DATE',
    read: moment,
    about: 'only events of this moment or later; also a year or a month',
  },
  before: { takes: 'DATE', read: moment, about: 'only events of before this moment' },
  exclude: {
    takes: 'ID',
    read: text,
    many: true,
    about: 'leave this event out, as if given already; may be repeated',
  },
  ...LANGUAGE,
};

/** What `memory.evidence.search` is asked. */
export function searchRequest(question, { entity, since, before, exclude }) {
  return { query_text: question, entities: entity, since, before, exclude };
}

/** What to do next: each run is a conversation of its own, so what was given must be named. */
function nextSteps(events) {
  const [{ id }] = events;
  const given = events.map((event) => `--exclude ${shellWord(event.id)}`).join(' ');
  return [
    `next: \`loci evidence read ${shellWord(id)}\` shows a text; ask again with ${given}`,
    'or talk: `loci evidence --interactive` keeps in mind what was given',
  ];
}

function page(data, values, look) {
  if (data.events.length === 0) return [];
  const next = nextSteps(data.events).flatMap((line) => look.aside(line));
  return [...replyPage(data, { look, ...values }), '', ...next];
}

export const search = {
  name: 'evidence search',
  also: ['find', 'ask', 'query', 'retrieve'],
  mode: 'read',
  usage: 'evidence search QUESTION…',
  about: 'the events that matter for a question, with the piece of text that shows it',
  more: [
    'At most four events come, best first, each with an exact excerpt of its text. Without a question the newest come. Every run begins anew: --exclude leaves out what was given before.',
  ],
  options: {
    ...SEARCH_OPTIONS,
    session: { takes: 'NAME', read: text, about: 'who asks (default)' },
    embedding: { takes: 'FILE', read: vectorFile, about: "the question's vector, a JSON array" },
    model: { takes: 'NAME', read: text, about: 'the model that made the vector' },
  },
  examples: [
    {
      line: 'loci evidence search who closed the valve',
      prints: [
        '1. hut_ch01_e01 · 2024-05-04 · score 0.0328',
        '   Summary:',
        '   > Anna found a leak.',
        '   Mentions: Anna (person), pump (concept)',
        '   Source [0, 38) of 38:',
        '   > The pump leaked. She closed the valve.',
        '',
        '2. hut_ch01_e02 · 2024-05-05 · score 0.0164',
        '   Summary:',
        '   > The pump was replaced.',
        '   Mentions: pump (concept)',
        '   Source [0, 23) of 23:',
        '   > A new one came by mule.',
        '',
        'Concepts to expand:',
        '1. pump (concept_2): 2 events, here hut_ch01_e01, hut_ch01_e02',
        '',
        'Notes:',
        '- Summaries may be wrong; check them against the source.',
        '- Shared concepts and adjacency prove neither cause nor order.',
        '- Scores are heuristics, and compare only within one reply.',
        '',
        'next: `loci evidence read hut_ch01_e01` shows a text; ask again with --exclude hut_ch01_e01 --exclude hut_ch01_e02',
        'or talk: `loci evidence --interactive` keeps in mind what was given',
      ],
    },
    {
      line: "loci evidence search --json --entity PUMP --exclude hut_ch01_e01 | jq -r '.events[].excerpt.text'",
      prints: ['A new one came by mule.'],
    },
  ],
  shape: REPLY,
  async run({ values, words, withMemory }) {
    const { session, embedding, model } = values;
    const request = searchRequest(words.join(' '), values);
    const data = await withMemory((memory) =>
      memory.evidence.search(request, { session, embedding, model }),
    );
    const isEmpty = data.events.length === 0;
    return {
      data,
      lines: (look) => page(data, values, look),
      notes: isEmpty ? [nothingIn(data, values.language ?? 'en')] : [],
      found: !isEmpty,
    };
  },
};
