/**
 * Embeddings: vectors that the host makes, and Loci stores, checks and searches. They come with an
 * item, an event or a drawer, or later by the hash of a text, or from an `embedder` that Loci calls by itself.
 */

import type { ErrorCode, Warning } from './contract.js';
import type { BatchOptions, OpenOptions, Text } from './loci.js';
import type { ClosetKey, ShownCloset } from './palace.js';
import type { RemoteMemory } from './remote_memory.js';

/**
 * 1 to 8192 finite numbers that are not all 0. Only its direction counts. Stored as 32-bit floats;
 * doubles beyond their range are scaled first, so `[1e308, 1e308]` is a vector, too.
 *
 * Anything else is `invalid_vector` in a write, also an array with a hole, integers of a typed array,
 * and bytes: make or view them as a Float32Array. In a retrieval it is passed over, with that reason
 * and a warning.
 */
export type Vector = readonly number[] | Float32Array | Float64Array;

/**
 * Gives a vector for each text, in their order, all of one width. It may be slow, fail, or give what
 * are no vectors: that never costs a text or an answer. Called with at most 64 texts at once, at most
 * eight times at once, and with nothing that it must not change. It may call the memory, but should not
 * ask it what it is asked for itself.
 */
export type Embedder = (texts: string[]) => readonly Vector[] | PromiseLike<readonly Vector[]>;

/** The options of openMemory() for a memory that embeds by itself. */
export interface EmbedderOptions {
  /** Makes the vectors of texts, in the background, and of questions. Stays where it was given. */
  embedder: Embedder;
  /** Milliseconds for one call of it, above 0. @default 10000 */
  embedderTimeout?: number | undefined;
}

/** The progress of the background of a memory with an embedder, told to `onProgress`. */
export interface EmbedProgress {
  step: 'embed';
  /** Embeddings stored since it began. */
  done: number;
  /** What there is to do, as far as is known. */
  total: number;
}

/**
 * A memory with an embedder, in any runtime: the methods of `Memory`, by promise.
 *
 * A write resolves once its text is kept; its vector follows in the background, in batches. Until then
 * it is found by its words. `flush()` waits until nothing is pending, and where that failed a warning
 * says so, by the code of `lastError`. `status().embeddings.lastError` says what went wrong last. It is tried
 * again after a while, and with each write and each flush.
 *
 * `retrieve` has the embedder make the vector of the question, unless one is given, and so has
 * `evidence.search`, `palace.search` and `palace.checkDuplicate`. Where that fails or takes longer than
 * `embedderTimeout`, they answer by words alone, and `embeddingReason` (of the palace `fallback_reason`)
 * and a warning say why; calls of one session of `evidence` run one after another. A blank question is not embedded. `model` goes with an `embedding`; without one it is
 * `invalid_argument`.
 *
 * Give a `model` where tabs share a memory, or where it may change: by it a tab notices that another
 * one has replaced all vectors by those of another model, and answers by words alone.
 *
 * `close` does not wait for the embedder: what is pending stays so, until the memory is opened again.
 */
export interface EmbeddingMemory extends Omit<RemoteMemory, 'reembed' | 'flush'> {
  /** As in `Memory`; first waits until no embedding is pending, or a warning says why some are. */
  flush(): ReturnType<RemoteMemory['flush']>;
  /**
   * As in `Memory`. From then on this memory uses the new embedder and model. Without an embedder,
   * its own makes all vectors anew.
   */
  reembed(embedder?: Embedder, options?: ReembedOptions): Promise<Replaced>;
}

/** The options of openMemory() where it is known only later whether there is an embedder. */
export type MaybeEmbedderOptions = OpenOptions & Partial<EmbedderOptions>;

/** What goes with a write of embeddings. */
export interface ModelOption {
  /**
   * The model that made the embeddings, 1 to 512 bytes. The first one that is named stamps the store;
   * another one then is `model_mismatch`, until there are no embeddings any more. Without one they are
   * taken for those of any model. @default null
   */
  model?: string | undefined;
}

export interface EmbeddingBatchOptions extends BatchOptions, ModelOption {}

export interface PendingEmbeddingsOptions {
  /** 0 to 1000; more is clamped with a warning. Long texts may end a list before. @default 100 */
  limit?: number | undefined;
  /** Go on behind the list that had this `next`. @default 0 */
  after?: number | string | undefined;
  /** Also those that have an embedding. @default false */
  all?: boolean | undefined;
}

export interface PendingEmbeddings {
  entries: PendingEmbedding[];
  /** What to pass as `after` for those that follow; `null`: there are none. */
  next: number | string | null;
  /** How many texts have no embedding, in all. */
  pending: number;
  warnings: Warning[];
}

/** A text without an embedding: items come first, then the parts of events, drawers and closets. */
export type PendingEmbedding = PendingItem | PendingEventPart | PendingDrawer | PendingCloset;

