// Uses the whole API, so that the compiler sees every method and every shape. Never run.

import { MemoryError, evidenceText, openMemory } from 'loci';
import type {
  Contract,
  Drawer,
  DrawerAdded,
  DrawerInput,
  Embedder,
  EmbeddingMemory,
  Entry,
  ErrorCode,
  EvidenceError,
  EvidenceReply,
  FoundEvent,
  Item,
  MaybeEmbedderOptions,
  Memory,
  OpenOptions,
  PalaceReply,
  Persistence,
  Place,
  RemoteMemory,
  Retrieval,
  Token,
} from 'loci';

const bytes = new Uint8Array([97]);

export async function open(): Promise<Memory[]> {
  const options: OpenOptions = {
    wasm: new URL('file:///loci.wasm'),
    profile: 'reference',
    durability: 'relaxed',
    readOnly: false,
    clock: () => Date.now(),
    onProgress: ({ step }) => console.log(step === 'ready'),
  };
  const wasm = await WebAssembly.compile(bytes);
  return [
    await openMemory(':memory:'),
    await openMemory('notes.loci', options),
    await openMemory({ bytes }, { wasm }),
    await openMemory({ bytes: bytes.buffer }, { wasm: new Response(bytes) }),
    await openMemory(':memory:', { wasm: bytes }),
  ];
}

export function write(memory: Memory): number {
  const added = memory.add({
    category: 'travel',
    name: bytes,
    content: 'Stay near the river, see [[travel:Packing list]].',
    owner: 'Ada',
    sourceConv: null,
    ts: new Date(),
    metadata: { page: 3, tags: ['a', null, true, { deep: [1] }] },
    sequence: { id: 'trip', position: 4 },
  });
  const action: 'added' | 'updated' = added.action;
  const many = memory.addMany(new Set([{ category: 'a', name: 'b', content: action }]), {
    onProgress: ({ done, total }) => console.log(done / (total ?? done)),
  });
  const { removed, warnings } = memory.remove('travel', 'Packing list');
  for (const { code, message, detail } of warnings) console.log(code, message, detail?.count);
  return added.revision + many.added + many.updated + many.revision + Number(removed);
}

interface Source {
  page: number;
  tags?: readonly string[];
}

export function writeOwnTypes(memory: Memory, metadata: Source, owner?: string): void {
  const item = { category: 'a', name: 'b', content: 'c', metadata, owner, ts: undefined };
  memory.add(item);
  memory.addMany([item] as const, { onProgress: undefined });
}

export function leaveToDefaults(memory: Memory, limit?: number): void {
  const categories: readonly string[] = ['travel'];
  memory.retrieve('a', { limit, categories, explain: undefined, expandLinks: undefined });
  memory.retrieve('a', { budgetTokens: null, categories: null, since: null, before: null });
  memory.items({ limit, offset: undefined, category: undefined });
  memory.journal({ limit, since: undefined });
  memory.compact({ keepJournal: undefined });
  const terms: string[] = memory.tokenize('a', { kinds: undefined });
  console.log(terms);
}

export async function openWithDefaults(readOnly?: boolean): Promise<Memory> {
  const unset = { wasm: undefined, clock: undefined, onProgress: undefined };
  return openMemory(':memory:', { ...unset, readOnly, profile: undefined, durability: undefined });
}

export function read(memory: Memory): unknown[] {
  const item: Item | null = memory.get('travel', 'Kyoto plan');
  const { items } = memory.items({ category: 'travel', limit: 10, offset: 0 });
  const metadata = items[0]?.metadata?.['page'];
  const [category] = memory.categories();
  const terms: string[] = memory.tokenize('a b');
  const tokens: Token[] = memory.tokenize(bytes, { kinds: true });
  const links = memory.parseLinks('[[a:b]]').map(({ category, name }) => category + name);
  return [item?.sequence?.position, metadata, category?.items, terms, tokens, links];
}

