/// <reference lib="esnext.disposable" />

import type {
  EmbedderOptions,
  EmbeddingBatchOptions,
  EmbeddingInput,
  EmbeddingMemory,
  EmbeddingsStatus,
  EmbedProgress,
  Embedder,
  ModelOption,
  PendingEmbeddings,
  PendingEmbeddingsOptions,
  PutEmbeddings,
  MaybeEmbedderOptions,
  ReembedOptions,
  Replaced,
  Vector,
} from './embeddings.js';
import type { Contract, ErrorCode, Warning } from './contract.js';
import type { EdgeOptions, ObjectLocation } from './edge.js';
import type { Evidence, EvidenceStatus } from './evidence.js';
import type { Palace, PalaceStatus } from './palace.js';
import type { PlatformResponse, PlatformURL, PlatformWorker, WasmModule } from './platform.js';
import type { BrowserOptions, RemoteMemory, SharedLocation } from './remote_memory.js';

export type * from './contract.js';
export type * from './edge.js';
export type * from './embeddings.js';
export type * from './evidence.js';
export * from './evidence_text.js';
export type * from './palace.js';
export type { BrowserOptions, RemoteMemory, SharedLocation };

/**
 * Loci: long-term memory for agents. A memory holds *items*, short texts under a category and a
 * name, finds those that matter for a question, and says why each was chosen. Beside them it holds
 * *events* (evidence.d.ts), which it hands over piece by piece and never twice, and *drawers*
 * (palace.d.ts), which keep texts word for word in the rooms of wings.
 *
 * All methods but `reembed`, which waits for an embedder, are synchronous and throw `MemoryError`; those of an `'opfs:…'` memory, which all tabs of
 * a site share, answer by promise instead (remote_memory.d.ts). Every argument is checked: an unknown option,
 * a wrong type, NaN, a negative number or a fraction where a count is asked is `invalid_argument`,
 * the message names it, and nothing has changed.
 *
 * `contract()` publishes names, defaults, limits and codes as data; a test keeps these types and it
 * the same.
 */

/**
 * Text, or its UTF-8 bytes. Bad UTF-8 and lone surrogates become U+FFFD; a result that has
 * `warnings` counts them there as `repaired`.
 */
export type Text = string | Uint8Array;

/**
 * A moment: an ISO 8601 date (its midnight) or date-time, UTC where no offset is given; or a valid
 * Date. Years 0001 to 9999.
 */
export type Moment = string | Date;

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

// --- opening ---

/**
 * Where a memory lives: `':memory:'`, nowhere but here; bytes from `exportBytes()`, copied into
 * memory; in Node, Deno and Bun the path of a file, which is made where there is none. Browsers also
 * have `'opfs:<name>'`: SharedLocation. Durable Objects have `{durableObject}`: ObjectLocation.
 */
export type Location = ':memory:' | (string & {}) | { bytes: Uint8Array | ArrayBuffer };

/** `reference` reproduces the system that Loci is compared with; it is for tests and benchmarks. */
export type Profile = 'default' | 'reference';

/**
 * What has happened once a write returns. `full`: it survives a power cut. `relaxed`: it survives a
 * crash of the process, and a power cut once `flush()` has returned; the store is sound either way.
 */
export type Durability = 'full' | 'relaxed';

/**
 * What cuts Chinese into words: `jieba` with a dictionary, else pairs of characters. `auto`: words once
 * a dictionary is there. `jieba` without one falls back, with the warning `no_dictionary`. Pairs are
 * indexed beside the words, so a dictionary adds weight and never loses a hit.
 */
export type Segmenter = 'auto' | 'jieba' | 'bigram';

/**
 * By what a word of a question finds other forms of itself, as `migrations` finds `migrated`: by how
 * they begin (`stems`), by the runs of characters that they share (`grams`), or by either (`both`). A
 * word as it was asked for always counts for more than another form of it. Nothing of it is stored, so
 * a memory can be opened with another choice at any time.
 */
