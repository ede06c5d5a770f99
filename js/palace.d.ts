/**
 * The palace face: texts kept word for word in *drawers*. A drawer stands in a *room* of a *wing*; the
 * same room may stand in several wings, which makes it a way from one to the other. *Closets*, short
 * digests of a source file, help to rank its drawers.
 *
 * Names of wings and rooms are taken in any spelling: trimmed, case-folded, with blanks, hyphens and
 * underscores the same, `my-wing` is `My Wing`; accents count. They are shown as they were first filed.
 *
 * Drawers are camelCase, as they are handed in. What is found and counted goes to tools as it is, so its
 * names are theirs: snake_case.
 */

import type { Warning } from './contract.js';
import type { EmbeddingBatchOptions, ModelOption, Vector } from './embeddings.js';
import type { EmbeddingReason, JsonObject, Metadata, Moment, Removed, Text } from './loci.js';
import type { Promised } from './remote_memory.js';

/** A room of a wing. */
export interface Place {
  /** At most 512 bytes, without control characters, and not blank. */
  wing: Text;
  /** The same. */
  room: Text;
}

/** A room of a wing, by the names that are shown. */
export interface ShownPlace {
  wing: string;
  room: string;
}

/** A closet, by the names that are shown. */
export interface ShownCloset extends ShownPlace {
  sourceFile: string;
}

// --- drawers ---

/** What of a drawer may be there or not. `null` is the same as absent, but for `filedAt`. */
export interface DrawerFacts {
  /** The sort of drawer, across rooms: trimmed, at most 512 bytes. */
  hall?: Text | null | undefined;
  /** Where the text came from, at most 4096 bytes. */
  sourceFile?: Text | null | undefined;
  /** Its place among the drawers of that file, an integer from 0 to 2^53 - 1. */
  chunkIndex?: number | null | undefined;
  /** When the text was written, or was true. */
  authoredAt?: Moment | null | undefined;
  /** Without it the time of the call; `null` or `''`: undated, and in no bounds of time. */
  filedAt?: Moment | null | undefined;
  /** At most 1 MiB as JSON, at most 64 arrays and objects inside each other. */
  metadata?: Metadata | null | undefined;
  /** That of `text`. */
  embedding?: Vector | null | undefined;
}

/** What `addDrawer` takes. */
export interface DrawerInput extends Place, DrawerFacts {
  /**
   * 1 to 512 bytes, without control characters. Without it `drawer_` and a hash of wing, room,
   * `sourceFile`, `chunkIndex` and text, so that the same drawer twice is one.
   */
  id?: Text | null | undefined;
  /** Kept to the last character; not blank, at most 16 MiB. */
  text: Text;
}

/** What `updateDrawer` changes; what is absent stays, and `null` takes a fact away. */
export interface DrawerChanges extends Partial<Place>, DrawerFacts {
  /** Another text loses the vector of the one before, unless it brings its own. */
  text?: Text | undefined;
}

/** A drawer as it is stored. */
export interface Drawer {
  id: string;
  wing: string;
  room: string;
  hall: string | null;
  text: string;
  sourceFile: string | null;
  chunkIndex: number | null;
  /** ISO 8601, UTC. */
  authoredAt: string | null;
  /** ISO 8601, UTC. */
  filedAt: string | null;
  /** Its keys in sorted order. */
  metadata: JsonObject | null;
}

export interface DrawerAdded {
  id: string;
  /**
   * `updated`: a drawer of this id had another text, and is now the last in order of filing. `same`: the
   * text was there, and nothing was written but an embedding.
   */
  action: 'added' | 'updated' | 'same';
  revision: number;
  warnings: Warning[];
}

export interface DrawersAdded {
  added: number;
  updated: number;
  same: number;
  /** One a drawer, in their order. */
  ids: string[];
  revision: number;
  warnings: Warning[];
}

export interface DrawerUpdated {
  id: string;
  action: 'updated' | 'same';
  revision: number;
  warnings: Warning[];
}

export interface DrawerDeleted extends Removed {
  /** Closets of the source file that has no drawer left in this room. */
  closetsRemoved: number;
  /** Explicit tunnels to the room that has no drawer left. */
  tunnelsRemoved: number;
}