export function retrieve(memory: Memory): Entry[] {
  const retrieval: Retrieval = memory.retrieve('what about Kyoto', {
    limit: 5,
    budgetTokens: null,
    expandLinks: true,
    explain: true,
    categories: ['travel', bytes],
    since: '2024-01-01',
    before: new Date(),
    embedding: new Float32Array(4),
    model: 'mini',
    fusionWeight: 0.3,
    fusion: 'rrf',
    context: 'off',
    minConfidence: 0.5,
  });
  for (const { term, kind, of, tf, df, idf, weight } of retrieval.items[0]?.terms ?? []) {
    console.log(term, kind === 'identifier', of ?? 'no form', tf + df + idf + weight);
  }
  const { own = 0, neighbours = 0, sequence = 0, coverage = 0 } = retrieval.items[0]?.context ?? {};
  console.log(own + neighbours + sequence + coverage);
  for (const { name, reason } of retrieval.dropped) console.log(name, reason === 'over_budget');
  const { shares, cosScore } = retrieval.items[0] ?? {};
  console.log((shares?.bm25 ?? 0) + (shares?.cosine ?? 0), cosScore);
  const { overBudget, embeddingUsed, embeddingReason, unresolvedLinks, reason } = retrieval;
  console.log(overBudget, embeddingUsed, embeddingReason === 'none', unresolvedLinks.join());
  if (reason === 'no_query_terms') return [];
  if (reason === 'low_confidence') console.log(retrieval.confidence.toFixed(2));
  return [...retrieval.items, ...retrieval.dropped];
}

export async function embed(memory: Memory): Promise<number> {
  const text = { category: 'a', name: 'b', content: 'c' };
  memory.add({ ...text, embedding: [1, 2] }, { model: 'mini' });
  memory.add({ ...text, embedding: [1, 2] as const });
  memory.addMany([{ ...text, embedding: Float64Array.of(1, 2) }], { model: 'mini' });
  memory.retrieve('a', { embedding: null, model: null, fusionWeight: undefined });
  memory.retrieve('a', { context: undefined, minConfidence: null });
  const { entries, next, pending } = memory.pendingEmbeddings({ limit: 10, after: 0, all: false });
  const embedding = new Float32Array(2);
  const done = memory.putEmbeddings(
    entries.map(({ text: _text, ...key }) => ({ ...key, embedding })),
    { model: 'mini', onProgress: (progress) => console.log(progress.done) },
  );
  const refused = done.results.find(({ stored }) => !stored);
  console.log(refused?.error?.code === 'stale_hash', next, pending, done.revision);
  memory.replaceEmbeddings([{ category: 'a', name: bytes, embedding }]).skipped;
  const embedder: Embedder = async (texts) => texts.map(({ length }) => [length, 1]);
  const replaced = await memory.reembed(embedder, { model: 'other', embedderTimeout: 50 });
  const { model, width, vectors } = memory.status().embeddings;
  console.log(model ?? width ?? vectors, memory.status().vectorBytes);
  return replaced.stored;
}

export async function openWithEmbedder(): Promise<EmbeddingMemory[]> {
  const embedder = (texts: string[]) => texts.map(() => new Float32Array(2));
  const onProgress = (progress: { step: string }) => console.log(progress.step);
  const memory = await openMemory(':memory:', { embedder, embedderTimeout: 5, onProgress });
  const maybe: MaybeEmbedderOptions = { model: 'mini' };
  await (await openMemory(':memory:', maybe)).flush();
  const { entries } = await memory.pendingEmbeddings();
  await memory.putEmbeddings(entries.map((entry) => ({ ...entry, embedding: [1] })));
  await memory.add({ category: 'a', name: 'b', content: 'c' });
  const { warnings } = await memory.flush();
  const { lastError } = (await memory.status()).embeddings;
  console.log(warnings[0]?.code === 'embedder_timeout', lastError?.code);
  await memory.reembed();
  await memory.reembed(async () => [[1]], { model: 'other' });
  await using shared = await openMemory('opfs:notes', { embedder, model: 'mini', broker: null });
  const exclusive = await openMemory('opfs:notes', { embedder, exclusive: true });
  return [memory, shared, exclusive];
}

/** As the types of the platform declare it, in short. */
interface SqlStorage {
  exec<T extends Record<string, ArrayBuffer | string | number | null>>(
    query: string,
    ...bindings: any[]
  ): IterableIterator<T> & { readonly rowsWritten: number };
}
declare abstract class DurableObjectStorage {
  sql: SqlStorage;
  transactionSync<T>(closure: () => T): T;
  deleteAll(): Promise<void>;
}

