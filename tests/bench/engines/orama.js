// Orama 3, full-text search with its defaults but `threshold: 1`, its default too: any word matches.
import { create as createOrama, insertMultiple, search } from '@orama/orama';

export async function create() {
  let database;
  return {
    async build(texts) {
      database = createOrama({ schema: { text: 'string' } });
      const documents = texts.map((text, id) => ({ id: String(id), text }));
      await insertMultiple(database, documents, texts.length);
    },
    async search(question, limit) {
      const { hits } = await search(database, { term: question, limit, threshold: 1 });
      return hits.map(({ id, document }) => ({ id: Number(id), text: document.text }));
    },
  };
}