export type Forms = 'grams' | 'off' | 'stems' | 'both';

/** The files of jieba, as bytes in UTF-8. A line that is none of theirs is skipped, and counted. */
export interface Dictionary {
  /** Lines of a word, its frequency and, if you like, its tag: jieba's dict.txt. */
  words: Uint8Array | ArrayBuffer;
  /** The model for words that are in no dictionary. Without it such stretches stay characters. */
  hmm?: Uint8Array | ArrayBuffer | null | undefined;
  /** Words of your own, above those of `words`. */
  user?: Uint8Array | ArrayBuffer | null | undefined;
}

export interface OpenOptions {
  /**
   * The engine: a module, its bytes, a Response that brings them, or a URL, which Node reads as a
   * file and a browser fetches. Without it the package's own file is taken.
   */
  wasm?:
    | WasmModule
    | PlatformResponse
    | ArrayBuffer
    | ArrayBufferView
    | PlatformURL
    | string
    | undefined;
  /** @default "default" */
  profile?: Profile | undefined;
  /** @default "full" */
  durability?: Durability | undefined;
  /** Of all tabs that share a memory the same. @default "auto" */
  segmenter?: Segmenter | undefined;
  /** What `loadSegmenter` would load later, which then had to read all texts again. */
  dictionary?: Dictionary | undefined;
  /**
   * Of all tabs that share a memory the same. In the profile `reference`, which finds words as they
   * stand, only `off`. @default "grams"
   */
  forms?: Forms | undefined;
  /**
   * Refuse writes, as `read_only`. A file must exist, and can be read while nobody writes it.
   * @default false
   */
  readOnly?: boolean | undefined;
  /** Milliseconds since 1970, finite; asked once a call. Without it `Date.now`. */
  clock?: (() => number) | undefined;
  /**
   * Milliseconds since any moment, which never go back; asked once a call, for what is remembered for
   * minutes (`evidence`). It is asked where the engine runs, so `'opfs:…'` without `exclusive`, and
   * memories in a worker, refuse it. Without it `performance.now`.
   */
  monotonic?: (() => number) | undefined;
  /**
   * Called before each step, and with `ready` when it is done. What it throws ends the opening. With
   * an `embedder` also called while that works in the background; what it throws then is lost.
   */
  onProgress?: ((progress: OpenProgress | EmbedProgress) => void) | undefined;
  /** Refuse, as `not_persisted`, a memory that would end with its page or process. Off unless given. */
  requirePersistence?: boolean | undefined;
  /**
   * The model of the embeddings that calls bring, and of those of questions, where they name none; 1 to
   * 512 bytes.
   */
  model?: string | undefined;
}

export interface OpenProgress {
  step: 'load' | 'open' | 'ready';
}

/**
 * Opens a memory. Memories in one process share nothing but the compiled module.
 *
 * One process at a time has a file. It gives it up to another one that asks when it has not been
 * called for a second, and takes it back with its next call; who asks waits up to 5 s, then it is
 * `store_busy`, with `detail` `{pid, host}` where the holder is known. A call that cannot take the file
 * back blocks its thread for as long, and throws that: then nothing is lost, and the next call tries again.
 *
 * Rejects with a `MemoryError`: `invalid_argument`; `store_busy` where another process or memory
 * has the store open; `unsupported_format` where it is no Loci store or one of a later version;
 * `store_damaged`; `storage_error`, `storage_full`; `read_only`; `not_persisted`; in a browser also
 * `options_mismatch`.
 */