export async function atTheEdge(
  durableObject: DurableObjectStorage,
  wasm: WebAssembly.Module,
): Promise<EmbeddingMemory> {
  const memory: Memory = await openMemory({ durableObject }, { wasm, durability: 'relaxed' });
  const { warnings } = memory.addMany([{ category: 'a', name: 'b', content: 'c' }]);
  const { code, detail } = warnings[0] ?? {};
  console.log(code === 'committed_in_parts', (detail?.parts ?? 1) + (detail?.count ?? 0));
  console.log(memory.persistence.mode === 'durable-object');
  memory.close();
  return openMemory({ durableObject }, { wasm, embedder: (texts) => texts.map(() => [1]) });
}

export function keep(memory: Memory): Uint8Array {
  const { persistence, items, heapBytes, damaged } = memory.status();
  console.log(persistence.mode === memory.persistence.mode, items + heapBytes, damaged);
  const { ok, findings } = memory.check();
  console.log(ok || findings[0], memory.rebuild().terms, memory.estTokens('a'), memory.revision());
  for (const entry of memory.journal({ since: 3, limit: 10 }).entries) console.log(entry.action);
  console.log(memory.compact({ keepJournal: 0 }).journalRemoved, memory.flush().revision);
  const files = memory.exportMarkdown();
  const { same, problems } = memory.importMarkdown([...files, { path: 'wiki/a.md', bytes }]);
  for (const { path, line, what } of problems) console.log(path, line + same, what);
  memory.importBytes(memory.exportBytes());
  return memory.exportBytes();
}

export function describe(memory: Memory): Record<ErrorCode, string> {
  const contract: Contract = memory.contract();
  console.log(contract.options.retrieve.limit, contract.limits.contentBytes, contract.constants.k1);
  return contract.errors;
}

export async function fail(): Promise<ErrorCode | undefined> {
  try {
    using memory = await openMemory(':memory:');
    memory.close();
  } catch (error) {
    if (error instanceof MemoryError) return error.code;
  }
  return undefined;
}

export async function share(): Promise<RemoteMemory> {
  const mine: Memory = await openMemory('opfs:mine', { exclusive: true });
  mine.close();
  await using elsewhere = await openMemory(':memory:', { worker: '/loci/worker.js' });
  await elsewhere.importBytes(bytes);
  const memory = await openMemory('opfs:notes', {
    worker: new URL('file:///worker.js'),
    broker: null,
    requirePersistence: true,
    durability: 'relaxed',
  });
  const { mode, role, reason, persisted }: Persistence = memory.persistence;
  console.log(mode === 'indexeddb', role === 'follower', reason, persisted);
  const { revision } = await memory.add({ category: 'a', name: 'b', content: 'c' });
  const { added } = await memory.addMany([], { onProgress: ({ done }) => console.log(done) });
  const result: Retrieval = await memory.retrieve('c', { explain: true });
  const item: Item | null = await memory.get('a', 'b');
  const tokens: Token[] = await memory.tokenize('c', { kinds: true });
  const terms: string[] = await memory.tokenize('c');
  console.log(revision + added, result.items, item?.content, terms, tokens);
  await memory.close();
  return memory;
}

export function evidence({ evidence }: Memory): string[] {
  const saved = evidence.save(
    {
      id: bytes,
      summary: 'Ada digs a pond',
      content: bytes,
      entities: [
        { kind: 'person', name: 'Ada' },
        { kind: 'concept', id: 'pond', name: 'Pond' },
      ],
      writtenAt: new Date(),
      summaryEmbedding: Float32Array.of(1, 2),
      chunkEmbeddings: [[1, 2], null],
    },
    { model: 'mini' },
  );
  const action: 'added' | 'updated' | 'same' = saved.action;
  const many = evidence.saveMany(new Set([{ summary: '', content: '', writtenAt: null }]), {
    model: 'mini',
    onProgress: ({ done }) => console.log(done),
  });
  const kept = evidence.get(saved.id);
  for (const [start, end] of kept?.chunks ?? []) console.log(end - start);
  const reply = evidence.search(
    {
      query_text: 'pond',
      entities: ['Ada', bytes],
      since: '2026-01-01',
      before: new Date(),
      exclude: ['a'],
      include_delivered: true,
      reset_seen: false,
    },
    { session: 'one', embedding: [1, 2], model: 'mini' },
  );
  const cursor = reply.cursor ?? '';
  const more = evidence.expand({ cursor, concept_id: 'pond', limit: 8 }, { session: 'one' });
  const near = evidence.nearby({ cursor, event_id: 'a', before: 0, after: 10 });
  const { text, next, total } = evidence.read({ event_id: 'a', start: 5, limit: 10 });
  const { entity, events } = evidence.findEntity({ kind: 'person', name: 'Ada' }, { limit: 5 });
  const asked = evidence.call({ operation: 'search', query_text: 'pond' }, { session: 'one' });
  const told = 'error' in asked ? asked.error.code : 'ok';
  const stretches: [number, number][] = evidence.chunks(text);
  return [
    ...[...reply.events, ...more.events, ...near.events].map(excerptOf),
    ...[action, many.ids.join(), evidence.search().notes[0]?.message ?? ''],
    `${next ?? total} ${entity?.name} ${events[0]?.summary} ${told} ${stretches.length}`,
  ];
}

