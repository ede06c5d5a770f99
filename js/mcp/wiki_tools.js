// `memory_add` and `memory_retrieve`: short texts, each under a category and a name.
//
// Tested by tests/js/mcp_tools.test.js and tests/js/mcp_long_work.test.js.

import { setImmediate as nextTurn } from 'node:timers/promises';

import { snakeCased } from '../cli/json.js';
import { ENTRY, WARNINGS } from '../cli/shapes.js';
import { invalidArgument } from '../errors.js';
import { frame } from '../text_frame.js';
import { camelCased, withMoments } from './arguments.js';
import {
  MOMENT,
  anything,
  asOptional,
  count,
  flag,
  list,
  object,
  schemaOf,
  share,
  text,
} from './schema.js';
import { retrievalLines, warningLines } from './wiki_text.js';

const MAX_ITEMS = 10_000;
const PART = 100; // items that are kept together

const ITEM = {
  category: text('Where it belongs, a short slug: a-z 0-9 _ -'),
  name: text('What it is called; unique in its category, without [ ] : | #'),
  content: text('What to remember. [[category:name]] links to another item.'),
  'owner?': text('Who it belongs to or came from'),
  'source_conv?': text('The conversation that it came from'),
  'ts?': text('When it was true or said, ISO 8601; else now'),
  'metadata?': anything('Kept with it, and not searched'),
  'sequence?': object(
    { id: text('Names the run'), position: count('Its place in the run') },
    'Its place in a run that belongs together, as a turn of a conversation',
  ),
};

/** The items of a call: the one whose fields are given, or those of the list. */
function itemsOf({ items, ...one }) {
  const isOne = Object.keys(one).length > 0;
  if (isOne === (items !== undefined)) {
    throw invalidArgument('give category, name and content of one item, or items, and not both');
  }
  const missing = isOne && ['category', 'name', 'content'].find((name) => one[name] === undefined);
  if (missing) throw invalidArgument(`${missing} is missing`);
  return (items ?? [one]).map(camelCased);
}

/** Keeps `items` in parts, between which the server looks up: others get their turn, and so does a stop. */
async function addInParts(memory, items, { signal, progress }) {
  const all = { added: 0, updated: 0, revision: 0, warnings: [] };
  for (let start = 0; start < items.length; start += PART) {
    if (items.length > PART) await nextTurn();
    signal.throwIfAborted();
    const part = addPart(memory, items.slice(start, start + PART), start);
    all.added += part.added;
    all.updated += part.updated;
    all.revision = part.revision;
    all.warnings.push(...part.warnings);
    await progress(Math.min(start + PART, items.length), items.length);
  }
  return all;
}

function addPart(memory, part, start) {
  try {
    return memory.addMany(part);
  } catch (error) {
    if (start > 0) error.message += ` (the first ${start} items are kept)`;
    throw error;
  }
}

export const add = {
  name: 'memory_add',
  title: 'Remember texts',
  description:
    'Remember a text under a category and a name, or put it in the place of the one of that name. Give category, name and content; or many at once as items, which are kept in parts of 100, each as a whole.',
  input: object({
    ...asOptional(ITEM),
    'items?': list(object(ITEM), 'Many at once, instead', { minItems: 1, maxItems: MAX_ITEMS }),
  }),
  output: schemaOf({
    added: 'number',
    updated: 'number',
    revision: 'number',
    warnings: WARNINGS,
  }),
  changes: true,
  replaces: true,
  async run(memory, args, call) {
    const data = await addInParts(memory, itemsOf(args), call);
    const done = `Added ${data.added}, replaced ${data.updated} (revision ${data.revision}).`;
    return { data, lines: [frame(done), ...warningLines(data.warnings)] };
  },
};

export const retrieve = {
  name: 'memory_retrieve',
  title: 'Find what was remembered',
  description:
    'Find the remembered texts that matter for a question, best first, each followed by those that it links to. Any text is a query; nothing in it is an operator. The confidence, 0 to 1, says how surely the memory covers the question; below min_confidence the answer says so and gives the nearest all the same.',
  input: object({
    query: text('The question, in its own words'),
    'limit?': count('Hits, without the items that they link to; 10 unless given'),
    'budget_tokens?': count('Give no more than about so many tokens of text; none unless given'),
    'expand_links?': flag('Follow each hit by the items that it links to; true unless given'),
    'categories?': list(text(), 'Only hits of these categories'),
    'since?': text(`Only hits not before this moment, ${MOMENT}`),
    'before?': text(`Only hits before this moment, ${MOMENT}`),
    'min_confidence?': share(
      'Below this confidence, 0 to 1, say that no memory covers the question',
    ),
  }),
  output: schemaOf({
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
  }),
  run(memory, { query, ...options }) {
    const found = memory.retrieve(query, camelCased(withMoments(options)));
    return { data: snakeCased(found), lines: retrievalLines(found) };
  },
};
