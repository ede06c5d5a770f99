// What the types must refuse: the compiler fails here where a line is no error any more. Never run.

import { MemoryError, evidenceText, openMemory } from 'loci';
import type { ErrorCode, MaybeEmbedderOptions, Memory, ObjectStorage } from 'loci';

export async function opening(): Promise<void> {
  // @ts-expect-error a location is needed
  await openMemory();
  // @ts-expect-error a number is no location
  await openMemory(5);
  // @ts-expect-error no such profile
  await openMemory(':memory:', { profile: 'fast' });
  // @ts-expect-error no such durability
  await openMemory(':memory:', { durability: 'none' });
  // @ts-expect-error no such forms
  await openMemory(':memory:', { forms: 'all' });
  // @ts-expect-error an embedder is a function
  await openMemory(':memory:', { embedder: 'mini' });
  // @ts-expect-error with what may be an embedder, it may be a memory that answers by promise
  (await openMemory(':memory:', {} as MaybeEmbedderOptions)).status().items;
  // @ts-expect-error a Durable Object is given by its storage
  await openMemory({ durableObject: 'agent-7' }, { wasm: {} as WebAssembly.Module });
  // @ts-expect-error a Durable Object compiles no wasm: it is given
  await openMemory({ durableObject: {} as ObjectStorage });
  // @ts-expect-error where browsers are declared, a worker is theirs
  await openMemory('opfs:notes', { worker: 5 });
  // @ts-expect-error and a broker no worker of one page
  await openMemory('opfs:notes', { broker: {} as Worker });
  // @ts-expect-error the clock gives a number
  await openMemory(':memory:', { clock: () => new Date() });
}

export function writing(memory: Memory): void {
  // @ts-expect-error content is missing
  memory.add({ category: 'a', name: 'b' });
  // @ts-expect-error content is text
  memory.add({ category: 'a', name: 'b', content: 5 });
  // @ts-expect-error bytes are no vector
  memory.add({ category: 'a', name: 'b', content: 'c', embedding: new Uint8Array(8) });
  // @ts-expect-error texts are no vector
  memory.add({ category: 'a', name: 'b', content: 'c', embedding: ['1'] });
  // @ts-expect-error a model is a text
  memory.add({ category: 'a', name: 'b', content: 'c' }, { model: 5 });
  // @ts-expect-error an embedding belongs to an item
  memory.putEmbeddings([{ embedding: [1] }]);
  // @ts-expect-error an entry has an embedding
  memory.putEmbeddings([{ category: 'a', name: 'b' }]);
  // @ts-expect-error no such face
  memory.putEmbeddings([{ face: 'palace', category: 'a', name: 'b', embedding: [1] }]);
  // @ts-expect-error a memory without an embedder needs one here
  memory.reembed();
  // @ts-expect-error an embedder gives a vector for each text
  memory.reembed(async () => [1, 2]);
  // @ts-expect-error metadata is no collection
  memory.add({ category: 'a', name: 'b', content: 'c', metadata: new Map() });
  // @ts-expect-error metadata is an object
  memory.add({ category: 'a', name: 'b', content: 'c', metadata: ['d'] });
  // @ts-expect-error a sequence has a position
  memory.add({ category: 'a', name: 'b', content: 'c', sequence: { id: 'd' } });
  // @ts-expect-error one item is no list
  memory.addMany({ category: 'a', name: 'b', content: 'c' });
  // @ts-expect-error a file has text or bytes
  memory.importMarkdown([{ path: 'a.md' }]);
  // @ts-expect-error a file has text or bytes, not both
  memory.importMarkdown([{ path: 'a.md', text: '', bytes: new Uint8Array() }]);
  // @ts-expect-error a string is no bytes
  memory.importBytes('bytes');
  // @ts-expect-error where it is kept is not for callers to change
  memory.persistence = memory.status().persistence;
}

export async function embedding(): Promise<void> {
  const memory = await openMemory(':memory:', { embedder: () => [] });
  // @ts-expect-error by promise
  memory.retrieve('a').items;
  // @ts-expect-error by promise
  memory.add({ category: 'a', name: 'b', content: 'c' }).revision;
  // @ts-expect-error closed by promise, so not for `using`
  memory[Symbol.dispose]();
}

