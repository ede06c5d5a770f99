// The methods of a memory that cross to where its engine runs, and what a proxy must know of them.

/**
 * `writes`: done twice it would not be the same, so it goes with a key and is done once. `byteFields`:
 * fields of its arguments whose bytes are no text. `takesModel`: its options may name a `model`; they are
 * its second argument, or that of the index `optionsAt`. `list`: what messages call its first argument, a list that is run in steps. `face`: the one that has
 * it; without, it is the memory's own. `delivers`: done twice it would not answer the same, so it goes
 * with a key too, and while one engine lives it is done once. `inSession`: the second argument names its
 * session.
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
  repair: {},
  compact: {},
  flush: {},
  exportBytes: {},
  importBytes: { writes: true },
  exportMarkdown: {},
  importMarkdown: { writes: true, list: 'files' },
  pendingEmbeddings: {},
  putEmbeddings: { writes: true, takesModel: true, list: 'entries' },
  replaceEmbeddings: { writes: true, takesModel: true, list: 'entries' },
  evidenceSave: { face: 'evidence', writes: true, takesModel: true },
  evidenceSaveMany: { face: 'evidence', writes: true, takesModel: true, list: 'events' },
  evidenceGet: { face: 'evidence' },
  evidenceRemove: { face: 'evidence', writes: true },
  evidenceSearch: { face: 'evidence', inSession: true, delivers: true, takesModel: true },
  evidenceRead: { face: 'evidence', inSession: true },
  evidenceExpand: { face: 'evidence', inSession: true, delivers: true },
  evidenceNearby: { face: 'evidence', inSession: true, delivers: true },
  evidenceFindEntity: { face: 'evidence' },
  evidenceChunks: { face: 'evidence' },
  palaceAddDrawer: { face: 'palace', writes: true, takesModel: true },
  palaceAddDrawers: { face: 'palace', writes: true, takesModel: true, list: 'drawers' },
  palaceUpdateDrawer: { face: 'palace', writes: true, takesModel: true, optionsAt: 2 },
  palaceDeleteDrawer: { face: 'palace', writes: true },
  palaceGetDrawer: { face: 'palace' },
  palaceListDrawers: { face: 'palace' },
  palaceAddCloset: { face: 'palace', writes: true, takesModel: true },
  palaceRemoveCloset: { face: 'palace', writes: true },
  palaceCheckDuplicate: { face: 'palace', takesModel: true },
  palaceSearch: { face: 'palace', takesModel: true },
  palaceListWings: { face: 'palace' },
  palaceListRooms: { face: 'palace' },
  palaceTaxonomy: { face: 'palace' },
  palaceTraverse: { face: 'palace' },
  palaceFindTunnels: { face: 'palace' },
  palaceGraphStats: { face: 'palace' },
  palaceCreateTunnel: { face: 'palace', writes: true },
  palaceListTunnels: { face: 'palace' },
  palaceDeleteTunnel: { face: 'palace', writes: true },
});

/** Those that a memory has itself. */
export const OWN_METHODS = Object.freeze(
  Object.keys(METHODS).filter((name) => !METHODS[name].face),
);

/** Gives a class its methods of these names; `make(name)` makes each. */
export function defineMethods(prototype, names, make) {
  for (const name of names) {
    const method = Object.defineProperty(make(name), 'name', { value: name });
    const property = { value: method, writable: true, configurable: true };
    Object.defineProperty(prototype, name, property);
  }
}
