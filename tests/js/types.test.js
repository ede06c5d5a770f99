// js/loci.d.ts says what the package does: it compiles over a use of all of it and refuses misuse,
// it has the names, defaults and codes of contract(), and results have the shapes it declares.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import ts from 'typescript';

import { MemoryError, openMemory } from 'loci';
import {
  ShapeChecker,
  defaultsOf,
  fieldsOf,
  undocumentedOf,
  wordsOf,
} from '../support/declarations.js';
import { sampleResults } from '../support/samples.js';

const memory = await openMemory(':memory:');
const contract = memory.contract();

test('the compiler accepts every use and refuses every misuse of tests/js/types', () => {
  const path = fileURLToPath(new URL('tsconfig.json', import.meta.url));
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    fileURLToPath(new URL('.', import.meta.url)),
  );
  assert.equal(parsed.fileNames.length, 2);
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  const problems = ts.getPreEmitDiagnostics(program);
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => '',
    getNewLine: () => '\n',
  };
  assert.equal(ts.formatDiagnostics(problems, host), '');
});

for (const [method, type] of [
  ['retrieve', 'RetrieveOptions'],
  ['items', 'ItemsOptions'],
  ['journal', 'JournalOptions'],
  ['compact', 'CompactOptions'],
  ['tokenize', 'TokenizeOptions'],
  ['pendingEmbeddings', 'PendingEmbeddingsOptions'],
  ['add', 'ModelOption'],
  ['addMany', 'ModelOption'],
  ['putEmbeddings', 'ModelOption'],
  ['evidenceSave', 'ModelOption'],
  ['evidenceSaveMany', 'ModelOption'],
  ['evidenceFindEntity', 'FindEntityOptions'],
  ['palaceAddDrawer', 'ModelOption'],
  ['palaceUpdateDrawer', 'ModelOption'],
  ['palaceAddCloset', 'ModelOption'],
  ['palaceCheckDuplicate', 'DuplicateOptions'],
  ['palaceListDrawers', 'ListDrawersOptions'],
  ['palaceListTunnels', 'ListTunnelsOptions'],
  ['palaceTraverse', 'TraverseOptions'],
]) {
  test(`the options of ${method} and their defaults are those of contract()`, () => {
    assert.deepEqual(defaultsOf(type), firstWords(contract.options[method]));
    assert.deepEqual(fieldsOf(type), Object.keys(contract.options[method]).sort());
  });
}

/** Of words the contract gives all, the default first. */
function firstWords(published) {
  const firstOf = (value) => (Array.isArray(value) ? value[0] : value);
  return Object.fromEntries(
    Object.entries(published).map(([name, value]) => [name, firstOf(value)]),
  );
}

test('the options of a search of the palace and their defaults are those of contract()', () => {
  const declared = { ...defaultsOf('PalaceSearch'), ...defaultsOf('PalaceSearchOptions') };
  assert.deepEqual(declared, firstWords(contract.options.palaceSearch));
  const names = [...fieldsOf('PalaceSearch'), ...fieldsOf('PalaceSearchOptions')];
  assert.deepEqual(names.sort(), ['query', ...Object.keys(contract.options.palaceSearch)].sort());
});

test('the options of openMemory are those of contract() and those of JavaScript alone', async () => {
  const published = contract.options.openMemory;
  const declared = { ...defaultsOf('OpenOptions'), ...defaultsOf('EmbedderOptions') };
  assert.deepEqual(declared, firstWords(published));
  const known = [
    ...Object.keys(published),
    'wasm',
    'clock',
    'monotonic',
    'onProgress',
    'requirePersistence',
    'dictionary',
    'model',
    'embedder',
  ].sort();
  assert.deepEqual([...fieldsOf('OpenOptions'), ...fieldsOf('EmbedderOptions')].sort(), known);
  await assert.rejects(openMemory(':memory:', { unheardOf: 1 }), ({ message }) => {
    assert.deepEqual(message.split('known are ')[1].split(', ').sort(), known);
    return true;
  });
});

