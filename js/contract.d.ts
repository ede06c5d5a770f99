/**
 * What `contract()` publishes: names, defaults, limits and codes as data.
 */

import type { EntityKind, EvidenceReason, NoteCode } from './evidence.js';
import type {
  CandidateStrategy,
  FallbackReason,
  Likeness,
  MatchedVia,
  Metric,
  PalaceReason,
} from './palace.js';
import type {
  Context,
  DroppedReason,
  Durability,
  EmbeddingReason,
  Forms,
  Fusion,
  Profile,
  Reason,
  Segmenter,
  TokenKind,
} from './loci.js';

/** `contract().errors` says when each occurs. */
export type ErrorCode =
  | 'invalid_argument'
  | 'too_large'
  | 'closed'
  | 'read_only'
  | 'store_busy'
  | 'storage_full'
  | 'storage_error'
  | 'transaction_too_large'
  | 'store_damaged'
  | 'unsupported_format'
  | 'options_mismatch'
  | 'not_persisted'
  | 'invalid_vector'
  | 'dimension_mismatch'
  | 'model_mismatch'
  | 'unknown_item'
  | 'stale_hash'
  | 'not_found'
  | 'unknown_event'
  | 'unknown_concept'
  | 'no_position'
  | 'cursor_unknown'
  | 'cursor_expired'
  | 'model_changed'
  | 'record_changed'
  | 'embedder_failed'
  | 'embedder_timeout'
  | 'out_of_memory'
  | 'internal';

/** `contract().warnings` says when each occurs. */
export type WarningCode =
  | 'repaired'
  | 'limit_clamped'
  | 'store_damaged'
  | 'no_dictionary'
  | 'lines_skipped'
  | 'invalid_vector'
  | 'dimension_mismatch'
  | 'model_mismatch'
  | 'vectors_damaged'
  | 'vectors_too_large'
  | 'embedder_failed'
  | 'embedder_timeout'
  | 'committed_in_parts'
  | 'chunks_missing'
  | 'drawer_unchanged';

/** What a call tells beside its result. */
export interface Warning {
  code: WarningCode;
  message: string;
  /**
   * Of `repaired`: `{count}`, the sequences that became U+FFFD; of `committed_in_parts`: `{parts}`, how
   * many there were.
   */
  detail?: { count?: number; parts?: number };
}