export function openMemory(
  location: ObjectLocation,
  options: EdgeOptions & EmbedderOptions,
): Promise<EmbeddingMemory>;
export function openMemory(
  location: ObjectLocation,
  options: EdgeOptions & { embedder?: undefined },
): Promise<Memory>;
export function openMemory(
  location: Location | SharedLocation,
  options: BrowserOptions & EmbedderOptions,
): Promise<EmbeddingMemory>;
export function openMemory(
  location: SharedLocation,
  options: BrowserOptions & { exclusive: true },
): Promise<Memory>;
export function openMemory(
  location: SharedLocation,
  options?: BrowserOptions,
): Promise<RemoteMemory>;
export function openMemory(
  location: Location,
  options: BrowserOptions & { worker: string | PlatformURL | PlatformWorker },
): Promise<RemoteMemory>;
export function openMemory(
  location: Location,
  options?: OpenOptions & { embedder?: undefined },
): Promise<Memory>;
export function openMemory(
  location: Location,
  options: MaybeEmbedderOptions,
): Promise<Memory | EmbeddingMemory>;

/** Where a memory is kept, and how safely. */
export interface Persistence {
  /** `memory`: nowhere, and it ends with its page or process. */
  readonly mode: 'opfs' | 'indexeddb' | 'file' | 'durable-object' | 'memory';
  /** Why this mode, for people. */
  readonly reason: string;
  /**
   * Whether it stays: of a file and a Durable Object always; in a browser, whether it promised not to
   * evict the site.
   */
  readonly persisted: boolean;
  readonly durability: Durability;
  /**
   * `leader`: this tab has the store, and answers the others; `follower`: another one has. `sole`:
   * nothing is shared. `snapshot`: to be read only, as it was when it was opened, since `readOnly`
   * was asked or since a tab that does not answer has the files.
   */
  readonly role: 'leader' | 'follower' | 'sole' | 'snapshot';
}

// --- items ---

/** One of a run that belongs together: a turn of a conversation, a chunk of a file. */
export interface Sequence {
  /** Names the run. Not empty. */
  id: Text;
  /** Its place in the run, an integer from 0 to 2^53 - 1. */
  position: number;
}

/**
 * What can be metadata: any object that is no collection, an interface of your own as well. Its
 * values have to be JSON, which is checked when it is added; fields that are `undefined` are left out.
 */
export type Metadata = JsonObject | (object & { readonly [Symbol.iterator]?: never });

/** What `add` takes. `null` is the same as absent. */
export interface ItemInput {
  /** `^[a-z0-9_][a-z0-9_-]*$`, at most 512 bytes (`too_large`). */
  category: Text;
  /**
   * Unique in its category. White space is collapsed; then not empty, at most 512 bytes
   * (`too_large`), and without `[ ] : | #` and control characters.
   */
  name: Text;
  /**
   * What is remembered; trimmed, may be empty, at most 16 MiB (`too_large`).
   * `[[category:name]]` links to another item, also one that is added later.
   */
  content: Text;
  /** Who it belongs to or came from. */
  owner?: Text | null | undefined;
  /** The conversation that it came from. */
  sourceConv?: Text | null | undefined;
  /** When it was true or said. Without it the time of the call. */
  ts?: Moment | null | undefined;
  /** At most 1 MiB as JSON (`too_large`), at most 64 arrays and objects inside each other. */
  metadata?: Metadata | null | undefined;
  sequence?: Sequence | null | undefined;
  /**
   * That of `name + "\n" + content`, as it will be stored. Without it an item whose text is replaced
   * by another loses its own, and one whose text stays the same keeps it.
   */
  embedding?: Vector | null | undefined;
}

/** An item as it is stored. */
export interface Item {
  category: string;
  name: string;
  content: string;
  owner: string | null;
  sourceConv: string | null;
  /** ISO 8601, UTC. */
  ts: string;
  /** Its keys in sorted order. */
  metadata: JsonObject | null;
  sequence: StoredSequence | null;
}

export interface StoredSequence {
  id: string;
  position: number;
}

export interface Added {
  category: string;
  /** As it is stored, which may differ from what was given in white space. */
  name: string;
  ts: string;
  /** `updated`: an item of the same category and name was replaced. */
  action: 'added' | 'updated';
  revision: number;
  warnings: Warning[];
}

export interface AddedMany {
  added: number;
  updated: number;
  revision: number;
  warnings: Warning[];
}