for (const [what, type, published] of [
  ['error codes', 'ErrorCode', Object.keys(contract.errors)],
  ['warning codes', 'WarningCode', Object.keys(contract.warnings)],
  ['reasons', 'Reason', contract.reasons],
  ['reasons of what was dropped', 'DroppedReason', contract.droppedReasons],
  ['reasons of embeddings', 'EmbeddingReason', contract.embeddingReasons],
  ['token kinds', 'TokenKind', contract.tokenKinds],
  ['profiles', 'Profile', contract.options.openMemory.profile],
  ['reasons of evidence', 'EvidenceReason', contract.evidenceReasons],
  ['notes of evidence', 'NoteCode', contract.evidenceNotes],
  ['kinds of entities', 'EntityKind', contract.entityKinds],
  [
    'reasons of words alone',
    'FallbackReason',
    [...contract.embeddingReasons, ...contract.fallbackReasons],
  ],
  ['reasons of the palace', 'PalaceReason', contract.palaceReasons],
  ['ways to a drawer', 'MatchedVia', contract.matchedVia],
  ['likenesses', 'Likeness', contract.likenesses],
  ['strategies', 'CandidateStrategy', contract.options.palaceSearch.candidateStrategy],
  ['metrics', 'Metric', contract.options.palaceSearch.metric],
  ['fusions', 'Fusion', contract.options.retrieve.fusion],
  ['durabilities', 'Durability', contract.options.openMemory.durability],
]) {
  test(`the ${what} are those of contract()`, () => {
    assert.deepEqual(wordsOf(type), [...published].sort());
  });
}

test('the declared methods of a memory are those of its class', () => {
  const prototype = Object.getPrototypeOf(memory);
  const nameOf = (key) => (key === Symbol.dispose ? '[Symbol.dispose]' : key);
  const methods = Reflect.ownKeys(prototype).filter((key) => key !== 'constructor');
  const fields = Object.keys(memory);
  assert.deepEqual(fieldsOf('Memory'), [...methods, ...fields].map(nameOf).sort());
});

test('the declared methods of the evidence face are those of its class', () => {
  const prototype = Object.getPrototypeOf(memory.evidence);
  const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  assert.deepEqual(fieldsOf('Evidence'), methods.sort());
  assert.deepEqual(fieldsOf('PromisedEvidence'), methods.sort());
});

test('the declared methods of the palace face are those of its class', () => {
  const prototype = Object.getPrototypeOf(memory.palace);
  const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  assert.deepEqual(fieldsOf('Palace'), methods.sort());
  assert.deepEqual(fieldsOf('PromisedPalace'), methods.sort());
});

test('what the palace takes is what is declared', () => {
  const { palace } = memory;
  const place = { wing: 'a', room: 'b' };
  const closet = { ...place, sourceFile: 'c' };
  for (const [type, call] of [
    ['DrawerInput', (given) => palace.addDrawer({ ...place, text: 'a', ...given })],
    ['DrawerChanges', (given) => palace.updateDrawer('a', given)],
    ['ListDrawersOptions', (given) => palace.listDrawers(given)],
    ['ClosetInput', (given) => palace.addCloset({ ...closet, text: 'a', ...given })],
    ['ClosetKey', (given) => palace.removeCloset({ ...closet, ...given })],
    ['DuplicateOptions', (given) => palace.checkDuplicate('a', given)],
    ['PalaceSearch', (given) => palace.search({ query: 'a', ...given })],
    ['PalaceSearchOptions', (given) => palace.search({ query: 'a' }, given)],
    ['TraverseOptions', (given) => palace.traverse('a', given)],
    ['TunnelInput', (given) => palace.createTunnel({ from: place, to: place, ...given })],
    ['Place', (given) => palace.createTunnel({ from: { ...place, ...given }, to: place })],
    ['ListTunnelsOptions', (given) => palace.listTunnels(given)],
    ['ModelOption', (given) => palace.updateDrawer('a', {}, given)],
  ]) {
    assert.deepEqual(
      known(() => call({ unheardOf: 1 })),
      fieldsOf(type),
      type,
    );
  }
});

test('what evidence takes is what is declared', () => {
  for (const [type, call] of [
    ['EventInput', (given) => memory.evidence.save({ summary: '', content: '', ...given })],
    ['EvidenceSearch', (given) => memory.evidence.search(given)],
    ['EvidenceRead', (given) => memory.evidence.read({ event_id: 'a', ...given })],
    [
      'EvidenceExpand',
      (given) => memory.evidence.expand({ cursor: 'a', concept_id: 'b', ...given }),
    ],
    ['EvidenceNearby', (given) => memory.evidence.nearby({ cursor: 'a', event_id: 'b', ...given })],
    ['EvidenceOptions', (given) => memory.evidence.search({}, given)],
    ['SessionOption', (given) => memory.evidence.read({ event_id: 'a' }, given)],
  ]) {
    assert.deepEqual(
      known(() => call({ unheardOf: 1 })),
      fieldsOf(type),
      type,
    );
  }
});