export interface ListDrawersOptions {
  /** Only this wing; `''`: any. @default null */
  wing?: Text | null | undefined;
  /** Only this room; `''`: any. @default null */
  room?: Text | null | undefined;
  /** 0 to 1000; more is clamped with a warning. @default 100 */
  limit?: number | undefined;
  /** How many to leave out at the front. @default 0 */
  offset?: number | undefined;
}

export interface Drawers {
  /** In order of filing. */
  drawers: Drawer[];
  /** How many there are in all, in this wing and room. */
  total: number;
  /** Why there can be none. */
  reason?: ScopeReason;
  /** All wings, where there is none of the name. */
  wings?: string[];
  /** All rooms of the wing, or of all, where there is none of the name. */
  rooms?: string[];
  warnings: Warning[];
}

// --- closets ---

/** Which closet: one for each source file in a room. */
export interface ClosetKey extends Place {
  /** Not empty. */
  sourceFile: Text;
}

/** A short digest of what a source file is about. It lifts that file's drawers in a search. */
export interface ClosetInput extends ClosetKey {
  /** Not blank. */
  text: Text;
  /** That of `text`; without one a closet has no effect. */
  embedding?: Vector | null | undefined;
}

export interface ClosetAdded {
  action: 'added' | 'updated' | 'same';
  revision: number;
  warnings: Warning[];
}

// --- duplicates ---

export interface DuplicateOptions {
  /** How alike texts must be, 0 to 1. @default 0.9 */
  threshold?: number | undefined;
  /** That of the text; what is no vector is passed over, and a warning says why. @default null */
  embedding?: Vector | null | undefined;
  /** The model that made it. @default null */
  model?: string | null | undefined;
  /** 0 to 1000; more is clamped with a warning. @default 5 */
  limit?: number | undefined;
}

export interface DuplicateCheck {
  is_duplicate: boolean;
  /** Best first. */
  matches: DuplicateMatch[];
  warnings: Warning[];
}

export interface DuplicateMatch extends ShownPlace {
  id: string;
  similarity: number;
  how: Likeness;
}

/**
 * `exact`: the same text, but for line ends and blanks at the ends of lines. `words`: the share of words
 * in common. `embedding`: the cosine.
 */
export type Likeness = 'exact' | 'words' | 'embedding';

// --- searching ---

/** What to look for, and where. Of filters `''` and `null` mean none. */
export interface PalaceSearch {
  /** Any text: nothing in it is an operator. */
  query: Text;
  /** Only this wing. @default null */
  wing?: Text | null | undefined;
  /** Only this room. @default null */
  room?: Text | null | undefined;
  /** 0 to 1000; more is clamped with a warning. @default 5 */
  limit?: number | undefined;
  /** Only drawers that were filed at this moment or later. @default null */
  since?: Moment | null | undefined;
  /** Only drawers that were filed before this moment. @default null */
  before?: Moment | null | undefined;
  /**
   * What is ranked. `vector`: the nearest by their vectors, and of the best by words those that have no
   * vector yet (not in the profile `reference`). `union`: the nearest, and the best by words, whether
   * they have a vector or not. @default "vector"
   */
  candidateStrategy?: CandidateStrategy | undefined;
  /** Leave out what is farther; 0: nothing. @default 0 */
  maxDistance?: number | undefined;
  /** Search by words alone. @default false */
  vectorDisabled?: boolean | undefined;
}

export type CandidateStrategy = 'vector' | 'union';

export interface PalaceSearchOptions {
  /**
   * That of the query. What is no vector, or does not fit those stored, is passed over: the fallback
   * then says why. @default null
   */
  embedding?: Vector | null | undefined;
  /** The model that made it. Other than that of the store, it is passed over. @default null */
  model?: string | null | undefined;
  /**
   * What distances are: `cosine` 1 − cosine, `l2` the Euclidean distance, `ip` 1 − inner product. The
   * latter two look at every vector. @default "cosine"
   */
  metric?: Metric | undefined;
}

export type Metric = 'cosine' | 'l2' | 'ip';