function excerptOf({ id, excerpt, quoteRef, hint, duplicates }: FoundEvent): string {
  const [start] = (excerpt ?? quoteRef)?.range ?? [0];
  return `${id} ${start} ${hint ?? ''} ${duplicates?.join() ?? ''}`;
}

export async function evidenceByPromise(
  remote: RemoteMemory,
  own: EmbeddingMemory,
): Promise<string> {
  const reply: EvidenceReply = await remote.evidence.search({ query_text: 'pond' });
  const { ids } = await own.evidence.saveMany([]);
  const asked = await own.evidence.call({ operation: 'read', event_id: ids[0] ?? '' });
  const failed: EvidenceError | null = 'error' in asked ? asked : null;
  const given = await openMemory(':memory:', { monotonic: () => performance.now() });
  const { pending, entries } = given.pendingEmbeddings({ after: '5' });
  for (const entry of entries) {
    if (entry.face === 'wiki') console.log(entry.category);
    else if (entry.face === 'evidence') console.log(entry.part);
    else console.log('closet' in entry ? entry.closet.sourceFile : entry.id);
    given.putEmbeddings([{ ...entry, embedding: [1] }]);
  }
  const text: string = evidenceText(asked) + evidenceText(reply, { language: 'zh' });
  return `${reply.cursor} ${failed?.error.code} ${pending} ${text}`;
}

export function palace({ palace }: Memory): string {
  const place: Place = { wing: 'Hut', room: 'water' };
  const drawer: DrawerInput = { ...place, text: 'The valve sticks.', filedAt: null };
  const { id, action }: DrawerAdded = palace.addDrawer(drawer, { model: 'mini' });
  palace.addDrawers(new Set([drawer, { ...drawer, embedding: [1, 2], metadata: { page: 3 } }]), {
    onProgress: ({ done }) => console.log(done),
  });
  palace.updateDrawer(id, { hall: null, authoredAt: new Date(0) }, { model: 'mini' });
  const stored: Drawer | null = palace.getDrawer(id);
  const { drawers, total } = palace.listDrawers({ wing: 'hut', limit: 5 });
  palace.addCloset({ ...place, sourceFile: 'valve.md', text: 'Valves', embedding: [1, 2] });
  palace.removeCloset({ ...place, sourceFile: 'valve.md' });
  const { closetsRemoved } = palace.deleteDrawer(id);
  const { matches } = palace.checkDuplicate('valve', { threshold: 0.5 });
  const reply: PalaceReply = palace.search(
    { query: 'valve', wing: null, since: '2024-01-01', candidateStrategy: 'union' },
    { embedding: [1, 2], metric: 'l2' },
  );
  const [first] = reply.results;
  const near = first?.distance?.toFixed(2) ?? first?.matched_via;
  const counts = palace.taxonomy()['Hut']?.['water'] ?? 0;
  const { rooms } = palace.traverse('water', 3);
  palace.traverse('water', { maxHops: 3 });
  const [tunnel] = palace.findTunnels('', 'Hut');
  palace.createTunnel({ from: place, to: { wing: 'Boat', room: 'sail' }, label: 'rain' });
  const said = [
    action,
    stored?.hall,
    total + drawers.length,
    closetsRemoved,
    matches[0]?.how,
    near,
  ];
  return `${said.join()} ${counts} ${rooms[0]?.connected_via} ${tunnel?.recent} ${reply.hint}`;
}

export async function palaceByPromise(remote: RemoteMemory, own: EmbeddingMemory): Promise<number> {
  const { results } = await remote.palace.search({ query: 'valve' });
  const { ids } = await own.palace.addDrawers([]);
  return results.length + ids.length;
}
