// `loci explain`: the place of one item among all hits of a query, and why it is there.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { UsageError } from './errors.js';
import { itemNamed, keyIn, keyOf, requireItem, unknownCategories } from './items.js';
import { decimal, plural } from './look.js';
import { QUERY_OPTIONS, queryOptions } from './retrieve.js';
import { KEY, TERM, WARNINGS } from './shapes.js';
import { whyLines } from './why.js';

const MOST_HITS = 1000; // that one retrieval gives
const WANTED = 'the words of a question, then one item as category:name or as two words';

/** The query and the item that the words are: the item stands last. */
function parts(words) {
  const size = keyIn(words.at(-1) ?? '') ? 1 : 2;
  if (words.length <= size) throw new UsageError(`give ${WANTED}`, 'explain');
  const query = words.slice(0, -size).join(' ');
  return { query, item: itemNamed(words.slice(-size), 'explain') };
}

const place = (entry, other) => entry.category === other.category && entry.name === other.name;

/** The hit for which a retrieval would place the item as a link. */
function linkingHit(memory, hits, item) {
  const links = (hit) => memory.parseLinks(hit.content).some((link) => place(link, item));
  return hits.find(links) ?? null;
}

function explained(memory, { query, item, options }) {
  const { category, name } = requireItem(memory, item);
  const all = { ...options, limit: MOST_HITS, explain: true, expandLinks: false };
  const { items: hits, embeddingUsed, warnings } = memory.retrieve(query, all);
  const at = hits.findIndex((hit) => place(hit, { category, name }));
  const entry = hits[at] ?? null;
  const held = new Set(entry?.terms.map(({ term, of }) => of ?? term));
  const above = at > 0 ? hits[at - 1] : null;
  const by = entry ? null : linkingHit(memory, hits, { category, name });
  return {
    query,
    category,
    name,
    rank: entry && at + 1,
    hits: hits.length,
    score: entry?.score ?? null,
    bm25Score: entry?.bm25Score ?? null,
    cosScore: entry?.cosScore ?? null,
    embeddingUsed,
    shares: entry?.shares ?? null,
    context: entry?.context ?? null,
    terms: entry?.terms ?? [],
    missingTerms: [...new Set(memory.tokenize(query))].filter((term) => !held.has(term)),
    above: above && { category: above.category, name: above.name, score: above.score },
    linkedBy: by && { category: by.category, name: by.name },
    warnings,
  };
}

function verdict({ rank, hits, query, linkedBy }) {
  if (rank !== null) return `is number ${rank} of ${plural(hits, 'hit')} for “${query}”`;
  const link = linkedBy ? `; ${keyOf(linkedBy)}, a hit, links to it` : '';
  const shared = hits < MOST_HITS ? 'shares no word with' : `is not among the first ${hits} for`;
  return `${shared} “${query}”${link}`;
}

function page(data, look) {
  const { rank, above, score, missingTerms } = data;
  const lines = look.body(`${keyOf(data)} ${verdict(data)}`);
  if (rank !== null) {
    const options = { embeddingUsed: data.embeddingUsed, look, indent: '  ' };
    lines.push('', ...whyLines(data, options), '');
    if (above)
      lines.push(...look.body(`behind ${keyOf(above)} by ${decimal(above.score - score)}`));
  }
  if (missingTerms.length > 0) lines.push(...look.body(`not in it: ${missingTerms.join(' ')}`));
  return lines;
}

export const explain = {
  name: 'explain',
  also: ['why'],
  mode: 'read',
  usage: 'explain QUERY… ITEM',
  about: 'why an item ranks where it does for a question',
  more: [
    'The item stands last. Its terms, and what the items around it in its sequence lent, add up to its score, or with an embedding to the part of the words; `migrations ~ migrated` is a form of a word that was asked for. The place is that among all hits; a link may bring an item that is none.',
  ],
  options: QUERY_OPTIONS,
  examples: [
    {
      line: 'loci explain "water after frost" garden:tomatoes',
      prints: [
        'garden:tomatoes is number 2 of 2 hits for “water after frost”',
        '',
        '  score 0.960, the sum of its terms (BM25)',
        '  term      kind  weight                    found',
        '  water     word   0.960  ████████████████  1× here, in 1 item',
        '  together         0.960',
        '',
        'behind garden:peas by 0.167',
        'not in it: after frost',
      ],
    },
  ],
  shape: {
    query: 'string',
    ...KEY,
    rank: 'number | null',
    hits: 'number',
    score: 'number | null',
    bm25_score: 'number | null',
    cos_score: 'number | null',
    embedding_used: 'boolean',
    shares: 'object | null',
    context: 'object | null',
    terms: [TERM],
    missing_terms: ['string'],
    above: 'object | null',
    linked_by: 'object | null',
    warnings: WARNINGS,
  },
  async run({ values, words, withMemory }) {
    const wanted = { ...parts(words), options: queryOptions(values) };
    let notes;
    const data = await withMemory((memory) => {
      notes = unknownCategories(memory, values.category);
      return explained(memory, wanted);
    });
    return { data, lines: (look) => page(data, look), notes, found: data.rank !== null };
  },
};