export interface PalaceReply {
  query: string;
  filters: PalaceFilters;
  /** Best first. */
  results: PalaceResult[];
  /** Why there are none, where there are none. */
  reason?: PalaceReason;
  /** All wings, where a wing or a room is unknown. */
  wings?: string[];
  /** All rooms of the wing, or of all, where the room is unknown. */
  rooms?: string[];
  /** Drawers in the wing, the room and the bounds of time. */
  total_before_filter: number;
  /** Words alone ranked the results. */
  fallback?: 'bm25_only';
  fallback_reason?: FallbackReason;
  /** What helps. */
  hint?: 'run repair';
  warnings: Warning[];
}

export interface PalaceFilters {
  /** As it is shown. */
  wing: string | null;
  /** As it is shown. */
  room: string | null;
  /** ISO 8601, UTC. */
  since: string | null;
  /** ISO 8601, UTC. */
  before: string | null;
}

/** Numbers are `null` where they do not exist: a drawer without a vector has no distance. */
export interface PalaceResult extends ShownPlace {
  id: string;
  text: string;
  hall: string | null;
  /** The last part of `source_path`. */
  source_file: string | null;
  source_path: string | null;
  chunk_index: number | null;
  /** `filedAt` */
  created_at: string | null;
  authored_at: string | null;
  /** 0 to 1, of `effective_distance`. */
  similarity: number | null;
  distance: number | null;
  /** After what its closet takes off. */
  effective_distance: number | null;
  closet_boost: number;
  bm25_score: number | null;
  /** What it was ranked by; compares within one reply only. */
  score: number;
  matched_via: MatchedVia;
  /** Drawers of the same text that are left out for this one. */
  duplicates?: string[];
}

export type MatchedVia = 'drawer' | 'drawer+closet' | 'bm25';

/** `unknown_wing`, `unknown_room`: there is none of the name; the reply lists those that there are. */
export type ScopeReason = 'unknown_wing' | 'unknown_room';

/** `no_query_terms`: the query holds no word, and there is no embedding. `no_match`: nothing matches. */
export type PalaceReason = ScopeReason | 'no_query_terms' | 'no_match';

/**
 * As of a retrieval, and `vector_disabled`: that was asked; `vectors_damaged`: those of the store cannot
 * be read.
 */
export type FallbackReason = EmbeddingReason | 'vector_disabled' | 'vectors_damaged';

// --- structure ---

export interface Wings {
  /** In order of first filing. */
  wings: WingSummary[];
  warnings: Warning[];
}

export interface WingSummary {
  wing: string;
  rooms: number;
  drawers: number;
}

export interface Rooms {
  /** That was asked for, as it is shown; `null`: all. */
  wing: string | null;
  /** In order of first filing. */
  rooms: RoomSummary[];
  reason?: 'unknown_wing';
  /** All wings, where there is none of the name. */
  wings?: string[];
  warnings: Warning[];
}

export interface RoomSummary {
  room: string;
  /** All in which it stands. */
  wings: string[];
  /** In the wing that was asked for, or in all. */
  drawers: number;
}

/** wing -> room -> how many drawers, in order of first filing. */
export type Taxonomy = Record<string, Record<string, number>>;

export interface TraverseOptions {
  /** How many steps from wing to wing, an integer from 0 to 10. @default 2 */
  maxHops?: number | undefined;
}

export interface Traversal {
  /** By hop, then count, the larger first, then first filing; at most 50. */
  rooms: VisitedRoom[];
  /** Whether there are more. */
  truncated: boolean;
  warnings: Warning[];
}

/** A room in all its wings. */
export interface VisitedRoom {
  room: string;
  /** Sorted. */
  wings: string[];
  /** Sorted. */
  halls: string[];
  /** Of drawers. */
  count: number;
  hop: number;
  /** The wings that it shares with the room it was first reached from; absent at hop 0. */
  connected_via?: string[];
}

/** A room that stands in two wings or more. */
export interface Tunnel {
  room: string;
  /** Sorted. */
  wings: string[];
  /** Sorted. */
  halls: string[];
  /** Of drawers. */
  count: number;
  /** The newest day of `authoredAt`, `YYYY-MM-DD`; `''` where no drawer has one. */
  recent: string;
}

export interface GraphStats {
  total_rooms: number;
  tunnel_rooms: number;
  /** Over the tunnels, pairs of wings times halls. */
  total_edges: number;
  /** By rooms, the most first, then first filing. */
  rooms_per_wing: Record<string, number>;
  /** By number of wings, the most first, then first filing; at most 10. */
  top_tunnels: TopTunnel[];
  warnings: Warning[];
}