/** Names, defaults, limits and codes as data. */
export interface Contract {
  /** The newest format of a store that this Loci reads, and the one that it writes. */
  formatVersion: number;
  /** The options of each method with their defaults; of words all, the default first. */
  options: {
    openMemory: {
      profile: Profile[];
      durability: Durability[];
      segmenter: Segmenter[];
      forms: Forms[];
      readOnly: boolean;
      embedderTimeout: number;
    };
    add: { model: null };
    addMany: { model: null };
    putEmbeddings: { model: null };
    retrieve: {
      limit: number;
      budgetTokens: null;
      expandLinks: boolean;
      explain: boolean;
      categories: null;
      since: null;
      before: null;
      embedding: null;
      model: null;
      fusionWeight: number;
      fusion: Fusion[];
      context: Context[];
      minConfidence: null;
    };
    items: { category: null; limit: number; offset: number };
    journal: { since: number; limit: number };
    compact: { keepJournal: number };
    tokenize: { kinds: boolean };
    pendingEmbeddings: { limit: number; after: number; all: boolean };
    evidenceSave: { model: null };
    evidenceSaveMany: { model: null };
    /** Of the request and of the options, as of the other operations. */
    evidenceSearch: {
      query_text: null;
      entities: null;
      since: null;
      before: null;
      exclude: null;
      include_delivered: boolean;
      reset_seen: boolean;
      session: string;
      embedding: null;
      model: null;
    };
    evidenceRead: { start: number; limit: number; session: string };
    evidenceExpand: { limit: number; session: string };
    evidenceNearby: { before: number; after: number; session: string };
    evidenceFindEntity: { limit: number; offset: number };
    palaceAddDrawer: { model: null };
    palaceAddDrawers: { model: null };
    palaceUpdateDrawer: { model: null };
    palaceAddCloset: { model: null };
    /** Of the request and of the options. */
    palaceSearch: {
      wing: null;
      room: null;
      since: null;
      before: null;
      embedding: null;
      model: null;
      limit: number;
      maxDistance: number;
      vectorDisabled: boolean;
      candidateStrategy: CandidateStrategy[];
      metric: Metric[];
    };
    palaceCheckDuplicate: { threshold: number; limit: number; embedding: null; model: null };
    palaceListDrawers: { wing: null; room: null; limit: number; offset: number };
    palaceListTunnels: { wing: null; room: null };
    palaceTraverse: { maxHops: number };
  };
  limits: {
    /** The most that a `limit` gives. */
    limit: number;
    categoryBytes: number;
    nameBytes: number;
    contentBytes: number;
    metadataBytes: number;
    /** Arrays and objects inside each other. */
    metadataDepth: number;
    /** The most numbers of a vector. */
    vectorWidth: number;
    modelBytes: number;
    eventIdBytes: number;
    summaryBytes: number;
    /** The most entities of one event. */
    entities: number;
    sessionBytes: number;
    /** The most ids of one search. */
    exclude: number;
    /** The most code points of one `read`. */
    readLimit: number;
    expandLimit: number;
    /** The most of `before` and `after` of `nearby`. */
    nearbyReach: number;
    drawerIdBytes: number;
    /** Of the name of a wing, of a room and of a hall, and of the label of a tunnel. */
    placeNameBytes: number;
    sourceFileBytes: number;
    drawerTextBytes: number;
    /** The most of `maxHops`. */
    hops: number;
  };
  errors: Record<ErrorCode, string>;
  warnings: Record<WarningCode, string>;
  reasons: Reason[];
  droppedReasons: DroppedReason[];
  embeddingReasons: EmbeddingReason[];
  tokenKinds: TokenKind[];
  evidenceReasons: EvidenceReason[];
  evidenceNotes: NoteCode[];
  entityKinds: EntityKind[];
  /** Those that are no reasons of embeddings as well. */
  fallbackReasons: Exclude<FallbackReason, EmbeddingReason>[];
  palaceReasons: PalaceReason[];
  matchedVia: MatchedVia[];
  likenesses: Likeness[];
  constants: {
    k1: number;
    b: number;
    partWeight: number;
    insideBigramWeight: number;
    /** Of two neighbouring characters of a script without spaces. */
    bigramWeight: number;
    /** The same in Thai and its kin, and of three of them there. */
    syllableBigramWeight: number;
    gramWeight: number;
    /** Of a function word in a query that asks for anything else. */
    functionWordWeight: number;
    /** The most other forms that a word of a query finds. */
    relatives: number;
    /** The most words of a query that find other forms of themselves. */
    families: number;
    /** The best by their own words, which lend to each other. */
    contextCandidates: number;
    /** What an item gets of the score of each of the two beside it in its sequence. */
    neighbourWeight: number;
    /** The same of those two steps away. */
    secondNeighbourWeight: number;
    /** Of what its sequence holds beyond it. */
    sequenceWeight: number;
    /**
     * Of what stands of the query in its best stretch, of so many tokens, for the share of the text
     * that is beyond its first `toldByScore` tokens.
     */
    coverageWeight: number;
    stretchTokens: number;
    toldByScore: number;
    /** The nearest that have a share by their embedding, at least. */
    nearestWithShare: number;
    /** How far the nearest must stand out from all others to count at all, and to count fully. */
    leastStandingOut: number;
    fullStandingOut: number;
    /** How much less an embedding counts for a query that one item's words cover. */
    coveredDiscount: number;
    /**
     * How much words must cover of a query to say, by the item they are surest of, whether an embedding
     * is to be believed: not where it finds that item no nearer than `leastAgreement`, on the way from
     * the mean to the nearest, and in full from `fullAgreement`.
     */
    witness: number;
    leastAgreement: number;
    fullAgreement: number;
    /** So many of the best say how sure a result is. */
    confidenceCandidates: number;
    /** confidence = 1 / (1 + exp(-slope × (evidence - midpoint))) */
    confidenceSlope: number;
    confidenceMidpoint: number;
    /** The nearest that are candidates by their embedding, a hit. */
    candidatesPerHit: number;
    /** The 60 of `rrf`. */
    rrfK: number;
    /** Of a chunk, in code points. */
    chunkLength: number;
    /** What two neighbours share. */
    chunkOverlap: number;
    /** The most of an excerpt, in code points. */
    excerptLength: number;
    /** Excerpts are taken from so many code points at the beginning of a text. */
    excerptReach: number;
    eventsPerReply: number;
    /** The most distinct events that one route of a search brings. */
    eventsPerRoute: number;
    /** What a search and all that follows from it deliver at most. */
    chainEvents: number;
    /** How long a delivery, and a cursor, is remembered. */
    deliveryMilliseconds: number;
    /** The most that is remembered of a session. */
    deliveredIds: number;
    deliveredExcerpts: number;
    sessions: number;
    cursors: number;
    /** The most rooms of a walk. */
    visitedRooms: number;
    /** The most of the graph's `top_tunnels`. */
    topTunnels: number;
    /** The most rooms that are named for one that is not there. */
    suggestions: number;
    /** How many closets, of the nearest, lift the drawers of their files. */
    boostingClosets: number;
    /** A closet that is farther lifts none. */
    closetReach: number;
  };
}
