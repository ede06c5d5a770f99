// FlexSearch 0.8, Index with default options. `suggest` lets a text match some of the words: without
// it every word of a whole question must occur, and most questions find nothing. Its order is by
// context and position, not BM25. It keeps no texts: they are looked up in the array it was given.
import { Index } from 'flexsearch';

export async function create() {
  let index;
  let stored;
  return {
    keepsTexts: true,
    build(texts) {
      stored = texts;
      index = new Index();
      texts.forEach((text, id) => index.add(id, text));
    },
    search(question, limit) {
      return index
        .search(question, { limit, suggest: true })
        .map((id) => ({ id, text: stored[id] }));
    },
  };
}