export interface PendingItem {
  face: 'wiki';
  category: string;
  name: string;
  /** Of the text: 16 hex digits. */
  hash: string;
  /** `name + "\n" + content` */
  text: string;
}

export interface PendingEventPart {
  face: 'evidence';
  /** Of the event. */
  id: string;
  part: EventPart;
  /** Of the text: 16 hex digits. */
  hash: string;
  /** The summary, or the chunk. */
  text: string;
}

export interface PendingDrawer {
  face: 'palace';
  /** Of the drawer. */
  id: string;
  /** Of the text: 16 hex digits. */
  hash: string;
  text: string;
}

export interface PendingCloset {
  face: 'palace';
  closet: ShownCloset;
  /** Of the text: 16 hex digits. */
  hash: string;
  text: string;
}

/** What of an event has an embedding: its summary, and each chunk of its content by its number. */
export type EventPart = 'summary' | number;

/** An embedding for a text that is there. */
export type EmbeddingInput = ItemEmbedding | EventEmbedding | DrawerEmbedding | ClosetEmbedding;

export interface ItemEmbedding {
  /** @default "wiki" */
  face?: 'wiki' | undefined;
  category: Text;
  /** In any spelling that `add` takes for the same. */
  name: Text;
  /**
   * That of the text which was embedded, 16 hex digits as `pendingEmbeddings` gives them. Where the item
   * has another text now, it is `stale_hash`.
   */
  hash?: string | null | undefined;
  /**
   * The text that was embedded, `name + "\n" + content`; needless where `hash` is given. Without both,
   * the item's own text is taken for that.
   */
  text?: Text | null | undefined;
  embedding: Vector;
}

export interface EventEmbedding {
  face: 'evidence';
  /** Of the event. */
  id: Text;
  part: EventPart;
  /** As that of an item. */
  hash?: string | null | undefined;
  /** As that of an item. */
  text?: Text | null | undefined;
  embedding: Vector;
}

export interface DrawerEmbedding {
  face: 'palace';
  /** Of the drawer. */
  id: Text;
  closet?: null | undefined;
  /** As that of an item. */
  hash?: string | null | undefined;
  /** As that of an item. */
  text?: Text | null | undefined;
  embedding: Vector;
}

export interface ClosetEmbedding {
  face: 'palace';
  closet: ClosetKey;
  id?: null | undefined;
  /** As that of an item. */
  hash?: string | null | undefined;
  /** As that of an item. */
  text?: Text | null | undefined;
  embedding: Vector;
}

export interface PutEmbeddings {
  /** One an entry, in their order. */
  results: PutEmbedding[];
  stored: number;
  /** Has grown where any was stored. */
  revision: number;
  warnings: Warning[];
}

/** What became of an entry. */
export type PutEmbedding =
  PutItemEmbedding | PutEventEmbedding | PutDrawerEmbedding | PutClosetEmbedding;

export interface PutItemEmbedding {
  face: 'wiki';
  category: string;
  name: string;
  stored: boolean;
  /** `unknown_item`, `stale_hash`, `invalid_vector` or `dimension_mismatch`: why it was not stored. */
  error?: { code: ErrorCode; message: string };
}

export interface PutEventEmbedding {
  face: 'evidence';
  id: string;
  part: EventPart;
  stored: boolean;
  /** `unknown_event`, `stale_hash`, `invalid_vector` or `dimension_mismatch`: why it was not stored. */
  error?: { code: ErrorCode; message: string };
}

export interface PutDrawerEmbedding {
  face: 'palace';
  id: string;
  stored: boolean;
  /** `unknown_item`, `stale_hash`, `invalid_vector` or `dimension_mismatch`: why it was not stored. */
  error?: { code: ErrorCode; message: string };
}

export interface PutClosetEmbedding {
  face: 'palace';
  closet: ShownCloset;
  stored: boolean;
  /** `unknown_item`, `stale_hash`, `invalid_vector` or `dimension_mismatch`: why it was not stored. */
  error?: { code: ErrorCode; message: string };
}

export interface Replaced {
  stored: number;
  /** Entries whose text is another one by now, or gone. */
  skipped: number;
  revision: number;
  warnings: Warning[];
}

export interface ReembedOptions extends EmbeddingBatchOptions {
  /** Milliseconds for one call of the embedder, above 0. @default 10000 */
  embedderTimeout?: number | undefined;
}

/** What `status()` tells of embeddings. */
export interface EmbeddingsStatus {
  /** That the store is stamped with; `null`: none was named. */
  model: string | null;
  /** Of all vectors; `null`: there are none. */
  width: number | null;
  vectors: number;
  /** Texts without a vector. */
  pending: number;
  /** Of a memory with an embedder: what went wrong last, `null` once all is well. */
  lastError?: { code: ErrorCode; message: string } | null;
}
