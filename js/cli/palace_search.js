// `loci search`.
//
// Tested by tests/js/cli_palace.test.js; its examples by tests/js/cli_help.test.js.

import { nextSteps, searchLines } from '../palace_text.js';
import { UsageError } from './errors.js';
import { shellWord } from './evidence_page.js';
import { framed } from './framed.js';
import { EMPTY, MAKER } from './palace_structure.js';
import { FOUND_DRAWER, WARNINGS } from './shapes.js';
import { count, moment, text, vectorFile } from './values.js';

/** What to do next, as a command. */
const COMMANDS = {
  drill_down: ({ wing, room }) =>
    `drill down: \`loci search QUESTION --wing ${shellWord(wing)} --room ${shellWord(room)}\``,
  traverse: ({ room }) => `traverse: \`loci traverse ${shellWord(room)}\``,
  tunnels: ({ wing }) => `tunnels: \`loci tunnels ${shellWord(wing)}\``,
  taxonomy: () => 'all there is: `loci taxonomy`',
};

function page(reply, look, hasVectors) {
  if (reply.results.length === 0) return [];
  const steps = nextSteps(reply).map(({ step, ...place }) => COMMANDS[step](place));
  return [
    ...framed(searchLines({ ...reply, warnings: [] }, { hasVectors }), look),
    ...look.aside('next:'),
    ...steps.flatMap((step) => look.aside(step, '   ')),
  ];
}

/** Why nothing was found; that of `--results 0` is no reason of the engine's. */
function nothingIn(reply, { results }) {
  if (results === 0) return ['nothing found: --results 0 asks for none'];
  const { filters, total_before_filter: inScope } = reply;
  const isScoped = Object.values(filters).some((filter) => filter !== null);
  if (inScope === 0 && !isScoped) return [`${EMPTY}, and \`loci retrieve\` looks for items`];
  const lines = searchLines({ ...reply, warnings: [] }).map((line) => line.text);
  return [...lines.filter((line) => line !== ''), 'all there is: `loci taxonomy`'];
}

export const search = {
  name: 'search',
  also: ['drawers', 'palace'],
  mode: 'read',
  maker: MAKER,
  usage: 'search QUESTION…',
  about: 'the texts of the palace that matter for a question',
  more: [
    'Results stand together by wing and room, and keep their ranks. Each shows the path of its source file, its score, the cosine where it has a vector and BM25, then its text behind >. Wings and rooms are taken in any spelling: my-wing is My Wing.',
    'Without --embedding words alone decide, which the answer says where the store holds vectors. `loci show ID` prints a drawer with all that is known of it.',
  ],
  options: {
    wing: { takes: 'WING', read: text, about: 'only this wing' },
    room: { takes: 'ROOM', read: text, about: 'only this room' },
    results: { short: 'n', takes: 'N', read: count, about: 'at most N results (5)' },
    since: {
      takes: 'DATE',
      read: moment,
      about: 'only what was filed at this moment or later; also a year or a month',
    },
    before: { takes: 'DATE', read: moment, about: 'only what was filed before this moment' },
    embedding: { takes: 'FILE', read: vectorFile, about: "the question's vector, a JSON array" },
    model: { takes: 'NAME', read: text, about: 'the model that made the vector' },
  },
  examples: [
    {
      line: 'loci search does a valve stick',
      prints: [
        'Hut / water',
        '',
        '1. water/valve.md · score 1.000 · BM25 1.336 · bm25',
        '   drawer_768dee7839af2e5a · authored 2024-05-04',
        '   > The valve sticks when it is cold.',
        '',
        'next:',
        '   drill down: `loci search QUESTION --wing Hut --room water`',
        '   traverse: `loci traverse water`',
        '   tunnels: `loci tunnels Hut`',
        '   all there is: `loci taxonomy`',
      ],
    },
    {
      line: "loci search --json bilge --wing boat | jq -r '.results[].source_file'",
      prints: ['bilge.txt'],
    },
    {
      line: "loci search --json bilge | jq -r '.results[0].id' | xargs loci show --raw",
      prints: ['Pump the bilge dry.', ''],
    },
  ],
  shape: {
    query: 'string',
    filters: {
      wing: 'string | null',
      room: 'string | null',
      since: 'string | null',
      before: 'string | null',
    },
    results: [FOUND_DRAWER],
    'reason?': 'string',
    'wings?': ['string'],
    'rooms?': ['string'],
    total_before_filter: 'number',
    'fallback?': 'string',
    'fallback_reason?': 'string',
    'hint?': 'string',
    warnings: WARNINGS,
  },
  async run({ values, words, withMemory }) {
    if (words.length === 0) throw new UsageError('give the words of a question', 'search');
    const { wing, room, results: limit, since, before, embedding, model } = values;
    const request = { query: words.join(' '), wing, room, limit, since, before };
    const { data, hasVectors } = await withMemory((memory) => ({
      data: memory.palace.search(request, { embedding, model }),
      hasVectors: memory.status().embeddings.vectors > 0,
    }));
    const isEmpty = data.results.length === 0;
    return {
      data,
      lines: (look) => page(data, look, hasVectors),
      notes: isEmpty ? nothingIn(data, values) : [],
      found: !isEmpty,
    };
  },
};