export interface TopTunnel {
  room: string;
  wings: string[];
  count: number;
}

// --- explicit tunnels ---

export interface TunnelInput {
  from: Place;
  to: Place;
  /** Why they belong together; trimmed, at most 512 bytes. */
  label?: Text | null | undefined;
}

export interface TunnelCreated {
  id: string;
  /** `same`, `updated`: the two were joined already, by this label or by another one. */
  action: 'added' | 'same' | 'updated';
  revision: number;
  warnings: Warning[];
}

export interface ListTunnelsOptions {
  /** Only those with an end in this wing; `''`: any. @default null */
  wing?: Text | null | undefined;
  /** Only those with an end in this room; `''`: any. @default null */
  room?: Text | null | undefined;
}

export interface ExplicitTunnels {
  /** In the order in which they were made. */
  tunnels: ExplicitTunnel[];
  warnings: Warning[];
}

export interface ExplicitTunnel {
  id: string;
  from: ShownPlace;
  to: ShownPlace;
  label: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** What `status()` tells of the palace. */
export interface PalaceStatus {
  drawers: number;
  closets: number;
  /** Explicit ones. */
  tunnels: number;
  wings: number;
  rooms: number;
}

// --- the face ---

/** `memory.palace` */
export interface Palace {
  /**
   * Files a text. The same text under the same id is a no-op, with the warning `drawer_unchanged` where
   * other fields differ; another text takes its place. Kept when it returns. Throws what `add` of a
   * memory throws: then nothing has changed.
   */
  addDrawer(drawer: DrawerInput, options?: ModelOption): DrawerAdded;
  /** `addDrawer` for many, in one transaction, as `addMany` of a memory; in a Durable Object in parts. */
  addDrawers(drawers: Iterable<DrawerInput>, options?: EmbeddingBatchOptions): DrawersAdded;
  /** Changes the fields that are given, and no others. `not_found` where there is no such drawer. */
  updateDrawer(id: Text, changes: DrawerChanges, options?: ModelOption): DrawerUpdated;
  /**
   * Removes a drawer. With the last one of a source file in a room goes its closet, with the last one of
   * a room its explicit tunnels.
   */
  deleteDrawer(id: Text): DrawerDeleted;
  /** The drawer, or `null`. */
  getDrawer(id: Text): Drawer | null;
  /** Drawers in order of filing. */
  listDrawers(options?: ListDrawersOptions): Drawers;

  /** Keeps the closet of a source file in a room, or puts it in the place of the one there is. */
  addCloset(closet: ClosetInput, options?: ModelOption): ClosetAdded;
  removeCloset(closet: ClosetKey): Removed;

  /** Whether a text, or one like it, is in a drawer already. */
  checkDuplicate(text: Text, options?: DuplicateOptions): DuplicateCheck;
  /**
   * The drawers that matter for a question, by the distance of vectors (0.6) and by BM25 (0.4), or by
   * words alone, which the reply says. Any text is a query: nothing in it is an operator.
   */
  search(request: PalaceSearch, options?: PalaceSearchOptions): PalaceReply;

  listWings(): Wings;
  /** The rooms of a wing, or of all. */
  listRooms(wing?: Text | null): Rooms;
  /** Counted anew at each call, exact at any size. */
  taxonomy(): Taxonomy;
  /**
   * The rooms that are reached from one, from room to room in a shared wing. `general` is no room of
   * this graph. `not_found` where there is no such room; its `detail.suggestions` names some like it.
   */
  traverse(startRoom: Text, maxHops?: number | TraverseOptions): Traversal;
  /** The rooms that stand in two wings or more, and in those that are named; `''`: any. */
  findTunnels(wingA?: Text | null, wingB?: Text | null): Tunnel[];
  graphStats(): GraphStats;

  /**
   * Says that two rooms belong together; both must hold drawers, else it is `not_found`. They are no
   * part of `traverse`, `findTunnels` and `graphStats`.
   */
  createTunnel(tunnel: TunnelInput): TunnelCreated;
  listTunnels(options?: ListTunnelsOptions): ExplicitTunnels;
  deleteTunnel(id: Text): Removed;
}

/** The methods of `Palace`, by promise. */
export type PromisedPalace = { [Name in keyof Palace]: Promised<Palace[Name]> };
