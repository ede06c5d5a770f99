// MiniSearch 7, as its documentation shows it: words joined by OR, BM25+, texts stored.
import MiniSearch from 'minisearch';

export async function create() {
  let index;
  return {
    build(texts) {
      index = new MiniSearch({ fields: ['text'], storeFields: ['text'] });
      index.addAll(texts.map((text, id) => ({ id, text })));
    },
    search(question, limit) {
      return index.search(question).slice(0, limit);
    },
  };
}
