// `loci graph`: the links between items, as a Mermaid diagram or as JSON.
//
// Tested by tests/js/cli.test.js; its examples by tests/js/cli_help.test.js.

import { everyItem, itemNamed, keyOf, requireItem } from './items.js';
import { visible } from './terminal.js';
import { count, oneOf } from './values.js';

const INDENT = '  ';

/** Links by the key of where they come from; `items` by key, all that there are. */
function readLinks(memory) {
  const items = new Map();
  const links = new Map();
  for (const item of everyItem(memory)) {
    const key = keyOf(item);
    items.set(key, { category: item.category, name: item.name });
    const targets = item.content.includes('[[') ? memory.parseLinks(item.content) : [];
    links.set(key, new Map(targets.map((target) => [keyOf(target), target])));
  }
  return { items, links };
}

/** The keys that a link leads to or from, for each key. */
function neighbours(links) {
  const beside = new Map();
  const join = (one, other) => beside.set(one, (beside.get(one) ?? new Set()).add(other));
  for (const [from, targets] of links) {
    for (const to of targets.keys()) {
      join(from, to);
      join(to, from);
    }
  }
  return beside;
}

/** The keys within so many links of one, in either direction. */
function within(start, hops, links) {
  const beside = neighbours(links);
  const reached = new Set([start]);
  let edge = [start];
  for (let hop = 0; hop < hops && edge.length > 0; hop++) {
    const next = edge.flatMap((key) => [...(beside.get(key) ?? [])]);
    edge = [...new Set(next)].filter((key) => !reached.has(key));
    for (const key of edge) reached.add(key);
  }
  return reached;
}

/** Nodes in the store's order, those that are not there behind them; `wanted` leaves out all others. */
function graphOf({ items, links }, wanted) {
  const nodes = new Map();
  const edges = [];
  for (const [from, targets] of links) {
    for (const [to, target] of targets) {
      if (wanted && !(wanted.has(from) && wanted.has(to))) continue;
      edges.push({ from, to });
      nodes.set(from, items.get(from));
      nodes.set(to, items.get(to) ?? target);
    }
  }
  const keys = [...new Set([...items.keys(), ...nodes.keys()])].filter((key) => nodes.has(key));
  const all = keys.map((key) => ({ key, ...nodes.get(key), exists: items.has(key) }));
  return { nodes: all, edges };
}

/** A label between quotes. What Mermaid would read as its own, or a page as HTML, goes by number. */
function label(key) {
  return visible(key).replace(/["#&<>`\\]/g, (character) => `#${character.codePointAt(0)};`);
}

function mermaid({ nodes, edges }) {
  const ids = new Map(nodes.map(({ key }, index) => [key, `n${index}`]));
  const shape = ({ key, exists }) => (exists ? `["${label(key)}"]` : `(["${label(key)}"])`);
  const arrow = ({ from, to }) => {
    const isThere = nodes[Number(ids.get(to).slice(1))].exists;
    return `${ids.get(from)} ${isThere ? '-->' : '-.->'} ${ids.get(to)}`;
  };
  return [
    'graph LR',
    ...nodes.map((node) => INDENT + ids.get(node.key) + shape(node)),
    ...edges.map((edge) => INDENT + arrow(edge)),
  ];
}

function read(memory, item, hops) {
  if (!item) return graphOf(readLinks(memory));
  const start = keyOf(requireItem(memory, item)); // the name as it is stored
  const all = readLinks(memory);
  return graphOf(all, within(start, hops, all.links));
}

export const graph = {
  name: 'graph',
  also: ['links', 'map', 'mermaid'],
  mode: 'read',
  usage: 'graph [ITEM]',
  about: 'the links between items, as a diagram or as data',
  more: [
    'Without ITEM all links of the store; with it those within --hops of it, in both directions. What is linked to and not there yet has round ends and a dotted arrow. Mermaid is drawn by many viewers of Markdown.',
  ],
  options: {
    hops: { takes: 'N', read: count, about: 'how far from ITEM (1)' },
    format: {
      takes: 'HOW',
      read: oneOf('mermaid', 'json'),
      about: 'mermaid (the default) or json',
    },
  },
  examples: [
    {
      line: 'loci graph garden:tomatoes',
      prints: ['graph LR', '  n0["garden:tomatoes"]', '  n1["garden:drip line"]', '  n0 --> n1'],
    },
  ],
  shape: {
    nodes: [{ key: 'string', category: 'string', name: 'string', exists: 'boolean' }],
    edges: [{ from: 'string', to: 'string' }],
  },
  async run({ values, words, withMemory }) {
    const item = words.length > 0 ? itemNamed(words, 'graph') : undefined;
    const data = await withMemory((memory) => read(memory, item, values.hops ?? 1));
    const found = data.edges.length > 0;
    return {
      data,
      lines: () => (found ? mermaid(data) : []),
      notes: found ? [] : ['no links; a text links by [[category:name]]'],
      found,
      json: values.format === 'json',
    };
  },
};
