/**
 * A memory of a browser that all tabs of a site share. Its engine runs in a worker of the tab that
 * leads; every tab has the same methods, and they answer by promise.
 */

import type { PromisedEvidence } from './evidence.js';
import type { Memory, OpenOptions, Persistence, Text, Token, TokenizeOptions } from './loci.js';
import type { PromisedPalace } from './palace.js';
import type { PlatformSharedWorker, PlatformURL, PlatformWorker } from './platform.js';

/**
 * `'opfs:<name>'`: a store of this site, on the origin private file system; where the browser has
 * none, in IndexedDB; where nothing can be kept, in memory. `persistence` says which, and why. A name
 * is any text of up to 200 bytes, counted after percent-encoding.
 */
export type SharedLocation = `opfs:${string}`;

export interface BrowserOptions extends OpenOptions {
  /**
   * Loci's worker, for bundlers that move it: the address of js/worker.js, or a Worker that runs it,
   * which is Loci's then. Prefer an address: Loci can end and start such a worker when the page is
   * frozen and comes back; a Worker that you end leaves its calls without an answer. With it
   * `':memory:'` and `{bytes}` run in a worker as well.
   */
  worker?: string | PlatformURL | PlatformWorker | undefined;
  /**
   * What hands followers a line to their leader: the address of js/broker.js, or a SharedWorker that
   * runs it. `null`: do without; the tabs then talk on a BroadcastChannel, as they do where there
   * are no SharedWorkers.
   */
  broker?: string | PlatformURL | PlatformSharedWorker | null | undefined;
  /**
   * Only in a dedicated worker: the synchronous memory, and the store to itself until `close`.
   * `store_busy` where it is open elsewhere; `store_busy` for all others then.
   */
  exclusive?: boolean | undefined;
}

/** The method, by promise. */
export type Promised<Method> = Method extends {
  (...args: infer A): infer Result;
}
  ? (...args: A) => Promise<Result>
  : Method;

/**
 * The methods of `Memory`, by promise.
 *
 * Calls of one tab are answered in their order. A write is done exactly once, also when the tab that
 * leads goes away before it could answer: the next leader is asked again, and knows what was done.
 */
export interface RemoteMemory extends Omit<
  { [Name in keyof Memory]: Promised<Memory[Name]> },
  'tokenize' | 'persistence' | 'evidence' | 'palace' | 'reembed' | 'close' | typeof Symbol.dispose
> {
  /** Changes when another tab takes the lead, and when the browser has answered. */
  readonly persistence: Persistence;
  /** As in `Memory`, by promise. Sessions are those of the store, whichever tab asks. */
  readonly evidence: PromisedEvidence;
  /** As in `Memory`, by promise. */
  readonly palace: PromisedPalace;
  /** As in `Memory`; with `kinds` the tokens, else their terms. */
  tokenize(
    text: Text,
    options?: TokenizeOptions & { kinds?: false | undefined },
  ): Promise<string[]>;
  tokenize(text: Text, options: TokenizeOptions & { kinds: true }): Promise<Token[]>;
  tokenize(text: Text, options?: TokenizeOptions): Promise<string[] | Token[]>;
  /** As in `Memory`; the embedder runs here, not where the store is. */
  reembed: Memory['reembed'];
  /** Resolves when what was asked before is answered, and all is given up. Twice is allowed. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
