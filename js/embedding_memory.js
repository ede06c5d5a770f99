// A memory with an embedder, around one without: texts get their vectors in the background, and
// questions theirs before they are asked. The embedder is a help that may fail: it never costs a text
// or an answer.
//
// Tested by tests/js/embeddings_memory.test.js, tests/js/evidence_embedder.test.js and
// tests/browser/tabs_embeddings.test.js.

import { plainArguments } from './arguments.js';
import { Embedder } from './embedder.js';
import { EmbeddingSweep } from './embedding_sweep.js';
import { closedError, invalidArgument } from './errors.js';
import { PromisedEvidence } from './evidence.js';
import { callMethod } from './faces.js';
import { METHODS, OWN_METHODS, defineMethods } from './methods.js';
import { withModel } from './model.js';
import { Palace } from './palace.js';
import { checkReembedOptions, checkSource, reembed } from './reembed.js';
import { SessionQueue } from './session_queue.js';
import { lengthOf, typedArrayKind } from './vectors.js';

const BRING_TEXTS = [
  'add',
  'addMany',
  'importMarkdown',
  'importBytes',
  'evidenceSave',
  'evidenceSaveMany',
  'palaceAddDrawer',
  'palaceAddDrawers',
  'palaceUpdateDrawer',
  'palaceAddCloset',
];
const WARNINGS = ['embedder_timeout', 'invalid_vector', 'dimension_mismatch', 'model_mismatch'];
const REASONS = ['embeddingReason', 'fallback_reason']; // of results: why words alone found them
const DEFAULT_SESSION = 'default';
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Made by `openMemory`; loci.d.ts describes it. */
export class EmbeddingMemory {
  #memory;
  #source; // {embed, embedder, model}, which make the vectors
  #timeout;
  #sweep; // nothing where nothing can be written
  #turn = Promise.resolve(); // of who changes vectors: a batch of the sweep, or all of a reembed
  #swap; // while a reembed puts new vectors in the place of the old ones
  #sessions = new SessionQueue();
  #asked = new Set(); // promises without an answer
  #ending = new AbortController();
  #closing; // the promise of close()

  /** The evidence face. */
  evidence = new PromisedEvidence((method, args) => this.#call(method, args));

  /** The palace face. */
  palace = new Palace((method, args) => this.#call(method, args));

  /**
   * @param {Memory | RemoteMemory} memory is this one's from now on
   * @param {object} how
   * @param {Function} how.embedder
   * @param {number} [how.timeout] milliseconds for one call of it
   * @param {string} [how.model]
   * @param {boolean} [how.readOnly]
   * @param {(progress: object) => void} [how.onProgress]
   * @param {(work: () => Promise) => Promise} how.lock keeps other tabs from doing the same work
   */
  constructor(memory, { embedder, timeout, model, readOnly, onProgress, lock }) {
    this.#memory = memory;
    this.#timeout = timeout;
    this.#source = this.#sourceOf(embedder, { model, timeout });
    if (readOnly) return;
    this.#sweep = new EmbeddingSweep({
      memory,
      source: () => this.#source,
      inTurn: (work) => this.#inTurn(() => lock(work)),
      onProgress,
    });
    this.#sweep.wake();
  }

  get persistence() {
    return this.#memory.persistence;
  }

  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  // What was asked is answered, without the embedder where it has not spoken yet.
  async #close() {
    this.#sweep?.stop();
    this.#ending.abort();
    await Promise.allSettled(this.#asked);
    await this.#memory.close();
  }