export interface Removed {
  /** Whether there was such an item. */
  removed: boolean;
  revision: number;
  warnings: Warning[];
}

export interface ItemsOptions {
  /** Only this category. @default null */
  category?: Text | null | undefined;
  /** 0 to 1000; more is clamped with a warning. @default 100 */
  limit?: number | undefined;
  /** How many to leave out at the front. @default 0 */
  offset?: number | undefined;
}

export interface Items {
  items: Item[];
  warnings: Warning[];
}

export interface Category {
  category: string;
  /** How many items it holds. */
  items: number;
}

export interface BatchOptions {
  /**
   * Called now and then while the batch runs. What it throws takes the whole batch back, but for parts
   * that a Durable Object has committed, and comes out of the call. Other calls made from it are
   * `store_busy`, and harm nothing.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  done: number;
  /** Known for arrays only. */
  total: number | undefined;
}

// --- retrieval ---

export interface RetrieveOptions {
  /** Hits, without the items that they link to. 0 to 1000; more is clamped with a warning. @default 10 */
  limit?: number | undefined;
  /**
   * Keep entries from the top while the sum of their `tokensEst`, which is an estimate (`estTokens`
   * says how it counts), stays within this; the first is always kept. `null`: no budget. @default null
   */
  budgetTokens?: number | null | undefined;
  /** Follow each hit by the items that it links to. @default true */
  expandLinks?: boolean | undefined;
  /** Give `terms` and `context` with each entry, and `dropped`. @default false */
  explain?: boolean | undefined;
  /** Only hits of these categories; `[]` finds nothing. `null`: all. @default null */
  categories?: readonly Text[] | null | undefined;
  /** Only hits whose `ts` is not before this moment. @default null */
  since?: Moment | null | undefined;
  /** Only hits whose `ts` is before this moment. @default null */
  before?: Moment | null | undefined;
  /**
   * That of the query, made as those of the items were. What is no vector, or does not fit them, is
   * passed over: `embeddingReason` then says why. @default null
   */
  embedding?: Vector | null | undefined;
  /** The model that made it. Other than that of the store, it is passed over. @default null */
  model?: string | null | undefined;
  /**
   * How much words weigh against the embedding, 0 to 1; 1 is words alone. Where the nearest do not
   * stand out from all others, as of a language that the model does not know, the embedding weighs
   * less than its part. In the profile `reference` 0.5 unless given. @default 0.6
   */
  fusionWeight?: number | undefined;
  /**
   * How the two are put together. `minmax`: each stretched to 0 to 1 over those that have it. `rrf`:
   * by rank, 1 / (60 + rank). @default "minmax"
   */
  fusion?: Fusion | undefined;
  /**
   * Whether the items around one count for it, those of its `sequence`: a turn of a conversation is
   * found by what was said just before it, too. The profile `reference` has none of that. @default "auto"
   */
  context?: Context | undefined;
  /**
   * Say `reason: 'low_confidence'` where the `confidence` of the result is below this, 0 to 1; the
   * items stay the same. `null`: never. @default null
   */
  minConfidence?: number | null | undefined;
}

export type Fusion = 'minmax' | 'rrf';

/** `auto`: an item counts more where its neighbours or its run hold what is asked. `off`: each by itself. */
export type Context = 'auto' | 'off';

export interface Retrieval {
  /** Hits by score, each followed by what it links to; nothing twice. Equal scores: in the store's order. */
  items: Entry[];
  budgetTokens: number | null;
  /** The sum of the `tokensEst` of `items`. */
  budgetUsed: number;
  /** Whether the first entry alone exceeds the budget. */
  overBudget: boolean;
  embeddingUsed: boolean;
  /** Why no embedding took part, where none did. */
  embeddingReason?: EmbeddingReason;
  /**
   * With `explain`: how much the embedding weighed in this query, at most 1 less `fusionWeight`; `null`
   * where none took part, with `rrf` and in the profile `reference`.
   */
  cosineWeight?: number | null;
  /**
   * How surely the memory covers the question, 0 to 1: how much of it the best item holds, and how far
   * that stands out from the rest. About 0.5 where it is as likely as not that the answer is here. It
   * judges by words: what only an embedding finds leaves it at 0. In a memory of a few dozen
   * items a name alone, known there, makes it high.
   */
  confidence: number;
  /** Links without a target, as `[[category:name]]`, those of dropped hits too. */
  unresolvedLinks: string[];
  /** With `explain`: what the budget cut, in order. Else empty. */
  dropped: DroppedEntry[];
  /** Why there can be no items, or why they may not be what was asked for. */
  reason?: Reason;
  revision: number;
  warnings: Warning[];
}

