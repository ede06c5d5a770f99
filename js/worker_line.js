// The line of a page's RemoteMemory to Loci's worker, which this starts and ends. The messages are
// those that js/worker.js handles.

import { MemoryError, invalidArgument } from './errors.js';
import { METHODS } from './methods.js';
import { askForProtection, isProtected } from './persist.js';
import { posting, unpackError } from './wire.js';

const READY = 30_000; // milliseconds for the worker's script to load

export class WorkerLine {
  persistence;
  #worker;
  #pending = new Map(); // calls without an answer, by id
  #lastId = 0;
  #onProgress;
  #opening = {}; // {resolve, reject} while it opens
  #closing; // the promise of close()
  #closed; // resolves it
  #isProtected = false;
  #hasAsked = false;
  #stopWatching = () => {};

  /** Opens `location` (as takeSeat() of js/tabs takes it) in a worker. Rejects with a MemoryError. */
  static async open(location, { worker, broker, onProgress, ...options }) {
    const line = new WorkerLine(startWorker(worker), onProgress);
    try {
      const protection = isProtected();
      await line.#open({ location, options, broker: connectToBroker(broker) });
      line.#isProtected = await protection;
      line.#tell(line.persistence);
      onProgress?.({ step: 'ready' });
      return line;
    } catch (error) {
      line.#end();
      throw error;
    }
  }

  constructor(worker, onProgress) {
    this.#worker = worker;
    this.#onProgress = onProgress;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#break(event);
  }

  call({ args, progress, ...call }) {
    if (this.#closing) return Promise.reject(closed());
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const message = { type: 'call', id, call: { ...call, args, progress: Boolean(progress) } };
      posting(() => this.#worker.postMessage(message), args);
      this.#pending.set(id, { resolve, reject, progress });
      if (METHODS[call.method].writes) this.#protect();
    });
  }

  close() {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      this.#worker.postMessage({ type: 'close' });
    }).then(() => this.#end());
    return this.#closing;
  }

  #open({ location, options, broker }) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(deaf()), READY);
      this.#opening = {
        ready: () => clearTimeout(late),
        resolve,
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      this.#watchPage();
      const isVisible = document.visibilityState === 'visible';
      const message = { type: 'open', location, options, isVisible };
      // It waits for the script to load. The worker does not speak first: one that a page made long
      // before would not be heard.
      this.#worker.postMessage(message, broker ? [broker] : []);
    });
  }

  #receive({ type, id, ...message }) {
    const handlers = {
      ready: () => this.#opening.ready?.(),
      step: () => this.#step(message.progress),
      opened: () => this.#opening.resolve(),
      failed: () => this.#opening.reject(unpackError(message.error)),
      told: () => this.#tell(message.persistence),
      answer: () => this.#answer(id, message),
      progress: () => this.#proceed(id, message.value),
      closed: () => this.#closed(),
    };
    handlers[type]?.();
  }

  #step(progress) {
    if (progress.step === 'ready') return; // which is said when the page has it
    try {
      this.#onProgress?.(progress);
    } catch (error) {
      this.#opening.reject(error);
    }
  }

  #tell(persistence) {
    const persisted = persistence.mode !== 'memory' && this.#isProtected;
    this.persistence = Object.freeze({ ...persistence, persisted });
  }

  #answer(id, { result, error }) {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) call?.reject(unpackError(error));
    else call?.resolve(result);
  }

  #proceed(id, value) {
    const proceed = this.#pending.get(id)?.progress(value) ?? true;
    this.#worker.postMessage({ type: 'go', id, proceed });
  }

  // On the first write, as a person then has something to lose.
  async #protect() {
    if (this.#hasAsked || this.#isProtected) return;
    this.#hasAsked = true;
    this.#isProtected = await askForProtection();
    this.#tell(this.persistence);
  }

  // A hidden, frozen or cached page makes way for others.
  #watchPage() {
    const stop = new AbortController();
    this.#stopWatching = () => stop.abort();
    const on = (target, type, tell) =>
      target.addEventListener(type, (event) => this.#worker.postMessage(tell(event)), stop);
    const visible = () => ({ type: 'visible', isVisible: document.visibilityState === 'visible' });
    on(document, 'visibilitychange', visible);
    on(document, 'freeze', () => ({ type: 'leave' }));
    on(document, 'resume', () => ({ type: 'comeBack' }));
    on(globalThis, 'pagehide', () => ({ type: 'leave' }));
    on(globalThis, 'pageshow', ({ persisted }) => ({ type: persisted ? 'comeBack' : 'shown' }));
  }

  // The worker's script is not there, is not Loci's, or has failed.
  #break(event) {
    event.preventDefault?.();
    const what = event.message ? `Loci's worker failed: ${event.message}` : unloadable();
    const error = new MemoryError(event.message ? 'internal' : 'invalid_argument', what);
    this.#opening.reject?.(error);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#closed?.();
  }

  #end() {
    this.#stopWatching();
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(closed());
    this.#pending.clear();
  }
}

function startWorker(worker) {
  if (worker === undefined) {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'loci' });
  }
  if (worker instanceof Worker) return worker;
  return new Worker(address(worker, 'worker'), { type: 'module', name: 'loci' });
}

// Without a broker the tabs talk on a channel that all of them hear.
function connectToBroker(broker) {
  if (broker === null || typeof SharedWorker === 'undefined') return undefined;
  if (broker instanceof SharedWorker) return broker.port;
  return startBroker(broker).port;
}

function startBroker(broker) {
  if (broker === undefined) {
    return new SharedWorker(new URL('./broker.js', import.meta.url), {
      type: 'module',
      name: 'loci',
    });
  }
  return new SharedWorker(address(broker, 'broker'), { type: 'module', name: 'loci' });
}

function address(value, name) {
  if (typeof value !== 'string' && !(value instanceof URL)) {
    const article = name === 'worker' ? 'a Worker' : 'a SharedWorker';
    throw invalidArgument(`${name} must be a URL or ${article}`);
  }
  return value;
}

const unloadable = () =>
  "Loci's worker cannot be loaded; where a bundler has moved it, pass its URL as the option worker";

const deaf = () =>
  invalidArgument(
    'the worker does not answer; the option worker must lead to js/worker.js of Loci',
  );

const closed = () => new MemoryError('closed', 'this memory was closed; open it again');
