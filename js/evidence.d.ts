/**
 * The evidence face: *events*, each a summary, a whole text, and the persons and concepts in it. A
 * session asks in turns. What it was given is not given again for 15 minutes, what is quoted is the
 * text itself, and from each answer there are ways on: by a concept, to the neighbours, into the text.
 *
 * Requests and replies are the same for programs and for tools, so their names are those of tools:
 * snake_case in requests.
 */

import type { ErrorCode, Warning } from './contract.js';
import type { EmbeddingBatchOptions, ModelOption, Vector } from './embeddings.js';
import type { Moment, Removed, Text } from './loci.js';
import type { Promised } from './remote_memory.js';

/** A stretch of a text, half-open: `[start, end)`. */
export type TextRange = [start: number, end: number];

// --- events ---

export type EntityKind = 'person' | 'concept';

/** A person or a concept that events mention. */
export interface Entity {
  kind: EntityKind;
  id: string;
  name: string;
}

export interface EntityInput {
  kind: EntityKind;
  /**
   * Of an entity that has another name so far: renames it. One of the other kind is
   * `invalid_argument`. Without it the entity is known by its kind and name, and a new one gets
   * `person_<n>` or `concept_<n>`.
   */
  id?: Text | null | undefined;
  /** White space is collapsed; then 1 to 512 bytes. */
  name: Text;
}

/** What `save` takes. `null` is the same as absent, but for `writtenAt`. */
export interface EventInput {
  /** 1 to 512 bytes, without control characters. One that is there is replaced. Without it `event_<n>`. */
  id?: Text | null | undefined;
  /** May be empty, at most 1 MiB. */
  summary: Text;
  /** Kept whole, to the last character; may be empty, at most 16 MiB. */
  content: Text;
  /** At most 1000; what comes twice counts once. */
  entities?: readonly EntityInput[] | null | undefined;
  /** Without it the time of the call; `null`: undated, and in no bounds of time. */
  writtenAt?: Moment | null | undefined;
  /** That of `summary`. */
  summaryEmbedding?: Vector | null | undefined;
  /**
   * Those of the chunks, which `chunks(content)` gives: one each, or `null` where there is none yet. Any
   * other number than theirs is `invalid_argument`; `[]` is none.
   */
  chunkEmbeddings?: readonly (Vector | null)[] | null | undefined;
}

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  summary: string;
  content: string;
  entities: Entity[];
  /** ISO 8601, UTC. */
  writtenAt: string | null;
  /** In code points. Empty for empty content, and for events of a store older than chunks. */
  chunks: TextRange[];
  /** That which wrote its text. */
  revision: number;
}

export interface Saved {
  id: string;
  /**
   * `updated`: an event of this id was replaced. One whose summary or content changed counts as new, for
   * all sessions. `same`: it was there as it is, and nothing was written but embeddings.
   */
  action: 'added' | 'updated' | 'same';
  /** How many chunks the content has. */
  chunks: number;
  revision: number;
  warnings: Warning[];
}

export interface SavedMany {
  added: number;
  updated: number;
  same: number;
  /** One an event, in their order. */
  ids: string[];
  revision: number;
  warnings: Warning[];
}

// --- asking ---

export interface SessionOption {
  /** Who asks, 1 to 512 bytes. Sessions know nothing of each other. @default "default" */
  session?: Text | undefined;
}

/** `embedding` and `model` are for `search`; the other operations pass them over. */
export interface EvidenceOptions extends SessionOption {
  /**
   * That of `query_text`. What is no vector, or does not fit those stored, is passed over, and a warning
   * says why. @default null
   */
  embedding?: Vector | null | undefined;
  /** The model that made it. Other than that of the store, it is passed over. @default null */
  model?: string | null | undefined;
}

