// `loci status` and `loci check`.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { requireWords } from './arguments.js';
import { contentsText } from './contents.js';
import { number, plural } from './look.js';
import { displayWidth, visible, wrap } from './terminal.js';
import { WARNINGS } from './shapes.js';

const GAP = 2;

function eventFacts({ events, chunks }) {
  return events > 0 ? { events: `${number(events)} (${plural(chunks, 'chunk')})` } : {};
}

function drawerFacts({ drawers, rooms, wings }) {
  if (drawers === 0) return {};
  const where = `${plural(rooms, 'room')} of ${plural(wings, 'wing')}`;
  return { drawers: `${number(drawers)} (${where})` };
}

function vectorFacts({ vectors, pending, model, width }) {
  if (vectors === 0) return 'none';
  const made = `${number(vectors)} of ${number(width)} numbers${model ? ` by ${model}` : ''}`;
  return pending > 0 ? `${made}; ${plural(pending, 'text')} without` : made;
}

function facts({ store, revision, items, categories, terms, storeBytes, embeddings, ...rest }) {
  const counts = categories.map(({ category, items: each }) => `${category} ${number(each)}`);
  return {
    store,
    items: `${number(items)}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`,
    ...eventFacts(rest.evidence),
    ...drawerFacts(rest.palace),
    terms: number(terms),
    revision: number(revision),
    size: plural(storeBytes, 'byte'),
    vectors: vectorFacts(embeddings),
    format: `${rest.formatVersion}, profile ${rest.profile}`,
  };
}

/** Of a damaged store: what it holds cannot be counted. */
const damagedFacts = ({ store, storeBytes }) => ({
  store,
  state: 'damaged: run `loci repair`',
  size: plural(storeBytes, 'byte'),
});

function page(data, look) {
  const shown = Object.entries(data.damaged ? damagedFacts(data) : facts(data));
  const width = Math.max(...shown.map(([name]) => displayWidth(name))) + GAP;
  const row = ([name, fact]) =>
    wrap(fact, look.width - width).map((line, at) => {
      return look.paint.dim((at === 0 ? name : '').padEnd(width)) + line;
    });
  return shown.flatMap(row);
}

function read(memory, store) {
  const status = memory.status();
  const categories = status.damaged ? [] : memory.categories();
  return { store, categories, ...status };
}

export const status = {
  name: 'status',
  also: ['info', 'stats', 'stat'],
  mode: 'read',
  usage: 'status',
  about: 'what the store holds',
  more: [],
  options: {},
  examples: [
    {
      line: 'loci status',
      prints: [
        'store     memory.loci',
        'items     3 (garden 3)',
        'terms     18',
        'revision  5',
        'size      159,744 bytes',
        'vectors   none',
        'format    5, profile default',
      ],
    },
  ],
  shape: {
    store: 'string',
    categories: [{ category: 'string', items: 'number' }],
    profile: 'string',
    segmenter: 'string',
    forms: 'string',
    format_version: 'number',
    read_only: 'boolean',
    damaged: 'boolean',
    revision: 'number',
    items: 'number',
    terms: 'number',
    store_bytes: 'number',
    index_bytes: 'number',
    embeddings: 'object',
    evidence: 'object',
    palace: 'object',
    vector_bytes: 'number',
    heap_bytes: 'number',
    persistence: 'object',
    warnings: WARNINGS,
  },
  async run({ words, path, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'status' });
    const data = await withMemory((memory) => read(memory, path));
    return { data, lines: (look) => page(data, look) };
  },
};

export const check = {
  name: 'check',
  also: ['verify', 'fsck', 'doctor'],
  mode: 'read',
  usage: 'check',
  about: 'read all of the store and look for damage',
  more: ['Exit status 1 where something is damaged. `loci repair` then keeps what can be read.'],
  options: {},
  examples: [
    {
      line: 'loci check && echo all is well',
      prints: ['sound: 3 items, all of it read', 'all is well'],
    },
  ],
  shape: {
    items: 'number',
    events: 'number',
    drawers: 'number',
    ok: 'boolean',
    findings: ['string'],
    warnings: WARNINGS,
  },
  async run({ words, withMemory }) {
    requireWords(words, { most: 0, wanted: 'no words', command: 'check' });
    const { status: held, ...checked } = await withMemory((memory) => ({
      status: memory.status(),
      ...memory.check(),
    }));
    const { items, evidence, palace } = held;
    const data = { items, events: evidence.events, drawers: palace.drawers, ...checked };
    const whole = `sound: ${contentsText(held)}, all of it read`;
    return {
      data,
      lines: () => (data.ok ? [whole] : data.findings.map(visible)),
      found: data.ok,
    };
  },
};
