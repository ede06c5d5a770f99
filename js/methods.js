// The methods of a memory that cross to where its engine runs, and what a proxy must know of them.

/**
 * `writes`: done twice it would not be the same, so it goes with a key and is done once. `byteFields`:
 * fields of its arguments whose bytes are no text. `takesModel`: its second argument may name a `model`.
 * `list`: what messages call its first argument, a list that is run in steps.
 */
export const METHODS = Object.freeze({
  tokenize: {},
  estTokens: {},
  parseLinks: {},
  contract: {},
  loadSegmenter: { byteFields: ['words', 'hmm', 'user'] },
  add: { writes: true, takesModel: true },
  addMany: { writes: true, takesModel: true, list: 'items' },
  get: {},
  remove: { writes: true },
  items: {},
  categories: {},
  retrieve: { takesModel: true },
  revision: {},
  rebuild: {},
  journal: {},
  status: {},
  check: {},
  compact: {},
  flush: {},
  exportBytes: {},
  importBytes: { writes: true },
  exportMarkdown: {},
  importMarkdown: { writes: true, list: 'files' },
  pendingEmbeddings: {},
  putEmbeddings: { writes: true, takesModel: true, list: 'entries' },
  replaceEmbeddings: { writes: true, takesModel: true, list: 'entries' },
});

/** Gives a class its methods of these names; `make(name)` makes each. */
export function defineMethods(prototype, names, make) {
  for (const name of names) {
    const method = Object.defineProperty(make(name), 'name', { value: name });
    const property = { value: method, writable: true, configurable: true };
    Object.defineProperty(prototype, name, property);
  }
}
