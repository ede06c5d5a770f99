// `loci retrieve`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { decimal, plural } from './look.js';
import { keyOf, unknownCategories } from './items.js';
import { visible } from './terminal.js';
import { ENTRY, WARNINGS } from './shapes.js';
import { count, moment, oneOf, share, text, vectorFile } from './values.js';
import { whyLines } from './why.js';

const INDENT = '   ';
const NAMED = 5; // of those that the budget left out

const REASONS = { no_query_terms: 'the query holds no word to search for' };

/** The options of a retrieval that two commands share. */
export const QUERY_OPTIONS = {
  category: { takes: 'NAME', read: text, many: true, about: 'only of this; may be repeated' },
  since: {
    takes: 'DATE',
    read: moment,
    about: 'only items of this moment or later; also a year or a month',
  },
  before: { takes: 'DATE', read: moment, about: 'only items of before this moment' },
  embedding: { takes: 'FILE', read: vectorFile, about: "the query's vector, a JSON array" },
  model: { takes: 'NAME', read: text, about: 'the model that made the vector' },
  fusion: {
    takes: 'HOW',
    read: oneOf('minmax', 'rrf'),
    about: 'words and vector together: minmax (the default) by score, or rrf by rank',
  },
  'fusion-weight': {
    takes: 'W',
    read: share,
    about: 'how much words weigh beside a vector, 0 to 1',
  },
  context: {
    takes: 'HOW',
    read: oneOf('auto', 'off'),
    about: 'items of a sequence lend to those beside them (auto), or each stands for itself (off)',
  },
};

/** What `memory.retrieve` takes of the values of QUERY_OPTIONS. */
export function queryOptions({ category, since, before, embedding, model, fusion, ...values }) {
  const { context, 'fusion-weight': fusionWeight } = values;
  return { categories: category, since, before, embedding, model, fusion, fusionWeight, context };
}

function heading(entry, rank, look) {
  const key = look.key(entry);
  if (entry.score === null)
    return `${rank}. ${key}  ${look.paint.cyan(visible(`linked by ${entry.via}`))}`;
  const terms = visible(entry.matchedTerms.join(' '));
  return `${rank}. ${key}  ${look.paint.green(decimal(entry.score))}  ${look.paint.dim(terms)}`.trimEnd();
}

function entryLines(entry, index, { look, explain, embeddingUsed }) {
  const why = explain ? whyLines(entry, { embeddingUsed, look, indent: INDENT }) : [];
  const body = look.body(entry.content, INDENT);
  return [heading(entry, index + 1, look), ...body, ...(why.length > 0 ? ['', ...why] : []), ''];
}

function budgetLine({ items, dropped, budgetTokens, budgetUsed, overBudget }) {
  const shown = plural(items.length, 'item');
  if (budgetTokens === null) return `${shown}, ${plural(budgetUsed, 'token')}, no budget`;
  const used = `${shown}, ${budgetUsed} of ${plural(budgetTokens, 'token')}`;
  if (overBudget) return `${used}: the first is always kept; left out: ${leftOut(dropped)}`;
  return dropped.length > 0 ? `${used}; left out: ${leftOut(dropped)}` : used;
}

function leftOut(dropped) {
  const named = dropped.slice(0, NAMED).map(keyOf).join(', ');
  const more = dropped.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named || 'nothing';
}

function page(result, explain, look) {
  const { items, unresolvedLinks, embeddingUsed, reason } = result;
  if (items.length === 0) return [];
  const links = unresolvedLinks.join(' ');
  const surety = `confidence ${result.confidence.toFixed(2)}`;
  const isDoubtful = reason === 'low_confidence';
  return [
    ...(isDoubtful
      ? [...look.body(`No memory covers this surely (${surety}); the nearest:`), '']
      : []),
    ...items.flatMap((entry, at) => entryLines(entry, at, { look, explain, embeddingUsed })),
    ...look.aside(budgetLine(result)),
    ...(isDoubtful ? [] : look.aside(surety)),
    ...(links ? look.aside(`links to nothing yet: ${links}`) : []),
  ];
}

function nothingFound(reason, { limit, category, since, before }) {
  if (limit === 0) return 'nothing found: --limit 0 asks for no hits';
  const isFiltered = [category, since, before].some((filter) => filter !== undefined);
  const among = isFiltered ? ' of those that the options let through' : '';
  if (REASONS[reason]) return REASONS[reason];
  return `nothing found: no item${among} shares a word with the query; \`loci grep\` finds parts of words`;
}

function notesOn({ items, reason, embeddingReason }, values, unknown) {
  const notes = items.length > 0 || unknown.length > 0 ? [] : [nothingFound(reason, values)];
  notes.push(...unknown);
  const { embedding } = values;
  if (embedding && embeddingReason) notes.push(`the embedding took no part: ${embeddingReason}`);
  return notes;
}