export interface EvidenceSearch {
  /**
   * Sought in summaries and contents; the names of entities are no part of them. Absent or blank, without
   * an embedding: the newest first. @default null
   */
  query_text?: Text | null | undefined;
  /**
   * Only events that mention all of these, each an id, or a name in any case, width and accent.
   * @default null
   */
  entities?: readonly Text[] | null | undefined;
  /** Only events whose `writtenAt` is not before this moment. @default null */
  since?: Moment | null | undefined;
  /** Only events whose `writtenAt` is before this moment. @default null */
  before?: Moment | null | undefined;
  /** Ids of events to leave out as if delivered, for hosts that keep their own record; at most 10 000. @default null */
  exclude?: readonly Text[] | null | undefined;
  /**
   * Leave nothing out because it was delivered, for hosts that drop what they were given. What is
   * delivered counts as always. @default false
   */
  include_delivered?: boolean | undefined;
  /** First forget what was delivered in this session, and its cursors. @default false */
  reset_seen?: boolean | undefined;
}

export interface EvidenceRead {
  event_id: Text;
  /** In code points, at most the length of the content. @default 0 */
  start?: number | undefined;
  /** Code points, 1 to 10 000. @default 1600 */
  limit?: number | undefined;
}

export interface EvidenceExpand {
  /** That of a reply of this session. */
  cursor: Text;
  /** One of the `concepts` of that reply, or of those that led to it. */
  concept_id: Text;
  /** 1 to 8; at most 4 come, and at most what the cursor's 20 have left. @default 3 */
  limit?: number | undefined;
}

export interface EvidenceNearby {
  /** That of a reply of this session. */
  cursor: Text;
  /** An event of that reply, or of those that led to it, with an id `<prefix>_ch<chapter>_e<number>`. */
  event_id: Text;
  /** The nearest in its chapter that exist below its number, 0 to 10. @default 2 */
  before?: number | undefined;
  /** The nearest there that exist above it, 0 to 10. @default 2 */
  after?: number | undefined;
}

/** What `call` takes: the request of a method, and which method. */
export type EvidenceRequest =
  | ({ operation: 'search' } & EvidenceSearch)
  | ({ operation: 'read' } & EvidenceRead)
  | ({ operation: 'expand' } & EvidenceExpand)
  | ({ operation: 'nearby' } & EvidenceNearby);

// --- replies ---

export interface EvidenceReply {
  /** At most 4, none that this session was given within 15 minutes. */
  events: FoundEvent[];
  /** What `expand` and `nearby` go on from, for 15 minutes; `null`: nothing was delivered. */
  cursor: string | null;
  /** Concepts that the events mention, in order of appearance: ways on, by `expand`. */
  concepts: FoundConcept[];
  /** What to bear in mind with this reply. */
  notes: Note[];
  /** Why there are no events, where there are none. */
  reason?: EvidenceReason;
  warnings: Warning[];
}

export interface FoundEvent {
  id: string;
  /** What it was ranked by; compares within one reply only. `null`: it was not ranked. */
  score: number | null;
  summary: string;
  writtenAt: string | null;
  entities: Entity[];
  /** Where the content matches best; absent where `quoteRef` stands for it. */
  excerpt?: Excerpt;
  /** This session has been given the same text already, by this event. */
  quoteRef?: QuoteRef;
  /** In code points. */
  contentLength: number;
  /** Ids of events of the same content that are left out for this one. */
  duplicates?: string[];
  /** There is more than the excerpt. */
  hint?: 'use read';
}

/** At most 120 code points of the content, to the letter. */
export interface Excerpt {
  text: string;
  /** In code points of the content. */
  range: TextRange;
  /** The same in UTF-16, as `slice` takes it. */
  range16: TextRange;
}

export interface QuoteRef {
  id: string;
  range: TextRange;
  range16: TextRange;
}

export interface FoundConcept {
  id: string;
  name: string;
  /** How many events of the store mention it. */
  events: number;
  /** Those of this reply that do. */
  event_ids: string[];
}

export interface Note {
  code: NoteCode;
  message: string;
}

export type NoteCode =
  'check_source' | 'no_causality' | 'heuristic_scores' | 'empty_proves_nothing';

/**
 * `no_query_terms`: the query holds no word. `nothing_new`: all that matches was delivered, or is
 * excluded. `no_match`: nothing matches. `chain_exhausted`: this cursor's 20
 * events are used up; search again.
 */
export type EvidenceReason = 'no_query_terms' | 'no_match' | 'nothing_new' | 'chain_exhausted';

