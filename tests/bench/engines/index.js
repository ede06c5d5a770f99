// The engines compared. Each module gives `create(options)` -> an engine:
//   build(texts)            indexes texts from nothing; may return `{build, addMany}` in ms, when
//                           less than the whole call counts as the build
//   search(question, limit) -> [{id: index of the text, text, score?}], best first
//   heapBytes()             bytes of wasm memory, where there is one
//   keepsTexts              true when it looks texts up in the array it was given
// `recallOnly`: not timed; it is there for the languages that the others cannot cut into words.

export const ENGINES = {
  loci: { label: 'Loci', module: './loci.js' },
  minisearch: { label: 'MiniSearch', module: './minisearch.js' },
  flexsearch: { label: 'FlexSearch', module: './flexsearch.js' },
  orama: { label: 'Orama', module: './orama.js' },
  fts5: {
    label: 'FTS5 unicode61',
    module: './fts5.js',
    options: { tokenizer: 'unicode61' },
  },
  'fts5-porter': {
    label: 'FTS5 porter',
    module: './fts5.js',
    options: { tokenizer: 'porter unicode61' },
  },
  'fts5-trigram': {
    label: 'FTS5 trigram',
    module: './fts5.js',
    options: { tokenizer: 'trigram' },
    recallOnly: true,
  },
};

/** The engine called `name`, ready to build. */
export async function createEngine(name) {
  const { module, options } = ENGINES[name];
  return (await import(module)).create(options);
}