/** An item in a retrieval. */
export interface Entry {
  category: string;
  name: string;
  content: string;
  owner: string | null;
  sourceConv: string | null;
  ts: string;
  metadata: JsonObject | null;
  /** `hit`: found by the query. `link`: a hit links to it. */
  source: 'hit' | 'link';
  /** What it was ranked by; `null` where only a link brought it. Compares within one result only. */
  score: number | null;
  /** Of its words, and of what its `context` lends; `null` where there is neither. */
  bm25Score: number | null;
  /**
   * The cosine to the query's embedding, of the nearest 4 × `limit` items that have one above 0; `null`
   * for all others.
   */
  cosScore: number | null;
  /** The name of the hit that links here. */
  via: string | null;
  /**
   * The words and identifiers of the query that the item holds, or holds another form of, sorted;
   * function words only where the query is made of nothing else. A single character of a script
   * without spaces is held by a longer run that it stands in, too.
   */
  matchedTerms: string[];
  /** An estimate of the tokens of `name + "\n" + content`, as `estTokens` makes it. */
  tokensEst: number;
  /**
   * With `explain`: what each signal gave. They add up to `score`; `null` where that is. A cosine's share
   * may come from the items around it, where it has no `cosScore` of its own.
   */
  shares?: Shares | null;
  /** With `explain`: what `bm25Score` adds up from; `null` where there is no context. */
  context?: ContextParts | null;
  /** With `explain`: what each term gave. The weights add up to `context.own`, or without one to `bm25Score`. */
  terms?: TermWeight[];
}

/** What the words of an item gave to its `bm25Score`, and what lent to it. */
export interface ContextParts {
  /** Its own words. */
  own: number;
  /** The items next to it in its sequence. */
  neighbours: number;
  /** Its sequence as a whole. */
  sequence: number;
  /** How much of the query stands close together in its text. */
  coverage: number;
}

export interface Shares {
  bm25: number;
  cosine: number;
}

export interface DroppedEntry extends Entry {
  reason: DroppedReason;
}

export interface TermWeight {
  /** Of a form: as it stands in the item. */
  term: string;
  kind: TokenKind;
  /** Of a form (`form`, `gram`): the word of the query that it is one of. */
  of?: string;
  /** How often the item holds it. */
  tf: number;
  /** How many items hold it. */
  df: number;
  /** Of the word of the query, its forms counted by how like it they are. */
  idf: number;
  weight: number;
}

/**
 * `no_query_terms`: the query holds no word, only marks or white space, and no embedding took part.
 * `low_confidence`: else the confidence is below `minConfidence`.
 */
export type Reason = 'no_query_terms' | 'low_confidence';
export type DroppedReason = 'over_budget';
/**
 * `none`: there was none. `embedder_failed`, `embedder_timeout`: the embedder gave none, or too late.
 * `invalid_vector`: what was given is no vector. `no_vectors`: no item has one. `model_mismatch`,
 * `dimension_mismatch`: those of the items are of another model, or of another width.
 */
export type EmbeddingReason =
  | 'none'
  | 'embedder_failed'
  | 'embedder_timeout'
  | 'invalid_vector'
  | 'no_vectors'
  | 'model_mismatch'
  | 'dimension_mismatch';

// --- text ---