export interface ReadText {
  text: string;
  /** In code points of the content. */
  range: TextRange;
  range16: TextRange;
  /** Code points of the content. */
  total: number;
  /** Where to read on; absent at the end. */
  next?: number;
  warnings: Warning[];
}

export interface FoundEntity {
  entity: Entity | null;
  /** Those that mention it, in the order in which they were stored; no more than `limit`. */
  events: EventHead[];
  /** How many mention it in all. */
  total: number;
  warnings: Warning[];
}

export interface EventHead {
  id: string;
  summary: string;
  writtenAt: string | null;
}

export interface FindEntityOptions {
  /** 0 to 1000; more is clamped with a warning. @default 100 */
  limit?: number | undefined;
  /** How many events to leave out at the front. @default 0 */
  offset?: number | undefined;
}

/** An error as a value, as `call` gives it. */
export interface EvidenceError {
  error: { code: ErrorCode; message: string; detail?: Record<string, unknown> };
}

/** What `status()` tells of events. */
export interface EvidenceStatus {
  events: number;
  chunks: number;
}

// --- the face ---

/** `memory.evidence` */
export interface Evidence {
  /**
   * Keeps an event, its chunks and its vectors, in one transaction. Kept when it returns. Throws what
   * `add` of a memory throws: then nothing has changed.
   */
  save(event: EventInput, options?: ModelOption): Saved;
  /** `save` for many, in one transaction, as `addMany` of a memory; in a Durable Object in parts. */
  saveMany(events: Iterable<EventInput>, options?: EmbeddingBatchOptions): SavedMany;
  /** The event, or `null`. */
  get(id: Text): StoredEvent | null;
  /** Removes an event. An entity that no other event mentions goes with it. */
  remove(id: Text): Removed;
  /**
   * At most 4 events that matter for a question and that this session was not given: by words, and by
   * the embedding where there is one. Any text is a query: nothing in it is an operator.
   */
  search(request?: EvidenceSearch, options?: EvidenceOptions): EvidenceReply;
  /** A stretch of an event's content. `unknown_event` where there is none of this id. */
  read(request: EvidenceRead, options?: EvidenceOptions): ReadText;
  /**
   * Other events that mention a concept, ranked by the query of the cursor, within its bounds. Throws
   * `unknown_concept` for one that no event on the way to this cursor has, and as each use of a
   * cursor `cursor_unknown`, `cursor_expired`, `model_changed` and `record_changed`: then search again.
   */
  expand(request: EvidenceExpand, options?: EvidenceOptions): EvidenceReply;
  /**
   * The records around an event of the cursor in its chapter, in the order of their numbers, at most 4. Throws
   * `unknown_event` for one that was not delivered on the way to this cursor, `no_position` where its id
   * has no number, and what `expand` throws of cursors.
   */
  nearby(request: EvidenceNearby, options?: EvidenceOptions): EvidenceReply;
  /**
   * An entity and the events that mention it; no session takes part. It is the one whose id the text
   * is, else whose name, else one whose name is like it; of several that which was there first.
   */
  findEntity(entity: { kind: EntityKind; name: Text }, options?: FindEntityOptions): FoundEntity;
  /** The chunks of a text, in code points: 800 each, of which two neighbours share 120. */
  chunks(text: Text): TextRange[];
  /** One entry for tools. It throws no MemoryError, but gives it as a value; then nothing was delivered. */
  call(
    request: { operation: 'read' } & EvidenceRead,
    options?: EvidenceOptions,
  ): ReadText | EvidenceError;
  call(
    request: EvidenceRequest,
    options?: EvidenceOptions,
  ): EvidenceReply | ReadText | EvidenceError;
}

/** The methods of `Evidence`, by promise. */
export interface PromisedEvidence extends Omit<
  { [Name in keyof Evidence]: Promised<Evidence[Name]> },
  'call'
> {
  /** As in `Evidence`: it rejects with no MemoryError. */
  call(
    request: { operation: 'read' } & EvidenceRead,
    options?: EvidenceOptions,
  ): Promise<ReadText | EvidenceError>;
  call(
    request: EvidenceRequest,
    options?: EvidenceOptions,
  ): Promise<EvidenceReply | ReadText | EvidenceError>;
}
