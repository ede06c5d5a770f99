/**
 * The notes around a note. Those it links to, the engine reads from its text. Those that link to it
 * are searched: who writes `[[garden:compost]]` has the word in the text, and so is among the hits
 * for it; the engine then tells whether it really is a link.
 */

import { isSameNote, keyOf } from './notebook.js';
import { asStored } from './reading.js';

const CANDIDATES = 100;

/** The links of a text, each once, by the names of their targets. */
async function linksOf(memory, text) {
  const links = await memory.parseLinks(text);
  const named = links.map(({ category, name }) => ({ category, name: asStored(name) }));
  return [...new Map(named.map((link) => [keyOf(link), link])).values()];
}

async function outgoing(memory, note) {
  const links = await linksOf(memory, note.content);
  const others = links.filter((link) => !isSameNote(link, note));
  const targets = await Promise.all(others.map(({ category, name }) => memory.get(category, name)));
  return others.map((link, index) => ({ ...link, written: targets[index] !== null }));
}

async function incoming(memory, note) {
  const options = { limit: CANDIDATES, expandLinks: false };
  const { items } = await memory.retrieve(note.name, options);
  const likely = items.filter(
    (item) => !isSameNote(item, note) && item.content.includes(`[[${note.category}:`),
  );
  const links = await Promise.all(likely.map(({ content }) => linksOf(memory, content)));
  return likely.filter((_, index) => links[index].some((link) => isSameNote(link, note)));
}

/**
 * `{left, right}`: notes that link to `note`, and those that it links to. Each is `{category, name,
 * written, both}`; `both` stands on the right and links back, what is not `written` is only a link.
 */
export async function neighboursOf(memory, note) {
  const [to, from] = await Promise.all([outgoing(memory, note), incoming(memory, note)]);
  const isBack = (link) => from.some((item) => isSameNote(item, link));
  const right = to.map((link) => ({ ...link, both: isBack(link) }));
  const left = from
    .filter((item) => !to.some((link) => isSameNote(link, item)))
    .map(({ category, name }) => ({ category, name, written: true, both: false }));
  return { left, right };
}