/**
 * `identifier`: whole, like `getUserById` or `C++`; `part`: one of its parts, in `terms` also a
 * single character of a script without spaces that stands for the bigrams around it. `form`: the
 * beginning that a word shares with other forms of it; `gram`: some neighbouring characters of a word,
 * `<` and `>` its ends. In `terms` the last two are forms of a word of the query, found by the one or
 * by the other.
 */
export type TokenKind = 'word' | 'identifier' | 'part' | 'form' | 'gram';

export interface TokenizeOptions {
  /**
   * Give all there is to know of each token, not the terms alone, and beside the words what finds
   * other forms of them, as the option `forms` has it. @default false
   */
  kinds?: boolean | undefined;
}

export interface Token {
  term: string;
  kind: TokenKind;
  /** Where it stands in the text: UTF-16 offsets, half-open. */
  start: number;
  end: number;
}

export interface Link {
  category: string;
  name: string;
}

// --- the store ---

export interface MarkdownFile {
  /** `wiki/<category>.md` */
  path: string;
  text: string;
}

/** A file to import: its name without `.md` is the category; folders do not matter. */
export type MarkdownInput =
  | { path: string; text: string; bytes?: undefined }
  | { path: string; bytes: Uint8Array; text?: undefined };

export interface MarkdownImport {
  added: number;
  updated: number;
  /** Items that were there already, field by field. */
  same: number;
  /** What could not be kept as it stood. */
  problems: MarkdownProblem[];
  revision: number;
  warnings: Warning[];
}

export interface MarkdownProblem {
  path: string;
  /** From 1; 0 is the file as a whole. */
  line: number;
  what: string;
}

export interface JournalOptions {
  /** Only entries of later revisions than this. @default 0 */
  since?: number | undefined;
  /** 0 to 1000; more is clamped with a warning. @default 100 */
  limit?: number | undefined;
}

export interface Journal {
  /** By rising revision. */
  entries: JournalEntry[];
  warnings: Warning[];
}

export interface JournalEntry {
  revision: number;
  /** When it was written, by the clock. */
  ts: string;
  action: 'add' | 'update' | 'remove';
  category: string;
  name: string;
  owner: string | null;
  sourceConv: string | null;
}

export interface Status {
  profile: Profile;
  /** Of the store; `contract().formatVersion` is the newest that this Loci reads. */
  formatVersion: number;
  readOnly: boolean;
  /** Whether only `status`, `check`, `exportBytes` and `exportMarkdown` answer. */
  damaged: boolean;
  revision: number;
  items: number;
  evidence: EvidenceStatus;
  palace: PalaceStatus;
  /** What the index in memory was built with. */
  segmenter: Exclude<Segmenter, 'auto'>;
  /** By what words find other forms of themselves. */
  forms: Forms;
  /** Distinct terms of the index. */
  terms: number;
  /** Bytes of the store's files, its log or journal included. */
  storeBytes: number;
  /** Bytes of the index, which lives in memory. */
  indexBytes: number;
  embeddings: EmbeddingsStatus;
  /** Bytes of the index of vectors, which lives in memory from the first retrieval that needs it. */
  vectorBytes: number;
  /** Bytes of the engine's whole memory, which grows and never shrinks. */
  heapBytes: number;
  persistence: Persistence;
  warnings: Warning[];
}

export interface Check {
  ok: boolean;
  /** What is wrong, in words; at most 100. */
  findings: string[];
  warnings: Warning[];
}

export interface Repaired {
  /** False where nothing was wrong: then nothing was written. */
  repaired: boolean;
  /** What the store holds now. */
  kept: {
    items: number;
    events: number;
    entities: number;
    drawers: number;
    closets: number;
    tunnels: number;
    journal: number;
    embeddings: number;
  };
  /** What could not be read, named as far as something else in the store still knew it. */
  lost: {
    /** As in `kept`, or `answers`, `mentions`, `places`, `meta`, `unknown`. */
    table: string;
    /** Rows; absent where nobody knows how many. */
    count?: number;
    /** A sentence about them. */
    what: string;
  }[];
  /** What was made anew from the rest. */
  derived: string[];
  /** Above that of before, so that all who read the store see that it has changed. */
  revision: number;
  warnings: Warning[];
}