/** The names that a refusal says are known. */
function known(call) {
  try {
    call();
  } catch ({ message }) {
    return message
      .split(/known (?:is|are) /)[1]
      .split(', ')
      .sort();
  }
  return assert.fail('an unknown name was accepted');
}

test('the declared options of a batch and the kinds of files are those that are read', () => {
  for (const [method, type] of [
    ['addMany', 'EmbeddingBatchOptions'],
    ['putEmbeddings', 'EmbeddingBatchOptions'],
    ['replaceEmbeddings', 'EmbeddingBatchOptions'],
    ['importMarkdown', 'BatchOptions'],
  ]) {
    assert.deepEqual(
      known(() => memory[method]([], { unheardOf: 1 })),
      fieldsOf(type),
    );
  }
  const entry = { category: 'a', name: 'b', embedding: [1], unheardOf: 1 };
  assert.deepEqual(
    known(() => memory.putEmbeddings([entry])),
    fieldsOf('ItemEmbedding'),
  );
  const item = { category: 'a', name: 'b', content: 'c', unheardOf: 1 };
  assert.deepEqual(
    known(() => memory.add(item)),
    fieldsOf('ItemInput'),
  );
  const file = { path: 'a.md', unheardOf: 1 };
  assert.deepEqual(
    known(() => memory.importMarkdown([file])),
    ['bytes', 'path', 'text'],
  );
});

test('an error has the declared fields', () => {
  const error = new MemoryError('closed', 'words', { count: 1 });
  assert.deepEqual({ ...error }, { name: 'MemoryError', code: 'closed', detail: { count: 1 } });
  assert.equal(error.message, 'words');
  assert.ok(!('detail' in new MemoryError('closed', 'words')));
});

test('results have the declared fields, all of them and no others', async () => {
  const shapes = new ShapeChecker();
  for (const [type, result] of await sampleResults()) {
    assert.deepEqual(shapes.differences(result, type), [], type);
  }
  assert.deepEqual(shapes.unseen(), []);
});

test('the checker of shapes finds what is missing, undeclared or of another type', () => {
  const shapes = new ShapeChecker();
  const link = { category: 'a', name: 'b' };
  assert.deepEqual(shapes.differences(link, 'Link'), []);
  assert.equal(shapes.differences({ category: 'a' }, 'Link').length, 1);
  assert.equal(shapes.differences({ ...link, more: 1 }, 'Link').length, 1);
  assert.equal(shapes.differences({ ...link, name: null }, 'Link').length, 1);
  const token = { term: 'a', kind: 'word', start: 0, end: 1 };
  assert.deepEqual(shapes.differences(token, 'Token'), []);
  assert.ok(shapes.differences({ ...token, kind: 'stem' }, 'Token').length > 0);
});

test('every option and every method is described', () => {
  const plain = [
    'readOnly',
    'durability',
    'profile',
    'remove',
    'categories',
    'contract',
    'status',
    'persistence',
    // of the palace, whose types say it
    'removeCloset',
    'listWings',
    'graphStats',
    'listTunnels',
    'deleteTunnel',
  ];
  for (const type of [
    'OpenOptions',
    'RetrieveOptions',
    'ItemsOptions',
    'JournalOptions',
    'EmbedderOptions',
    'PendingEmbeddingsOptions',
    'EmbeddingMemory',
    'Memory',
    'EventInput',
    'Evidence',
    'EvidenceSearch',
    'EvidenceOptions',
    'FindEntityOptions',
    'DrawerInput',
    'DrawerChanges',
    'ListDrawersOptions',
    'ClosetInput',
    'DuplicateOptions',
    'PalaceSearch',
    'PalaceSearchOptions',
    'ListTunnelsOptions',
    'Palace',
  ]) {
    assert.deepEqual(
      undocumentedOf(type).filter((name) => !plain.includes(name)),
      [],
      type,
    );
  }
});