export const retrieve = {
  name: 'retrieve',
  also: ['query', 'ask', 'find', 'recall', 'q'],
  mode: 'read',
  usage: 'retrieve QUERY…',
  about: 'what matters for a question, best first',
  more: [
    'Any words are a query, with or without quotes; nothing in it is an operator. Each hit shows its rank, its score, the words it shares with the query, and its text; behind it stand the items that it links to.',
    'The confidence, 0 to 1, says how surely the store covers the question by its words. Below --min-confidence the answer begins by saying so, and gives the nearest all the same.',
    'Tokens are estimated: one for each word of a-z and digits, however long, and one for each letter of other scripts, with the name and without the rank. Models cut words into more: of long words, numbers and code into many more; leave room for that.',
  ],
  options: {
    limit: { short: 'n', takes: 'N', read: count, about: 'at most N hits, links not counted (10)' },
    budget: {
      takes: 'TOKENS',
      read: count,
      about: 'cut the list to so many tokens; else no budget',
    },
    explain: { about: 'say what each term gave, and in JSON what did not fit the budget' },
    'no-links': { about: 'leave out what hits link to' },
    'min-confidence': {
      takes: 'C',
      read: share,
      about: 'below this, 0 to 1, say that nothing covers the question surely',
    },
    ...QUERY_OPTIONS,
  },
  examples: [
    {
      line: 'loci retrieve "when do I water tomatoes?"',
      prints: [
        '1. garden:tomatoes  1.920  tomatoes water',
        '   Water at dawn, see [[garden:drip line]].',
        '',
        '2. garden:drip line  linked by tomatoes',
        '   Runs for 20 minutes, valve 2.',
        '',
        '2 items, 16 tokens, no budget',
        'confidence 1.00',
      ],
    },
    {
      line: 'loci retrieve tomatoes --budget 10',
      prints: [
        '1. garden:tomatoes  0.960  tomatoes',
        '   Water at dawn, see [[garden:drip line]].',
        '',
        '1 item, 8 of 10 tokens; left out: garden:drip line',
        'confidence 1.00',
      ],
    },
    {
      line: 'loci retrieve --explain --no-links tomatoes frost',
      prints: [
        '1. garden:peas  1.025  frost',
        '   Sow after the last frost.',
        '',
        '   score 1.025, the sum of its terms (BM25)',
        '   term      kind  weight                    found',
        '   frost     word   1.025  ████████████████  1× here, in 1 item',
        '   together         1.025',
        '',
        '2. garden:tomatoes  0.960  tomatoes',
        '   Water at dawn, see [[garden:drip line]].',
        '',
        '   score 0.960, the sum of its terms (BM25)',
        '   term      kind  weight                    found',
        '   tomatoes  word   0.960  ████████████████  1× here, in 1 item',
        '   together         0.960',
        '',
        '2 items, 14 tokens, no budget',
        'confidence 0.77',
      ],
    },
    {
      line: 'loci retrieve --min-confidence 0.5 who waters the roses',
      prints: [
        'No memory covers this surely (confidence 0.28); the nearest:',
        '',
        '1. garden:tomatoes  0.914  waters',
        '   Water at dawn, see [[garden:drip line]].',
        '',
        '2. garden:drip line  linked by tomatoes',
        '   Runs for 20 minutes, valve 2.',
        '',
        '3. garden:peas  0.102',
        '   Sow after the last frost.',
        '',
        '3 items, 22 tokens, no budget',
      ],
    },
    {
      line: "loci retrieve --json valve | jq -r '.items[].content'",
      prints: ['Runs for 20 minutes, valve 2.'],
    },
  ],
  shape: {
    items: [ENTRY],
    budget_tokens: 'number | null',
    budget_used: 'number',
    over_budget: 'boolean',
    embedding_used: 'boolean',
    'embedding_reason?': 'string',
    'cosine_weight?': 'number | null',
    confidence: 'number',
    unresolved_links: ['string'],
    dropped: [ENTRY],
    'reason?': 'string',
    revision: 'number',
    warnings: WARNINGS,
  },
  async run({ values, words, json, withMemory }) {
    const query = words.join(' ');
    if (words.length === 0) throw new UsageError('give the words of a question', 'retrieve');
    const { limit, budget: budgetTokens, explain = false } = values;
    const minConfidence = values['min-confidence'];
    const options = { ...queryOptions(values), limit, budgetTokens, minConfidence };
    options.expandLinks = !values['no-links'];
    options.explain = explain || !json; // the text tells what the budget left out
    let unknown;
    const data = await withMemory((memory) => {
      unknown = unknownCategories(memory, values.category);
      return memory.retrieve(query, options);
    });
    return {
      data,
      lines: (look) => page(data, explain, look),
      notes: notesOn(data, values, unknown),
      found: data.items.length > 0,
    };
  },
};