  #sourceOf(embed, { model, timeout }) {
    const { signal } = this.#ending;
    return { embed, model, embedder: new Embedder(embed, { timeout, signal }) };
  }

  #inTurn(work) {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #call(method, args) {
    if (this.#closing) throw closedError();
    const answer = this.#answer(method, args);
    this.#asked.add(answer);
    try {
      return await answer;
    } finally {
      this.#asked.delete(answer);
    }
  }

  async #answer(method, args) {
    if (!METHODS[method]?.inSession) return this.#answerNow(method, args);
    const plain = plainArguments(args); // which nobody changes while they wait
    return this.#sessions.run(sessionOf(plain[1]), () => this.#answerNow(method, plain));
  }

  async #answerNow(method, args) {
    switch (method) {
      case 'status':
        return this.#status();
      case 'flush':
        return this.#flush();
      case 'retrieve':
        return this.#ask(method, args, textOf(args[0]));
      case 'evidenceSearch':
        return this.#ask(method, args, textOf(args[0]?.query_text));
      case 'palaceSearch':
        return this.#ask(method, args, questionOf(args[0]));
      case 'palaceCheckDuplicate':
        return this.#ask(method, args, textOf(args[0]));
      case 'reembed':
        return this.#reembed(...args);
      default:
        return this.#callThrough(method, args);
    }
  }

  async #callThrough(method, args) {
    const named = withModel(method, args, this.#source.model);
    const result = await callMethod(this.#memory, method, named);
    if (BRING_TEXTS.includes(method)) this.#sweep?.wake();
    return result;
  }

  async #status() {
    const { embeddings, ...status } = await this.#memory.status();
    const { code, message } = this.#sweep?.lastError ?? {};
    return { ...status, embeddings: { ...embeddings, lastError: code ? { code, message } : null } };
  }

  async #flush() {
    await this.#sweep?.finish();
    const result = await this.#memory.flush();
    const error = this.#sweep?.lastError;
    return error ? { ...result, warnings: [...result.warnings, warningOf(error)] } : result;
  }

  // The vector of a question is made by what makes those of the texts, also when it is there at last.
  async #ask(method, [question, options, ...rest], text) {
    const hasOwn = typeof (options ?? {}) !== 'object' || (options?.embedding ?? null) !== null;
    if (!hasOwn) refuseModel(options);
    if (hasOwn || !text?.trim()) return this.#callThrough(method, [question, options, ...rest]);
    for (;;) {
      const source = this.#source;
      const { embedding, error } = await vectorOf(text, source);
      await this.#swap;
      if (source !== this.#source || this.#swap) continue;
      const named = [question, { ...options, embedding, model: source.model }, ...rest];
      return withError(await callMethod(this.#memory, method, named), error);
    }
  }

  #reembed(given, options = {}) {
    const embedder = checkSource(given ?? this.#source.embed);
    const { model = this.#source.model, embedderTimeout = this.#timeout } =
      checkReembedOptions(options);
    const next = () => this.#sourceOf(embedder, { model, timeout: embedderTimeout });
    return this.#inTurn(async () => {
      const memory = {
        status: () => this.#memory.status(),
        pendingEmbeddings: (which) => this.#memory.pendingEmbeddings(which),
        replaceEmbeddings: (...args) => this.#replace(args, next()),
      };
      const given = { ...options, embedderTimeout };
      const { signal } = this.#ending;
      const { result } = await reembed(memory, embedder, given, { model, signal });
      this.#sweep?.startAnew(); // with what was written meanwhile
      return result;
    });
  }

  async #replace(args, source) {
    const replacing = (async () => this.#memory.replaceEmbeddings(...args))();
    this.#swap = replacing.catch(() => {});
    try {
      const result = await replacing;
      this.#source = source;
      return result;
    } finally {
      this.#swap = undefined;
    }
  }

  static {
    defineMethods(EmbeddingMemory.prototype, [...OWN_METHODS, 'reembed'], (method) => {
      return async function (...args) {
        return this.#call(method, args);
      };
    });
    if (Symbol.asyncDispose) {
      EmbeddingMemory.prototype[Symbol.asyncDispose] = EmbeddingMemory.prototype.close;
    }
  }
}

// The embedder makes the vector of the question, so that it is of its model.
function refuseModel(options) {
  if ((options?.model ?? null) === null) return;
  throw invalidArgument(
    "model is that of an embedding: give both, or neither for the embedding of this memory's embedder",
  );
}

function textOf(query) {
  if (typeof query === 'string') return DECODER.decode(ENCODER.encode(query)); // well-formed
  const isText = typedArrayKind(query) === 'Uint8Array' && lengthOf(query) > 0;
  return isText ? DECODER.decode(new Uint8Array(query)) : undefined;
}

// Where vectors are to take no part, none is made.
const questionOf = (request) => (request?.vectorDisabled ? undefined : textOf(request?.query));

// Anything else is the engine's to refuse.
const sessionOf = (options) => textOf(options?.session) ?? DEFAULT_SESSION;

async function vectorOf(text, { embedder }) {
  try {
    const [embedding] = await embedder.vectorsOf([text]);
    return { embedding };
  } catch (error) {
    return { error };
  }
}

// What was found without the embedder says why.
function withError(found, error) {
  if (!error) return found;
  const warning = warningOf(error);
  const warnings = [...found.warnings, warning];
  const reason = REASONS.find((name) => found[name] !== undefined);
  return { ...found, ...(reason && { [reason]: warning.code }), warnings };
}

function warningOf({ code, message }) {
  return { code: WARNINGS.includes(code) ? code : 'embedder_failed', message };
}