export function reading(memory: Memory): void {
  // @ts-expect-error a query is needed
  memory.retrieve();
  // @ts-expect-error null is no query
  memory.retrieve(null);
  // @ts-expect-error no such context
  memory.retrieve('a', { context: 'on' });
  // @ts-expect-error no such fusion
  memory.retrieve('a', { fusion: 'sum' });
  // @ts-expect-error one number is no vector
  memory.retrieve('a', { embedding: 1 });
  // @ts-expect-error a confidence is a number
  memory.retrieve('a', { minConfidence: '0.5' });
  // @ts-expect-error null stands for no default here
  memory.retrieve('a', { limit: null });
  // @ts-expect-error misspelled
  memory.retrieve('a', { limits: 5 });
  // @ts-expect-error categories is a list
  memory.retrieve('a', { categories: 'travel' });
  // @ts-expect-error without kinds: terms alone
  memory.tokenize('a')[0]?.kind;
  // @ts-expect-error there may be no such item
  memory.get('a', 'b').content;
  // @ts-expect-error only a form is one of a word
  memory.retrieve('a').items[0]?.terms?.[0]?.of.length;
  // @ts-expect-error a method of a later version
  memory.forgetAll();
  // @ts-expect-error synchronous
  memory.retrieve('a').then(() => {});
}

export function failing(error: MemoryError): boolean {
  const exhaustive: Record<Exclude<ErrorCode, 'internal'>, true> = {
    invalid_argument: true,
    too_large: true,
    transaction_too_large: true,
    closed: true,
    read_only: true,
    store_busy: true,
    storage_full: true,
    storage_error: true,
    store_damaged: true,
    unsupported_format: true,
    options_mismatch: true,
    not_persisted: true,
    invalid_vector: true,
    dimension_mismatch: true,
    model_mismatch: true,
    unknown_item: true,
    stale_hash: true,
    not_found: true,
    unknown_event: true,
    unknown_concept: true,
    no_position: true,
    cursor_unknown: true,
    cursor_expired: true,
    model_changed: true,
    record_changed: true,
    embedder_failed: true,
    embedder_timeout: true,
    out_of_memory: true,
  };
  // @ts-expect-error no such code
  return error.code === 'broken' || exhaustive.closed;
}

export function evidence({ evidence }: Memory): void {
  // @ts-expect-error content is missing
  evidence.save({ summary: 'a' });
  // @ts-expect-error an entity has a kind
  evidence.save({ summary: 'a', content: 'b', entities: [{ name: 'Ada' }] });
  // @ts-expect-error a list of vectors, one a chunk
  evidence.save({ summary: 'a', content: 'b', chunkEmbeddings: [1, 2] });
  // @ts-expect-error the session stands in the options
  evidence.search({ session: 'one' });
  // @ts-expect-error search takes no limit
  evidence.search({ limit: 4 });
  // @ts-expect-error a cursor is needed
  evidence.expand({ concept_id: 'a' });
  // @ts-expect-error an operation is needed
  evidence.call({ query_text: 'a' });
  // @ts-expect-error no such operation
  evidence.call({ operation: 'save', summary: 'a', content: 'b' });
  // @ts-expect-error entities are looked up by their kind
  evidence.findEntity({ name: 'Ada' });
  // @ts-expect-error a stored event is no reply
  evidenceText(evidence.get('a'));
  // @ts-expect-error no such option
  evidenceText(evidence.search(), { lang: 'zh' });
}

export function palace({ palace }: Memory): void {
  // @ts-expect-error the room is missing
  palace.addDrawer({ wing: 'a', text: 'b' });
  // @ts-expect-error a text is never taken away
  palace.updateDrawer('a', { text: null });
  // @ts-expect-error no such strategy
  palace.search({ query: 'a', candidateStrategy: 'both' });
  // @ts-expect-error the embedding is an option, not a part of the request
  palace.search({ query: 'a', embedding: [1] });
  // @ts-expect-error there may be no distance
  palace.search({ query: 'a' }).results[0]?.distance.toFixed();
  // @ts-expect-error found things are snake_case
  palace.search({ query: 'a' }).results[0]?.sourceFile;
  // @ts-expect-error drawers are camelCase
  palace.getDrawer('a')?.source_file;
  // @ts-expect-error a tunnel has two ends
  palace.createTunnel({ from: { wing: 'a', room: 'b' } });
  // @ts-expect-error a closet is named whole
  palace.removeCloset({ wing: 'a', room: 'b' });
}