export interface Rebuilt {
  items: number;
  terms: number;
  warnings: Warning[];
}

export interface SegmenterLoaded {
  /** What the index is built with now: `bigram` where the option `segmenter` says so. */
  segmenter: Exclude<Segmenter, 'auto'>;
  words: number;
  /** Lines of all files that were skipped. */
  skipped: number;
  warnings: Warning[];
}

export interface CompactOptions {
  /** How many of the newest journal entries stay. @default 10000 */
  keepJournal?: number | undefined;
}

export interface Compacted {
  journalRemoved: number;
  storeBytes: number;
  warnings: Warning[];
}

export interface Revised {
  revision: number;
  warnings: Warning[];
}

// --- errors ---

/** The one class of error. `message` names the argument or the file and what to do next. */
export class MemoryError extends Error {
  constructor(code: ErrorCode, message: string, detail?: Record<string, unknown>);
  readonly name: 'MemoryError';
  readonly code: ErrorCode;
  /**
   * Figures for programs, where there are any. Of `store_busy` `{pid, host}`, where the holder is known;
   * of a batch that was committed in parts `{committed}`.
   */
  readonly detail?: Record<string, unknown>;
}

// --- the memory ---

/** One open memory. Made by `openMemory`. */
export interface Memory {
  readonly persistence: Persistence;
  /** The evidence face: events, what is found among them, and what follows from there. */
  readonly evidence: Evidence;
  /** The palace face: texts kept word for word, in the rooms of wings. */
  readonly palace: Palace;

  /** The terms of a text as the index sees them. */
  tokenize(text: Text, options?: TokenizeOptions & { kinds?: false | undefined }): string[];
  tokenize(text: Text, options: TokenizeOptions & { kinds: true }): Token[];
  tokenize(text: Text, options?: TokenizeOptions): string[] | Token[];
  /**
   * How many tokens of a language model the text is about: one for each word or number of ASCII
   * (`[a-zA-Z0-9]+`), and one for each letter, mark or number outside ASCII. It takes no model's tokenizer:
   * for English prose it is some 3/4 of what those count; punctuation counts nothing, and a long
   * word, hash or number in ASCII counts as one, so leave a margin where texts are code or hashes.
   */
  estTokens(text: Text): number;
  /** The links of a text, in order of appearance. */
  parseLinks(text: Text): Link[];
  contract(): Contract;

  /**
   * Adds an item, or replaces the one of the same category and name, which then moves to the end of
   * its category. Kept when it returns. Throws `invalid_argument`, `too_large`, `read_only`, and
   * where storing fails `storage_full`, `storage_error` or, in a Durable Object, for more than 8 MiB at
   * once `transaction_too_large`; for an embedding `invalid_vector`, `dimension_mismatch` and
   * `model_mismatch`: then nothing has changed.
   */
  add(item: ItemInput, options?: ModelOption): Added;
  /**
   * `add` for many, in one transaction: all or none. An error names the item by its index. While it
   * runs, other calls are `store_busy`, also those made by the iterable.
   *
   * A Durable Object takes at most 8 MiB at once, so there many items are committed in parts of about
   * 1 MiB and at most 100 items, which the warning `committed_in_parts` tells. What ends the call then
   * takes back the open part alone; `detail.committed` of its error counts the items that stay. To
   * send all of them again does no harm. `putEmbeddings` and `importMarkdown` do the same.
   */
  addMany(items: Iterable<ItemInput>, options?: EmbeddingBatchOptions): AddedMany;
  /** The item, or `null`. The name is taken in any spelling that `add` takes for the same. */
  get(category: Text, name: Text): Item | null;
  remove(category: Text, name: Text): Removed;
  /** Items in the store's order: category by bytes, then as they were added. */
  items(options?: ItemsOptions): Items;
  categories(): Category[];
  /**
   * The items that matter for a question, by BM25 over `name + "\n" + content` and by the cosine of
   * embeddings, with what they link to. Any text is a query: nothing in it is an operator.
   */
  retrieve(query: Text, options?: RetrieveOptions): Retrieval;

  /** The texts that have no embedding: of items, of events, of drawers and of closets, each in the order in which they were written. */
  pendingEmbeddings(options?: PendingEmbeddingsOptions): PendingEmbeddings;
  /**
   * Stores embeddings of texts that are there. Each entry is judged by itself, and `results` tells what
   * became of it. Throws `model_mismatch`, and what `addMany` throws: then nothing has changed.
   */
  putEmbeddings(entries: Iterable<EmbeddingInput>, options?: EmbeddingBatchOptions): PutEmbeddings;
  /**
   * Puts embeddings in the place of all that there are, of any width and model, in one transaction.
   * Entries whose text is another one by now, or gone, are left out. Throws `invalid_vector` and
   * `dimension_mismatch`: then nothing has changed.
   */
  replaceEmbeddings(entries: Iterable<EmbeddingInput>, options?: EmbeddingBatchOptions): Replaced;
  /**
   * Has an embedder make the vectors of all texts, of items, events, drawers and closets, and then replaces the old ones by them in one step.
   * Until then retrievals use the old ones. `model` becomes that of this memory. Rejects with
   * `embedder_failed`, `embedder_timeout` and what `replaceEmbeddings` throws: then nothing has changed.
   */
  reembed(embedder: Embedder, options?: ReembedOptions): Promise<Replaced>;

  /** Loads a dictionary, in place of one that was loaded before, and builds the index anew by it. */
  loadSegmenter(dictionary: Dictionary): SegmenterLoaded;

  /**
   * Counts the mutations of the store; each `add` and `remove` of an item is one. Embeddings that are
   * stored without their items count, too.
   */
  revision(): number;
  /** Builds the index anew from the store. Nobody needs to: it follows each write by itself. */
  rebuild(): Rebuilt;
  /** What was written, and when. */
  journal(options?: JournalOptions): Journal;
  status(): Status;
  /** Reads all of the store, checksums included. */
  check(): Check;
  /**
   * Writes the store anew from all that can be read of it, where `check` finds anything wrong, and
   * opens a damaged one to all calls again. Damage is told, not repeated: what is gone is in `lost`.
   * Keep the damaged file first, by `exportBytes`, where it matters. Needs room for a second store in
   * memory. A repair that fails, or is cut off, has changed nothing.
   */
  repair(options?: Record<string, never>): Repaired;
  /** Cuts the journal, gives free pages of the store back, and makes the index as small as it can be. */
  compact(options?: CompactOptions): Compacted;
  /** With durability `relaxed`: what was written survives a power cut once this returns. */
  flush(): Revised;
  /**
   * The whole store as the bytes of one SQLite file; of a damaged one the damaged file as it is, for
   * other tools, since Loci refuses those bytes.
   */
  exportBytes(): Uint8Array;
  /**
   * Replaces all of the memory by exported bytes, or changes nothing. Throws `unsupported_format` or
   * `store_damaged` where the bytes are not sound.
   */
  importBytes(bytes: Uint8Array | ArrayBuffer): Revised;
  /** One file a category, in the order of their paths. Importing them gives the very same items. */
  exportMarkdown(): MarkdownFile[];
  /**
   * Merges files, in one transaction; in a Durable Object in parts, as `addMany`, where
   * `detail.committed` counts items. What cannot be read is left alone and reported in `problems`; bytes
   * that are no UTF-8 are such a file. Of two places with the same item the later one stays, and the
   * earlier is a problem.
   */
  importMarkdown(files: Iterable<MarkdownInput>, options?: BatchOptions): MarkdownImport;

  /** Gives the store up. Twice is allowed; any other call then is `closed`. */
  close(): void;
  /** The same as `close`, for `using`. */
  [Symbol.dispose](): void;
}
